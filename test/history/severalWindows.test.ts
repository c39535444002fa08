// Two windows on one history: a session belongs to one of them, and neither destroys what the other wrote.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SessionState } from '../../src/core/session/model.ts';
import { entryText } from '../../src/core/session/entryTraits.ts';
import { HistoryFolder } from '../../src/history/historyFolder.ts';
import { OpenInOtherWindows } from '../../src/history/openInOtherWindows.ts';
import { WindowLocks } from '../../src/history/windowLocks.ts';
import { ManualClock } from '../support/clock.ts';
import { openWindow, temporaryFolder } from '../support/history/historyWindow.ts';
import { dispatchAll, turn } from '../support/history/sessionTurns.ts';

const OTHER_WINDOW = 'other';

/** Locks a session as another window does: with the id of its process, and with a last sign of life. */
function lockBy(folder: string, pid: number, aliveAt: number): void {
  const paths = new HistoryFolder(folder);
  mkdirSync(paths.locks, { recursive: true });
  mkdirSync(paths.windows, { recursive: true });
  writeFileSync(paths.lock('one'), JSON.stringify({ window: OTHER_WINDOW, pid, host: hostname() }));
  writeFileSync(paths.window(OTHER_WINDOW), String(aliveAt));
}

async function exitedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '0']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('a session belongs to one window until that releases it', async () => {
  const folder = temporaryFolder();
  const first = await openWindow(folder);
  const second = await openWindow(folder);
  expect(await first.history.claim('one')).toBe(true);
  expect(await first.history.claim('one')).toBe(true);
  expect(await second.history.claim('one')).toBe(false);
  expect(await second.history.claim('two')).toBe(true);
  await first.history.release('one');
  expect(await second.history.claim('one')).toBe(true);
});

test('a session that a window writes belongs to it; closing the window releases it', async () => {
  const folder = temporaryFolder();
  const first = await openWindow(folder);
  const second = await openWindow(folder);
  first.store.create('one', 'claude', '/work');
  dispatchAll(first.store, 'one', turn('Hello', 'Good morning'));
  await first.history.flush();
  expect(await second.history.claim('one')).toBe(false);
  const waiting = second.history.claim('one', 10_000);
  await first.close();
  expect(await waiting).toBe(true);
});

test('a session that leaves the store is free', async () => {
  const folder = temporaryFolder();
  const first = await openWindow(folder);
  first.store.create('one', 'claude', '/work');
  dispatchAll(first.store, 'one', turn('Hello', 'Good morning'));
  await first.history.flush();
  dispatchAll(first.store, 'one', turn('Last words', 'Bye', 2_000));
  const storedState = first.store.state('one');
  first.store.remove('one');
  const second = await openWindow(folder);
  expect(await second.history.claim('one', 10_000)).toBe(true);
  expect(await second.history.read('one')).toEqual(storedState);
});

describe('Of many windows that want a session at once exactly one gets it', () => {
  async function claimedBy(windows: readonly WindowLocks[]): Promise<number> {
    const claimed = await Promise.all(windows.map((locks) => locks.claim('one')));
    return claimed.filter((isClaimed) => isClaimed).length;
  }
  const many = (folder: string, clock: ManualClock): readonly WindowLocks[] =>
    Array.from({ length: 12 }, () => new WindowLocks(new HistoryFolder(folder), clock));

  test.each([
    ['that nobody has', () => undefined],
    ['of a window that is dead', (folder: string, pid: number) => lockBy(folder, pid, 0)],
    [
      'whose lock cannot be read',
      (folder: string, pid: number) => {
        lockBy(folder, pid, 0);
        writeFileSync(new HistoryFolder(folder).lock('one'), '{');
      },
    ],
    [
      'of a dead window that another one, which is dead, too, was about to replace',
      (folder: string, pid: number) => {
        lockBy(folder, pid, 0);
        const path = new HistoryFolder(folder).lock('one');
        writeFileSync(`${path}.${OTHER_WINDOW}`, JSON.stringify({ window: 'second', pid, host: hostname() }));
      },
    ],
  ])('%s', async (_name, lock) => {
    const pid = await exitedProcess();
    for (let round = 0; round < 10; round++) {
      const folder = temporaryFolder();
      const clock = new ManualClock();
      lock(folder, pid);
      expect(await claimedBy(many(folder, clock))).toBe(1);
      expect(readdirSync(new HistoryFolder(folder).locks)).toEqual(['one']);
    }
  });

  test('when it is released, one of those that come then, again and again', async () => {
    const folder = temporaryFolder();
    const windows = many(folder, new ManualClock());
    for (let round = 0; round < 10; round++) {
      expect(await claimedBy(windows)).toBe(1);
      await Promise.all(windows.map((locks) => locks.release('one')));
    }
  });
});

