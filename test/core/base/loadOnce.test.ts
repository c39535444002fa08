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

test('a failure is what every call gets', async () => {
  const load = vi.fn(async () => Promise.reject(new Error('not there')));
  const loaded = loadOnce(load);
  await expect(loaded()).rejects.toThrow('not there');
  await expect(loaded()).rejects.toThrow('not there');
  expect(load).toHaveBeenCalledTimes(1);
});
