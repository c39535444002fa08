// When the components draw: before a paint, and for no more than half of the time.

/** Milliseconds to rest at most: one slow drawing, of a large session that opens, does not delay what comes after it. */
const LONGEST_REST = 50;

/** What is used of the page's window. */
export interface Page {
  readonly document: Pick<Document, 'visibilityState'>;
  readonly performance: Pick<Performance, 'now'>;
  requestAnimationFrame(onFrame: () => void): void;
  queueMicrotask(task: () => void): void;
}

/**
 * Makes the function that calls back before the next paint; at once when the page is hidden, because it is not painted
 * then. After a drawing, frames pass without another for as long as it took: in a flood the browser gets to lay out,
 * paint and take in keys between two of them, and what is drawn is not gone before it was seen.
 */
export function renderSchedule(page: Page): (draw: () => void) => void {
  let restsUntil = 0;
  return (draw) => {
    const onFrame = (): void => {
      const began = page.performance.now();
      if (began < restsUntil) {
        page.requestAnimationFrame(onFrame);
        return;
      }
      draw();
      // React draws in a microtask that was queued by now.
      page.queueMicrotask(() => {
        const ended = page.performance.now();
        restsUntil = ended + Math.min(ended - began, LONGEST_REST);
      });
    };
    if (page.document.visibilityState === 'hidden') page.queueMicrotask(draw);
    else page.requestAnimationFrame(onFrame);
  };
}
