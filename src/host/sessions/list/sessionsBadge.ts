// The badge of the Sessions view: how many sessions need the user or have unread activity.
import type * as vscode from 'vscode';
import { activityOf, type ActivitySources } from '../../../core/sessionList/sessionActivity.ts';
import { isUnused } from '../../../core/session/selectors.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { sessionStrings } from '../sessionStrings.ts';

/** Undefined when there is nothing to count. A session is counted once. */
export function sessionsBadge(store: SessionStore, sources: ActivitySources): vscode.ViewBadge | undefined {
  const inNeed = store.keys().filter((key) => {
    const state = store.state(key);
    if (state === undefined) return false;
    const activity = activityOf({ state }, sources);
    // Before something was asked of it, an agent without a sign-in is no news.
    return activity === 'waiting' || (activity === 'needs-sign-in' && !isUnused(state));
  });
  const others = sources.unread.keys().filter((key) => !inNeed.includes(key));
  const lines = [
    inNeed.length === 0 ? '' : sessionStrings.sessionsNeedInput(inNeed.length),
    others.length === 0 ? '' : sessionStrings.sessionsWithUnreadActivity(others.length),
  ].filter((line) => line !== '');
  return lines.length === 0 ? undefined : { value: inNeed.length + others.length, tooltip: lines.join('\n') };
}
