// How long it is known which repository is a folder's own, and when nobody looks for it any more.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RepositoryError } from '../../src/core/ports/repositoryError.ts';
import { OwnRepositories } from '../../src/files/ownRepositories.ts';

interface Look {
  readonly folder: string;
  readonly signal: AbortSignal | undefined;
  readonly settle: PromiseWithResolvers<string>;
}

let looks: Look[];
let known: OwnRepositories;

beforeEach(() => {
  vi.useFakeTimers();
  looks = [];
  known = new OwnRepositories((folder, { signal }) => {
    const settle = Promise.withResolvers<string>();
    signal?.addEventListener('abort', () => settle.reject(signal.reason));
    looks.push({ folder, signal, settle });
    return settle.promise;
  });
});
afterEach(() => void vi.useRealTimers());

const limits = { timeoutMs: 1 };

test('one look is for all who ask at a time and for seconds after it, by each folder', async () => {
  const both = Promise.all([known.topOf('/a', limits), known.topOf('/a', limits)]);
  void known.topOf('/b', limits);
  looks[0]?.settle.resolve('/top');
  expect(await both).toEqual(['/top', '/top']);
  vi.advanceTimersByTime(4_000);
  expect(await known.topOf('/a', limits)).toBe('/top');
  expect(looks.map(({ folder }) => folder)).toEqual(['/a', '/b']);
  vi.advanceTimersByTime(2_000);
  void known.topOf('/a', limits);
  expect(looks).toHaveLength(3);
});

test('a refusal is known too', async () => {
  const asked = known.topOf('/a', limits);
  looks[0]?.settle.reject(new RepositoryError('failed', 'leads out'));
  await expect(asked).rejects.toThrow('leads out');
  await expect(known.topOf('/a', limits)).rejects.toThrow('leads out');
  expect(looks).toHaveLength(1);
});

test('a clock that is set back does not prolong what is known', async () => {
  const asked = known.topOf('/a', limits);
  looks[0]?.settle.resolve('/top');
  await asked;
  vi.setSystemTime(0);
  vi.advanceTimersByTime(6_000);
  void known.topOf('/a', limits);
  expect(looks).toHaveLength(2);
});

test('who gives up waits no longer, while another one goes on', async () => {
  const abort = new AbortController();
  const first = known.topOf('/a', { ...limits, signal: abort.signal });
  const second = known.topOf('/a', limits);
  abort.abort(new Error('typed on'));
  await expect(first).rejects.toThrow('typed on');
  vi.advanceTimersByTime(60_000);
  expect(looks[0]?.signal?.aborted).toBe(false);
  looks[0]?.settle.resolve('/top');
  expect(await second).toBe('/top');
  await expect(known.topOf('/a', { ...limits, signal: abort.signal })).rejects.toThrow('typed on');
});

test('the look goes on for whoever asks soon, and ends when nobody does', async () => {
  const ask = async (): Promise<void> => {
    const abort = new AbortController();
    const asked = known.topOf('/a', { ...limits, signal: abort.signal });
    abort.abort(new Error('typed on'));
    await expect(asked).rejects.toThrow('typed on');
  };
  await ask();
  vi.advanceTimersByTime(400);
  const again = known.topOf('/a', limits);
  vi.advanceTimersByTime(5_000);
  expect(looks[0]?.signal?.aborted).toBe(false);
  looks[0]?.settle.resolve('/top');
  await again;
  vi.advanceTimersByTime(10_000);
  await ask();
  expect(looks).toHaveLength(2);
  vi.advanceTimersByTime(1_000);
  expect(looks[1]?.signal?.aborted).toBe(true);
  void known.topOf('/a', limits);
  expect(looks).toHaveLength(3);
});
