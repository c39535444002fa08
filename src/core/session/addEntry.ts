// Adds an entry to a session: gives it its id and ends the thought before it.
import { appendEntry, lastEntry, replaceEntry, type Entry } from './entries.ts';
import type { SessionState } from './model.ts';

type WithoutIdentity<T> = T extends unknown ? Omit<T, 'id' | 'at'> : never;

/** What an entry is, before it has an id and a time. */
export type NewEntry = WithoutIdentity<Entry>;

/** The session with a new entry at the end of its transcript. */
export function addEntry(state: SessionState, at: number, added: NewEntry): SessionState {
  const id = nextEntryId(state);
  return {
    ...state,
    ...idScopeWith(state, added),
    entriesMade: state.entriesMade + 1,
    entries: appendEntry(endLastThought(state, at), { ...added, id, at }),
  };
}

/** The id of the entry that is made next. */
export function nextEntryId({ entriesMade }: Pick<SessionState, 'entriesMade'>): string {
  return `e${entriesMade}`;
}

/** A turn's end and a prompt begin anew what the agent's ids mean; what the agent says is a prompt while it works on one does not. */
function idScopeWith(
  { entriesMade, turn }: SessionState,
  { kind }: NewEntry,
): Pick<SessionState, 'idScope'> | undefined {
  return kind === 'turn' || (kind === 'user' && turn === undefined) ? { idScope: entriesMade } : undefined;
}

function endLastThought(state: SessionState, at: number): SessionState['entries'] {
  const last = lastEntry(state.entries);
  if (last?.kind !== 'thought' || last.endedAt !== undefined) return state.entries;
  const page = state.entries.length - 1;
  const offset = (state.entries[page]?.length ?? 0) - 1;
  return replaceEntry(state.entries, { page, offset }, { ...last, endedAt: at });
}
