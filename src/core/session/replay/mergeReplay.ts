// A session's history as the agent replays it at `session/load`, beside the transcript that Parley stored (R33, R34).
import { alignPrompts } from './alignPrompts.ts';
import { coalesce } from '../coalesce.ts';
import { isPrompt, isUserPrompt, type Entry, type Prompt } from '../entries.ts';
import type { SessionEvent, UpdateEvent } from '../events.ts';
import { promptKey } from './gluedPrompts.ts';
import type { SessionState } from '../model.ts';
import { makesEntry } from '../status/updateTraits.ts';
import { replayParts, type ReplayedTurn } from './replayedTurns.ts';
import { entryId, updateId, usesIdsAgain } from './replayedIds.ts';
import {
  isAnswered,
  isCutOff,
  isInterrupted,
  storedAnswer,
  storedTurns,
  unaskedAnswer,
  type StoredTurn,
} from './storedTurns.ts';

/** A stored prompt this long, in characters without white space, is found within what an agent makes of it. */
const MIN_QUOTED_LENGTH = 8;

/** What a replay does to the stored transcript. */
export interface MergedReplay {
  /** The events that bring the session to where the agent is. */
  readonly events: readonly SessionEvent[];
  /** How many of the stored prompts, counted from the last, the agent did not replay. */
  readonly forgotten: number;
  /** Whether all that is stored was found in the replay, up to the last prompt. */
  readonly isWhole: boolean;
  /** Whether the replay has more than what is stored. */
  readonly hasNew: boolean;
}

/**
 * Joins a replay to a transcript. What is stored stays, because it also holds what agents leave out (thoughts, decisions,
 * checkpoints, prompts they never received), and only the turns after the last prompt that is in both are added, unless
 * they are known too. A replay without any of the prompts, as of a conversation that the agent has summarized, is added as
 * a whole; it takes the place of a transcript without prompts. `at` is the time of the join, in epoch milliseconds.
 */
export function mergeReplay(state: SessionState, replay: readonly UpdateEvent[], at: number): MergedReplay {
  const entries = state.entries.flat();
  const stored = storedTurns(entries);
  const { facts, before, turns } = replayParts(replay, new Set(stored.map(({ key }) => key)));
  const hasIds = !usesIdsAgain(stored, turns);
  if (stored.length > 0 && turns.length === 0) {
    return { events: facts, forgotten: 0, isWhole: false, hasNew: false };
  }
  const matches = matchTurns(stored, turns, hasIds);
  const lastMatched = matches.findLastIndex((match) => match !== undefined);
  const last = matches[lastMatched];
  if (last === undefined && stored.length > 0) {
    const added = apart(rejoined(turns), entries.at(-1), at);
    return {
      events: coalesce([...facts, ...before.filter(({ type }) => type !== 'notice'), ...added]),
      forgotten: stored.length,
      isWhole: false,
      hasNew: false,
    };
  }
  if (last === undefined) {
    const history = replay.filter(({ type }) => type !== 'notice');
    const events: readonly SessionEvent[] = [{ type: 'transcript_cleared', at }, ...coalesce(history)];
    return { events, forgotten: 0, isWhole: true, hasNew: false };
  }
  const late = restOfInterrupted(stored[last], turns[lastMatched]);
  const added = newTurns(rejoined(turns.slice(lastMatched + 1)), stored.slice(last), hasIds);
  const isKnownId = knownIds(hasIds ? entries : []);
  const beyond = [...late, ...apart(added, late.length > 0 ? undefined : entries.at(-1), at)];
  const events = coalesce([...facts, ...beyond.filter((update) => !isKnownId(update))]);
  const hasNew = added.length > 0;
  const forgotten = hasNew ? 0 : stored.length - 1 - last;
  return { events, forgotten, isWhole: forgotten === 0, hasNew };
}

