// Copies of files that Parley stores are for the user alone, whatever the umask and whatever an earlier version left.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { CheckpointIndex } from '../../../../src/features/changes/node/checkpointIndex.ts';
import { ShadowRepository } from '../../../../src/snapshots/shadowRepository.ts';
import { noActivities } from '../../../../src/features/changes/node/gitNote.ts';
import { StoredChanges } from '../../../../src/features/changes/node/storedChanges.ts';
import { StateFile } from '../../../../src/files/stateFile.ts';
import { systemClock } from '../../../../packages/process/systemClock.ts';
import { tightenStorage } from '../../../../src/storage/privateFiles.ts';
import { MemoryLog } from '../../../support/log.ts';

const isWindows = process.platform === 'win32';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-private-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The paths in a folder that others than the user have any right to. */
function openToOthers(path: string): readonly string[] {
  return [
    path,
    ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name)),
  ].filter((each) => ((statSync(each, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
}

function withUmask(umask: number): void {
  const before = process.umask(umask);
  onTestFinished(() => void process.umask(before));
}

test.skipIf(isWindows).each([0, 0o022, 0o002])(
  'F15 a snapshot of private files is private under umask %o',
  async (umask) => {
    const work = join(folder, 'work');
    mkdirSync(work);
    withUmask(umask);
    writeFileSync(join(work, 'key.pem'), 'secret', { mode: 0o600 });
    mkdirSync(join(work, 'deep', 'er'), { recursive: true });
    for (let count = 0; count < 1_100; count++)
      writeFileSync(join(work, 'deep', 'er', `${count}`), `${count}`);
    const storage = join(folder, 'shadow');
    const repository = new ShadowRepository({ storage, folder: work });
    const before = await repository.takeSnapshot();
    writeFileSync(join(work, 'key.pem'), 'another');
    const after = await repository.takeSnapshot();
    await repository.addRef(after.id, 'some');
    const differences = await repository.compare(before.id, after.id);
    expect(differences.map(({ path }) => path)).toEqual([join(work, 'key.pem')]);
    // git packs what it stored afterwards, through files that are not finished yet.
    await expect.poll(() => openToOthers(storage), { timeout: 15_000 }).toEqual([]);
    repository.dispose();
  },
);

test.skipIf(isWindows)('F15 changes, checkpoints, drafts and chats are private under any umask', async () => {
  withUmask(0);
  const changes = new StoredChanges(join(folder, 'storage', 'changes'));
  const state = { before: { kind: 'absent' as const }, after: { kind: 'text' as const, text: 'secret' } };
  const session = {
    files: new Map([['/work/a', state]]),
    others: new Map(),
    settled: new Set(['/work/b']),
    waiting: new Set(['/work/a']),
    lookedAt: undefined,
    permissions: new Map([['/work/a', { mode: '100755', permissions: 0o700 }]]),
    unlisted: new Map([['/work/c', 'repository-made' as const]]),
    git: noActivities,
    redo: undefined,
  };
  await changes.save({ agent: 'agent', sessionId: 's1' }, session);
  expect(await changes.load({ agent: 'agent', sessionId: 's1' })).toEqual(session);
  const index = new CheckpointIndex(join(folder, 'storage', 'checkpoints'));
  await index.add({ id: 'one', trees: {}, gaps: [] });
  expect(await index.find('one')).toEqual({ id: 'one', trees: {}, gaps: [] });
  const path = join(folder, 'storage', 'drafts.json');
  const file = new StateFile({ path, schema: z.string(), clock: systemClock, log: new MemoryLog() });
  file.write('draft');
  await file.flush();
  expect(file.read()).toBe('draft');
  expect(openToOthers(join(folder, 'storage'))).toEqual([]);
});

test.skipIf(isWindows)(
  'F15 what an earlier version stored is made private once, and links are left alone',
  async () => {
    const storage = join(folder, 'storage');
    withUmask(0o022);
    mkdirSync(join(storage, 'shadow', 'objects'), { recursive: true });
    writeFileSync(join(storage, 'shadow', 'objects', 'blob'), 'x');
    chmodSync(join(storage, 'shadow', 'objects', 'blob'), 0o444);
    writeFileSync(join(storage, 'chats.json'), '{}');
    writeFileSync(join(folder, 'other'), 'theirs');
    symlinkSync(join(folder, 'other'), join(storage, 'link'));
    await tightenStorage(storage);
    rmSync(join(storage, 'link'));
    expect(openToOthers(storage)).toEqual([]);
    expect(statSync(join(storage, 'shadow', 'objects', 'blob')).mode & 0o777).toBe(0o400);
    expect(statSync(join(folder, 'other')).mode & 0o777).toBe(0o644);
  },
);

test.skipIf(isWindows)('F18 a link or a pipe in the place of a stored file is not read', async () => {
  const changes = new StoredChanges(join(folder, 'changes'));
  await changes.save(
    { agent: 'agent', sessionId: 's1' },
    {
      files: new Map([['/a', { before: { kind: 'absent' }, after: { kind: 'absent' } }]]),
      others: new Map(),
      settled: new Set(),
      waiting: new Set(),
      lookedAt: undefined,
      permissions: new Map(),
      unlisted: new Map(),
      git: noActivities,
      redo: undefined,
    },
  );
  const [name = ''] = readdirSync(join(folder, 'changes'));
  rmSync(join(folder, 'changes', name));
  symlinkSync('/dev/zero', join(folder, 'changes', name));
  expect((await changes.load({ agent: 'agent', sessionId: 's1' })).files.size).toBe(0);
  const path = join(folder, 'chats.json');
  symlinkSync('/dev/zero', path);
  const file = new StateFile({ path, schema: z.string(), clock: systemClock, log: new MemoryLog() });
  expect(file.read()).toBeUndefined();
  file.write('new');
  await file.flush();
  expect(file.read()).toBe('new');
});
