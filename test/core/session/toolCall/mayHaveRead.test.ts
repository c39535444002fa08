// Which calls of an agent say that it may know by itself what a file says.
import { expect, test } from 'vitest';
import type { EntryPages } from '../../../../src/core/session/entries.ts';
import { mayHaveRead } from '../../../../src/core/session/toolCall/mayHaveRead.ts';
import type { ToolCall } from '../../../../src/core/session/toolCall/state.ts';

function called(at: number, call: Partial<ToolCall>): EntryPages {
  const whole = {
    toolCallId: 'c',
    title: '',
    kind: 'other',
    status: 'completed',
    content: [],
    locations: [],
  };
  return [[{ id: 'e1', at, kind: 'tool', call: { ...whole, ...call } }]];
}

test.each<[string, Partial<ToolCall>, boolean]>([
  ['a command with its name', { kind: 'execute', rawInput: { command: "sed -n '1,9p' src/a.txt" } }, true],
  ['a title with its name', { title: 'cat a.txt' }, true],
  ['a location', { kind: 'read', locations: [{ path: '/w/src/a.txt' }] }, true],
  ['an edit that was made', { kind: 'edit', locations: [{ path: '/w/src/a.txt' }] }, true],
  ['an edit that goes on', { kind: 'edit', status: 'in_progress', title: 'Edit a.txt' }, false],
  ['an edit that failed', { kind: 'edit', status: 'failed', title: 'Edit a.txt' }, false],
  ['a command without its name', { kind: 'execute', rawInput: { command: 'npm test' } }, false],
  ['another file', { kind: 'read', locations: [{ path: '/w/src/b.txt' }] }, false],
])('%s', (_name, call, expected) => {
  expect(mayHaveRead(called(1_000, call), 'a.txt', 1_000)).toBe(expected);
  expect(mayHaveRead(called(1_000, call), 'a.txt', 1_001)).toBe(false);
});

test('a name that JSON spells in another way is found', () => {
  expect(mayHaveRead(called(1, { title: 'cat "a b".txt' }), '"a b".txt', 0)).toBe(true);
});
