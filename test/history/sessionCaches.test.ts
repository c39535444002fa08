// The list and the texts beside the logs: written as sessions change, and never trusted where they do not fit a log.
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { History } from '../../src/history/history.ts';
import { openWindow, temporaryFolder, type TestWindow } from '../support/history/historyWindow.ts';
import { dispatchAll, turn } from '../support/history/sessionTurns.ts';

async function found(history: History, query: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { summary } of history.search(query, {}, new AbortController().signal))
    keys.push(summary.key);
  return keys;
}

/** Closed sessions, s0 the newest, with the words that all have and one of their own. */
async function storeSessions(folder: string, count: number): Promise<void> {
  const window = await openWindow(folder);
  for (let number = count - 1; number >= 0; number--) {
    const answer = `${'The parser fails at the end of a line. '.repeat(200)} needle${number}`;
    window.store.create(`s${number}`, 'claude', '/work');
    dispatchAll(window.store, `s${number}`, turn(`Prompt ${number}`, answer, 1_000_000 - number));
  }
  await window.close();
}

function talk({ store }: TestWindow, key: string, prompt: string, at: number): void {
  if (store.state(key) === undefined) store.create(key, 'claude', '/work');
  dispatchAll(store, key, turn(prompt, `The answer to ${prompt}`, at));
}

test('a turn adds a line to the list, however many sessions there are', async () => {
  const folder = temporaryFolder();
  await storeSessions(folder, 100);
  const window = await openWindow(folder);
  const index = join(folder, 'index.ndjson');
  const before = readFileSync(index, 'utf8');
  talk(window, 'new', 'Something', 2_000_000);
  await window.history.flush();
  const after = readFileSync(index, 'utf8');
  expect(after.startsWith(before)).toBe(true);
  expect(after.length - before.length).toBeLessThan(before.length / 25);
});

test.each([
  ['was saved before there was a session', false],
  ['was removed meanwhile', true],
])('a list whose file %s is written with the next session', async (_, isRemoved) => {
  const folder = temporaryFolder();
  const window = await openWindow(folder);
  const index = join(folder, 'index.ndjson');
  if (isRemoved) talk(window, 'first', 'Something', 1_000_000);
  await window.history.delete('never-there');
  await window.history.flush();
  rmSync(index, { force: true });
  talk(window, 'new', 'Something else', 2_000_000);
  await window.history.flush();
  expect(readFileSync(index, 'utf8')).toContain('Something else');
  expect(window.errors).toEqual([]);
});

test('the list stays short however often sessions change', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const window = await openWindow(folder);
  const sizes: number[] = [];
  window.store.create('one', 'claude', '/work');
  for (let number = 0; number < 300; number++) {
    window.store.dispatch('one', { type: 'renamed', at: number, alias: `Name ${number}` });
    await window.history.flush();
    sizes.push(statSync(join(folder, 'index.ndjson')).size);
  }
  expect(sizes.at(-1)).toBeLessThan(Math.max(...sizes) / 2);
  await window.close();
  expect((await openWindow(folder)).history.summaries()).toMatchObject([{ alias: 'Name 299' }]);
});

test('two windows write one list, and both lists are right', async () => {
  const folder = temporaryFolder();
  const [one, two] = [await openWindow(folder), await openWindow(folder)];
  for (let number = 0; number < 20; number++) {
    talk(one, `a${number % 3}`, `Left ${number}`, 1_000 + number);
    talk(two, `b${number % 3}`, `Right ${number}`, 2_000 + number);
    await Promise.all([one.history.flush(), two.history.flush()]);
  }
  await Promise.all([one.history.refresh(), two.history.refresh()]);
  expect(one.history.summaries()).toEqual(two.history.summaries());
  expect(one.history.summaries()).toHaveLength(6);
  expect(await found(one.history, 'right')).toHaveLength(3);
  await Promise.all([one.close(), two.close()]);
  expect((await openWindow(folder)).history.summaries()).toHaveLength(6);
});

test('nothing of a deleted session stays in the list, nor in one that an older version wrote', async () => {
  const folder = temporaryFolder();
  const window = await openWindow(folder);
  talk(window, 'one', 'Confidential', 1_000);
  talk(window, 'two', 'Harmless', 2_000);
  await window.history.flush();
  writeFileSync(join(folder, 'index.json'), '{"version":1,"logs":[],"title":"Confidential"}');
  await window.history.delete('one');
  expect(readFileSync(join(folder, 'index.ndjson'), 'utf8')).not.toContain('Confidential');
  expect(() => statSync(join(folder, 'index.json'))).toThrow('ENOENT');
});

