// The history with thousands of sessions: opened, listed and searched without anyone waiting for it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SearchHit } from '../../src/core/history/searchFilter.ts';
import { systemClock } from '../../packages/process/systemClock.ts';
import { History } from '../../src/history/history.ts';
import { isFullRun } from '../support/cases/fullRun.ts';
import { MemoryLog } from '../support/log.ts';
import { openWindow, temporaryFolder } from '../support/history/historyWindow.ts';
import { dispatchAll, turn, unlimited } from '../support/history/sessionTurns.ts';
import { makeManySessions } from '../support/history/manySessions.ts';
import { startProcessorTimer } from '../support/clock.ts';

const never = new AbortController().signal;

async function keysOf(hits: AsyncIterable<SearchHit>): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { summary } of hits) keys.push(summary.key);
  return keys;
}

test('5,000 sessions are listed at once', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  makeManySessions(folder, { count: 5_000, different: 5, length: 100, secretOf: () => '', isIndexed: true });
  const options = { folder, clock: systemClock, log: new MemoryLog(), settings: () => unlimited };
  const usedMs = startProcessorTimer();
  const history = History.open(options);
  // No chat that comes back waits for the list.
  expect(usedMs()).toBeLessThan(20);
  await new Promise<void>((resolve) => history.onChange(resolve));
  const summaries = history.summaries();
  // Some 50 ms; to read the logs takes many times that.
  expect(usedMs()).toBeLessThan(1_000);
  expect(summaries).toHaveLength(5_000);
  expect(summaries[0]?.key).toBe('s0');
  await history.refresh();
  expect(history.summaries()).toEqual(summaries);
  history.dispose();
});

test('5,000 sessions are found without a list of them', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  makeManySessions(folder, { count: 5_000, different: 5, length: 100, secretOf: () => '', isIndexed: false });
  const { history } = await openWindow(folder);
  expect(history.summaries()).toHaveLength(5_000);
  expect(new Set(history.summaries().map(({ key }) => key)).size).toBe(5_000);
});

/** The gigabytes are read in the full run alone. */
const LARGE_SESSIONS = isFullRun ? 2_000 : 400;

test(
  'many sessions of 1 MB are searched: the first hit is there within 300 ms, in bounded memory',
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder();
    const secretOf = (index: number): string => (index === 3 ? 'needle in a haystack' : '');
    makeManySessions(folder, {
      count: LARGE_SESSIONS,
      different: 20,
      length: 1_000_000,
      secretOf,
      isIndexed: true,
    });
    const { history } = await openWindow(folder);
    const before = process.memoryUsage.rss();
    const usedMs = startProcessorTimer();
    let firstMs: number | undefined;
    let peak = 0;
    const keys: string[] = [];
    for await (const { summary } of history.search('Needle haystack', {}, never)) {
      firstMs ??= usedMs();
      peak = Math.max(peak, process.memoryUsage.rss() - before);
      keys.push(summary.key);
    }
    expect(firstMs).toBeLessThan(300);
    expect(peak).toBeLessThan(800_000_000);
    expect(keys).toEqual(Array.from({ length: LARGE_SESSIONS / 20 }, (_, index) => `s${index * 20 + 3}`));
  },
);

test('a search that is cancelled stops', async () => {
  const folder = temporaryFolder();
  makeManySessions(folder, {
    count: 200,
    different: 2,
    length: 1_000,
    secretOf: () => 'needle',
    isIndexed: true,
  });
  const { history } = await openWindow(folder);
  const controller = new AbortController();
  const keys: string[] = [];
  for await (const { summary } of history.search('needle', {}, controller.signal)) {
    keys.push(summary.key);
    if (keys.length === 3) controller.abort();
  }
  expect(keys).toEqual(['s0', 's1', 's2']);
});

test('a search looks only at the sessions that pass its filter', async () => {
  const folder = temporaryFolder();
  makeManySessions(folder, {
    count: 12,
    different: 12,
    length: 100,
    secretOf: () => 'needle',
    isIndexed: true,
  });
  const { history } = await openWindow(folder);
  expect(await keysOf(history.search('needle', { agent: 'codex', folder: '/work/1' }, never))).toEqual([
    's1',
    's7',
  ]);
  expect(await keysOf(history.search('needle', { since: 999_999 }, never))).toEqual(['s0', 's1']);
  expect(await keysOf(history.search('', {}, never))).toEqual([]);
});

