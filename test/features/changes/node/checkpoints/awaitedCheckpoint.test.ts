// A prompt that waits until the files are known as they are: the session says so, and the user need not wait.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  endTurn,
  finishTurn,
  KEY,
  listed,
  look,
  prompt,
  run,
} from '../../../../support/changes/trackedFolder.ts';
import { treeWatcherProgram } from '../../../../support/changes/treeWatcherProgram.ts';
import { eventually, useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';
import { waitUntil } from '../../../../support/wait.ts';

const files = useTrackedFolder();

/** A git that begins only when `release` is called. */
function heldGit(): { readonly command: string; readonly release: () => void } {
  const command = files.beside('git');
  const held = files.beside('held');
  writeFileSync(held, '');
  writeFileSync(command, `#!/bin/sh\nwhile test -e '${held}'; do sleep 0.05; done\nexec git "$@"\n`, {
    mode: 0o755,
  });
  return { command, release: () => rmSync(held) };
}

test('waits for it, says so, and has the files of before', async () => {
  files.put('a.txt', 'a\n');
  const { command, release } = heldGit();
  const window = files.openWindow({ command });
  const sent = prompt(window);
  window.clock.advance(10_000);
  expect(window.store.state(KEY)?.turn?.checkpointPercent).toBe(0);
  release();
  await sent;
  expect(window.store.state(KEY)?.turn?.checkpointPercent).toBeUndefined();
  await run(window, () => files.put('a.txt', 'b\n'));
  await look(window);
  expect(listed(window)).toEqual(['modified a.txt +1 -1']);
});

test('says no less than before once all is stored, and who may use the files is recorded', async () => {
  files.put('a.txt', 'a\n');
  const command = files.beside('git');
  const held = (step: string): string => files.beside(`held-${step}`);
  const wait = (step: string): string =>
    `touch '${files.beside(step)}'; while test -e '${held(step)}'; do sleep 0.05; done`;
  const script = `case "$*" in *write-tree) ${wait('stored')};; *'ls-files -z') ${wait('recorded')};; esac`;
  writeFileSync(command, `#!/bin/sh\n${script}\nexec git "$@"\n`, { mode: 0o755 });
  for (const step of ['stored', 'recorded']) writeFileSync(held(step), '');
  const window = files.openWindow({ command });
  const sent = prompt(window);
  for (const step of ['stored', 'recorded']) {
    await waitUntil(() => existsSync(files.beside(step)), step);
    window.clock.advance(10_000);
    expect(window.store.state(KEY)?.turn?.checkpointPercent).toBe(95);
    rmSync(held(step));
  }
  await sent;
});

test('stops waiting when the user stops it', async () => {
  const { command, release } = heldGit();
  const window = files.openWindow({ command });
  const sent = prompt(window);
  window.clock.advance(10_000);
  window.store.dispatch(KEY, { type: 'cancel_requested', at: 2 });
  await sent;
  release();
  expect(window.store.state(KEY)?.turn?.checkpointPercent).toBeUndefined();
});

test('another session’s prompt goes on waiting', async () => {
  const { command, release } = heldGit();
  const window = files.openWindow({ command });
  let isSent = false;
  const sent = prompt(window).then(() => (isSent = true));
  window.tracker.skip('another');
  window.clock.advance(10_000);
  expect(isSent).toBe(false);
  release();
  await sent;
});

test('while the user types, what changed outside is stored ahead, and is not the agent’s', async () => {
  files.put('a.txt', 'a\n');
  const window = files.openWindow({ watcher: treeWatcherProgram });
  await prompt(window);
  await finishTurn(window);
  if (process.platform === 'linux') await waitUntil(window.isFollowing, 'the folder being followed');
  files.put('a.txt', 'typed by the user\n');
  window.clock.advance(10_000);
  await window.tracker.prepare(KEY);
  await prompt(window);
  await run(window, () => files.put('a.txt', 'by the agent\n'));
  endTurn(window);
  await eventually(() => expect(listed(window)).toEqual(['modified a.txt +1 -1']));
  await window.tracker.review.undo(KEY, files.path('a.txt'));
  expect(files.read('a.txt')).toBe('typed by the user\n');
});
