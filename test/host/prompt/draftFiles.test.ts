// What is attached to drafts, in the window after a reload.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ContentBlock } from '../../../src/core/session/content.ts';
import { Drafts } from '../../../src/host/prompt/drafts.ts';
import { ManualClock } from '../../support/clock.ts';
import { attachedIds, blocksOf, newAttachments } from '../../support/composer/draftBlocks.ts';
import { MemoryLog } from '../../support/log.ts';

let storage: string;
const log = new MemoryLog();

beforeEach(() => {
  storage = mkdtempSync(join(tmpdir(), 'parley-drafts-'));
});

afterEach(() => rmSync(storage, { recursive: true }));

/** The drafts of a window. */
const openWindow = (): Drafts => new Drafts(storage, new ManualClock(), log);

const folder = (): string => join(storage, 'draft-attachments');
const files = (): string[] => readdirSync(folder()).toSorted();

const image = (data: string): ContentBlock => ({ type: 'image', data, mimeType: 'image/png' });
const LARGE = image('A'.repeat(6_000_000));
const SMALL: ContentBlock = { type: 'resource', resource: { uri: 'parley:/attached/a.txt', text: 'words' } };

async function attach(drafts: Drafts, key: string, ...added: readonly ContentBlock[]): Promise<void> {
  drafts.setAttachments(key, [...attachedIds(drafts, key), ...newAttachments(...added)]);
  await drafts.flush();
}

test('large attachments are there in the next window, and not on disk any more once they were sent', async () => {
  await attach(openWindow(), 'one', LARGE, SMALL);
  expect(files()).toHaveLength(2);
  const second = openWindow();
  await second.restoreAttachments('one');
  expect(blocksOf(second, 'one')).toEqual([LARGE, SMALL]);

  second.setAttachments('one', attachedIds(second, 'one').slice(1));
  await second.flush();
  expect(files()).toHaveLength(1);
  const third = openWindow();
  await third.restoreAttachments('one');
  expect(blocksOf(third, 'one')).toEqual([SMALL]);

  third.setAttachments('one', attachedIds(third, 'one').slice(1));
  await third.flush();
  expect(files()).toEqual([]);
  expect(openWindow().attachmentsOf('one')).toEqual([]);
});

test('a session that did not come back leaves what is attached to the one in its place', async () => {
  await attach(openWindow(), 'lost', LARGE);
  const second = openWindow();
  await second.restoreAttachments('lost');
  second.move('lost', 'new');
  expect(blocksOf(second, 'new')).toEqual([LARGE]);
  await attach(second, 'new', SMALL);
  const third = openWindow();
  await third.restoreAttachments('new');
  expect(blocksOf(third, 'new')).toEqual([LARGE, SMALL]);
  expect(blocksOf(third, 'lost')).toBeUndefined();

  // Also where it was not read, because nothing showed it.
  third.move('lost', 'other');
  const fourth = openWindow();
  fourth.move('new', 'last');
  await attach(fourth, 'other', SMALL);
  const fifth = openWindow();
  await fifth.restoreAttachments('last');
  expect(blocksOf(fifth, 'last')).toEqual([LARGE, SMALL]);
});

test('what is attached to two drafts stays with the second', async () => {
  const drafts = openWindow();
  await attach(drafts, 'one', LARGE);
  await attach(drafts, 'two', { ...LARGE });
  expect(files()).toHaveLength(2);
  drafts.setAttachments('one', attachedIds(drafts, 'one').slice(1));
  await drafts.flush();
  expect(files()).toHaveLength(1);
  const next = openWindow();
  await next.restoreAttachments('two');
  expect(blocksOf(next, 'two')).toEqual([LARGE]);
});

test('two windows on one folder leave each other’s attachments where they are', async () => {
  const first = openWindow();
  const second = openWindow();
  await attach(first, 'one', SMALL);
  await attach(second, 'two', SMALL, LARGE);
  await attach(first, 'one', image('C'));
  second.setAttachments('two', attachedIds(second, 'two').slice(1));
  await second.flush();
  expect(files()).toHaveLength(3);
  const next = openWindow();
  for (const key of ['one', 'two']) await next.restoreAttachments(key);
  expect(blocksOf(next, 'one')).toEqual([SMALL, image('C')]);
  expect(blocksOf(next, 'two')).toEqual([LARGE]);
});

test('more than 200 MB of attachments take nothing from an older draft', async () => {
  const drafts = openWindow();
  await attach(drafts, 'old', SMALL);
  const large = 'A'.repeat(55_000_000);
  for (const key of ['one', 'two', 'three', 'four']) await attach(drafts, key, image(large));
  const next = openWindow();
  await next.restoreAttachments('old');
  expect(blocksOf(next, 'old')).toEqual([SMALL]);
});

