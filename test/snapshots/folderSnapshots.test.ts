// Snapshots of several folders, of which some may be gone.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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

test('a nested repository that is gone is passed over in silence when permissions are recorded', async () => {
  const folder = join(base, 'project');
  const nested = join(folder, 'sub');
  mkdirSync(nested, { recursive: true });
  execFileSync('git', ['init', '--quiet'], { cwd: nested });
  const log = new MemoryLog();
  const snapshots = new FolderSnapshots({
    makeStore: (path) =>
      new ShadowRepository({
        storage: join(base, 'storage'),
        folder: path,
        limits: snapshotLimits,
        command: 'git',
      }),
    log,
  });
  expect([...(await snapshots.takeSnapshot([folder])).trees.keys()]).toEqual([folder, nested]);
  rmSync(nested, { recursive: true });
  const now = await snapshots.takeSnapshot([folder, nested]);
  expect([...now.trees.keys()]).toEqual([folder, nested]);
  await snapshots.recordPermissions(now, new Set());
  expect(log.lines).toEqual([]);
  snapshots.dispose();
});
