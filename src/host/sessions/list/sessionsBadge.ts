// The badge of the Sessions view: how many sessions need the user, have unread activity or work in the background.
import type * as vscode from 'vscode';
import { activityOf, type ActivitySources } from '../../../core/sessionList/sessionActivity.ts';
import { isUnused } from '../../../core/session/selectors.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { sessionStrings } from '../sessionStrings.ts';

/** Undefined when there is nothing to count. A session is counted once. */
export function sessionsBadge(store: SessionStore, sources: ActivitySources): vscode.ViewBadge | undefined {
  const {
    inNeed = [],
    unread = [],
    background = [],
  } = Object.groupBy(store.keys(), (key) => {
    const state = store.state(key);
    if (state === undefined) return 'none';
    const activity = activityOf({ state }, sources);
    // Before something was asked of it, an agent without a sign-in is no news.
    if (activity === 'waiting' || (activity === 'needs-sign-in' && !isUnused(state))) return 'inNeed';
    if (activity === 'background') return activity;
    return sources.unread.of(key) === undefined ? 'none' : 'unread';
  });
  const value = inNeed.length + unread.length + background.length;
  if (value === 0) return undefined;
  const lines = [
    inNeed.length === 0 ? '' : sessionStrings.sessionsNeedInput(inNeed.length),
    unread.length === 0 ? '' : sessionStrings.sessionsWithUnreadActivity(unread.length),
    background.length === 0 ? '' : sessionStrings.sessionsInBackground(background.length),
  ];
  return { value, tooltip: lines.filter((line) => line !== '').join('\n') };
}
