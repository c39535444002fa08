// The badge of the Sessions view: how many sessions need input or have unread activity.
import type * as vscode from 'vscode';
import { isWaiting } from '../../../core/session/selectors.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import type { UnreadSessions } from '../../../core/sessionList/unreadSessions.ts';
import { sessionStrings } from '../sessionStrings.ts';

/** Undefined when there is nothing to count. A session is counted once. */
export function sessionsBadge(store: SessionStore, unread: UnreadSessions): vscode.ViewBadge | undefined {
  const waiting = store.keys().filter((key) => {
    const state = store.state(key);
    return state !== undefined && isWaiting(state);
  });
  const others = unread.keys().filter((key) => !waiting.includes(key));
  const lines = [
    waiting.length === 0 ? '' : sessionStrings.sessionsNeedInput(waiting.length),
    others.length === 0 ? '' : sessionStrings.sessionsWithUnreadActivity(others.length),
  ].filter((line) => line !== '');
  return lines.length === 0
    ? undefined
    : { value: waiting.length + others.length, tooltip: lines.join('\n') };
}
