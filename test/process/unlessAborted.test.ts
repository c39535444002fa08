// What waits for a promise ends when a signal aborts, and leaves nothing behind.
import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { unlessAborted } from '../../src/process/unlessAborted.ts';

const never = new Promise<never>(() => undefined);

test('the result or the error of the promise comes through, and no listener stays', async () => {
  const { signal } = new AbortController();
  await expect(unlessAborted(Promise.resolve('done'), signal)).resolves.toBe('done');
  await expect(unlessAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('an abort rejects with the reason of the signal, or with one of the caller', async () => {
  const stop = new AbortController();
  const waiting = [
    unlessAborted(never, stop.signal),
    unlessAborted(never, stop.signal, () => new Error('withdrawn')),
  ];
  stop.abort(new Error('stopped'));
  await expect(waiting[0]).rejects.toThrow('stopped');
  await expect(waiting[1]).rejects.toThrow('withdrawn');
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

test('nothing is waited for after the signal has aborted', async () => {
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(unlessAborted(never, signal)).rejects.toThrow('stopped');
  await expect(unlessAborted(Promise.reject(new Error('later')), signal)).rejects.toThrow('stopped');
});