test('a process id that is in use again by another program holds no session', async () => {
  const folder = temporaryFolder();
  const clock = new ManualClock();
  lockBy(folder, process.pid, clock.now());
  const locks = new WindowLocks(new HistoryFolder(folder), clock);
  expect(await locks.claim('one')).toBe(false);
  clock.advance(200_000);
  expect(await locks.claim('one')).toBe(true);
});

test('a window that is alive holds its sessions however long that is', async () => {
  const folder = temporaryFolder();
  const clock = new ManualClock();
  const paths = new HistoryFolder(folder);
  const first = new WindowLocks(paths, clock);
  const second = new WindowLocks(paths, clock);
  expect(await first.claim('one')).toBe(true);
  for (let minutes = 0; minutes < 10; minutes++) {
    for (let beats = 0; beats < 4; beats++) {
      clock.advance(15_000);
      await expect
        .poll(() => readdirSync(paths.windows).map((name) => readFileSync(paths.window(name), 'utf8')))
        .toContain(String(clock.now()));
    }
    expect(await second.claim('one')).toBe(false);
  }
});

test('a session that another window claimed while this one slept no longer belongs to it', async () => {
  const folder = temporaryFolder();
  const clock = new ManualClock();
  const locks = new WindowLocks(new HistoryFolder(folder), clock);
  expect(await locks.claim('one')).toBe(true);
  lockBy(folder, process.pid, clock.now());
  expect(await locks.claim('one')).toBe(false);
  expect(await locks.isOpenInOtherWindow('one')).toBe(true);
  await locks.release('one');
  await locks.releaseAll();
  expect(readFileSync(new HistoryFolder(folder).lock('one'), 'utf8')).toContain(OTHER_WINDOW);
});

test('the window before is distinguished by its storage folder from one that goes on', async () => {
  const paths = new HistoryFolder(temporaryFolder());
  const at = (place?: string) => new WindowLocks(paths, new ManualClock(), place);
  expect(await at('/here').claim('one')).toBe(true);
  expect(await at('/here').mayBelongToClosingWindow('one')).toBe(true);
  expect(await at('/there').mayBelongToClosingWindow('one')).toBe(false);
  expect(await at().mayBelongToClosingWindow('one')).toBe(false);
});

test('the window before without a storage folder is known by its leaving, and has the session until it is gone', async () => {
  const paths = new HistoryFolder(temporaryFolder());
  const before = new WindowLocks(paths, new ManualClock());
  const next = new WindowLocks(paths, new ManualClock());
  expect(await before.claim('one')).toBe(true);
  expect(await next.mayBelongToClosingWindow('one')).toBe(false);
  await before.leave();
  expect(await next.mayBelongToClosingWindow('one')).toBe(true);
  expect(await new WindowLocks(paths, new ManualClock(), '/here').mayBelongToClosingWindow('one')).toBe(
    false,
  );
  expect(await next.claim('one')).toBe(false);
  await before.releaseAll();
  expect(await next.claim('one')).toBe(true);
});

