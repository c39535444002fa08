// Bad luck with the disk under the history: full, read-only, damaged, and links in the place of files.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { atEnd, temporaryFolder } from '../support/agentHarness.ts';
import { isLong } from '../support/hostile/isLong.ts';
import { openWindow, type TestWindow } from '../support/history/historyWindow.ts';
import { dispatchAll, turn } from '../support/history/sessionTurns.ts';

/** A disk of a megabyte; undefined where none can be made. */
function smallDisk(): string | undefined {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'parley-test', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  atEnd(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}

/** Has every write of a file fail as on a full disk until it is called. */
async function failWrites(): Promise<() => void> {
  const handle = await open(join(temporaryFolder(), 'any'), 'w');
  const prototype: typeof handle = Object.getPrototypeOf(handle);
  await handle.close();
  const full = async (): Promise<never> => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  const spies = (['write', 'writeFile', 'appendFile', 'writev'] as const).map((method) =>
    vi.spyOn(prototype, method).mockImplementation(full),
  );
  const restore = (): void => {
    for (const spy of spies) spy.mockRestore();
  };
  atEnd(restore);
  return restore;
}

/** A session that goes on while the disk is full, and after that. */
async function survivesFullDisk(window: TestWindow, makeRoom: () => void): Promise<void> {
  const { history, store, errors } = window;
  for (let count = 0; count < 3; count++) {
    dispatchAll(store, 'one', turn(`More ${count}`, 'y'.repeat(2_000), 2_000 + count));
    await history.flush();
  }
  expect(errors.map(({ kind }) => kind)).toEqual(['unwritable']);
  makeRoom();
  dispatchAll(store, 'one', turn('Room again', 'Yes', 3_000));
  await history.flush();
  expect(await history.read('one')).toEqual(store.state('one'));
  expect(errors).toHaveLength(1);
}

async function windowWithSession(folder: string): Promise<TestWindow> {
  const window = await openWindow(folder);
  window.store.create('one', 'claude', '/work');
  dispatchAll(window.store, 'one', turn('Hello', 'Good morning'));
  await window.history.flush();
  return window;
}

describe('A disk that is full', () => {
  test('is reported once, the sessions go on, and what was said is stored when there is room', async ({
    skip,
  }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip('No disk can be mounted here.');
    const window = await windowWithSession(join(disk, 'history'));
    const filler = join(disk, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(2_000_000))).toThrow('ENOSPC');
    await survivesFullDisk(window, () => rmSync(filler));
  });

  test('is reported once, wherever no disk can be mounted', async () => {
    const window = await windowWithSession(join(temporaryFolder(), 'history'));
    await survivesFullDisk(window, await failWrites());
  });
});

test('a disk that becomes read-only is reported once, and what was said is stored when it can be written', async ({
  skip,
}) => {
  const disk = smallDisk();
  if (disk === undefined) return skip('No disk can be mounted here.');
  const window = await windowWithSession(join(disk, 'history'));
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  await survivesFullDisk(window, () => void execFileSync('mount', ['-o', 'remount,rw', disk]));
});

const damage = fc.oneof(
  fc.constantFrom(
    '',
    '\n',
    '[',
    '['.repeat(1_000_000),
    '{"__proto__":{"polluted":true}}',
    '\u0000'.repeat(10_000),
  ),
  fc.json(),
  fc.string({ unit: 'binary' }),
);

test('files of any content cost nothing but themselves', async () => {
  const whole = join(temporaryFolder(), 'history');
  const first = await windowWithSession(whole);
  await first.close();
  const names = [
    'one.jsonl',
    'other.jsonl',
    'index.ndjson',
    'chats.json',
    'locks',
    'texts',
    ...readdirSync(whole),
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), damage, async (name, content) => {
      const folder = join(temporaryFolder(), 'history');
      const before = await windowWithSession(folder);
      await before.close();
      rmSync(join(folder, name), { recursive: true, force: true });
      writeFileSync(join(folder, name), content);
      const window = await openWindow(folder);
      await window.history.read('one');
      await window.history.read('other');
      window.store.create('two', 'claude', '/work');
      dispatchAll(window.store, 'two', turn('Hello', 'Good morning'));
      await window.history.flush();
      expect({}).not.toHaveProperty('polluted');
      if (name !== 'texts' && name !== 'locks') {
        expect(await window.history.read('two')).toEqual(window.store.state('two'));
      }
      await window.close();
    }),
    { numRuns: isLong ? 500 : 25, endOnFailure: true },
  );
});

test.skipIf(process.platform === 'win32')(
  'F18 links without an end, pipes and folders in the place of files are not read',
  async () => {
    const folder = join(temporaryFolder(), 'history');
    const first = await windowWithSession(folder);
    await first.close();
    symlinkSync('/dev/zero', join(folder, 'zero.jsonl'));
    symlinkSync('/dev/urandom', join(folder, 'random.jsonl'));
    symlinkSync('/etc/passwd', join(folder, 'passwd.jsonl'));
    execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
    mkdirSync(join(folder, 'folder.jsonl'));
    const before = process.memoryUsage().rss;
    const { history } = await openWindow(folder);
    expect(history.summaries().map(({ key }) => key)).toEqual(['one']);
    for (const key of ['zero', 'random', 'passwd', 'pipe', 'folder']) {
      expect(await history.read(key).catch(() => undefined), key).toBeUndefined();
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  },
);
