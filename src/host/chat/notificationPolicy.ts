// Decides whether a notification is shown, by `parley.notifications` and by what the user sees.
import * as vscode from 'vscode';
import type { Chats } from './openChats.ts';
import { readSetting } from '../contributions/settings.ts';

/** Whether to notify the user now of something in a session. */
export function shouldNotify(key: string, chats: Pick<Chats, 'isVisible'>): boolean {
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
 * Whether to notify the user now of a permission request. An agent waits for the answer, so a request that no visible
 * chat shows notifies also while VS Code has the focus.
 */
export function shouldNotifyOfPermission(key: string, chats: Pick<Chats, 'isVisible'>): boolean {
  return readSetting('notifications') !== 'off' && (!chats.isVisible(key) || shouldNotify(key, chats));
}
