// The checkpoints of a session that was deleted: they go, those of other sessions stay.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endTurn, KEY, look, prompt, type TrackedWindow } from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const OTHER = 'session-2';

const files = useTrackedFolder();

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

/** Forks the session at its end; resolves to the checkpoints that both have then. */
async function fork({ store, tracker }: TrackedWindow): Promise<readonly string[]> {
  const source = store.state(KEY);
  if (source === undefined) throw new Error('There is no session.');
  store.add({ ...source, key: OTHER });
  const shared = source.entries
    .flat()
    .flatMap((entry) => (entry.kind === 'user' ? (entry.checkpoint ?? []) : []));
  await tracker.share([...shared, 'unknown'], OTHER);
  return shared;
}

it('stay for a fork until that is deleted too', async () => {
  const window = files.openWindow();
  files.put('a.txt', 'one\n');
  const entry = await prompt(window);
  endTurn(window);
  const shared = await fork(window);
  files.put('a.txt', 'two\n');
  await look(window);
  await prompt(window);
  await window.tracker.removeCheckpoints(new Set([KEY]));
  expect(owners()).toEqual([OTHER]);
  expect(refs()).toEqual(shared.map((id) => `refs/parley/${id}`));
  await window.tracker.review.restore(OTHER, entry, async () => true);
  expect(files.read('a.txt')).toBe('one\n');
  await window.tracker.removeCheckpoints(new Set([OTHER]));
  expect([owners(), refs()]).toEqual([[], []]);
});

it('go together where a session and its fork are deleted at once', async () => {
  const window = files.openWindow();
  await prompt(window);
  endTurn(window);
  await fork(window);
  await window.tracker.removeCheckpoints(new Set([OTHER, KEY]));
  expect([owners(), refs()]).toEqual([[], []]);
});

it('of which one cannot be released do not keep the others', async () => {
  const window = files.openWindow();
  await prompt(window);
  endTurn(window);
  const [stuck = ''] = await fork(window);
  await prompt(window);
  const [repository = ''] = readdirSync(files.beside('storage'));
  const lock = join(files.beside('storage'), repository, 'refs', 'parley', `${stuck}.lock`);
  writeFileSync(lock, '');
  await window.tracker.removeCheckpoints(new Set([KEY, OTHER]));
  expect(refs()).toEqual([`refs/parley/${stuck}`]);
  rmSync(lock);
  await window.tracker.removeCheckpoints(new Set([KEY, OTHER]));
  expect([owners(), refs()]).toEqual([[], []]);
});

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

  await window.tracker.removeCheckpoints(new Set([KEY]));
  expect(owners()).toEqual([OTHER]);
  expect(refs()).toHaveLength(1);
  await window.tracker.removeCheckpoints(new Set(['nobody']));
  expect(owners()).toEqual([OTHER]);
  await window.tracker.review.restore(OTHER, kept, async () => true);
  expect(files.read('a.txt')).toBe('one\n');
});
