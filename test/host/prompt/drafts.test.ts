// The drafts that survive the window.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FilledForm } from '../../../src/core/session/elicitation/state.ts';
import { Drafts } from '../../../src/host/prompt/drafts.ts';
import { ManualClock } from '../../support/clock.ts';
import { attachedIds, blocksOf, newAttachments } from '../../support/composer/draftBlocks.ts';
import { MemoryLog } from '../../support/log.ts';

let folder: string;
let storage: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-draft-'));
  storage = join(folder, 'new');
});

afterEach(() => rmSync(folder, { recursive: true }));

function open(clock = new ManualClock()) {
  return { clock, drafts: new Drafts(storage, clock, new MemoryLog()) };
}

test('what was typed is there in the next window, each with its session', async () => {
  const { clock, drafts } = open();
  drafts.set('one', 'half a thou');
  drafts.set('one', 'half a thought');
  drafts.set('two', 'another');
  clock.advance(1_000);
  await vi.waitFor(() => expect(open().drafts.of('one')).toBe('half a thought'));
  const next = open().drafts;
  expect(next.of('two')).toBe('another');
  expect(next.of('three')).toBe('');
});

test('what was typed just before the window closes is written', async () => {
  const { drafts } = open();
  drafts.set('one', 'unsent text');
  await drafts.flush();
  expect(open().drafts.of('one')).toBe('unsent text');
});

test('a draft that was sent is gone', async () => {
  const { drafts } = open();
  drafts.set('one', 'words');
  await drafts.flush();
  drafts.set('one', '');
  await drafts.flush();
  expect(open().drafts.of('one')).toBe('');
});

