// What the kernel asks of whoever follows the changes of agents, and what it gets where nobody does.
import { expect, test, vi } from 'vitest';
import {
  ChangeTracking,
  type TrackedChanges,
  type TrackedFiles,
} from '../../../src/core/ports/changeTracking.ts';
import type { FileAccess, FileRequest } from '../../../src/core/ports/fileAccess.ts';
import { MemoryLog } from '../../support/log.ts';

const session = { agent: 'A', id: 'one', roots: ['/work'] };
const request: FileRequest = {
  session,
  path: '/work/a.txt',
  signal: new AbortController().signal,
  permit: () => Promise.resolve({}),
};

/** Files that are written through `record`, if there is one. */
const access: FileAccess = {
  readTextFile: () => Promise.resolve('read'),
  writeTextFile: async ({ record }, content) => {
    await record?.(() => Promise.resolve(undefined));
    return content;
  },
};

function trackedWith(files: Partial<TrackedFiles>): TrackedChanges {
  return Object.assign(Object.create(null), { files });
}

test('where nobody follows changes, files are written, and no prompt has a checkpoint', async () => {
  const tracking = new ChangeTracking(new MemoryLog());
  expect(await tracking.beforePrompt('key', '/work')).toBeUndefined();
  expect(await tracking.trackWrites(access).writeTextFile(request, 'text')).toBe('text');
  const write = vi.fn(() => Promise.resolve(undefined));
  await (await tracking.load()).files.whileApplying('key', '/work/a.txt', write);
  expect(write).toHaveBeenCalledOnce();
  await tracking.flush();
});

test('a write of an agent is known as that of its session', async () => {
  const tracking = new ChangeTracking(new MemoryLog());
  const whileAgentWrites = vi.fn<TrackedFiles['whileAgentWrites']>(async (_session, _path, write) => {
    await write();
  });
  tracking.loadWith(() => Promise.resolve(trackedWith({ whileAgentWrites })));
  const files = tracking.trackWrites(access);
  expect(await files.readTextFile(request)).toBe('read');
  expect(whileAgentWrites).not.toHaveBeenCalled();
  expect(await files.writeTextFile(request, 'text')).toBe('text');
  expect(whileAgentWrites).toHaveBeenCalledWith(session, '/work/a.txt', expect.anything());
});

test('a window that closes, and a prompt that waits for nothing, load nothing', async () => {
  const tracking = new ChangeTracking(new MemoryLog());
  const load = vi.fn(() => Promise.resolve(trackedWith({ flush: () => Promise.resolve() })));
  tracking.loadWith(load);
  expect(tracking.reverting('key')).toBeUndefined();
  await tracking.flush();
  expect(load).not.toHaveBeenCalled();
});

test('a session opens and is forked even where its changes cannot be tracked', async () => {
  const log = new MemoryLog();
  const tracking = new ChangeTracking(log);
  tracking.loadWith(() => Promise.reject(new Error('no disk')));
  await tracking.begin();
  await tracking.share(['one'], 'fork');
  expect(log.lines).toEqual([
    'Changes cannot be tracked: Error: no disk',
    'A fork has no checkpoints of its own: Error: no disk',
  ]);
});
