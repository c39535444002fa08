// Words of agents as notifications may show them, and whether there is to be one.
import * as vscode from 'vscode';
import type { Chats } from './chats.ts';
import { notifications } from './settings.ts';

/** Without links, which notifications would draw, and without characters that hide or turn text. */
export function plainWords(words: string): string {
  return words.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').replaceAll('](', '] (');
}

/** Whether the person wants to be told now of something in a session (`parley.notifications`). */
export function isToBeTold(key: string, chats: Chats): boolean {
  const isFocused = vscode.window.state.focused;
  switch (notifications()) {
    case 'off':
      return false;
    case 'unfocused':
      return !isFocused;
    case 'always':
      return !isFocused || !chats.isVisible(key);
  }
}

/**
 * Whether a request for permission is shown now: an agent waits for it, so one that no chat in sight shows is shown
 * whether VS Code has the focus or not.
 */
export function isToBeAsked(key: string, chats: Chats): boolean {
  return notifications() !== 'off' && (!chats.isVisible(key) || isToBeTold(key, chats));
}
