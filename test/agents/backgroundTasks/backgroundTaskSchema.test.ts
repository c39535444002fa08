// The names that agents have for what they run beside their turns.
import { expect, test } from 'vitest';
import { readSessionUpdate } from '../../../src/agents/schema/updateSchema.ts';

function read(update: object): unknown {
  const reading = readSessionUpdate({ sessionId: 's', update });
  return reading.kind === 'parsed' ? reading.update : reading.kind;
}

const tasks = (...all: readonly object[]): object => ({ type: 'background_tasks', tasks: all });

test.each([
  [
    'Codex says that a shell began',
    {
      sessionUpdate: 'async_task_spawned',
      asyncTaskId: 'i1',
      name: 'npm run dev',
      taskType: 'shell',
      showInTranscript: false,
      canStop: true,
      toolCallId: 'i1',
    },
    tasks({ taskId: 'i1', name: 'npm run dev', canStop: true, toolCallId: 'i1' }),
  ],
  [
    'Claude describes a task as it is named',
    {
      sessionUpdate: 'async_task_spawned',
      asyncTaskId: 'b1',
      name: 'Watch the log',
      description: 'Watch the log',
      taskType: 'monitor',
      canStop: true,
      outputFilePath: '/tmp/tasks/b1.output',
    },
    tasks({ taskId: 'b1', name: 'Watch the log', canStop: true }),
  ],
  [
    'Claude says how far a task is',
    { sessionUpdate: 'async_task_progress', asyncTaskId: 'b1', summary: '3 of 9', lastToolName: 'Bash' },
    tasks({ taskId: 'b1', detail: '3 of 9' }),
  ],
  [
    'a task of an ACP v2 connection',
    { sessionUpdate: '_async_task_spawned', asyncTaskId: 'b2', name: 'Watch', canStop: false },
    tasks({ taskId: 'b2', name: 'Watch', canStop: false }),
  ],
  [
    'a task with a number, without a name, and with what no task has',
    { sessionUpdate: 'async_task_spawned', asyncTaskId: 7, name: 4, canStop: 'yes', toolCallId: null },
    tasks({ taskId: '7' }),
  ],
  ['a task without an id', { sessionUpdate: 'async_task_spawned', name: 'Watch' }, 'malformed'],
])('%s', (_, update, expected) => {
  expect(read(update)).toEqual(expected);
});

test.each([
  ['running', false],
  ['paused', false],
  ['pending', false],
  ['completed', true],
  ['failed', true],
  ['stopped', true],
  ['cancelled', true],
  ['killed', true],
  ['', false],
])('a task that is %j is over: %j', (state, isOver) => {
  const update = { sessionUpdate: 'async_task_state_update', asyncTaskId: 'b1', state };
  expect(read(update)).toEqual(tasks(isOver ? { taskId: 'b1', isOver } : { taskId: 'b1' }));
});

test('a state update lists all that runs: terminals, calls, and what only the agent knows', () => {
  const background = [
    { type: 'terminal', terminalId: 't1' },
    { type: 'tool_call', toolCallId: 'c1' },
    { type: 'subagent', sessionId: 's2' },
    { type: '_claude/task', taskId: 'k1', description: 'Wake up at noon' },
    'odd',
  ];
  expect(read({ sessionUpdate: 'state_update', state: 'idle', background })).toEqual({
    type: 'background_tasks',
    isWhole: true,
    tasks: [
      { taskId: 'terminal t1', terminalId: 't1' },
      { taskId: 'tool_call c1', toolCallId: 'c1' },
      { taskId: 'subagent s2' },
      { taskId: '_claude/task k1', name: 'Wake up at noon' },
    ],
  });
});

test.each([[[]], [undefined], [null], ['odd']])('a state update with the list %j', (background) => {
  const whole = Array.isArray(background) ? { isWhole: true } : {};
  expect(read({ sessionUpdate: 'state_update', state: 'idle', background })).toEqual({
    type: 'background_tasks',
    tasks: [],
    ...whole,
  });
});