test('a text that is lost or of an older log is made again', async () => {
  const folder = temporaryFolder();
  makeManySessions(folder, {
    count: 3,
    different: 3,
    length: 100,
    secretOf: () => 'needle',
    isIndexed: true,
  });
  rmSync(join(folder, 'text', 's0.txt'));
  writeFileSync(join(folder, 'text', 's1.txt'), '17\ne0\tsomething old\n');
  writeFileSync(join(folder, 'text', 's2.txt'), 'e0');
  const { history } = await openWindow(folder);
  for (let round = 0; round < 2; round++) {
    expect(await keysOf(history.search('needle', {}, never))).toEqual(['s0', 's1', 's2']);
  }
  rmSync(join(folder, 's0.jsonl'));
  expect(await keysOf(history.search('needle', {}, never))).toEqual(['s0', 's1', 's2']);
});

test('a text that is lost, cut off, a pipe or of an older log is made again also behind a hundred others', async () => {
  const folder = temporaryFolder();
  const secretOf = (index: number): string => (index > 195 ? 'needle' : '');
  makeManySessions(folder, { count: 200, different: 200, length: 5_000, secretOf, isIndexed: true });
  const text = (number: number): string => join(folder, 'text', `s${number}.txt`);
  rmSync(text(196));
  truncateSync(text(197), 3_000);
  rmSync(text(198));
  if (process.platform === 'win32') mkdirSync(text(198));
  else execFileSync('mkfifo', [text(198)]);
  writeFileSync(text(199), '17 7 13\nnothing\ne0\tnothing\n');
  const { history } = await openWindow(folder);
  for (let round = 0; round < 2; round++) {
    expect(await keysOf(history.search('needle', {}, never))).toEqual(['s196', 's197', 's198', 's199']);
    expect(await keysOf(history.search('haystack', {}, never))).toEqual([]);
  }
});

test('more words than are read at first are looked through to their end', async () => {
  const folder = temporaryFolder();
  const { history, store } = await openWindow(folder);
  // 100,000 and 2,000,000 bytes of words, far shorter than their texts; the last ones are looked for.
  for (const [key, count] of [
    ['many', 10_000],
    ['most', 200_000],
  ] as const) {
    const words = Array.from({ length: count }, (_, number) => `${key}${String(number).padStart(6, '0')}`);
    store.create(key, 'claude', '/work');
    dispatchAll(store, key, turn('Look', `${words.join(' ')} `.repeat(3)));
    store.remove(key);
  }
  for (let number = 0; number < 70; number++) {
    store.create(`s${number}`, 'claude', '/work');
    dispatchAll(store, `s${number}`, turn('Look', 'Nothing is here', 2_000_000 + number));
    store.remove(`s${number}`);
  }
  await history.flush();
  expect(await keysOf(history.search('many009999', {}, never))).toEqual(['many']);
  expect(await keysOf(history.search('most199999', {}, never))).toEqual(['most']);
  expect(await keysOf(history.search('many010000', {}, never))).toEqual([]);
});

test('what is said in an open session is found at once, and after it was closed', async () => {
  const folder = temporaryFolder();
  const { history, store } = await openWindow(folder);
  store.create('one', 'claude', '/work');
  dispatchAll(store, 'one', turn('Look for the needle', 'It is in the hay'));
  await history.flush();
  expect(await keysOf(history.search('hay', {}, never))).toEqual(['one']);
  dispatchAll(store, 'one', turn('And the thread', 'No', 2_000));
  expect(await keysOf(history.search('thread', {}, never))).toEqual(['one']);
  store.dispatch('one', { type: 'renamed', at: 3_000, alias: 'Sewing' });
  store.remove('one');
  await history.flush();
  expect(await keysOf(history.search('needle thread', {}, never))).toEqual(['one']);
  expect(await keysOf(history.search('sewing', {}, never))).toEqual(['one']);
});
