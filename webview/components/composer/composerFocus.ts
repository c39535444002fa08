// Whether the user types into the composer, also into that of the session shown before, which is about to go.

/** To be asked while a component is drawn for the first time: what it replaces is still there then. */
export function focusIsInComposer(): boolean {
  return document.activeElement?.matches('[data-testid="composer-input"]') === true;
}

/** Whether the panel got the focus before anything of it was drawn, as it does by a click on its icon. */
export function focusCameFirst(): boolean {
  const isNowhere = document.activeElement === document.body;
  return document.hasFocus() && isNowhere && document.querySelector('.panel') === null;
}
