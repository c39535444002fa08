// What Enter means in the composer.

export interface EnterEvent {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/**
 * Whether the key sends the prompt. `send`: Enter sends, Shift+Enter inserts a line break; `newline`: the opposite.
 * Enter with Ctrl or Cmd sends in both; with Shift too it is the key of `parley.allowOnce`.
 */
export function asksToSend(event: EnterEvent, enterKey: 'send' | 'newline'): boolean {
  if (event.key !== 'Enter' || event.altKey) return false;
  if (event.ctrlKey || event.metaKey) return !event.shiftKey;
  return event.shiftKey === (enterKey === 'newline');
}