test('a list that is cut off anywhere is made again', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  await storeSessions(folder, 4);
  const index = join(folder, 'index.ndjson');
  const whole = readFileSync(index);
  for (let length = 0; length < whole.length; length += 41) {
    writeFileSync(index, whole.subarray(0, length));
    const window = await openWindow(folder);
    expect(window.history.summaries().map(({ key }) => key)).toEqual(['s0', 's1', 's2', 's3']);
    talk(window, 'new', `Cut at ${length}`, 2_000_000 + length);
    await window.close();
    const next = await openWindow(folder);
    expect(next.history.summaries()[0]?.title).toBe(`Cut at ${length}`);
    expect(await next.history.delete('new')).toBe(true);
    await next.close();
  }
});

test('a list that cannot be written is reported once, and written as soon as it can', async () => {
  const folder = temporaryFolder();
  const window = await openWindow(folder);
  const index = join(folder, 'index.ndjson');
  mkdirSync(index, { recursive: true });
  talk(window, 'one', 'Hello', 1_000);
  await window.history.flush();
  await window.history.flush();
  expect(window.errors.map(({ kind }) => kind)).toEqual(['unwritable']);
  rmSync(index, { recursive: true });
  await window.close();
  expect(readFileSync(index, 'utf8')).toContain('Hello');
});

test(
  'a text that is cut off anywhere, or changed, hides no hit and makes none',
  { timeout: 60_000 },
  async () => {
    const folder = temporaryFolder();
    await storeSessions(folder, 3);
    const { history } = await openWindow(folder);
    const path = join(folder, 'text', 's1.txt');
    const whole = readFileSync(path);
    const broken = [
      ...Array.from({ length: 40 }, (_, part) => whole.subarray(0, Math.floor((part * whole.length) / 40))),
      Buffer.concat([whole, Buffer.from('e9\tneedle7\n')]),
      Buffer.from(whole.toString('utf8').replace(/^\d+ \d+/, (sizes) => `${sizes}9`)),
      Buffer.from('1 2 3 4\nneedle7'),
      Buffer.alloc(whole.length),
    ];
    for (const text of broken) {
      writeFileSync(path, text);
      expect(await found(history, 'needle1')).toEqual(['s1']);
      expect(await found(history, 'needle7')).toEqual([]);
    }
  },
);

test('a text is not read where its words say that nothing is in it', async () => {
  const folder = temporaryFolder();
  await storeSessions(folder, 2);
  const { history } = await openWindow(folder);
  const path = join(folder, 'text', 's1.txt');
  // The text says now what its words do not: it can only be found by one who reads it.
  writeFileSync(path, readFileSync(path, 'utf8').replace(/needle1\n/, 'newest1\n'));
  expect(await found(history, 'newest1')).toEqual([]);
  expect(await found(history, 'Prompt')).toEqual(['s0', 's1']);
});

test('texts of older versions are found, and get their words in the background', async () => {
  const folder = temporaryFolder();
  await storeSessions(folder, 4);
  const { history } = await openWindow(folder);
  const path = (key: string): string => join(folder, 'text', `${key}.txt`);
  const whole = ['s0', 's1', 's2', 's3'].map((key) => readFileSync(path(key), 'utf8'));
  writeFileSync(path('s1'), (whole[1] ?? '').replace(/^(\d+) .*\n.*\n/, '$1\n'));
  rmSync(path('s2'));
  appendFileSync(path('s3'), 'e9\tnothing\n');
  expect(await found(history, 'needle1')).toEqual(['s1']);
  await history.renewTexts();
  expect(['s0', 's1', 's2', 's3'].map((key) => readFileSync(path(key), 'utf8'))).toEqual(whole);
});

test('a session whose words are as long as its text is found', async () => {
  const folder = temporaryFolder();
  const window = await openWindow(folder);
  window.store.create('one', 'claude', '/work');
  dispatchAll(window.store, 'one', turn(`${'QUJD'.repeat(50_000)}Needle`, 'Yes'));
  window.store.create('two', 'claude', '/work');
  dispatchAll(window.store, 'two', turn('请在文件中查找那个函数', '好'));
  await window.history.flush();
  window.store.remove('one');
  window.store.remove('two');
  await window.history.flush();
  expect(await found(window.history, 'dneed')).toEqual(['one']);
  expect(await found(window.history, '文件中')).toEqual(['two']);
  expect(statSync(join(folder, 'text', 'one.txt')).size).toBeLessThan(250_000);
});
