// Which prompts belong to a turn.
import { expect, test } from 'vitest';
import { turnPrompts } from '../../../src/core/changes/turnPrompts.ts';
import type { Entry } from '../../../src/core/session/entries.ts';

const prompt = (id: string): Entry => ({ kind: 'user', id, at: 1, origin: 'user', content: [] });
const end = (id: string): Entry => ({ kind: 'turn', id, at: 2, startedAt: 1, stopReason: 'end_turn' });
const PAGES = [
  [prompt('a'), prompt('b'), end('1')],
  [prompt('c'), end('2'), end('3')],
];
const ids = (entryId?: string): readonly string[] => turnPrompts(PAGES, entryId).map(({ id }) => id);

test('a turn has the prompt that began it and those sent during it', () => {
  expect(ids('1')).toEqual(['a', 'b']);
  expect(ids('b')).toEqual(['a', 'b']);
  expect(ids('2')).toEqual(['c']);
});

test('without a place it is the last turn with a prompt, and a turn may have none', () => {
  expect(ids()).toEqual(['c']);
  expect(ids('3')).toEqual([]);
  expect(ids('gone')).toEqual([]);
});
