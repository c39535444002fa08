// Terminals: started by the host or told of by the agent, then output, then the end. Bounded in size and number.
import type { SessionEvent } from '../events.ts';
import type { SessionState } from '../model.ts';
import {
  appendPiece,
  countedPiece,
  cutPersisted,
  KEPT_OUTPUT,
  type KeptOutput,
  type Terminal,
} from '../terminalState.ts';

/** Terminals whose output is kept up to {@link KEPT_OUTPUT}: those started last. */
const RECENT = 20;
/** The same for the output of each older one. */
const KEPT_OLD_OUTPUT = 16_384;
/** Terminals that are kept at all. */
const MOST_TERMINALS = 1_000;

type Started = Extract<SessionEvent, { type: 'terminal_started' }>;
type Output = Extract<SessionEvent, { type: 'terminal_output' }>;
type Exited = Extract<SessionEvent, { type: 'terminal_exited' }>;

/** The session after a terminal was started, or was told of again: what is new about it is added. */
export function reduceTerminalStarted(state: SessionState, event: Started): SessionState {
  const { terminalId, at, isForeign, command, cwd } = event;
  const told = {
    ...(command === undefined ? {} : { command }),
    ...(cwd === undefined ? {} : { cwd }),
  };
  return changeTerminal(state, terminalId, at, (current, isNew) => ({
    ...current,
    ...(isNew ? { isForeign } : {}),
    ...told,
  }));
}

/** The session with more output of a terminal; one that is not known is the agent's own (R70). */
export function reduceTerminalOutput(state: SessionState, event: Output): SessionState {
  const { terminalId, at, data, skippedBytes } = event;
  return changeTerminal(state, terminalId, at, (current, _isNew, limit) =>
    withOutput(current, appendPiece(keptOutput(current), { data, skippedBytes }, limit)),
  );
}

/** The session after a terminal's command has ended. The first end counts. */
export function reduceTerminalExited(state: SessionState, event: Exited): SessionState {
  const { terminalId, at, exit } = event;
  return changeTerminal(state, terminalId, at, (current) =>
    current.exit === undefined ? { ...current, endedAt: current.endedAt ?? at, exit } : current,
  );
}

/** The session with no terminal running: the process that ran them, or told of them, is gone (R87). */
export function endTerminals(state: SessionState, at: number): SessionState {
  if (state.terminals.every(({ endedAt }) => endedAt !== undefined)) return state;
  const terminals = state.terminals.map((current) =>
    current.endedAt === undefined ? { ...current, endedAt: at } : current,
  );
  return { ...state, terminals };
}

type Change = (current: Terminal, isNew: boolean, limit: number) => Terminal;

function changeTerminal(state: SessionState, id: string, at: number, change: Change): SessionState {
  const index = state.terminals.findLastIndex((candidate) => candidate.id === id);
  const known = state.terminals[index];
  if (known === undefined) {
    const made: Terminal = { id, isForeign: true, output: '', droppedBytes: 0, startedAt: at };
    return { ...state, terminals: [...makeRoom(state.terminals), change(made, true, KEPT_OUTPUT)] };
  }
  const isRecent = state.terminals.length - index <= RECENT;
  const changed = change(known, false, isRecent ? KEPT_OUTPUT : KEPT_OLD_OUTPUT);
  return changed === known ? state : { ...state, terminals: state.terminals.with(index, changed) };
}

/** The terminals that stay when one more comes. Only the one that is recent no longer has output to lose. */
function makeRoom(terminals: readonly Terminal[]): readonly Terminal[] {
  const kept = terminals.length < MOST_TERMINALS ? terminals : terminals.slice(1 - MOST_TERMINALS);
  const index = kept.length - RECENT;
  const aged = kept[index];
  if (aged === undefined) return kept;
  const whole = keptOutput(aged);
  const cut = cutPersisted(whole, KEPT_OLD_OUTPUT);
  return cut === whole ? kept : kept.with(index, withOutput(aged, { ...cut, data: copied(cut.data) }));
}

function keptOutput({ output, outputBytes, droppedBytes }: Terminal): KeptOutput {
  const piece = { data: output, skippedBytes: droppedBytes };
  return outputBytes === undefined ? countedPiece(piece) : { ...piece, bytes: outputBytes };
}

function withOutput(current: Terminal, { data, bytes, skippedBytes }: KeptOutput): Terminal {
  return { ...current, output: data, outputBytes: bytes, droppedBytes: skippedBytes };
}

/** The same text in memory of its own: a part of a string may hold on to the whole. */
function copied(text: string): string {
  const parsed: unknown = JSON.parse(JSON.stringify(text));
  return typeof parsed === 'string' ? parsed : text;
}
