// The history after damage: torn, copied, foreign and newer files, windows that are killed, disks that are full.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { plainText } from '../../src/core/session/content.ts';
import type { SessionState } from '../../src/core/session/model.ts';
import { openWindow, temporaryFolder, type TestWindow } from '../support/history/historyWindow.ts';
import { dispatchAll, turn } from '../support/history/sessionTurns.ts';
import { bundledProgram } from '../support/programs/bundledProgram.ts';

/** A folder with one closed session in it. */
async function keptSession(folder: string): Promise<SessionState | undefined> {
  const window = await openWindow(folder);
  window.store.create('one', 'claude', '/work');
  dispatchAll(window.store, 'one', turn('Hello', 'Good morning'));
  const state = window.store.state('one');
  await window.close();
  return state;
}

async function bringBack({ history, store }: TestWindow, key = 'one'): Promise<void> {
  const state = await history.read(key);
  if (state === undefined) throw new Error('The session did not come back.');
  store.add(state);
  store.dispatch(key, { type: 'restored', at: 5_000 });
}

test('a torn last line is ended, and costs nothing but itself', async () => {
  const folder = temporaryFolder();
  const storedState = await keptSession(folder);
  const path = join(folder, 'one.jsonl');
  appendFileSync(path, '{"events":[{"type":"message_chunk","at":1,"role":"ag');
  const window = await openWindow(folder);
  expect(window.history.summaries()).toMatchObject([{ key: 'one', title: 'Hello' }]);
  await bringBack(window);
  expect(window.store.state('one')?.entries).toEqual(storedState?.entries);
  dispatchAll(window.store, 'one', turn('More', 'Yes', 6_000));
  await window.history.flush();
  expect(await window.history.read('one')).toEqual(window.store.state('one'));
});

test('a log that lost its end still has what is left of it', async () => {
  const folder = temporaryFolder();
  await keptSession(folder);
  const path = join(folder, 'one.jsonl');
  const lines = readFileSync(path, 'utf8').split('\n');
  truncateSync(path, lines.slice(0, 3).join('\n').length + 5);
  const { history } = await openWindow(folder);
  const state = await history.read('one');
  expect(state).toMatchObject({ key: 'one', agent: 'claude' });
  expect(history.summaries()).toHaveLength(1);
});

test('files that are no logs are left alone and not listed', async () => {
  const folder = temporaryFolder();
  await keptSession(folder);
  writeFileSync(join(folder, 'empty.jsonl'), '');
  writeFileSync(join(folder, 'zeros.jsonl'), '\0'.repeat(4_096));
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  mkdirSync(join(folder, 'folder.jsonl'));
  const { history } = await openWindow(folder);
  expect(history.summaries().map(({ key }) => key)).toEqual(['one']);
  expect(await history.read('empty')).toBeUndefined();
  expect(await history.read('folder')).toBeUndefined();
  expect(await history.read('absent')).toBeUndefined();
  expect(readdirSync(folder)).toContain('notes.txt');
});

test('a key is never a path', async () => {
  const folder = temporaryFolder();
  await keptSession(folder);
  const { history, store } = await openWindow(folder);
  const outside = join(dirname(folder), 'outside.jsonl');
  copyFileSync(join(folder, 'one.jsonl'), outside);
  expect(await history.read('../outside')).toBeUndefined();
  await history.delete('../outside');
  store.create('../made', 'claude', '/work');
  dispatchAll(store, '../made', turn('Hello', 'Good morning'));
  await history.flush();
  expect(readdirSync(dirname(folder)).toSorted()).toEqual(['history', 'outside.jsonl']);
});

