// Which tool call of the transcript a report or a permission request is about: agents use the ids of calls again.
import { entryNumber, toolEntries, type FoundEntry, type ToolEntry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import { nextEntryId } from '../addEntry.ts';
import { isOtherCall } from './isOtherCall.ts';
import { createToolCall, isFinished, patchToolCall, type ToolCallPatch } from './state.ts';

type Calls = Pick<SessionState, 'entries' | 'idScope'>;

/** How many requests of one id are told apart in a turn. */
const LOOK_BACK = 256;

/**
 * The call that a report is about; undefined where it is a new one. A report belongs to the newest call of its id, but
 * while requests of one id wait for answers, to the one of them that runs: what waits has nothing to report. An announcement
 * of a call that has ended, or of one in another turn, is of a new one.
 */
export function reportedCall(
  state: Calls,
  patch: ToolCallPatch,
  isAnnouncement: boolean,
): FoundEntry<ToolEntry> | undefined {
  const { toolCallId, status } = patch;
  let waiting: FoundEntry<ToolEntry> | undefined;
  let ended: FoundEntry<ToolEntry> | undefined;
  let seen = 0;
  for (const call of toolEntries(state.entries, toolCallId)) {
    if (!isInScope(state, call.found) && (isAnnouncement || seen > 0)) break;
    if (!isAnnouncement && seen === 0 && isOver(state, call.found, patch)) break;
    if (isFinished(call.found.call.status)) ended ??= call;
    else if (isAskedAbout(call.found)) waiting = call;
    else return call;
    const isAlone = call.found.asked?.isSeparate !== true && call.found.isConcurrent !== true;
    if (isAlone || ++seen >= LOOK_BACK) break;
  }
  if (waiting === undefined) return isAnnouncement ? undefined : ended;
  // A call ends once: another end is that of a call whose agent did not wait for the answer.
  const isEnd = status !== undefined && isFinished(status) && status !== ended?.found.call.status;
  return isAnnouncement || isEnd ? waiting : (ended ?? waiting);
}

/**
 * Whether a call has ended and a report of its id is of another one: agents that announce nothing use ids again, too. What
 * has ended in another turn does not begin anew, and nothing that has ended is about something else later. What was
 * stopped or never ended may be reported on late, and so may what the report does not name.
 */
function isOver(state: Calls, entry: ToolEntry, patch: ToolCallPatch): boolean {
  const { status } = entry.call;
  if (status !== 'completed' && status !== 'failed') return false;
  const begins =
    (patch.status === 'pending' || patch.status === 'in_progress') &&
    (patch.title !== undefined || hasDetails(patch));
  if (!isInScope(state, entry)) return begins || isOtherCall(entry.call, patch);
  return begins && isOtherCall(entry.call, patch);
}

/** A tool call as the agent asks about it, and where it stands. */
export interface AskedCall extends Pick<ToolEntry, 'call' | 'asked'> {
  /** The call that the request is the first one about; undefined where the request gets an entry of its own. */
  readonly known: FoundEntry<ToolEntry> | undefined;
  /** The entry that shows the request, or will. */
  readonly entryId: string;
}

/**
 * What a permission request is about: what it says itself, and what was reported of the call that it names (R66). Nothing
 * comes from another request, or from a call that has ended, unless the request says nothing itself.
 */
export function askedCall(state: Calls & Pick<SessionState, 'entriesMade'>, patch: ToolCallPatch): AskedCall {
  const apart = { known: undefined, entryId: nextEntryId(state) };
  const newest = newestEntry(state, patch.toolCallId);
  if (newest === undefined) return { ...apart, call: createToolCall(patch), asked: {} };
  const { id, call, asked, decision } = newest.found;
  const isOpen = !isFinished(call.status);
  if (isOpen && asked === undefined && decision === undefined) {
    return { known: newest, entryId: id, call: patchToolCall(call, patch), asked: { reported: call } };
  }
  const reported = isOpen ? asked?.reported : call;
  const isWhole = hasDetails(patch) || (!isOpen && patch.title !== undefined);
  const beside = isInScope(state, newest.found) ? { isSeparate: true as const } : {};
  if (reported === undefined || isWhole) return { ...apart, call: createToolCall(patch), asked: beside };
  const pending = { ...reported, status: 'pending' };
  return { ...apart, call: patchToolCall(pending, patch), asked: { ...beside, reported } };
}

function newestEntry({ entries }: Calls, toolCallId: string): FoundEntry<ToolEntry> | undefined {
  for (const newest of toolEntries(entries, toolCallId)) return newest;
  return undefined;
}

function isInScope({ idScope = 0 }: Calls, entry: ToolEntry): boolean {
  return entryNumber(entry) >= idScope;
}

/** Whether the user is being asked about the call. */
function isAskedAbout({ asked, decision }: ToolEntry): boolean {
  return asked !== undefined && decision === undefined;
}

function hasDetails({ content = [], locations = [], rawInput }: ToolCallPatch): boolean {
  return content.length > 0 || locations.length > 0 || (rawInput !== undefined && rawInput !== null);
}
