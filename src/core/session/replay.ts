// A session's history as the agent tells it at `session/load`, beside the transcript Parley kept (R33, R34).
import { coalesce } from './coalesce.ts';
import { plainText } from './content.ts';
import { appendEntry, findLastEntry, type Entry, type EntryPages } from './entries.ts';
import type { SessionEvent, UpdateEvent } from './events.ts';
import { emptySession, type SessionState } from './model.ts';
import { oneLine } from './oneLine.ts';
import { reduce } from './reduce.ts';

/** What a replay does to the kept transcript. */
export interface MergedReplay {
  /** The events that bring the session to where the agent is. */
  readonly events: readonly SessionEvent[];
  /** How many of the kept prompts, counted from the last, the agent did not tell of. */
  readonly forgotten: number;
}

/**
 * Joins a replay to a transcript. Where both tell the same prompts the kept transcript stays, because it also holds
 * what agents leave out (thoughts, decisions, checkpoints), and only what the replay has beyond it is added; else the
 * replay takes its place. `at` is the time of the join, in epoch milliseconds.
 */
export function mergeReplay(state: SessionState, replay: readonly UpdateEvent[], at: number): MergedReplay {
  const told = withoutNotices(replay);
  const kept = promptsOf(state);
  const { prompts, beyond } = promptsIn(told, kept.length);
  const shared = Math.min(kept.length, prompts.length);
  const isSame = kept.slice(0, shared).every((words, index) => words === prompts[index]);
  const hasTranscript = kept.length > 0;
  if (hasTranscript && isSame) {
    const rest = prompts.length > kept.length ? told.slice(beyond) : [];
    const facts = told.slice(0, told.length - rest.length).filter(isFact);
    const forgotten = prompts.length === 0 ? 0 : kept.length - shared;
    return { events: coalesce([...facts, ...rest]), forgotten };
  }
  return { events: [{ type: 'transcript_cleared', at }, ...coalesce(told)], forgotten: 0 };
}

/** Whether an update says how the session is, and nothing about what happened in it. */
function isFact({ type }: UpdateEvent): boolean {
  return (
    type === 'config_options' ||
    type === 'current_mode' ||
    type === 'commands' ||
    type === 'session_info' ||
    type === 'usage'
  );
}

/** Notices are live only, never history (R107). */
function withoutNotices(replay: readonly UpdateEvent[]): readonly UpdateEvent[] {
  return replay.filter(({ type }) => type !== 'notice');
}

function promptsOf(state: SessionState): readonly string[] {
  return state.entries
    .flat()
    .filter((entry) => entry.kind === 'user')
    .map(words);
}

/** The prompts of a replay, and the place of the update that begins the prompt after the first `count` ones. */
function promptsIn(
  replay: readonly UpdateEvent[],
  count: number,
): { readonly prompts: readonly string[]; readonly beyond: number } {
  let state = emptySession('', '', '');
  let made = 0;
  let beyond = replay.length;
  for (const [index, update] of replay.entries()) {
    if (update.type !== 'message_chunk') {
      // What stands between two messages keeps them apart.
      if (!isFact(update)) state = reduce(state, update);
      continue;
    }
    const before = state.entriesMade;
    state = reduce(state, update);
    if (update.role !== 'user' || state.entriesMade === before) continue;
    if (made === count) beyond = index;
    made++;
  }
  return { prompts: promptsOf(state), beyond };
}

function words(entry: Entry): string {
  return entry.kind === 'user' ? oneLine(plainText(entry.content)) : '';
}

/**
 * The transcript before a prompt, and what the agent calls that prompt; undefined when there is no such entry, or the
 * agent has no name for it.
 */
export function entriesBefore(
  state: SessionState,
  entryId: string,
): { readonly forkPoint: string; readonly state: Pick<SessionState, 'entries' | 'plan'> } | undefined {
  const all = state.entries.flat();
  const index = all.findIndex(({ id }) => id === entryId);
  const entry = all[index];
  if (entry?.kind !== 'user' || entry.forkPoint === undefined) return undefined;
  const entries = all.slice(0, index).reduce<EntryPages>(appendEntry, []);
  return { forkPoint: entry.forkPoint, state: { entries, plan: [] } };
}

/** Whether the person ever said something in the session. */
export function hasPrompts(state: SessionState): boolean {
  const isUser = (entry: Entry): entry is Extract<Entry, { kind: 'user' }> => entry.kind === 'user';
  return findLastEntry(state.entries, isUser) !== undefined;
}
