// What stands in the place of a log is read with care, and what is stored is for the user alone.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLog } from '../../src/history/logFile.ts';
import { Redactor } from '../../src/core/secrets/redactor.ts';
import { openWindow, temporaryFolder } from '../support/history/historyWindow.ts';
import { dispatchAll, turn } from '../support/history/sessionTurns.ts';

const isWindows = process.platform === 'win32';

function modesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const { mode } = statSync(join(entry.parentPath, entry.name));
    return `${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`;
  });
}

async function storedSession(folder: string): Promise<string> {
  const window = await openWindow(folder);
  window.store.create('one', 'claude', '/work');
  dispatchAll(window.store, 'one', turn('Hello', 'Good morning'));
  await window.close();
  return join(folder, 'one.jsonl');
}

test.skipIf(isWindows)('F18 a link in the place of a log is not followed, whatever it leads to', async () => {
  const folder = temporaryFolder();
  const log = await storedSession(folder);
  const elsewhere = `${folder}-elsewhere`;
  writeFileSync(elsewhere, readFileSync(log));
  for (const target of ['/dev/zero', elsewhere]) {
    rmSync(log, { force: true });
    symlinkSync(target, log);
    const before = process.memoryUsage().rss;
    const window = await openWindow(folder);
    const { history } = window;
    expect(await history.read('one')).toBeUndefined();
    expect(history.unreadableReason('one')).toBe('not-a-file');
    expect(history.summaries()).toEqual([]);
    await window.close();
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  }
  rmSync(elsewhere);
});

test.skipIf(isWindows)('F18 a pipe, a folder and a device are refused without waiting', async () => {
  const folder = temporaryFolder();
  mkdirSync(folder);
  execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
  mkdirSync(join(folder, 'folder.jsonl'));
  for (const path of [join(folder, 'pipe.jsonl'), join(folder, 'folder.jsonl'), '/dev/zero', '/dev/null']) {
    await expect(readLog(path)).rejects.toThrow(/is not a file/);
  }
});

test('F18 a log of many gigabytes is refused before it is read', async () => {
  const folder = temporaryFolder();
  mkdirSync(folder);
  const log = join(folder, 'one.jsonl');
  writeFileSync(log, '');
  truncateSync(log, 8 * 1024 ** 3);
  const window = await openWindow(folder);
  const { history } = window;
  expect(await history.read('one')).toBeUndefined();
  expect(history.unreadableReason('one')).toBe('too-large');
  await window.close();
});

test('a log whose lines are longer than a piece that is read is read whole', async () => {
  const folder = temporaryFolder();
  const window = await openWindow(folder);
  window.store.create('one', 'claude', '/work');
  dispatchAll(window.store, 'one', turn('Hello', 'ä'.repeat(2_500_000)));
  const storedState = window.store.state('one');
  await window.close();
  expect(await (await openWindow(folder)).history.read('one')).toEqual(storedState);
});

test.skipIf(isWindows).each([0, 0o022, 0o277])(
  'everything stored under umask %o is for the user alone',
  async (umask) => {
    const folder = join(temporaryFolder(), 'history');
    const before = process.umask(umask);
    try {
      const window = await openWindow(folder);
      const { store, history } = window;
      store.create('one', 'claude', '/work');
      dispatchAll(store, 'one', turn('Hello', 'Good morning'));
      await history.flush();
      expect(new Set(modesIn(folder))).toEqual(new Set(['file 600', 'folder 700']));
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      await window.close();
    } finally {
      process.umask(before);
    }
  },
);

test('an agent’s secrets are in nothing that is stored of its session', async () => {
  const folder = temporaryFolder();
  const redactor = new Redactor();
  const secret = 'Zk81-q"x93\\Lm02';
  redactor.add([{ name: 'TOKEN', value: secret }]);
  const window = await openWindow(folder, undefined, {
    inJson: (_agent, json) => redactor.json(json),
    inText: (_agent, text) => redactor.values(text),
  });
  const { store, history } = window;
  store.create('one', 'claude', '/work');
  dispatchAll(store, 'one', turn(`My key is ${secret}`, `Your key is ${secret}.`));
  await history.flush();
  await window.close();
  const written = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
  expect(written).toContain('My key is •••');
  expect(written).not.toContain(secret);
  expect(written).not.toContain(JSON.stringify(secret).slice(1, -1));
  const again = await openWindow(folder);
  expect(JSON.stringify(await again.history.read('one'))).toContain('Your key is •••.');
});
