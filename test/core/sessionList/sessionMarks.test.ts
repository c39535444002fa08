// Pinned and archived sessions: one mark each, kept for later windows.
import { expect, test } from 'vitest';
import { SessionMarks } from '../../../src/core/sessionList/sessionMarks.ts';

function open(stored = new Map<string, unknown>()) {
  const marks = new SessionMarks({
    get: (key) => stored.get(key),
    update: async (key, value) => void stored.set(key, value),
  });
  return { stored, marks };
}

test('a session is pinned or archived, never both, and others keep their mark', async () => {
  const { marks } = open();
  await marks.set(['a', 'b'], 'pinned');
  await marks.set(['b', 'c'], 'archived');
  expect(['a', 'b', 'c', 'd'].map((id) => marks.of(id))).toEqual([
    'pinned',
    'archived',
    'archived',
    undefined,
  ]);
  await marks.set(['a', 'b'], undefined);
  expect(['a', 'b', 'c'].map((id) => marks.of(id))).toEqual([undefined, undefined, 'archived']);
});

test('marks are there in the next window, are announced, and whatever else is stored counts as none', async () => {
  const { stored, marks } = open();
  let changes = 0;
  marks.onChange(() => (changes += 1));
  await marks.set(['a'], 'pinned');
  expect(changes).toBe(1);
  expect(open(stored).marks.of('a')).toBe('pinned');
  expect(open(new Map([['parley.pinnedSessions', { a: true }]])).marks.of('a')).toBeUndefined();
});

test('what is stored is read once for all sessions of a list, and again when it changes', async () => {
  let reads = 0;
  const counted = new Proxy(
    Array.from({ length: 500 }, (_, index) => `session ${index}`),
    {
      get: (target, name, receiver) => {
        reads += 1;
        return Reflect.get(target, name, receiver);
      },
    },
  );
  const { marks } = open(new Map([['parley.pinnedSessions', counted]]));
  expect(marks.of('session 499')).toBe('pinned');
  const first = reads;
  expect(Array.from({ length: 500 }, (_, index) => marks.of(`session ${index}`))).not.toContain(undefined);
  expect(reads).toBe(first);
  await marks.set(['session 1'], undefined);
  expect(['session 0', 'session 1', 'session 2'].map((id) => marks.of(id))).toEqual([
    'pinned',
    undefined,
    'pinned',
  ]);
});
