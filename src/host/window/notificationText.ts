// Whether the user is to be told of something in a session by a notification.
import * as vscode from 'vscode';
import type { Chats } from '../chat/openChats.ts';
import { readSetting } from '../contributions/settings.ts';

/** Whether the user wants to be told now of something in a session (`parley.notifications`). */
export function shouldNotify(key: string, chats: Chats): boolean {
  const isFocused = vscode.window.state.focused;
  switch (readSetting('notifications')) {
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
  return readSetting('notifications') !== 'off' && (!chats.isVisible(key) || shouldNotify(key, chats));
}