/** For each turn of a replay: which of the stored ones it is. */
function matchTurns(
  stored: readonly StoredTurn[],
  replayed: readonly ReplayedTurn[],
  hasIds: boolean,
): readonly (number | undefined)[] {
  const answers: Answers = new Map<StoredTurn | ReplayedTurn, string>([
    ...stored.map((turn) => [turn, storedAnswer(turn)] as const),
    ...replayed.map((turn) => [turn, replayedAnswer(turn.rest)] as const),
  ]);
  const hasAnswer = answerCheck(stored, replayed, answers);
  const isSame = (one: StoredTurn, other: ReplayedTurn): boolean => {
    const { messageId } = one.prompt;
    const isNamed = hasIds && messageId !== undefined && messageId === other.messageId;
    return isNamed || (one.key === other.key && hasAnswer(one, other));
  };
  const isSameWithin = (one: StoredTurn, other: ReplayedTurn): boolean => {
    const isLong = one.key.length >= MIN_QUOTED_LENGTH || one.hasAttachments;
    return isSame(one, other) || (isLong && one.key !== '' && other.key.includes(one.key));
  };
  // An agent may put every prompt into a template, also those that are too short to be looked for. One alone may stand in
  // any other words.
  const isTemplate =
    stored.length === replayed.length &&
    stored.every((one, index) => {
      const other = replayed[index];
      return (
        one.key !== '' &&
        other?.key.includes(one.key) === true &&
        (stored.length > 1 || agree(answers, one, other))
      );
    });
  if (isTemplate) return stored.map((_, index) => index);
  const exact = alignPrompts(stored, replayed, isSame);
  const lastMatched = exact.findLastIndex((match) => match !== undefined);
  const last = exact[lastMatched] ?? -1;
  // An agent may wrap what was typed, or write out what was attached.
  const tail = alignPrompts(stored.slice(last + 1), replayed.slice(lastMatched + 1), isSameWithin);
  return [
    ...exact.slice(0, lastMatched + 1),
    ...tail.map((match) => (match === undefined ? undefined : last + 1 + match)),
  ];
}

/** What the agent answered in each turn, without white space. */
type Answers = ReadonlyMap<StoredTurn | ReplayedTurn, string>;

/** Whether the answers may be the same: an agent may replay only the beginning or the last message of one, or none. */
function agree(answers: Answers, one: StoredTurn, other: ReplayedTurn): boolean {
  const [before, now] = [answers.get(one) ?? '', answers.get(other) ?? ''];
  return (
    before === '' || now === '' || before.startsWith(now) || before.endsWith(now) || now.startsWith(before)
  );
}

/**
 * Whether a replayed turn may be a stored one by what the agent answered. The same words are said again, in another client
 * too: so where the replay begins elsewhere than the transcript, or has a prompt more or less often, the answers decide.
 * An agent that never replays an answer as it was says nothing by them.
 */
function answerCheck(
  stored: readonly StoredTurn[],
  replayed: readonly ReplayedTurn[],
  answers: Answers,
): (one: StoredTurn, other: ReplayedTurn) => boolean {
  const agrees = (one: StoredTurn, other: ReplayedTurn): boolean => agree(answers, one, other);
  const [first, firstReplayed] = [stored[0], replayed[0]];
  const beginsAlike =
    first !== undefined && firstReplayed !== undefined && firstReplayed.key.includes(first.key);
  if (!beginsAlike) return agrees;
  const times = (turns: readonly { readonly key: string }[]): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const { key } of turns) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  };
  const [before, now] = [times(stored), times(replayed)];
  const known = new Set(stored.map((turn) => `${turn.key}\n${answers.get(turn) ?? ''}`));
  const isVerbatim = replayed.some((turn) => {
    const answer = answers.get(turn) ?? '';
    return answer !== '' && known.has(`${turn.key}\n${answer}`);
  });
  return (one, other) => !isVerbatim || before.get(other.key) === now.get(other.key) || agrees(one, other);
}

/** What the agent went on to do in a turn of which nothing arrived here. */
function restOfInterrupted(
  stored: StoredTurn | undefined,
  replayed: ReplayedTurn | undefined,
): readonly UpdateEvent[] {
  if (stored === undefined || replayed === undefined) return [];
  return isInterrupted(stored) && !isAnswered(stored) ? replayed.rest : [];
}

