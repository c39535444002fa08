// What the agent runs beside its turns: tasks that it names, and calls and commands that go on.
import { entryById, toolEntries, type Entry, type ToolEntry } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { isRunningHere } from '../../../src/core/session/selectors.ts';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import { isFinished } from '../../../src/core/session/toolCall/state.ts';
import { nestedCalls } from '../../../src/core/session/subagent/nestedCalls.ts';
import { visibleCommand } from './terminalLabel.ts';

/** How one of them is stopped alone. */
type Stop =
  | { readonly type: 'stop_task'; readonly taskId: string }
  | { readonly type: 'kill_terminal'; readonly terminalId: string };

export interface BackgroundWork {
  readonly id: string;
  /** Empty where the agent says nothing of it. */
  readonly title: string;
  readonly detail?: string;
  readonly stop?: Stop;
}

type Page = readonly Entry[];
type Terminal = SessionState['terminals'][number];

/** Each piece of work once: as the task that the agent names, else as the call, else as the command. */
export function backgroundWork(state: SessionState): readonly BackgroundWork[] {
  const { tasks = [] } = state;
  const named = new Set(tasks.flatMap(({ toolCallId = [] }) => toolCallId));
  const calls = backgroundCalls(state).filter(({ call }) => !named.has(call.toolCallId));
  const shown = new Set([
    ...tasks.flatMap(({ toolCallId, terminalId }) => [
      ...(terminalId === undefined ? [] : [terminalId]),
      ...(toolCallId === undefined ? [] : terminalsOf(callOf(state, toolCallId))),
    ]),
    ...calls.flatMap(terminalsOf),
  ]);
  const terminals = state.terminals.filter(
    (each) =>
      isBesideTurn(each, state) && !shown.has(each.id) && !(each.toolCallId && named.has(each.toolCallId)),
  );
  return [
    ...tasks.map(({ taskId, name, detail, toolCallId, terminalId, canStop }) => ({
      id: `task:${taskId}`,
      title: name ?? titleOf(callOf(state, toolCallId)) ?? commandOf(state, terminalId) ?? '',
      ...(detail === undefined ? {} : { detail }),
      ...(canStop === true ? { stop: { type: 'stop_task' as const, taskId } } : {}),
    })),
    ...calls.map((entry) => ({
      id: entry.id,
      title: titleOf(entry) ?? '',
      ...stopIn(state, terminalsOf(entry)),
    })),
    ...terminals.map(({ id, command, toolCallId, shownIn }) => ({
      id: `terminal:${id}`,
      title:
        titleOf(callOf(state, toolCallId)) ??
        titleOf(shownIn === undefined ? undefined : toolEntryOf(entryById(state.entries, shownIn)?.found)) ??
        visibleCommand(command ?? ''),
      ...stopIn(state, [id]),
    })),
  ];
}

/** Sub-agents have a line of their own, and what one does belongs to it. What the user is asked about waits. */
function backgroundCalls({ entries, background, permissions }: SessionState): readonly ToolEntry[] {
  if (background === undefined) return [];
  const asked = new Set(permissions.map(({ entryId }) => entryId));
  return entries
    .flatMap(backgroundCallsOn)
    .filter((entry) => !asked.has(entry.id) && nestedCalls(entries, entry).length === 0);
}

/** The calls of each page that go on: computed once for each page. */
const known = new WeakMap<Page, readonly ToolEntry[]>();

function backgroundCallsOn(page: Page): readonly ToolEntry[] {
  const found =
    known.get(page) ??
    page.filter(
      (entry): entry is ToolEntry =>
        entry.kind === 'tool' &&
        entry.isInBackground === true &&
        !isFinished(entry.call.status) &&
        entry.call.subagent === undefined &&
        entry.call.parentToolCallId === undefined,
    );
  known.set(page, found);
  return found;
}

/** Whether a command runs that no turn waits for. */
function isBesideTurn(terminal: Terminal, { turn }: SessionState): boolean {
  const { isForeign, isInBackground, endedAt, startedAt } = terminal;
  if (isForeign) return isInBackground === true && endedAt === undefined;
  return isRunningHere(terminal) && (turn === undefined || startedAt < turn.startedAt);
}

function stopIn({ terminals }: SessionState, ids: readonly string[]): Pick<BackgroundWork, 'stop'> {
  const running = terminals.find((each) => ids.includes(each.id) && isRunningHere(each));
  return running === undefined ? {} : { stop: { type: 'kill_terminal', terminalId: running.id } };
}

function callOf({ entries }: SessionState, toolCallId: string | undefined): ToolEntry | undefined {
  if (toolCallId === undefined) return undefined;
  const [newest] = toolEntries(entries, toolCallId);
  return newest?.found;
}

function toolEntryOf(entry: Entry | undefined): ToolEntry | undefined {
  return entry?.kind === 'tool' ? entry : undefined;
}

function titleOf(entry: ToolEntry | undefined): string | undefined {
  return entry === undefined ? undefined : toolCallTitle(entry.call);
}

function commandOf({ terminals }: SessionState, terminalId: string | undefined): string | undefined {
  const command = terminals.find(({ id }) => id === terminalId)?.command;
  return command === undefined ? undefined : visibleCommand(command);
}

function terminalsOf(entry: ToolEntry | undefined): readonly string[] {
  const content = entry?.call.content ?? [];
  return content.flatMap((part) => (part.type === 'terminal' ? [part.terminalId] : []));
}
