// The rows of commands that an agent runs through Parley without a tool call that shows them.
import { addEntry } from '../addEntry.ts';
import { withoutUndefined } from '../../base/withoutUndefined.ts';
import {
  entryNumber,
  findLastEntry,
  replaceEntry,
  toolEntries,
  withoutEntries,
  type Entry,
  type ToolEntry,
} from '../entries.ts';
import type { SessionState } from '../model.ts';
import { isAllowed } from '../permission/permissionDecision.ts';
import type { Terminal } from '../terminal/state.ts';
import { countedCall } from './backgroundCalls.ts';
import { advanceStatus, createToolCall, type ToolCall, type ToolCallPatch } from './state.ts';
import { isCardOf } from './shownCommand.ts';
import { isOwnToolCall, ownToolCallId } from './toolCallIds.ts';

/** The session in which the command of a terminal that has ended stands somewhere. */
export function showEndedCommand(state: SessionState, terminalId: string, at: number): SessionState {
  const terminal = state.terminals.findLast(({ id }) => id === terminalId);
  return terminal === undefined ? state : showCommand(state, terminal, at, 'completed');
}

/** The session in which all commands that run in terminals of Parley's stand somewhere, new rows with that status. */
export function showRunningCommands(state: SessionState, at: number, status: string): SessionState {
  return state.terminals
    .filter(({ endedAt }) => endedAt === undefined)
    .reduce((known, terminal) => showCommand(known, terminal, at, status), state);
}

/** The session without the rows of those commands that the agent shows itself after all. */
export function withoutRowsShownBy(state: SessionState, { content = [] }: ToolCallPatch): SessionState {
  return content.reduce((known, part) => {
    const [row] = part.type === 'terminal' ? toolEntries(known.entries, rowId(part.terminalId)) : [];
    if (row === undefined) return known;
    const { id } = row.found;
    const counted = countedCall(known, withStatus(row.found, 'completed')).state;
    return { ...counted, entries: withoutEntries(counted.entries, (entry) => entry.id === id) };
  }, state);
}

function showCommand(state: SessionState, terminal: Terminal, at: number, status: string): SessionState {
  const { id, isForeign, command, shownIn } = terminal;
  if (isForeign || command === undefined || shownIn !== undefined) return state;
  const [row] = toolEntries(state.entries, rowId(id));
  if (row !== undefined) {
    const changed = countedCall(state, withStatus(row.found, status));
    return { ...changed.state, entries: replaceEntry(state.entries, row.position, changed.entry) };
  }
  const shown = findLastEntry(state.entries, showing(terminal, state));
  if (shown === undefined) {
    const made = countedCall(state, { kind: 'tool' as const, call: rowOf(terminal, status) });
    return addEntry(made.state, at, made.entry);
  }
  const { call } = shown.found;
  if (embeds(call, id)) return state;
  if (!isOwnToolCall(call)) {
    const terminals = state.terminals.map((each) =>
      each.id === id ? { ...each, shownIn: shown.found.id } : each,
    );
    return { ...state, terminals };
  }
  // What the user was asked about has a row, to which the output belongs.
  const content = [...call.content, { type: 'terminal' as const, terminalId: id }];
  const entry = { ...shown.found, call: { ...call, content } };
  return { ...state, entries: replaceEntry(state.entries, shown.position, entry) };
}

/**
 * Whether an entry shows the command: with its terminal, or in the same turn as the command of a call without one. A call
 * stands for one run of its command.
 */
function showing(
  { id, command = '' }: Terminal,
  { idScope = 0, terminals }: SessionState,
): (entry: Entry) => entry is ToolEntry {
  return (entry): entry is ToolEntry => {
    if (entry.kind !== 'tool') return false;
    const { call, decision } = entry;
    if (embeds(call, id)) return true;
    // What was refused and runs nevertheless is not what its card says.
    if (decision !== undefined && !isAllowed(decision)) return false;
    const isOfTurn = entryNumber(entry) >= idScope;
    const hasOther = call.content.some(({ type }) => type === 'terminal');
    if (!isOfTurn || hasOther || !isCardOf(call, command)) return false;
    return terminals.every(({ shownIn }) => shownIn !== entry.id);
  };
}

function embeds({ content }: ToolCall, id: string): boolean {
  return content.some((part) => part.type === 'terminal' && part.terminalId === id);
}

function withStatus(entry: ToolEntry, status: string): ToolEntry {
  return { ...entry, call: { ...entry.call, status: advanceStatus(entry.call.status, status) } };
}

function rowOf({ id, command, cwd, env }: Terminal, status: string): ToolCall {
  return createToolCall({
    toolCallId: rowId(id),
    title: command ?? '',
    kind: 'execute',
    status,
    content: [{ type: 'terminal', terminalId: id }],
    rawInput: withoutUndefined({ command, cwd, env }),
  });
}

function rowId(terminalId: string): string {
  return ownToolCallId(terminalId);
}