test('a lock that was cut off holds no session', async () => {
  const folder = temporaryFolder();
  const paths = new HistoryFolder(folder);
  mkdirSync(paths.locks, { recursive: true });
  writeFileSync(paths.lock('one'), '{"win');
  expect(await new WindowLocks(paths, new ManualClock()).claim('one')).toBe(true);
});

test('two windows store sessions side by side, and each sees those of the other', async () => {
  const folder = temporaryFolder();
  const windows = [await openWindow(folder), await openWindow(folder)];
  for (let round = 0; round < 20; round++) {
    for (const [index, { store }] of windows.entries()) {
      store.create(`${index}-${round}`, 'claude', '/work');
      dispatchAll(store, `${index}-${round}`, turn(`Prompt ${round} of ${index}`, 'Answer', round * 10));
    }
    await Promise.all(windows.map(({ history }) => history.flush()));
  }
  for (const { history } of windows) {
    await history.refresh();
    expect(history.summaries()).toHaveLength(40);
  }
  await Promise.all(windows.map((window) => window.close()));
  const { history } = await openWindow(folder);
  expect(history.summaries()).toHaveLength(40);
  for (const { key, title } of history.summaries()) {
    const [index, round] = key.split('-');
    expect(title).toBe(`Prompt ${round} of ${index}`);
    expect((await history.read(key))?.provisionalTitle).toBe(title);
  }
});

test('when two windows write one session all the same, the text of both is stored', async () => {
  const folder = temporaryFolder();
  const first = await openWindow(folder);
  first.store.create('one', 'claude', '/work');
  dispatchAll(first.store, 'one', turn('Hello', 'Good morning'));
  await first.history.flush();
  const second = await openWindow(folder);
  const state = await second.history.read('one');
  if (state === undefined) throw new Error('The session did not come back.');
  second.store.add(state);
  for (let round = 0; round < 10; round++) {
    dispatchAll(first.store, 'one', turn(`First ${round}`, 'x'.repeat(1_000), 2_000));
    dispatchAll(second.store, 'one', turn(`Second ${round}`, 'y'.repeat(1_000), 2_000));
    await Promise.all([first.history.flush(), second.history.flush()]);
  }
  const { history } = await openWindow(folder);
  const storedState = await history.read('one');
  const prompts = promptsIn(storedState);
  for (const name of ['First', 'Second']) {
    const own = prompts.filter((words) => words.startsWith(name));
    expect(own).toEqual(Array.from({ length: 10 }, (_, round) => `${name} ${round}`));
  }
});

test('a session that another window has open is not removed by limits', async () => {
  const folder = temporaryFolder();
  const first = await openWindow(folder);
  for (const key of ['open', 'closed']) {
    first.store.create(key, 'claude', '/work');
    dispatchAll(first.store, key, turn('Hello', 'Good morning', 10));
  }
  first.store.remove('closed');
  await first.history.flush();
  const settings = { isEnabled: true, maxAgeDays: 1, maxSizeMB: 0 };
  const second = await openWindow(folder, () => settings);
  await second.history.applyLimits();
  expect(second.history.summaries().map(({ key }) => key)).toEqual(['open']);
  await first.history.refresh();
  expect(first.history.summaries().map(({ key }) => key)).toEqual(['open']);
  expect(readdirSync(folder).filter((name) => name.endsWith('.jsonl'))).toEqual(['open.jsonl']);
  expect(readdirSync(join(folder, 'text'))).toEqual(['open.txt']);
});

