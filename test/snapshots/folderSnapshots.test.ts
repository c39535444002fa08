// Snapshots of several folders, of which some may be gone.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderSnapshots } from '../../src/snapshots/folderSnapshots.ts';
import { snapshotLimits } from '../../src/snapshots/fileSizes.ts';
import { ShadowRepository } from '../../src/snapshots/shadowRepository.ts';
import { MemoryLog } from '../support/log.ts';

let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'parley-snapshots-'));
});

afterEach(() => rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

function snapshotsIn(log: MemoryLog): FolderSnapshots {
  const storage = join(base, 'storage');
  return new FolderSnapshots({
    makeStore: (folder) => new ShadowRepository({ storage, folder, limits: snapshotLimits, command: 'git' }),
    log,
  });
}

const KIBIBYTE = 1024;

test.each([
  ['all are texts where they are small', 240, 1, 240],
  ['as many as 32 MB hold are texts', 240, 160, 204],
  ['few are read whatever they hold', 200, 200, 200],
])('of files that are changed at once, %s', async (_name, count, kibibytes, texts) => {
  const folder = join(base, 'project');
  mkdirSync(folder);
  const snapshots = snapshotsIn(new MemoryLog());
  const before = await snapshots.takeSnapshot([folder]);
  for (let index = 0; index < count; index++)
    writeFileSync(join(folder, `${index}`), `${index} `.padEnd(kibibytes * KIBIBYTE, 'x'));
  const found = await snapshots.compare(before, await snapshots.takeSnapshot([folder]));
  expect(found).toHaveLength(count);
  expect(found.filter(({ to }) => to.kind === 'text')).toHaveLength(texts);
  expect(found.filter(({ to }) => to.kind === 'bytes')).toHaveLength(count - texts);
  snapshots.dispose();
});

test('a nested repository that is gone is passed over in silence when permissions are recorded', async () => {
  const folder = join(base, 'project');
  const nested = join(folder, 'sub');
  mkdirSync(nested, { recursive: true });
  execFileSync('git', ['init', '--quiet'], { cwd: nested });
  const log = new MemoryLog();
  const snapshots = snapshotsIn(log);
  expect([...(await snapshots.takeSnapshot([folder])).trees.keys()]).toEqual([folder, nested]);
  rmSync(nested, { recursive: true });
  const now = await snapshots.takeSnapshot([folder, nested]);
  expect([...now.trees.keys()]).toEqual([folder, nested]);
  await snapshots.recordPermissions(now, new Set());
  expect(log.lines).toEqual([]);
  snapshots.dispose();
});
