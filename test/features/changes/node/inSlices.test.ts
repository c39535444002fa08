// Long work leaves the extension host free in between.
import { afterEach, expect, test, vi } from 'vitest';
import { inSlices } from '../../../../src/features/changes/node/inSlices.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['each item takes longer than a slice', 25, ['a', 'other', 'b', 'c']],
  ['two items take a slice', 15, ['a', 'b', 'other', 'c']],
  ['all items fit in a slice', 5, ['a', 'b', 'c', 'other']],
])('others have their turn: %s', async (_name, itemMs, expected) => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const seen: string[] = [];
  const other = new Promise<void>((resolve) => {
    setImmediate(() => {
      seen.push('other');
      resolve();
    });
  });
  await inSlices(['a', 'b', 'c'], (item) => {
    seen.push(item);
    now += itemMs;
  });
  await other;
  expect(seen).toEqual(expected);
});
