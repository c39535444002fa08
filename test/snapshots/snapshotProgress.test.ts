// How much of a snapshot is done, as a prompt that waits for it says.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ShadowRepository } from '../../src/snapshots/shadowRepository.ts';
import type { SnapshotStore } from '../../src/snapshots/snapshotStore.ts';
import { waitUntil } from '../support/wait.ts';

let base = '';
let opened: SnapshotStore[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'parley-progress-'));
  mkdirSync(join(base, 'project'));
  for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(join(base, 'project', name), `${name}\n`);
});

afterEach(async () => {
  for (const repository of opened) repository.dispose();
  opened = [];
  await rm(base, { recursive: true, force: true });
});

function commit(): void {
  const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com'];
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
    ['commit', '--quiet', '--message=all'],
  ])
    execFileSync('git', [...who, ...args], { cwd: join(base, 'project') });
}

/** A snapshot at the moment when git is to run a command, and how much of it is done then. */
async function doneAt(gitCommand: string): Promise<number | undefined> {
  const [command, reached, held] = ['git', 'reached', 'held'].map((name) => join(base, name));
  if (command === undefined || reached === undefined || held === undefined) return undefined;
  writeFileSync(held, '');
  rmSync(reached, { force: true });
  const hold = `touch '${reached}'; while test -e '${held}'; do sleep 0.05; done`;
  writeFileSync(command, `#!/bin/sh\ncase "$*" in *${gitCommand}*) ${hold};; esac\nexec git "$@"\n`, {
    mode: 0o755,
  });
  const options = { storage: join(base, 'storage'), folder: join(base, 'project'), command };
  const repository = new ShadowRepository(options);
  opened.push(repository);
  expect(repository.percent).toBeUndefined();
  const taken = repository.takeSnapshot();
  await waitUntil(() => existsSync(reached), `git ${gitCommand}`);
  const { percent } = repository;
  rmSync(held);
  await taken;
  expect(repository.percent).toBeUndefined();
  return percent;
}

test('nothing is done before the index of the user’s repository is listed', async () => {
  commit();
  expect(await doneAt('--debug')).toBe(0);
});

test('a part is done while the contents of the user’s repository are copied', async () => {
  commit();
  expect(await doneAt('pack-objects')).toBe(35);
});

test('half is done when the files that have changed are looked for', async () => {
  commit();
  expect(await doneAt('--modified')).toBe(50);
});

test('little is done before the files of a folder without a repository are stored', async () => {
  expect(await doneAt('update-index')).toBe(5);
});

test('most is done before the snapshot is written, with and without a repository', async () => {
  expect(await doneAt('write-tree')).toBe(95);
  await rm(join(base, 'storage'), { recursive: true });
  commit();
  expect(await doneAt('write-tree')).toBe(95);
});
