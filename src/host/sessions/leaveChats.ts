// Takes a session off the screen before it leaves the window.
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Chats } from '../chat/openChats.ts';

/** Closes the session's tab; the sidebar shows the previous session instead, or a new one with the same agent. */
export function leaveChats(key: string, agent: string, chats: Chats, current: CurrentSession): void {
  const chat = chats.showing(key);
  if (chat === undefined) return;
  if (chat !== chats.sidebar) {
    chat.dispose();
    return;
  }
  const previous = current.before().find((each) => each !== key && !chats.isShown(each));
  if (previous === undefined) current.showNew(chat, agent, key);
  else chat.show(previous);
}
