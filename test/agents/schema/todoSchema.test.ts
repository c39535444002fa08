// The lists of things to do that agents give their tools.
import { expect, test } from 'vitest';
import { todoPlan } from '../../../src/agents/schema/todoSchema.ts';

const call = (rawInput: unknown) => ({ toolCallId: 't', title: '2 todos', status: 'completed', rawInput });

test.each([
  [
    'OpenCode, Qwen Code',
    { todos: [{ id: '1', content: 'One', status: 'in_progress', priority: 'high' }] },
    'high',
  ],
  ['Gemini CLI', { todos: [{ description: 'One', status: 'in_progress' }] }, 'medium'],
  ['others', { todos: [{ title: 'One', status: 'in-progress' }] }, 'medium'],
])('those of %s are a plan', (_, rawInput, priority) => {
  expect(todoPlan(call(rawInput))).toEqual([{ content: 'One', status: 'in_progress', priority }]);
});

test('an empty list is an empty plan', () => {
  expect(todoPlan(call({ todos: [] }))).toEqual([]);
});

test('one that cannot be read takes none of the others away', () => {
  const todos = [
    { content: 'One', status: 'done' },
    null,
    { content: 'Two', status: 7 },
    { status: 'pending' },
  ];
  expect(todoPlan(call({ todos }))).toEqual([
    { content: 'One', status: 'completed', priority: 'medium' },
    { content: 'Two', status: 'pending', priority: 'medium' },
  ]);
});

test.each([
  ['no list', { todos: 'One' }],
  ['without a status', { todos: [{ content: 'One' }] }],
  ['without a text', { todos: [{ status: 'pending' }] }],
  ['nothing', undefined],
])('what is %s is no plan', (_, rawInput) => {
  expect(todoPlan(call(rawInput))).toBeUndefined();
});

test('a call that failed changed no list', () => {
  expect(todoPlan({ ...call({ todos: [] }), status: 'failed' })).toBeUndefined();
});
