// Reports where the focus is, so that the chat's key bindings apply only there, and that the user uses the panel.

export type FocusPlace = 'composer' | 'panel' | 'outside';

/** Calls back whenever the focus moves to another place, and with the first place. Returns the function that ends it. */
export function watchFocus(page: Document, view: Window, report: (where: FocusPlace) => void): () => void {
  let reported: FocusPlace | undefined;
  const update = (where: FocusPlace): void => {
    if (where === reported) return;
    reported = where;
    report(where);
  };
  const place = (): FocusPlace =>
    page.activeElement?.matches('[data-testid="composer-input"]') === true ? 'composer' : 'panel';
  const onFocus = (): void => update(place());
  const onBlur = (): void => update('outside');
  page.addEventListener('focusin', onFocus);
  view.addEventListener('focus', onFocus);
  view.addEventListener('blur', onBlur);
  update(page.hasFocus() ? place() : 'outside');
  return () => {
    page.removeEventListener('focusin', onFocus);
    view.removeEventListener('focus', onFocus);
    view.removeEventListener('blur', onBlur);
  };
}

/**
 * Calls back at the first key or press of a button since the panel was focused, because VS Code also focuses panels
 * without the user. Returns the function that ends it.
 */
export function watchUse(page: Document, view: Window, report: () => void): () => void {
  let isReported = false;
  const onUse = (): void => {
    if (!isReported) report();
    isReported = true;
  };
  const onBlur = (): void => {
    isReported = false;
  };
  page.addEventListener('keydown', onUse, true);
  page.addEventListener('pointerdown', onUse, true);
  view.addEventListener('blur', onBlur);
  return () => {
    page.removeEventListener('keydown', onUse, true);
    page.removeEventListener('pointerdown', onUse, true);
    view.removeEventListener('blur', onBlur);
  };
}
