// Tool calls that run while no turn does: agents go on in the background after they have answered.
import { isRecord } from '../../base/isRecord.ts';
import { entryNumber, mapEntries, toolEntries, type Entry, type ToolEntry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import { isAllowed } from '../permission/permissionDecision.ts';
import { isFinished, saysMore } from './state.ts';
import type { Terminal } from '../terminal/state.ts';
import { withoutBackgroundTerminals } from '../terminal/backgroundTerminals.ts';

type Reported = Pick<ToolEntry, 'call' | 'isInBackground' | 'asked' | 'decision'> &
  Partial<Pick<ToolEntry, 'id'>>;

/**
 * A tool call as it is after a report of it, and the session that counts it where it runs in the background: beyond its
 * turn, whether another one runs or not. What an agent reports while it opens a session is history.
 */
export function countedCall<Call extends Reported>(
  state: SessionState,
  reported: Call,
): {
  readonly state: SessionState;
  readonly entry: Omit<Call, 'isInBackground'> & Pick<Reported, 'isInBackground'>;
} {
  const { isInBackground, ...entry } = reported;
  const { id, asked, decision } = reported;
  const isWaiting = asked !== undefined && decision === undefined;
  const isOfTurn =
    state.turn !== undefined && (id === undefined || entryNumber({ id }) >= (state.idScope ?? 0));
  const begins = !isOfTurn && !state.opening && !isWaiting;
  const isRefused = decision !== undefined && !isAllowed(decision);
  const isRunning = !isFinished(entry.call.status) && !isRefused && (isInBackground === true || begins);
  const change = Number(isRunning) - Number(isInBackground === true);
  return {
    state: change === 0 ? state : withBackground(state, (state.background ?? 0) + change),
    entry: isRunning ? { ...entry, isInBackground: true } : entry,
  };
}

/**
 * Ends the tool calls that can no longer finish: cut off (R55), or left without a result by an agent that went on. Those
 * for which `goesOn` is true do.
 */
export function endOpenToolCalls(
  state: SessionState,
  status: 'cancelled' | 'unfinished',
  goesOn: (entry: ToolEntry) => boolean = () => false,
): SessionState {
  let background = state.background ?? 0;
  const entries = mapEntries(state.entries, (current): Entry => {
    if (current.kind !== 'tool' || isFinished(current.call.status)) return current;
    if (goesOn(current)) {
      if (!isDetached(state, current) || current.isInBackground === true) return current;
      background++;
      return { ...current, isInBackground: true };
    }
    const { isInBackground, ...rest } = current;
    if (isInBackground === true) background--;
    // A word that only the agent knows is what it said last of the call.
    const isKept = status === 'unfinished' && saysMore(rest.call.status);
    if (isKept && isInBackground !== true) return current;
    return isKept ? rest : { ...rest, call: { ...rest.call, status } };
  });
  return entries === state.entries ? state : withBackground({ ...state, entries }, background);
}

/** Whether the user is asked about a call: no end of a turn ends the question. */
export function isAskedIn({ permissions }: SessionState): (entry: ToolEntry) => boolean {
  const asked = new Set(permissions.map(({ entryId }) => entryId));
  return ({ id }) => asked.has(id);
}

/**
 * Whether a call goes on when a turn ends: the user is asked about it, its agent reports that it runs in the background, or
 * has sent it there. That the user allowed it is no such report: agents forget calls.
 */
export function goesOnIn(state: SessionState): (entry: ToolEntry) => boolean {
  const isAsked = isAskedIn(state);
  return (entry) => isAsked(entry) || isReportedInBackground(entry) || isDetached(state, entry);
}

function isReportedInBackground({ isInBackground, asked, decision }: ToolEntry): boolean {
  return (
    isInBackground === true && (asked === undefined || decision === undefined || asked.isReported === true)
  );
}

/** The session after nothing has come from the agent for long though no turn runs: only what it reports itself goes on. */
export function withoutSilentWork(state: SessionState): SessionState {
  return withoutBackgroundTerminals(
    endOpenToolCalls(state, 'unfinished', goesOnIn(state)),
    (terminal) => !isTerminalDetached(state, terminal),
  );
}

/** By what agents say in the input of a call that it goes on beside the turn. */
const DETACHING = /^(?:is_?|run_?in_?)?background$/i;

/** Whether a call is one that the agent runs beside its turns: it says so, reports its end, or has a task or sub-agent for it. */
function isDetached({ tasks }: SessionState, { call }: Pick<ToolEntry, 'call'>): boolean {
  const { toolCallId, rawInput, status, subagent, endIsReported } = call;
  if (status === 'pending') return false;
  if (
    subagent?.isRunning === true ||
    endIsReported === true ||
    tasks?.some((task) => task.toolCallId === toolCallId)
  )
    return true;
  return (
    isRecord(rawInput) &&
    Object.entries(rawInput).some(([key, value]) => value === true && DETACHING.test(key))
  );
}

/** Whether a terminal is that of such a call, which may itself have ended: agents do not report the end of others. */
export function isTerminalDetached(state: SessionState, { toolCallId = '' }: Terminal): boolean {
  const [call] = toolEntries(state.entries, toolCallId);
  return call !== undefined && isDetached(state, call.found);
}

function withBackground(state: SessionState, count: number): SessionState {
  const { background: _before, ...rest } = state;
  return count <= 0 ? rest : { ...rest, background: count };
}