test('a log that was copied by hand is a session of its own', async () => {
  const folder = temporaryFolder();
  await keptSession(folder);
  copyFileSync(join(folder, 'one.jsonl'), join(folder, 'two.jsonl'));
  const { history } = await openWindow(folder);
  expect(
    history
      .summaries()
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(['one', 'two']);
  expect((await history.read('two'))?.key).toBe('two');
});

test('what a newer version wrote is left alone, and reported once', async () => {
  const folder = temporaryFolder();
  await keptSession(folder);
  const newer = '{"version":2,"everything":"new"}\n';
  writeFileSync(join(folder, 'newer.jsonl'), newer);
  const { history, errors } = await openWindow(folder, () => ({
    isEnabled: true,
    maxAgeDays: 0,
    maxSizeMB: 0.00001,
  }));
  await history.refresh();
  await history.applyLimits();
  expect(errors).toEqual([{ kind: 'newer-version', sessions: 1 }]);
  expect(history.summaries()).toEqual([]);
  expect(await history.read('newer')).toBeUndefined();
  expect(readFileSync(join(folder, 'newer.jsonl'), 'utf8')).toBe(newer);
  await history.deleteAll();
  expect(existsSync(join(folder, 'newer.jsonl'))).toBe(false);
});

test('the list is made again when its cache is lost or wrong', async () => {
  const folder = temporaryFolder();
  await keptSession(folder);
  for (const index of [
    '',
    '["one',
    '{"version":9,"logs":[]}\n',
    '["gone",1,1,"newer"]\n',
    '["one",1,1,"newer"]\n["one",2,2,"unreadable"]\n',
    '\0'.repeat(4_096),
  ]) {
    writeFileSync(join(folder, 'index.ndjson'), index);
    const window = await openWindow(folder);
    expect(window.history.summaries()).toMatchObject([{ key: 'one', title: 'Hello', entries: 3 }]);
    await window.close();
  }
});

test('a folder that cannot be made is reported once, the sessions go on, and are stored as soon as it can', async () => {
  const folder = temporaryFolder();
  writeFileSync(folder, 'a file is in the way');
  const { history, store, errors } = await openWindow(folder);
  store.create('one', 'claude', '/work');
  dispatchAll(store, 'one', turn('Hello', 'Good morning'));
  await history.flush();
  dispatchAll(store, 'one', turn('More', 'Yes', 2_000));
  await history.flush();
  expect(errors.map(({ kind }) => kind)).toEqual(['unwritable']);
  rmSync(folder);
  await history.flush();
  expect(await history.read('one')).toEqual(store.state('one'));
});

test.runIf(existsSync('/dev/full'))(
  'a log that cannot be appended to is reported once and written anew, and nothing is lost',
  async () => {
    const folder = temporaryFolder();
    const { history, store, errors } = await openWindow(folder);
    store.create('one', 'claude', '/work');
    dispatchAll(store, 'one', turn('Hello', 'Good morning'));
    await history.flush();
    rmSync(join(folder, 'one.jsonl'));
    symlinkSync('/dev/full', join(folder, 'one.jsonl'));
    dispatchAll(store, 'one', turn('More', 'Yes', 2_000));
    await expect.poll(() => errors).toMatchObject([{ kind: 'unwritable' }]);
    // A link is not written through, wherever it leads.
    expect(JSON.stringify(errors[0])).toContain('ELOOP');
    dispatchAll(store, 'one', turn('And more', 'Yes', 3_000));
    await history.flush();
    expect(await history.read('one')).toEqual(store.state('one'));
    expect(errors).toHaveLength(1);
  },
);

test('a log whose session another program deleted does not come back on its own', async () => {
  const folder = temporaryFolder();
  const first = await openWindow(folder);
  first.store.create('one', 'claude', '/work');
  dispatchAll(first.store, 'one', turn('Hello', 'Good morning'));
  await first.history.flush();
  const second = await openWindow(folder);
  // One that takes no locks.
  rmSync(join(folder, 'one.jsonl'));
  await second.history.refresh();
  first.store.dispatch('one', { type: 'commands', at: 5, commands: [] });
  await first.history.flush();
  expect(existsSync(join(folder, 'one.jsonl'))).toBe(false);
  expect(first.errors).toEqual([]);
  dispatchAll(first.store, 'one', turn('Still here', 'Yes', 2_000));
  await first.history.flush();
  expect(await second.history.read('one')).toEqual(first.store.state('one'));
});

test(
  'a window that is killed at any moment loses nothing that was on the disk',
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder();
    let acknowledged = -1;
    for (let round = 0; round < 8; round++) {
      const from = acknowledged;
      acknowledged = await writeUntilKilled(folder, from, 30 + Math.random() * 400);
      const window = await openWindow(folder);
      const numbers = numbersIn(await window.history.read('one'));
      expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index));
      expect(numbers.length).toBeGreaterThan(acknowledged);
      // Neither the list nor the words to search may be older than the log.
      expect(window.history.summaries()).toMatchObject([{ key: 'one', title: 'Count' }]);
      const hits = window.history.search(`[${acknowledged}]`, {}, new AbortController().signal);
      expect(await hits[Symbol.asyncIterator]().next()).toMatchObject({ value: { summary: { key: 'one' } } });
      await window.close();
    }
    expect(acknowledged).toBeGreaterThan(8);
  },
);

/** Has a process write numbers and kills it `delay` milliseconds after its first; resolves to the last it has flushed. */
async function writeUntilKilled(folder: string, from: number, delay: number): Promise<number> {
  const program = bundledProgram('test/support/history/writingProcess.ts');
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let last = from;
  let killing: Promise<void> | undefined;
  for await (const line of createInterface(child.stdout)) {
    last = Number(line);
    killing ??= setTimeout(delay).then(() => void child.kill('SIGKILL'));
  }
  await killing;
  await exited;
  return last;
}

function numbersIn(state: SessionState | undefined): readonly number[] {
  const text = state?.entries
    .flat()
    .map((entry) => (entry.kind === 'agent' ? plainText(entry.content) : ''))
    .join('');
  return Array.from(text?.matchAll(/\[(\d+)\]/g) ?? [], (match) => Number(match[1]));
}
