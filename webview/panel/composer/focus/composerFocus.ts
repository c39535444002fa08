// Whether the user types into the composer, including that of the previous session, which is about to be removed; and when
// the panel may move the focus.

/** Call it while a component renders for the first time: what it replaces is still there then. */
export function focusIsInComposer(): boolean {
  return isComposerInput(document.activeElement);
}

/** Whether an element, for example the target of an event, is the composer's input. */
export function isComposerInput(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[data-testid="composer-input"]');
}

/** Whether the panel got the focus before anything was rendered, as it does by a click on its icon. */
export function focusCameFirst(): boolean {
  const isNowhere = document.activeElement === document.body;
  return document.hasFocus() && isNowhere && document.querySelector('.panel') === null;
}

/**
 * Moves the focus in a page that has it, else when VS Code gives it to the page: taking it would close a palette that was
 * opened meanwhile, or turn what is typed in an editor into a prompt.
 */
export function oncePageIsFocused(move: () => void): void {
  if (document.hasFocus()) move();
  else window.addEventListener('focus', move, { once: true });
}
