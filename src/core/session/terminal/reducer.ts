// Terminals: started by the host or reported by the agent, then output, then the end. Bounded in size and number.
import { withoutUndefined } from '../../base/withoutUndefined.ts';
import { entryNumber, mapEntries, type Entry, type ToolEntry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import {
  appendPiece,
  countedPiece,
  cutOutput,
  OUTPUT_LIMIT_BYTES,
  type BoundedOutput,
  type Terminal,
} from './state.ts';
import { showEndedCommand, showRunningCommands } from '../toolCall/commandRows.ts';
import type { EventsByType } from '../events.ts';
import type { Topic } from '../topic.ts';

/** The terminals started last keep up to {@link OUTPUT_LIMIT_BYTES} of output. */
const RECENT_TERMINALS = 20;
/** Each older terminal keeps less. */
const OLD_OUTPUT_LIMIT_BYTES = 16_384;
/** The oldest terminals of a session are dropped. */
const MAX_TERMINALS = 1_000;

export const terminalTopic: Topic<'terminal_started' | 'terminal_output' | 'terminal_exited'> = {
  handlers: {
    terminal_started: reduceStarted,
    terminal_output: reduceOutput,
    terminal_exited: reduceExited,
  },
  updates: {
    terminal_started: { inReplay: 'part', isSignOfLife: true },
    terminal_output: { inReplay: 'part', isSignOfLife: true },
    terminal_exited: { inReplay: 'part', isSignOfLife: true },
  },
};

/** The session after a terminal was started, or was reported again: what is new about it is added. */
function reduceStarted(state: SessionState, event: EventsByType['terminal_started']): SessionState {
  const { terminalId, at, isForeign, command, cwd, env, toolCallId } = event;
  const reported = withoutUndefined({ command, cwd, env, toolCallId });
  const known = isForeign ? withIdFreed(state, terminalId, toolCallId) : state;
  return changeTerminal(known, terminalId, at, (current, isNew) => ({
    ...current,
    ...(isNew ? { isForeign, ...(isForeign ? withoutUndefined({ idScope: state.idScope }) : {}) } : {}),
    ...reported,
    ...inBackground(known, isNew ? isForeign : current.isForeign),
  }));
}

/**
 * The session in which the agent's id stands for no terminal any more, where the one that it stood for is another: in that
 * case the older one, and the calls that show it, get an id of ours.
 */
function withIdFreed(state: SessionState, id: string, toolCallId: string | undefined): SessionState {
  const index = state.terminals.findLastIndex((candidate) => candidate.id === id);
  const known = state.terminals[index];
  if (known === undefined || !isAnother(state, known, toolCallId)) return state;
  let freed = `${id}@${state.entriesMade}`;
  while (state.terminals.some((each) => each.id === freed)) freed += '+';
  const shows = (entry: Entry): entry is ToolEntry =>
    entry.kind === 'tool' &&
    (entryNumber(entry) < (state.idScope ?? 0) || entry.call.toolCallId !== toolCallId) &&
    entry.call.content.some((part) => part.type === 'terminal' && part.terminalId === id);
  const entries = mapEntries(state.entries, (entry) => {
    if (!shows(entry)) return entry;
    const content = entry.call.content.map((part) =>
      part.type === 'terminal' && part.terminalId === id ? { ...part, terminalId: freed } : part,
    );
    return { ...entry, call: { ...entry.call, content } };
  });
  return { ...state, entries, terminals: state.terminals.with(index, { ...known, id: freed }) };
}

/** Whether the agent means another terminal by an id than the known one: in another turn, or in another call after its end. */
function isAnother(
  { turn, opening, idScope }: SessionState,
  known: Terminal,
  toolCallId: string | undefined,
): boolean {
  if (!known.isForeign) return false;
  const hasEnded = known.endedAt !== undefined;
  if (known.idScope === idScope) return hasEnded && known.toolCallId !== toolCallId;
  // After its turn, a call may still be reported on.
  const isLate = turn === undefined && !opening;
  if (isLate) return hasEnded && known.toolCallId !== toolCallId;
  return hasEnded || known.isInBackground !== true;
}

/** The session with more output of a terminal; one that is not known is the agent's own (R70). */
function reduceOutput(state: SessionState, event: EventsByType['terminal_output']): SessionState {
  const { terminalId, at, data, skippedBytes } = event;
  return changeTerminal(state, terminalId, at, (current, _isNew, limit) =>
    withOutput(
      { ...current, ...inBackground(state, current.isForeign && current.endedAt === undefined) },
      appendPiece(boundedOutput(current), { data, skippedBytes }, limit),
    ),
  );
}

/** The agent's own command goes on after the turn, where it reports on it then. What comes with an opening is history. */
function inBackground(
  { turn, opening }: SessionState,
  isReported: boolean,
): Pick<Terminal, 'isInBackground'> {
  return isReported && turn === undefined && !opening ? { isInBackground: true } : {};
}

/** The session after a terminal's command has ended. The first end counts. */
function reduceExited(state: SessionState, event: EventsByType['terminal_exited']): SessionState {
  const { terminalId, at, exit } = event;
  const ended = changeTerminal(state, terminalId, at, (current) =>
    current.exit === undefined ? { ...current, endedAt: current.endedAt ?? at, exit } : current,
  );
  return ended === state ? state : showEndedCommand(ended, terminalId, at);
}

/** The session with no terminal running: the process that ran or reported them is gone (R87). */
export function endTerminals(state: SessionState, at: number): SessionState {
  if (state.terminals.every(({ endedAt }) => endedAt !== undefined)) return state;
  const shown = showRunningCommands(state, at, 'unfinished');
  const terminals = shown.terminals.map((current) =>
    current.endedAt === undefined ? { ...current, endedAt: at } : current,
  );
  return { ...shown, terminals };
}

type Change = (current: Terminal, isNew: boolean, limit: number) => Terminal;

function changeTerminal(state: SessionState, id: string, at: number, change: Change): SessionState {
  const index = state.terminals.findLastIndex((candidate) => candidate.id === id);
  const known = state.terminals[index];
  if (known === undefined) {
    const made: Terminal = { id, isForeign: true, output: '', droppedBytes: 0, startedAt: at };
    return { ...state, terminals: [...makeRoom(state.terminals), change(made, true, OUTPUT_LIMIT_BYTES)] };
  }
  const isRecent = state.terminals.length - index <= RECENT_TERMINALS;
  const changed = change(known, false, isRecent ? OUTPUT_LIMIT_BYTES : OLD_OUTPUT_LIMIT_BYTES);
  return changed === known ? state : { ...state, terminals: state.terminals.with(index, changed) };
}

/** The terminals that stay when one more comes. Only the one that is recent no longer has output to lose. */
function makeRoom(terminals: readonly Terminal[]): readonly Terminal[] {
  const rest = terminals.length < MAX_TERMINALS ? terminals : terminals.slice(1 - MAX_TERMINALS);
  const index = rest.length - RECENT_TERMINALS;
  const aged = rest[index];
  if (aged === undefined) return rest;
  const whole = boundedOutput(aged);
  const cut = cutOutput(whole, OLD_OUTPUT_LIMIT_BYTES);
  return cut === whole ? rest : rest.with(index, withOutput(aged, { ...cut, data: copied(cut.data) }));
}

function boundedOutput({ output, outputBytes, droppedBytes }: Terminal): BoundedOutput {
  const piece = { data: output, skippedBytes: droppedBytes };
  return outputBytes === undefined ? countedPiece(piece) : { ...piece, bytes: outputBytes };
}

function withOutput(current: Terminal, { data, bytes, skippedBytes }: BoundedOutput): Terminal {
  return { ...current, output: data, outputBytes: bytes, droppedBytes: skippedBytes };
}

/** The same text in memory of its own: a part of a string may hold on to the whole. */
function copied(text: string): string {
  const parsed: unknown = JSON.parse(JSON.stringify(text));
  return typeof parsed === 'string' ? parsed : text;
}
