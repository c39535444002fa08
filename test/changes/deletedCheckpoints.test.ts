// The checkpoints of a session that was deleted: they go, those of other sessions stay.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endTurn, KEY, look, prompt, TrackedFolder } from '../support/trackedFolder.ts';

const OTHER = 'session-2';

let files: TrackedFolder;
beforeEach(() => {
  files = new TrackedFolder();
});
afterEach(() => files.dispose());

/** The sessions that the stored checkpoints belong to. */
function owners(): readonly unknown[] {
  const folder = files.beside('checkpoints');
  return readdirSync(folder)
    .map((name): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .map((stored) =>
      typeof stored === 'object' && stored !== null && 'session' in stored ? stored.session : '',
    );
}

/** The names by which snapshots last. */
function refs(): readonly string[] {
  const storage = files.beside('storage');
  return readdirSync(storage).flatMap((name) =>
    execFileSync('git', ['--git-dir', join(storage, name), 'for-each-ref', '--format=%(refname)'], {
      encoding: 'utf8',
    })
      .split('\n')
      .filter((line) => line !== ''),
  );
}

it('are removed with their names, and other sessions still restore to theirs', async () => {
  const window = files.openWindow();
  window.store.create(OTHER, 'A', files.folder);
  files.put('a.txt', 'one\n');
  const kept = await prompt(window, OTHER);
  files.put('a.txt', 'two\n');
  await look(window);
  endTurn(window, OTHER);
  await prompt(window);
  files.put('b.txt', 'a secret\n');
  await look(window);
  endTurn(window);
  await prompt(window);
  expect(owners()).toEqual(expect.arrayContaining([KEY, OTHER]));
  expect(owners()).toHaveLength(3);
  expect(refs()).toHaveLength(3);

  await window.tracker.removeCheckpoints(KEY);
  expect(owners()).toEqual([OTHER]);
  expect(refs()).toHaveLength(1);
  await window.tracker.removeCheckpoints('nobody');
  expect(owners()).toEqual([OTHER]);
  await window.tracker.restore(OTHER, kept, async () => true);
  expect(files.read('a.txt')).toBe('one\n');
});
