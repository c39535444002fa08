// What is left of the drafts of sessions that are gone, a month later.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Drafts } from '../../../src/host/prompt/drafts.ts';
import { sweepDrafts } from '../../../src/host/prompt/sweepDrafts.ts';
import { ManualClock } from '../../support/clock.ts';
import { newAttachments } from '../../support/composer/draftBlocks.ts';
import { MemoryLog } from '../../support/log.ts';

const DAY_MS = 24 * 3_600_000;

let storage: string;

beforeEach(() => {
  storage = mkdtempSync(join(tmpdir(), 'parley-sweep-'));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(storage, { recursive: true });
});

const openWindow = (): Drafts => new Drafts(storage, new ManualClock(), new MemoryLog());

/** Sweeps so many days from now; `sessions` are those that there are. */
async function sweep(days: number, sessions: readonly string[]): Promise<void> {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + days * DAY_MS);
  const drafts = openWindow();
  await sweepDrafts({
    folder: storage,
    drafts,
    hasUnfilledChats: () => false,
    isSession: async (key) => sessions.includes(key),
  });
  await drafts.flush();
  vi.restoreAllMocks();
}

async function write(): Promise<void> {
  const drafts = openWindow();
  for (const key of ['gone', 'there', 'a/b c']) {
    drafts.set(key, `words of ${key}`);
    drafts.setAttachments(key, newAttachments({ type: 'text', text: key }));
  }
  await drafts.flush();
  mkdirSync(join(storage, 'unsent-prompts'));
  for (const path of [
    'drafts/gone.json.unreadable',
    'drafts/there.json.unreadable',
    'drafts/there.json.3f2a-1.tmp',
    'drafts.json.unreadable',
    'unsent-prompts/1-2.json.unreadable',
    'unsent-prompts/3-4.json',
    'chats.json',
  ])
    writeFileSync(join(storage, path), '{}');
}

const left = (): readonly string[] =>
  readdirSync(storage, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) =>
      parentPath.endsWith('draft-attachments') ? readFileSync(join(parentPath, name), 'utf8') : name,
    )
    .toSorted();

test('after a month nothing is left of sessions that are gone, nor of what was put aside for long', async () => {
  await write();
  await sweep(40, ['there', 'a/b c']);
  expect(left()).toEqual([
    '3-4.json',
    'a%2Fb%20c.json',
    'chats.json',
    'there.json',
    'there.json.unreadable',
    JSON.stringify({ type: 'text', text: 'a/b c' }),
    JSON.stringify({ type: 'text', text: 'there' }),
  ]);
});

test('before that all is there', async () => {
  await write();
  const before = left();
  await sweep(29, []);
  expect(left()).toEqual(before);
});

test('a draft in an editor stays, whatever became of its session, and all while a tab was not in sight yet', async () => {
  await write();
  const drafts = openWindow();
  drafts.setInEditors(['gone']);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 40 * DAY_MS);
  const isSession = async (): Promise<boolean> => false;
  // A tab that has not said yet which session it shows may have any of them.
  await sweepDrafts({ folder: storage, drafts, hasUnfilledChats: () => true, isSession });
  await drafts.flush();
  expect(openWindow().of('there')).toBe('words of there');
  await sweepDrafts({ folder: storage, drafts, hasUnfilledChats: () => false, isSession });
  await drafts.flush();
  expect([openWindow().of('gone'), openWindow().of('there')]).toEqual(['words of gone', '']);
});
