// Reports on which side of the window the panel is: VS Code does not say which side bar it is in.

export type Side = 'left' | 'right';

/** How far from the middle of the window the middle of a panel has to be, as a share of the window. */
const MIN_DISTANCE = 0.1;

/** Calls back with the side when the pointer shows it, and when it is another. Returns the function that ends it. */
export function watchPlace(page: Document, view: Window, report: (side: Side) => void): () => void {
  let reported: Side | undefined;
  const onMove = ({ screenX, clientX }: PointerEvent): void => {
    const middle = (screenX - clientX - view.screenX + view.innerWidth / 2) / view.outerWidth;
    if (!(Math.abs(middle - 0.5) >= MIN_DISTANCE)) return;
    const side = middle < 0.5 ? 'left' : 'right';
    if (side === reported) return;
    reported = side;
    report(side);
  };
  page.addEventListener('pointermove', onMove, { passive: true });
  return () => page.removeEventListener('pointermove', onMove);
}
