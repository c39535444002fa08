// @vitest-environment happy-dom
// What an agent runs beside its turns, above the composer.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import type { ToolCallPatch } from '../../../../src/core/session/toolCall/state.ts';
import { KEY, openPanel, prompted, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const tool = (toolCallId: string, more: Partial<ToolCallPatch> = {}): SessionEvent => ({
  type: 'tool_call',
  at: 3_000,
  call: { toolCallId, title: `Call ${toolCallId}`, kind: 'execute', status: 'in_progress', ...more },
});
const tasks = (...all: Extract<SessionEvent, { type: 'background_tasks' }>['tasks']): SessionEvent => ({
  type: 'background_tasks',
  at: 3_000,
  tasks: all,
});
const ended: SessionEvent = { type: 'turn_ended', at: 2_000, stopReason: 'end_turn' };
const terminal = (terminalId: string, more: object = {}): SessionEvent => ({
  type: 'terminal_started',
  at: 1_000,
  terminalId,
  isForeign: false,
  command: `run ${terminalId}`,
  ...more,
});
const card = (): HTMLElement => screen.getByTestId('background');
const open = (): void => void fireEvent.click(within(card()).getByRole('button'));
const rows = (): readonly (string | null)[] =>
  within(card())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('nothing stands there while a turn runs, and after one that left nothing', () => {
  const panel = openPanel({ events: [prompted('Go'), tool('a'), terminal('t')] });
  expect(screen.queryByTestId('background')).toBeNull();
  panel.dispatch({ type: 'terminal_exited', at: 2, terminalId: 't', exit: { code: 0, signal: null } });
  panel.dispatch(ended);
  expect(screen.queryByTestId('background')).toBeNull();
});

test('one piece of work is named, several are counted', () => {
  const panel = openPanel({ events: [prompted('Go'), ended, tool('a')] });
  expect(card().dataset['count']).toBe('1');
  expect(card().textContent).toBe('Working in the background· Call a');
  panel.dispatch(tasks({ taskId: 'w', name: 'Watch the log' }));
  expect(card().dataset['count']).toBe('2');
  expect(card().textContent).toBe('Working in the background· 2 tasks');
  panel.dispatch(tool('a', { status: 'completed' }));
  panel.dispatch(tasks({ taskId: 'w', isOver: true }));
  expect(screen.queryByTestId('background')).toBeNull();
});

test('a task, its call and its terminal are one row, also while the next turn runs', () => {
  openPanel({
    events: [
      prompted('Go'),
      tool('a', { content: [{ type: 'terminal', terminalId: 't' }] }),
      terminal('t', { isForeign: true, toolCallId: 'a' }),
      tasks({ taskId: 'k', toolCallId: 'a', detail: 'Compiled', canStop: true }),
      ended,
      { ...prompted('More'), at: 5_000 },
    ],
  });
  open();
  expect(rows()).toEqual(['Call a· Compiled']);
});

test('each row stops what it stands for, where that can be stopped', () => {
  const panel = openPanel({
    events: [
      prompted('Go'),
      terminal('t'),
      ended,
      tasks({ taskId: 'k', name: 'Watch', canStop: true }, { taskId: 'm', name: 'Wait' }),
    ],
  });
  open();
  expect(rows()).toEqual(['Watch', 'Wait', 'run t']);
  const stop = (name: string) => within(card()).getByRole('button', { name: `Stop ${name}` });
  fireEvent.click(stop('Watch'));
  expect(panel.sent('stop_task')).toEqual([{ type: 'stop_task', key: KEY, taskId: 'k' }]);
  fireEvent.click(stop('run t'));
  expect(panel.sent('kill_terminal')).toEqual([{ type: 'kill_terminal', key: KEY, terminalId: 't' }]);
  expect(within(card()).getAllByTestId('background-stop')).toHaveLength(2);
});

test('a sub-agent has its own line, and what the user is asked about waits', () => {
  openPanel({
    events: [
      prompted('Go'),
      ended,
      tool('a'),
      tool('a1', { parentToolCallId: 'a' }),
      {
        type: 'permission_requested',
        at: 4_000,
        call: { toolCallId: 'q', title: 'Asked' },
        request: { requestId: 'r', toolCallId: 'q', options: [], at: 4_000 },
      },
    ],
  });
  expect(screen.queryByTestId('background')).toBeNull();
  expect(screen.getByTestId('subagents')).toBeTruthy();
});

test('a task of which nothing is said has a name all the same', () => {
  openPanel({ events: [prompted('Go'), ended, tasks({ taskId: 'subagent s2' })] });
  expect(card().textContent).toBe('Working in the background· Background task');
});

test('a call that goes on says so, and so does one whose command runs on without a word of it', () => {
  const panel = openPanel({
    events: [
      prompted('Go'),
      tool('a', { rawInput: { run_in_background: true } }),
      tool('b', { content: [{ type: 'terminal', terminalId: 't' }] }),
      terminal('t'),
      tool('c'),
      ended,
    ],
  });
  const states = (): readonly unknown[] =>
    screen
      .getAllByTestId('tool-card')
      .map(({ dataset, textContent }) => [
        dataset['toolCallId'],
        dataset['status'],
        /Working in the background|No result reported/.exec(textContent)?.[0],
      ]);
  expect(states()).toEqual([
    ['a', 'in_progress', 'Working in the background'],
    ['b', 'in_progress', 'Working in the background'],
    ['c', 'unfinished', 'No result reported'],
  ]);
  panel.dispatch({ type: 'terminal_exited', at: 9, terminalId: 't', exit: { code: 0, signal: null } });
  expect(states()[1]).toEqual(['b', 'unfinished', 'No result reported']);
});