describe('a session that another window has open', () => {
  /** A window with an open and a closed session, and another one beside it. */
  async function twoWindows() {
    const folder = temporaryFolder();
    const first = await openWindow(folder);
    for (const key of ['open', 'closed']) {
      first.store.create(key, 'claude', '/work');
      dispatchAll(first.store, key, turn('Hello', 'Good morning'));
    }
    await first.history.flush();
    first.store.remove('closed');
    await first.history.read('closed');
    const second = await openWindow(folder);
    return { folder, first, second };
  }

  test('is not deleted, and its window goes on with it', async () => {
    const { folder, first, second } = await twoWindows();
    expect(await second.history.delete('open')).toBe(false);
    expect(await second.history.delete('closed')).toBe(true);
    expect(second.history.summaries().map(({ key }) => key)).toEqual(['open']);
    dispatchAll(first.store, 'open', turn('Go on', 'Yes', 2_000));
    const storedState = first.store.state('open');
    await first.close();
    const { history } = await openWindow(folder);
    expect(await history.read('open')).toEqual(storedState);
    expect(history.summaries().map(({ key }) => key)).toEqual(['open']);
  });

  test('is left when all others are deleted, with what is searched and what is half written', async () => {
    const { folder, first, second } = await twoWindows();
    second.store.create('own', 'claude', '/work');
    dispatchAll(second.store, 'own', turn('Hello', 'Good morning'));
    await second.history.flush();
    writeFileSync(join(folder, 'open.jsonl.1.tmp'), '');
    writeFileSync(join(folder, 'text', 'lost.txt'), 'What is the secret of the lost one?');
    const deleted: string[] = [];
    expect(await second.history.deleteAll((key) => deleted.push(key))).toBe(1);
    expect(deleted.toSorted()).toEqual(['closed', 'own']);
    expect(second.history.summaries().map(({ key }) => key)).toEqual(['open']);
    const files = readdirSync(folder).filter((name) => name !== 'index.ndjson' && name.includes('.'));
    expect(files.toSorted()).toEqual(['open.jsonl', 'open.jsonl.1.tmp']);
    expect(readdirSync(join(folder, 'text'))).toEqual(['open.txt']);
    await first.close();
    expect(await second.history.deleteAll()).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('open'))).toEqual([]);
    expect(readdirSync(join(folder, 'text'))).toEqual([]);
  });

  test('is distinguished from those that nobody has, as soon as it is claimed and as soon as it is released', async () => {
    const { first, second } = await twoWindows();
    expect([...second.history.keysOpenInOtherWindows()]).toEqual(['open']);
    expect([...first.history.keysOpenInOtherWindows()]).toEqual([]);
    expect(await second.history.isOpenInOtherWindow('open')).toBe(true);
    expect(await second.history.isOpenInOtherWindow('closed')).toBe(false);
    expect(await first.history.isOpenInOtherWindow('open')).toBe(false);
    const reported = vi.fn<() => void>();
    second.history.onChange(reported);
    await first.history.claim('closed');
    await expect
      .poll(() => [...second.history.keysOpenInOtherWindows()].toSorted())
      .toEqual(['closed', 'open']);
    expect(reported).toHaveBeenCalled();
    await first.history.release('closed');
    await expect.poll(() => [...second.history.keysOpenInOtherWindows()]).toEqual(['open']);
    await first.close();
    await expect.poll(() => [...second.history.keysOpenInOtherWindows()]).toEqual([]);
  });

  test('is free within seconds when that window is killed, and at once for who wants it', async () => {
    const folder = temporaryFolder();
    const clock = new ManualClock();
    const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child, 'spawn');
    lockBy(folder, child.pid ?? 0, clock.now());
    const paths = new HistoryFolder(folder);
    const locks = new WindowLocks(paths, clock);
    const elsewhere = new OpenInOtherWindows({ folder: paths, locks, clock, onChange: () => undefined });
    onTestFinished(() => elsewhere.dispose());
    await elsewhere.look();
    expect([...elsewhere.keys]).toEqual(['one']);
    expect(await locks.claim('one')).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    clock.advance(15_000);
    await expect.poll(() => [...elsewhere.keys]).toEqual([]);
    expect(await locks.claim('one')).toBe(true);
  });
});

function promptsIn(state: SessionState | undefined): readonly string[] {
  return (state?.entries.flat() ?? []).filter(({ kind }) => kind === 'user').map(entryText);
}
