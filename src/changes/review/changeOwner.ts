// Whose change it is where several agents work at once.
import { findLastEntry, type Entry } from '../../core/session/entries.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { TrackedSession } from '../trackedSession.ts';

/** The most entries, from the end, that are searched for a running command. */
const MAX_SEARCHED_ENTRIES = 50;

/**
 * Whether a change at a path is another session's than that of `key`: it belongs to the one whose tool calls name the
 * file; else to the one that runs a command; else to one whose turn has not ended.
 */
export function belongsToOtherSession(
  sessions: readonly TrackedSession[],
  store: Pick<SessionStore, 'state'>,
  key: string,
  path: string,
): boolean {
  const naming = sessions.filter((session) => session.names(path));
  if (naming.length > 0) return naming.every((session) => session.key !== key);
  const own = likelihood(store, key);
  return sessions.some(
    ({ key: other, files }) =>
      other !== key && files.isWatching && files.covers(path) && likelihood(store, other) > own,
  );
}

/** How likely a session is to have changed a file that no tool call names. */
function likelihood(store: Pick<SessionStore, 'state'>, key: string): number {
  const state = store.state(key);
  if (state?.turn === undefined) return 0;
  return findLastEntry(state.entries, isRunningCommand, MAX_SEARCHED_ENTRIES) === undefined ? 1 : 2;
}

function isRunningCommand(entry: Entry): entry is Extract<Entry, { kind: 'tool' }> {
  return entry.kind === 'tool' && entry.call.kind === 'execute' && entry.call.status === 'in_progress';
}