/** The turns with those joined again that were split although none of them is stored in that place. */
function rejoined(turns: readonly ReplayedTurn[]): readonly ReplayedTurn[] {
  const joined: ReplayedTurn[] = [];
  for (const turn of turns) {
    const before = joined.at(-1);
    if (before === undefined || !turn.isGlued) joined.push(turn);
    else
      joined[joined.length - 1] = { ...before, chunks: [...before.chunks, ...turn.chunks], rest: turn.rest };
  }
  return joined.map((turn) => (turn.isGlued ? { ...turn, chunks: trimmed(turn.chunks) } : turn));
}

/** The chunks without the white space that separated them from the prompt before. */
function trimmed([first, ...others]: ReplayedTurn['chunks']): ReplayedTurn['chunks'] {
  if (first === undefined) return [];
  if (first.content.type !== 'text') return [first, ...others];
  return [{ ...first, content: { type: 'text', text: first.content.text.trimStart() } }, ...others];
}

/** The turns of a replay, after all that are stored, that are new. `stored` begins with the last that was found. */
function newTurns(
  turns: readonly ReplayedTurn[],
  stored: readonly StoredTurn[],
  hasIds: boolean,
): readonly ReplayedTurn[] {
  const entries = stored.flatMap(({ rest }) => rest);
  const isKnownId = knownIds(hasIds ? entries : []);
  const unasked = unaskedAnswer(entries);
  // Agents note by themselves that a turn was cut off: that is a prompt that nobody sent, and nothing answers it.
  const isNoted = stored.some(isCutOff);
  return turns.filter(({ rest }, index) => {
    const identified = hasIds ? rest.filter((update) => updateId(update) !== undefined) : [];
    if (identified.length > 0) return !identified.every(isKnownId);
    const answer = replayedAnswer(rest);
    if (answer !== '') return answer !== unasked;
    return !(isNoted && index === 0 && !rest.some(({ type }) => type === 'tool_call'));
  });
}

function replayedAnswer(rest: readonly UpdateEvent[]): string {
  return promptKey(
    rest.flatMap((update) =>
      update.type === 'message_chunk' && update.role === 'agent' ? [update.content] : [],
    ),
  );
}

/** Whether an update is about something that stands in the entries. */
function knownIds(entries: readonly Entry[]): (update: UpdateEvent) => boolean {
  const ids = new Set(entries.flatMap((entry) => entryId(entry) ?? []));
  return (update) => {
    const id = updateId(update);
    return id !== undefined && ids.has(id);
  };
}

/** The updates of turns; a prompt that would be joined to one before it gets an id of its own. */
function apart(
  turns: readonly ReplayedTurn[],
  lastStored: Entry | undefined,
  at: number,
): readonly UpdateEvent[] {
  const isAfterPrompt = lastStored !== undefined && isPrompt(lastStored) && !isUserPrompt(lastStored);
  return turns.flatMap(({ chunks, rest }, index) => {
    const before = turns[index - 1];
    const joins = before === undefined ? isAfterPrompt : !before.rest.some(makesEntry);
    const messageId = `parley:replayed-${at}-${index}`;
    return [...(joins ? chunks.map((chunk) => ({ ...chunk, messageId })) : chunks), ...rest];
  });
}

/** Whether a replay has a prompt that stands nowhere in the transcript, or less often than in the replay. */
export function replaysPrompt(
  state: Pick<SessionState, 'entries'>,
  replay: readonly UpdateEvent[],
  prompt: Prompt,
): boolean {
  const stored = storedTurns(state.entries.flat());
  const wanted = promptKey(prompt.content);
  const known = new Set([...stored.map(({ key }) => key), wanted]);
  const { turns } = replayParts(replay, known);
  const times = (of: readonly { readonly key: string }[]): number =>
    of.filter(({ key }) => key === wanted).length;
  return times(turns) > times(stored);
}
