// What is done ahead of a prompt, and what the prompt then finds.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  finishTurn,
  KEY,
  look,
  prompt,
  run,
  turn,
  type TrackedWindow,
} from '../../../../support/changes/trackedFolder.ts';
import { treeWatcherProgram } from '../../../../support/changes/treeWatcherProgram.ts';
import { eventually, useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';
import { waitUntil } from '../../../../support/wait.ts';

const files = useTrackedFolder();
const OTHER = 'session-2';

/** A git that writes down what it is asked for. */
function recordedGit(): { readonly command: string; readonly asked: () => readonly string[] } {
  const command = files.beside('git');
  const log = files.beside('asked');
  writeFileSync(log, '');
  writeFileSync(command, `#!/bin/sh\necho "$*" >> '${log}'\nexec git "$@"\n`, { mode: 0o755 });
  return { command, asked: () => readFileSync(log, 'utf8').split('\n').filter(Boolean) };
}

function opened({ store }: TrackedWindow, key = KEY): void {
  store.dispatch(key, { type: 'opening', at: 1 });
  store.dispatch(key, { type: 'opened', at: 1, sessionId: `acp of ${key}` });
}

function modeOf(name: string): number {
  return statSync(files.path(name)).mode & 0o777;
}

/** Opens the session, and resolves when what is done ahead is done, also the first look of the watch. */
async function preparedWindow(command: string, asked: () => readonly string[]): Promise<TrackedWindow> {
  const window = files.openWindow({ command, watcher: treeWatcherProgram });
  opened(window);
  await waitUntil(() => asked().includes('ls-files -z'), 'the permissions being recorded');
  await eventually(() => expect(window.isFollowing()).toBe(true));
  await window.tracker.prepare(KEY);
  await waitUntil(() => asked().includes('cat-file --batch'), 'the git that reads objects');
  return window;
}

describe.skipIf(process.platform !== 'linux')('once the session is open', () => {
  test.each([
    ['nothing has changed', () => undefined, []],
    ['the user has saved a file', () => files.put('a.txt', 'user\n'), []],
    [
      'the user has made a file',
      () => files.put('c.txt', 'user\n'),
      ['--literal-pathspecs', 'update-index', 'write-tree'],
    ],
  ])('the first prompt runs git only for what has changed: %s', async (_name, change, expected) => {
    files.put('a.txt', 'a\n');
    files.put('b.txt', 'b\n');
    // A folder that has changed just before the first look is looked at as a whole once more.
    await waitUntil(() => Date.now() - statSync(files.folder).ctimeMs > 150, 'the folder being older');
    const { command, asked } = recordedGit();
    const window = await preparedWindow(command, asked);
    change();
    const before = asked().length;
    await prompt(window);
    const ran = asked().slice(before);
    expect(ran.map((each) => each.split(' ')[0])).toEqual(expected);
  });

  test('what the user saves in VS Code is stored then, before any prompt', async () => {
    files.put('a.txt', 'a\n');
    await waitUntil(() => Date.now() - statSync(files.folder).ctimeMs > 150, 'the folder being older');
    const { command, asked } = recordedGit();
    const window = await preparedWindow(command, asked);
    files.put('a.txt', 'user\n');
    await window.tracker.userSaved(files.path('a.txt'), 'user\n');
    const name = createHash('sha1').update('blob 5\0user\n').digest('hex');
    const object = join('objects', name.slice(0, 2), name.slice(2));
    const storage = files.beside('storage');
    const isStored = (): boolean =>
      readdirSync(storage).some((folder) => existsSync(join(storage, folder, object)));
    await waitUntil(isStored, 'the file being stored');
  });

  test('who may use a file counts as it is at the prompt', async () => {
    for (const name of ['a.env', 'b.env', 'c.env']) files.put(name, 'SECRET\n');
    chmodSync(files.path('a.env'), 0o600);
    const { command, asked } = recordedGit();
    const window = await preparedWindow(command, asked);
    chmodSync(files.path('b.env'), 0o640);
    await prompt(window);
    await run(window, () => ['a.env', 'b.env', 'c.env'].forEach((name) => rmSync(files.path(name))));
    await finishTurn(window);
    await window.tracker.review.undo(KEY);
    expect(['a.env', 'b.env', 'c.env'].map(modeOf)).toEqual([0o600, 0o640, 0o666 & ~process.umask()]);
  });
});

describe.skipIf(process.platform === 'win32')('who may use a file is not recorded ahead', () => {
  test('as an agent has left it before a reload', async () => {
    files.put('run.txt', 'mine\n');
    const first = files.openWindow();
    opened(first);
    await turn(first, () => {
      files.put('run.txt', 'agent\n');
      chmodSync(files.path('run.txt'), 0o600);
    });
    await first.tracker.flush();
    first.tracker.dispose();
    const second = files.openWindow();
    opened(second);
    await look(second);
    await turn(second, () => rmSync(files.path('run.txt')));
    await second.tracker.review.undo(KEY);
    expect([files.read('run.txt'), modeOf('run.txt') & 0o044]).toEqual(['mine\n', 0o044]);
  });

  test('while the agent of another session works', async () => {
    files.put('run.txt', 'mine\n');
    const window = files.openWindow();
    opened(window);
    await prompt(window);
    await run(window, async () => {
      chmodSync(files.path('run.txt'), 0o600);
      window.store.create(OTHER, 'B', files.folder);
      opened(window, OTHER);
      await look(window, OTHER);
      rmSync(files.path('run.txt'));
    });
    await finishTurn(window);
    await window.tracker.review.undo(KEY);
    expect([files.read('run.txt'), modeOf('run.txt') & 0o044]).toEqual(['mine\n', 0o044]);
  });
});
