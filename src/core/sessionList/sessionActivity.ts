// What a session of the list is doing, in one word.
import { isWaiting } from '../session/selectors.ts';
import type { CatalogueEntry } from '../sessionLifecycle/sessionCatalogue.ts';
import type { UnreadSessions } from './unreadSessions.ts';

/**
 * `idle`: it is in the window and does nothing; `other-window`: it is open in another window; `stored`: it is only in the
 * history or in its agent.
 */
export type SessionActivity =
  | 'waiting'
  | 'running'
  | 'starting'
  | 'failed'
  | 'finished'
  | 'read-only'
  | 'idle'
  | 'other-window'
  | 'stored';

/** What a session is doing, or what happened in it while it was not visible. */
export function activityOf(
  { state, isOpenInOtherWindow }: CatalogueEntry,
  unread: UnreadSessions,
): SessionActivity {
  if (state === undefined) return isOpenInOtherWindow === true ? 'other-window' : 'stored';
  if (isWaiting(state)) return 'waiting';
  if (state.turn !== undefined) return 'running';
  if (state.opening) return 'starting';
  return unread.of(state.key) ?? (state.readOnly === undefined ? 'idle' : 'read-only');
}
