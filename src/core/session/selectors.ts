// What the screens ask of a session state.
import { plainText } from './content.ts';
import {
  entryAt,
  entryById,
  entryCount,
  entryNumber,
  findLastEntry,
  isPrompt,
  lastEntry,
  type Entry,
} from './entries.ts';
import type { SessionState } from './model.ts';
import type { Terminal } from './terminal/state.ts';
import { oneLine } from '../text/oneLine.ts';
import type { ToolCall } from './toolCall/state.ts';

/**
 * The title to show on one line: the user's own name for it, else the agent's, else the first words of the first
 * prompt; undefined before anything was said.
 */
export function sessionTitle(state: SessionState): string | undefined {
  return state.alias ?? (oneLine(state.info.title ?? '') || state.provisionalTitle);
}

/** What {@link sessionTitle} depends on: comparing this with every chunk is cheaper than formatting the title. */
export const titleSources: readonly ((state: SessionState) => unknown)[] = [
  ({ info }) => info,
  ({ alias }) => alias,
  ({ provisionalTitle }) => provisionalTitle,
];

/** The tool call of an entry, or as the user is asked about it in a permission request. */
export function shownToolCall({ entries, permissions }: SessionState, id: string): ToolCall | undefined {
  const asked = permissions.find(({ requestId, entryId }) => requestId === id || entryId === id);
  const entry = entryById(entries, id)?.found;
  return asked?.call ?? (entry?.kind === 'tool' ? entry.call : undefined);
}

/** Whether the user ever said something in the session. */
export function hasPrompts({ entries }: Pick<SessionState, 'entries'>): boolean {
  return findLastEntry(entries, isPrompt) !== undefined;
}

/** Whether the agent works on a prompt. */
export function isRunning(state: SessionState): boolean {
  return state.turn !== undefined;
}

/** Whether the agent does something that can be stopped: in a turn, or by calls and commands that go on after one. */
export function isWorking(state: SessionState): boolean {
  return state.turn !== undefined || state.isTalking === true || hasBackgroundWork(state);
}

/** Whether calls, commands or tasks run that no turn waits for. */
export function hasBackgroundWork({ background, tasks, terminals }: SessionState): boolean {
  return background !== undefined || tasks !== undefined || terminals.some(isAtWork);
}

/** Whether a command runs: in one of Parley's terminals, or, as far as the agent still reports on it, in one of its own. */
function isAtWork(terminal: Terminal): boolean {
  return terminal.endedAt === undefined && (!terminal.isForeign || terminal.isInBackground === true);
}

/** Whether a terminal is one of Parley's, and its command runs. Of other terminals agents often do not report the end. */
export function isRunningHere({ isForeign, endedAt }: Terminal): boolean {
  return !isForeign && endedAt === undefined;
}

/** Whether the agent waits for the user: for a permission, or for an answer to a question. */
export function isWaiting(state: SessionState): boolean {
  return state.permissions.length > 0 || state.elicitations.some(({ isOpened }) => !isOpened);
}

/** Whether something runs whose end the agent waits for: a tool call of the turn, or a terminal of Parley's. */
export function isCommandRunning({ entries, terminals }: SessionState): boolean {
  if (terminals.some(isRunningHere)) return true;
  return findLastEntry(entries, isPromptOrRunningCall)?.found.kind === 'tool';
}

function isPromptOrRunningCall(entry: Entry): entry is Extract<Entry, { kind: 'user' | 'tool' }> {
  return isPrompt(entry) || (entry.kind === 'tool' && entry.call.status === 'in_progress');
}

/** Whether a permission request or a form stands above the composer. */
export function hasQuestion({ permissions, elicitations }: SessionState): boolean {
  return permissions.length > 0 || elicitations.length > 0;
}

/** Whether there is something for Stop to end: a turn that is not being stopped yet, or what the agent does or asks after it. */
export function canStop(state: SessionState): boolean {
  return state.turn === undefined ? isWorking(state) || hasQuestion(state) : !state.turn.cancelRequested;
}

/**
 * Whether the user never said anything in a session, and nobody named it: agents say things of their own in new
 * sessions, such as their version.
 */
export function isUnused(state: SessionState): boolean {
  return (
    sessionTitle(state) === undefined &&
    state.queue.length === 0 &&
    state.branch === undefined &&
    findLastEntry(state.entries, isPrompt) === undefined
  );
}

/** Whether a turn runs in which nothing of the agent has been seen since the prompt or the last tool call. */
export function isNothingStreaming(state: SessionState): boolean {
  const last = lastEntry(state.entries);
  return isRunning(state) && last?.kind !== 'agent' && last?.kind !== 'thought';
}

/** What the agent said in the entries made after the first `made` ones; undefined when that is nothing. */
export function answerSince(state: SessionState, made: number): string | undefined {
  const said: string[] = [];
  for (let index = entryCount(state.entries) - 1; index >= 0; index--) {
    const entry = entryAt(state.entries, index);
    if (entry === undefined || entryNumber(entry) < made) break;
    if (entry.kind === 'agent') said.unshift(plainText(entry.content).trim());
  }
  const text = said.filter((part) => part !== '').join('\n\n');
  return text === '' ? undefined : text;
}
