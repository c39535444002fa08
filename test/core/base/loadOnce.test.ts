// What is loaded when it is first asked for.
import { expect, test, vi } from 'vitest';
import { loadOnce } from '../../../src/core/base/loadOnce.ts';

test('nothing is loaded before it is asked for, and then once for all who ask', async () => {
  const load = vi.fn(async () => ({}));
  const loaded = loadOnce(load);
  expect(load).not.toHaveBeenCalled();
  const [first, second] = await Promise.all([loaded(), loaded()]);
  expect(second).toBe(first);
  expect(await loaded()).toBe(first);
  expect(load).toHaveBeenCalledTimes(1);
});

test('after a failure, which all get that wait for it, the next call tries again', async () => {
  const load = vi.fn(async () => ({}));
  load.mockRejectedValueOnce(new Error('not there'));
  const loaded = loadOnce(load);
  const waiting = await Promise.allSettled([loaded(), loaded()]);
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(load).toHaveBeenCalledTimes(1);
  expect(await loaded()).toBe(await loaded());
  expect(load).toHaveBeenCalledTimes(2);
});
