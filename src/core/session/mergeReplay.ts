// A session's history as the agent replays it at `session/load`, beside the transcript that Parley stored (R33, R34).
import { coalesce } from './coalesce.ts';
import { plainText } from './content.ts';
import { appendEntry, findLastEntry, isPrompt, type EntryPages, type Prompt } from './entries.ts';
import type { SessionEvent, UpdateEvent } from './events.ts';
import { emptySession, type SessionState } from './model.ts';
import { oneLine } from '../text/oneLine.ts';
import { reduce } from './reduce/reduce.ts';

/** What a replay does to the stored transcript. */
export interface MergedReplay {
  /** The events that bring the session to where the agent is. */
  readonly events: readonly SessionEvent[];
  /** How many of the stored prompts, counted from the last, the agent did not replay. */
  readonly forgotten: number;
}

/**
 * Joins a replay to a transcript. Where the replay has prompts of the stored transcript, that one stays, because it also
 * holds what agents leave out (thoughts, decisions, checkpoints, prompts they never received), and only what the replay has
 * beyond it is added; else the replay takes its place. `at` is the time of the join, in epoch milliseconds.
 */
export function mergeReplay(state: SessionState, replay: readonly UpdateEvent[], at: number): MergedReplay {
  const replayed = withoutNotices(replay);
  const stored = promptsOf(state);
  const { prompts, begins } = promptsIn(replayed);
  const { matched, last } = matchPrompts(stored, prompts);
  const isSame = matched > 0 || prompts.length === 0;
  if (stored.length === 0 || !isSame) {
    return { events: [{ type: 'transcript_cleared', at }, ...coalesce(replayed)], forgotten: 0 };
  }
  const beyond = prompts.length > matched ? (begins[matched] ?? replayed.length) : replayed.length;
  const events = coalesce([...replayed.slice(0, beyond).filter(isFact), ...replayed.slice(beyond)]);
  const isWhole = prompts.length === 0 || prompts.length > matched;
  return { events, forgotten: isWhole ? 0 : stored.length - 1 - last };
}

/**
 * How many prompts of a replay, from its first, stand in the stored transcript in their order, and at which place the last
 * of them does. A stored prompt that the replay passes over never reached the agent.
 */
function matchPrompts(
  stored: readonly string[],
  replayed: readonly string[],
): { readonly matched: number; readonly last: number } {
  let last = -1;
  for (const [matched, prompt] of replayed.entries()) {
    const place = stored.indexOf(prompt, last + 1);
    if (place === -1) return { matched, last };
    last = place;
  }
  return { matched: replayed.length, last };
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
  return state.entries.flat().filter(isPrompt).map(promptLine);
}

/** The prompts of a replay, and the place of the update that begins each. */
function promptsIn(replay: readonly UpdateEvent[]): {
  readonly prompts: readonly string[];
  readonly begins: readonly number[];
} {
  let state = emptySession('', '', '');
  const begins: number[] = [];
  for (const [index, update] of replay.entries()) {
    if (isFact(update)) continue;
    // What stands between two messages keeps them apart.
    const before = state.entriesMade;
    state = reduce(state, update);
    const isAsked = update.type === 'message_chunk' && update.role === 'user';
    if (isAsked && state.entriesMade > before) begins.push(index);
  }
  return { prompts: promptsOf(state), begins };
}

function promptLine({ content }: Prompt): string {
  return oneLine(plainText(content));
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
  if (entry === undefined || !isPrompt(entry) || entry.forkPoint === undefined) return undefined;
  const entries = all.slice(0, index).reduce<EntryPages>(appendEntry, []);
  return { forkPoint: entry.forkPoint, state: { entries, plan: [] } };
}

/** Whether the user ever said something in the session. */
export function hasPrompts(state: SessionState): boolean {
  return findLastEntry(state.entries, isPrompt) !== undefined;
}