test('files that no draft names are removed after a day; one that two earlier drafts share stays with the second', async () => {
  mkdirSync(folder());
  const [left, shared, fresh] = ['1', '2', '3'].map((letter) => `${letter.repeat(64)}.json`);
  for (const name of [left, shared, fresh]) writeFileSync(join(folder(), `${name}`), JSON.stringify(SMALL));
  const longAgo = new Date(Date.now() - 3 * 24 * 3_600_000);
  for (const name of [left, shared]) utimesSync(join(folder(), `${name}`), longAgo, longAgo);
  const attached = [
    ['one', [shared]],
    ['two', [shared]],
  ];
  writeFileSync(join(storage, 'drafts.json'), JSON.stringify({ drafts: [], attached }));
  const drafts = openWindow();
  await drafts.restoreAttachments('one');
  expect(blocksOf(drafts, 'one')).toEqual([SMALL]);
  drafts.setAttachments('one', []);
  await drafts.flush();
  expect(files()).toEqual([shared, fresh]);
  await drafts.restoreAttachments('two');
  expect(blocksOf(drafts, 'two')).toEqual([SMALL]);
});

test('files of the drafts of an earlier version stay where those cannot be taken over', async () => {
  mkdirSync(folder());
  const [named, left] = ['1', '2'].map((letter) => `${letter.repeat(64)}.json`);
  const longAgo = new Date(Date.now() - 3 * 24 * 3_600_000);
  for (const name of [named, left]) {
    writeFileSync(join(folder(), `${name}`), JSON.stringify(SMALL));
    utimesSync(join(folder(), `${name}`), longAgo, longAgo);
  }
  writeFileSync(join(storage, 'drafts.json'), JSON.stringify({ drafts: [], attached: [['one', [named]]] }));
  writeFileSync(join(storage, 'drafts'), 'a file where the folder would be');
  await attach(openWindow(), 'two', LARGE);
  expect(files()).toContain(named);
  expect(files()).not.toContain(left);

  rmSync(join(storage, 'drafts'));
  const next = openWindow();
  await next.restoreAttachments('one');
  expect(blocksOf(next, 'one')).toEqual([SMALL]);
});

test('many changes at once leave the files of the last one', async () => {
  const drafts = openWindow();
  for (let index = 0; index < 20; index++) {
    drafts.setAttachments('one', newAttachments(image(`${index}`), SMALL));
  }
  drafts.setAttachments('one', attachedIds(drafts, 'one').slice(0, 1));
  await drafts.flush();
  expect(files()).toHaveLength(1);
  const next = openWindow();
  await next.restoreAttachments('one');
  expect(blocksOf(next, 'one')).toEqual([image('19')]);
});

test('what is attached while another is being written is there with it', async () => {
  const drafts = openWindow();
  drafts.setAttachments('one', newAttachments(LARGE));
  // The file has another name until it is complete.
  while (!existsSync(folder()) || files().length === 0) await new Promise(setImmediate);
  expect(files()[0]).toMatch(/\.tmp$/);
  drafts.setAttachments('one', [...attachedIds(drafts, 'one'), ...newAttachments(SMALL)]);
  await drafts.flush();
  const next = openWindow();
  await next.restoreAttachments('one');
  expect(blocksOf(next, 'one')).toEqual([LARGE, SMALL]);
});

test.skipIf(process.platform === 'win32')('only the user may read the files', async () => {
  await attach(openWindow(), 'one', SMALL);
  expect(statSync(join(storage, 'draft-attachments')).mode & 0o777).toBe(0o700);
  const [name = ''] = files();
  expect(statSync(join(storage, 'draft-attachments', name)).mode & 0o777).toBe(0o600);
});

test('a file that is damaged or missing makes all attachments unknown, so that the page’s own count', async () => {
  await attach(openWindow(), 'one', LARGE, SMALL);
  const [name = ''] = files();
  writeFileSync(join(storage, 'draft-attachments', name), '{"type":"image"');
  const second = openWindow();
  await second.restoreAttachments('one');
  expect(blocksOf(second, 'one')).toBeUndefined();
  expect(log.lines.join('\n')).toContain('attachments of a draft');
  rmSync(join(storage, 'draft-attachments', name));
  const third = openWindow();
  await third.restoreAttachments('one');
  expect(blocksOf(third, 'one')).toBeUndefined();
  // The page reports what it has, whole.
  third.setAttachments('one', newAttachments(SMALL));
  await third.flush();
  const fourth = openWindow();
  await fourth.restoreAttachments('one');
  expect(blocksOf(fourth, 'one')).toEqual([SMALL]);
});

test('no file outside the folder is read', async () => {
  mkdirSync(join(storage, 'draft-attachments'));
  writeFileSync(join(storage, 'secret.json'), JSON.stringify(SMALL));
  const name = `${'a'.repeat(64)}.json/../../secret.json`;
  for (const each of ['../secret.json', name]) {
    writeFileSync(join(storage, 'drafts.json'), JSON.stringify({ drafts: [], attached: [['one', [each]]] }));
    const drafts = openWindow();
    await drafts.restoreAttachments('one');
    expect(blocksOf(drafts, 'one')).toBeUndefined();
  }
});

test('a folder that cannot be written loses nothing of this window, and claims nothing in the next', async () => {
  writeFileSync(join(storage, 'draft-attachments'), 'a file where the folder would be');
  const drafts = openWindow();
  await attach(drafts, 'one', SMALL);
  expect(blocksOf(drafts, 'one')).toEqual([SMALL]);
  drafts.set('one', 'text');
  await drafts.flush();
  expect(readFileSync(join(storage, 'drafts', 'one.json'), 'utf8')).toContain('text');
  const next = openWindow();
  await next.restoreAttachments('one');
  expect(blocksOf(next, 'one')).toBeUndefined();
});