test('nothing is left of the draft of a session that was deleted', async () => {
  const { drafts } = open();
  for (const key of ['one', 'other']) {
    drafts.set(key, `private words of ${key}`);
    drafts.setEdit(key, { of: 'e1', text: `edit of ${key}` });
    drafts.setAttachments(key, newAttachments({ type: 'text', text: `paste of ${key}` }));
  }
  await drafts.flush();
  drafts.forget(['one']);
  await drafts.flush();
  expect(drafts.of('one')).toBe('');
  expect(blocksOf(drafts, 'one')).toBeUndefined();
  const files = readdirSync(storage, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  expect(texts.join('\n')).not.toMatch(/\bone\b/);
  const next = open().drafts;
  await next.restoreAttachments('other');
  expect(next.of('other')).toBe('private words of other');
  expect(blocksOf(next, 'other')).toEqual([{ type: 'text', text: 'paste of other' }]);
});

test('a session that did not come back leaves its draft to the one in its place', async () => {
  const { drafts } = open();
  drafts.set('old', 'words');
  drafts.move('old', 'new');
  await drafts.flush();
  const next = open().drafts;
  expect(next.of('new')).toBe('words');
  expect(next.of('old')).toBe('');
});

test('neither many drafts, nor long ones, nor many edits take anything from other sessions', async () => {
  const { drafts } = open();
  for (let index = 0; index < 120; index++) drafts.set(`session-${index}`, `words ${index}`);
  drafts.set('large', 'x'.repeat(2_000_000));
  for (let index = 0; index < 30; index++) drafts.setEdit('session-0', { of: `e${index}`, text: 'edit' });
  await drafts.flush();
  const next = open().drafts;
  for (const index of [0, 19, 119]) expect(next.of(`session-${index}`)).toBe(`words ${index}`);
  expect(next.of('large')).toHaveLength(2_000_000);
  expect(next.editsOf('session-0')).toHaveLength(30);
});

const stored = (name: string): string => readFileSync(join(storage, 'drafts', name), 'utf8');

test('two windows on one folder leave each other’s drafts, forms and edits as they are', async () => {
  const first = open().drafts;
  const second = open().drafts;
  first.set('one', 'typed in the first window');
  first.setEdit('one', { of: 'e1', text: 'edit' });
  first.setForm('one', filled('a', 'Pai'));
  await first.flush();
  expect(second.of('two')).toBe('');
  second.set('two', 'typed in the second');
  await second.flush();
  first.set('one', 'typed in the first window, and more');
  await first.flush();
  second.forget(['two']);
  await second.flush();
  const next = open().drafts;
  expect(next.of('one')).toBe('typed in the first window, and more');
  expect(next.editsOf('one')).toEqual([{ of: 'e1', text: 'edit' }]);
  expect(next.formsOf('one')).toEqual([filled('a', 'Pai')]);
  expect(next.of('two')).toBe('');
});

test('a window that opens a session again has what another one typed there meanwhile', async () => {
  const first = open().drafts;
  first.set('one', 'mine');
  await first.flush();
  const second = open().drafts;
  second.set('one', 'mine, and more');
  await second.flush();
  await first.restoreAttachments('one');
  expect(first.of('one')).toBe('mine, and more');
  // What is newer here stays.
  first.set('one', 'newest');
  await first.restoreAttachments('one');
  expect(first.of('one')).toBe('newest');
});

test('an entry that cannot be read costs nothing but itself, and is put aside', async () => {
  const { drafts } = open();
  drafts.set('one', 'words');
  drafts.setEdit('one', { of: 'e1', text: 'edit' });
  drafts.setForm('one', filled('a', 'Pai'));
  await drafts.flush();
  const path = join(storage, 'drafts', 'one.json');
  writeFileSync(path, stored('one.json').replace('"forms":[', '"forms":[{"of":"a later version"},'));
  const next = open().drafts;
  expect(next.of('one')).toBe('words');
  expect(next.editsOf('one')).toEqual([{ of: 'e1', text: 'edit' }]);
  expect(next.formsOf('one')).toEqual([filled('a', 'Pai')]);
  next.set('one', 'words, and more');
  await next.flush();
  expect(stored('one.json.unreadable')).toContain('a later version');
});

test('a file that was cut off is put aside, not overwritten', async () => {
  mkdirSync(join(storage, 'drafts'), { recursive: true });
  writeFileSync(join(storage, 'drafts', 'one.json'), '{"text":"ha');
  const { drafts } = open();
  expect(drafts.of('one')).toBe('');
  drafts.set('one', 'new');
  await drafts.flush();
  expect(stored('one.json.unreadable')).toBe('{"text":"ha');
  expect(open().drafts.of('one')).toBe('new');
});

test('the drafts of an earlier version are there, without those that cannot be read', async () => {
  mkdirSync(storage);
  const earlier = {
    drafts: [['one', 'words'], ['two'], ['three', 'other words']],
    revisions: [['one', 8]],
    edits: [['one', [{ of: 'e1', text: 'edit' }]]],
    forms: [['three', [filled('a', 'Pai')]]],
  };
  writeFileSync(join(storage, 'drafts.json'), JSON.stringify(earlier));
  const { drafts } = open();
  expect(drafts.of('one')).toBe('');
  await drafts.flush();
  for (const each of [drafts, open().drafts]) {
    expect([each.of('one'), each.revisionOf('one'), each.of('three')]).toEqual(['words', 8, 'other words']);
    expect(each.editsOf('one')).toEqual([{ of: 'e1', text: 'edit' }]);
    expect(each.formsOf('three')).toEqual([filled('a', 'Pai')]);
  }
  expect(readdirSync(storage)).not.toContain('drafts.json');
  expect(readFileSync(join(storage, 'drafts.json.unreadable'), 'utf8')).toContain('["two"]');
});

test('a folder that cannot be written is reported, and what was typed and attached is written once it can be', async () => {
  writeFileSync(storage, 'a file where the folder would be');
  const log = new MemoryLog();
  const drafts = new Drafts(storage, new ManualClock(), log);
  const unwritten = new Set<string>();
  drafts.onUnwritten(({ key }) => unwritten.add(key));
  drafts.set('one', 'words');
  drafts.setAttachments('two', newAttachments(image('A')));
  drafts.setEdit('three', { of: 'e1', text: 'edit' }, newAttachments(image('B')));
  await drafts.flush();
  expect(drafts.of('one')).toBe('words');
  expect(log.lines.join('\n')).toContain('one.json was not written');
  expect([...unwritten].toSorted()).toEqual(['one', 'three', 'two']);
  rmSync(storage);
  // Something else is attached.
  drafts.setAttachments('four', newAttachments(image('C')));
  await drafts.flush();
  const next = open().drafts;
  for (const key of ['two', 'three']) await next.restoreAttachments(key);
  expect([next.of('one'), blocksOf(next, 'two')]).toEqual(['words', [image('A')]]);
  expect(next.attachmentsOfEdit('three', 'e1')).toMatchObject([{ block: image('B') }]);
});

test('attachments that are stored are not reported for what stands beside the drafts and cannot be read', async () => {
  const { drafts } = open();
  const unwritten: string[] = [];
  drafts.onUnwritten(({ key }) => unwritten.push(key));
  drafts.setAttachments('one', newAttachments(image('A')));
  await drafts.flush();
  const unreadable = join(storage, 'drafts', 'other.json.tmp');
  mkdirSync(unreadable);
  drafts.setAttachments('one', newAttachments(image('B')));
  await drafts.flush();
  expect(unwritten).toEqual([]);
  const stored = (): readonly string[] => readdirSync(join(storage, 'draft-attachments'));
  expect(stored()).toHaveLength(2);
  rmSync(unreadable, { recursive: true });
  drafts.setAttachments('one', newAttachments(image('C')));
  await drafts.flush();
  expect(stored()).toHaveLength(1);
});

test('what cannot be written is written when the window ends, if it can be by then', async () => {
  writeFileSync(storage, 'a file where the folder would be');
  const { drafts } = open();
  drafts.set('one', 'words');
  drafts.setAttachments('one', newAttachments(image('A')));
  await drafts.flush();
  rmSync(storage);
  await drafts.flush();
  const next = open().drafts;
  await next.restoreAttachments('one');
  expect([next.of('one'), blocksOf(next, 'one')]).toEqual(['words', [image('A')]]);
});

test('a draft of a session that did not come back is the one of its successor, under both keys', () => {
  const { drafts } = open();
  drafts.set('lost', 'text');
  drafts.move('lost', 'second');
  drafts.move('second', 'third');
  expect(drafts.keyOf('lost')).toBe('third');
  expect(drafts.of('lost')).toBe('text');
  drafts.set('lost', 'more');
  expect(drafts.of('third')).toBe('more');
});

test('whoever shows a draft gets to know of each change, and of the editors that it is in', () => {
  const { drafts } = open();
  const seen: string[] = [];
  drafts.onTextChange((key) => seen.push(`${key}: ${drafts.of(key)}`));
  drafts.onEditorsChange(() => seen.push(`in an editor: ${drafts.isInEditor('second')}`));
  drafts.set('lost', 'a prompt that came back');
  drafts.move('lost', 'second');
  drafts.setInEditors(['lost']);
  drafts.set('lost', 'and more', 7);
  drafts.setInEditors([]);
  expect(seen).toEqual([
    'lost: a prompt that came back',
    'lost: ',
    'second: a prompt that came back',
    'in an editor: true',
    'second: and more',
    'in an editor: false',
  ]);
});

test('the edits of prompts are there in the next window with what is attached, until each is over', async () => {
  const { drafts } = open();
  drafts.setEdit('one', { of: 'e3', text: 'ear' });
  drafts.setEdit('one', { of: 'e3', text: 'earlier' }, newAttachments(image('A')));
  drafts.setEdit('one', { of: 'q1', text: 'queued' });
  drafts.setEdit('two', { of: 'e3', text: 'of another' }, newAttachments(image('B')));
  await drafts.flush();
  const { drafts: next } = open();
  await next.restoreAttachments('one');
  expect(next.editsOf('one')).toEqual([
    { of: 'e3', text: 'earlier' },
    { of: 'q1', text: 'queued' },
  ]);
  expect(next.attachmentsOfEdit('one', 'e3')).toEqual([{ id: expect.any(String), block: image('A') }]);
  expect(next.attachmentsOfEdit('one', 'q1')).toBeUndefined();
  next.endEdit('one', 'e3');
  next.forget(['two']);
  await next.flush();
  const { drafts: last } = open();
  expect(last.editsOf('one')).toEqual([{ of: 'q1', text: 'queued' }]);
  expect(last.editsOf('two')).toEqual([]);
  expect(readdirSync(join(storage, 'draft-attachments'))).toEqual([]);
});

test('a session that goes on in another one gives its draft away, and may get a draft of its own', () => {
  const { drafts } = open();
  drafts.set('old', 'words');
  drafts.setEdit('old', { of: 'e1', text: 'edit' });
  drafts.hand('old', 'new');
  expect([drafts.of('old'), drafts.of('new')]).toEqual(['', 'words']);
  expect(drafts.editsOf('old')).toEqual([]);
  expect(drafts.editsOf('new').map(({ text }) => text)).toEqual(['edit']);
  drafts.set('new', 'words of the new one');
  drafts.set('old', 'opened again');
  expect([drafts.of('old'), drafts.of('new')]).toEqual(['opened again', 'words of the new one']);
  drafts.set('old', '');
  expect(drafts.of('new')).toBe('words of the new one');
});

test('a session that has a draft gets the other one behind it, with what is attached to both', async () => {
  const { drafts } = open();
  for (const key of ['old', 'new']) {
    drafts.set(key, `words of ${key}`);
    drafts.setAttachments(key, newAttachments(image(key)));
  }
  drafts.hand('old', 'new');
  expect([drafts.of('old'), drafts.of('new')]).toEqual(['', 'words of new\nwords of old']);
  await drafts.flush();
  const next = open().drafts;
  for (const key of ['old', 'new']) await next.restoreAttachments(key);
  expect(blocksOf(next, 'new')).toEqual([image('new'), image('old')]);
  expect(blocksOf(next, 'old') ?? []).toEqual([]);
});

test('nothing that was put aside is left of a session that was deleted', async () => {
  const { drafts } = open();
  drafts.set('one', 'words');
  await drafts.flush();
  writeFileSync(join(storage, 'drafts', 'one.json.unreadable'), 'private words');
  writeFileSync(join(storage, 'drafts', 'other.json.unreadable'), 'words of another');
  drafts.forget(['one']);
  await drafts.flush();
  expect(readdirSync(join(storage, 'drafts'))).toEqual(['other.json.unreadable']);
});

test('a second session that it goes on in gets nothing of the first one', () => {
  const { drafts } = open();
  drafts.set('old', 'words');
  drafts.hand('old', 'first');
  drafts.hand('old', 'second');
  expect([drafts.of('old'), drafts.of('first'), drafts.of('second')]).toEqual(['', 'words', '']);
});

test('one that is in the place of another gives the draft away that it has from it', () => {
  const { drafts } = open();
  drafts.set('lost', 'words');
  drafts.move('lost', 'old');
  drafts.hand('lost', 'new');
  expect([drafts.of('lost'), drafts.of('old'), drafts.of('new')]).toEqual(['', '', 'words']);
});

test('edits of a session that did not come back are with the one in its place, of no prompt that it has', async () => {
  const { drafts } = open();
  drafts.setEdit('old', { of: 'e1', text: 'half' }, newAttachments(image('A')));
  drafts.setEdit('new', { of: 'e1', text: 'its own' });
  drafts.move('old', 'new');
  await drafts.flush();
  const { drafts: next } = open();
  expect(next.editsOf('old')).toEqual([]);
  const [own, moved] = next.editsOf('new');
  expect(own).toEqual({ of: 'e1', text: 'its own' });
  expect(moved?.text).toBe('half');
  await next.restoreAttachments('new');
  expect(next.attachmentsOfEdit('new', moved?.of ?? '')).toMatchObject([{ block: image('A') }]);
});

function filled(requestId: string, city: string): FilledForm {
  const fields = [{ key: 'city', title: 'City', kind: 'text', isRequired: true } as const];
  const question = { mode: 'form', message: 'Where to?', fields } as const;
  return { requestId, at: 1, question, values: { city } };
}

test('what was entered into forms is there in the next window, until each is over or its session is deleted', async () => {
  const { drafts } = open();
  drafts.setForm('one', filled('a', 'Pa'));
  drafts.setForm('one', filled('b', 'Hanoi'));
  drafts.setForm('one', filled('a', 'Pai'));
  drafts.setForm('two', filled('a', 'Luang Prabang'));
  drafts.move('two', 'three');
  await drafts.flush();
  const { drafts: next } = open();
  expect(next.formsOf('one')).toEqual([filled('a', 'Pai'), filled('b', 'Hanoi')]);
  expect(next.formsOf('two')).toEqual([]);
  expect(next.formsOf('three')).toEqual([filled('a', 'Luang Prabang')]);
  next.endForm('one', 'a 1');
  next.endForm('one', 'not known');
  next.forget(['three']);
  await next.flush();
  const { drafts: last } = open();
  expect(last.formsOf('one')).toEqual([filled('b', 'Hanoi')]);
  expect(last.formsOf('three')).toEqual([]);
});

test('after a reload it is known how often a draft was changed, and that nothing is attached any more', async () => {
  const { drafts } = open();
  drafts.setAttachments('one', newAttachments(image('A')));
  drafts.set('one', 'look', 8);
  await drafts.flush();
  const changed = open().drafts;
  expect(changed.revisionOf('one')).toBe(8);
  expect(changed.revisionOf('other')).toBe(0);

  drafts.setAttachments('one', attachedIds(drafts, 'one').slice(1));
  drafts.set('one', '', 10);
  await drafts.flush();
  const sent = open().drafts;
  expect(sent.of('one')).toBe('');
  expect(sent.revisionOf('one')).toBe(10);
  expect(blocksOf(sent, 'one')).toEqual([]);
});

test('a text that was changed in an editor is newer than what the page has', () => {
  const { drafts } = open();
  drafts.set('one', 'in the page', 8);
  drafts.set('one', 'in the editor');
  expect(drafts.revisionOf('one')).toBe(9);
  // A report that was on its way meanwhile.
  drafts.set('one', 'in the page, too', 9);
  expect(drafts.revisionOf('one')).toBe(9);
});

const image = (data: string) => ({ type: 'image' as const, data, mimeType: 'image/png' });

test('what is attached is known to every chat of the window, and to the session in its place', () => {
  const { drafts } = open();
  expect(blocksOf(drafts, 'one')).toBeUndefined();
  drafts.setAttachments('one', newAttachments(image('A')));
  drafts.setAttachments('one', [...attachedIds(drafts, 'one'), ...newAttachments(image('B'))]);
  expect(blocksOf(drafts, 'one')).toEqual([image('A'), image('B')]);
  drafts.move('one', 'two');
  expect(blocksOf(drafts, 'two')).toEqual([image('A'), image('B')]);
  drafts.setAttachments('one', []);
  expect(blocksOf(drafts, 'two')).toEqual([]);
});

test('attachments that are in no file yet stay in memory, however large, and nothing is made up of what is unknown', () => {
  const { drafts } = open();
  const large = image('A'.repeat(60_000_000));
  for (const key of ['one', 'two', 'three']) drafts.setAttachments(key, newAttachments(large));
  expect(['one', 'two', 'three'].map((key) => drafts.attachmentsOf(key)?.length)).toEqual([1, 1, 1]);
  drafts.setAttachments('one', ['not known', ...newAttachments(image('B'))]);
  expect(blocksOf(drafts, 'one')).toEqual([image('B')]);
});

test('what was removed can be attached again, as Undo does, and what is stored can be read again', async () => {
  const { drafts } = open();
  const [attached] = newAttachments(image('A'));
  const { id = '' } = attached ?? {};
  drafts.setAttachments('one', attached === undefined ? [] : [attached]);
  drafts.setAttachments('one', []);
  drafts.setAttachments('two', [id]);
  expect(blocksOf(drafts, 'two')).toEqual([image('A')]);
  await drafts.flush();
  const large = image('A'.repeat(60_000_000));
  for (const key of ['three', 'four', 'five']) {
    drafts.setAttachments(key, newAttachments(large));
    await drafts.flush();
  }
  // Nothing but its file is left by then.
  expect(attachedIds(drafts, 'two')).toEqual([id]);
  expect(blocksOf(drafts, 'two')).toEqual([image('A')]);
  drafts.setAttachments('two', [id, ...newAttachments(image('B'))]);
  await drafts.flush();
  const next = open().drafts;
  await next.restoreAttachments('two');
  expect(blocksOf(next, 'two')).toEqual([image('A'), image('B')]);
});

test('what is offered or removed together is there as a whole, however large, until something else comes', () => {
  const { drafts } = open();
  const isThere = (ids: readonly string[]) => ids.map((id) => drafts.attachment('one', id) !== undefined);
  const blocks = ['A', 'B', 'C'].map((letter) => image(letter.repeat(30_000_000)));
  const offered = drafts.offer(blocks).map(({ id }) => id);
  expect(isThere(offered)).toEqual([true, true, true]);
  drafts.offer([image('D')]);
  expect(isThere(offered)).toEqual([false, false, true]);
  const attached = newAttachments(...blocks);
  const ids = attached.map(({ id }) => id);
  drafts.setAttachments('one', attached);
  drafts.setAttachments('one', []);
  expect(isThere(ids)).toEqual([true, true, true]);
});

test('a panel gets a thumbnail and the beginning of what is large, and the host has all of it', () => {
  const { drafts } = open();
  const picture = image('A'.repeat(100_000));
  const thumbnail = { data: 'small', mimeType: 'image/webp' };
  const text = 'ü\n'.repeat(50_000);
  const log = { type: 'resource', resource: { uri: 'parley:/pasted/pasted-text-1.txt', text } } as const;
  drafts.setAttachments('one', [{ id: 'p', block: picture, thumbnail }, ...newAttachments(log, image('B'))]);
  const shown = drafts.attachmentsOf('one') ?? [];
  expect(shown[0]).toEqual({
    id: 'p',
    block: { type: 'image', ...thumbnail },
    whole: { length: 100_000, sizeBytes: 75_000 },
  });
  expect(shown[1]?.whole).toEqual({ length: 100_000, sizeBytes: 150_000 });
  expect(shown[2]?.block).toEqual(image('B'));
  expect(JSON.stringify(shown).length).toBeLessThan(3_000);
  expect(blocksOf(drafts, 'one')).toEqual([picture, log, image('B')]);
});

test('what is attached to a prompt of the session is known by its place, and stays when the prompt is gone', () => {
  const { drafts } = open();
  const sent = (id: string) => (id === 'q1/0' ? image('Q') : undefined);
  drafts.setEdit('one', { of: 'q1', text: 'queued' }, ['q1/0'], sent);
  drafts.setAttachments('one', ['q1/0', 'q1/1']);
  drafts.endEdit('one', 'q1');
  expect(blocksOf(drafts, 'one')).toEqual([image('Q')]);
});
