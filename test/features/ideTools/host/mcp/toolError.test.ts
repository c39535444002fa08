// Every wait ends: with an answer, when the time is up, or when nobody waits any more.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { within } from '../../../../../src/features/ideTools/host/mcp/toolError.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => undefined);

test('a provider that never answers ends the call with what to do', async () => {
  const { signal } = new AbortController();
  const waiting = within(never, { milliseconds: 30_000, signal, what: 'The language' });
  const refused = expect(waiting).rejects.toThrow(
    'The language did not answer within 30 seconds. Try again later.',
  );
  await vi.advanceTimersByTimeAsync(30_000);
  await refused;
});

test('a call that was given up does not wait', async () => {
  const controller = new AbortController();
  const waiting = within(never, { milliseconds: 30_000, signal: controller.signal, what: 'x' });
  const refused = expect(waiting).rejects.toThrow('cancelled');
  controller.abort();
  await refused;
  await expect(within(never, { milliseconds: 1, signal: controller.signal, what: 'x' })).rejects.toThrow(
    'cancelled',
  );
  expect(vi.getTimerCount()).toBe(0);
});

test('an answer is handed on, and leaves no timer', async () => {
  const { signal } = new AbortController();
  await expect(within(Promise.resolve(1), { milliseconds: 5, signal, what: 'x' })).resolves.toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});
