// A prompt whose mentions are being read when the window ends comes back in the next one.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Emitter } from '../../../src/core/base/lifecycle.ts';
import type { HostMessage } from '../../../src/core/panel/hostMessage.ts';
import type { ContentBlock } from '../../../src/core/session/content.ts';
import { PromptSender } from '../../../src/host/context/promptSender.ts';
import { QueueEdits } from '../../../src/host/context/queueEdits.ts';
import { RefusedPrompts } from '../../../src/host/context/refusedPrompts.ts';
import { UnsentPrompts } from '../../../src/host/context/unsentPrompts.ts';
import { ManualClock } from '../../support/clock.ts';
import { MemoryLog } from '../../support/log.ts';
import { waitUntil } from '../../support/wait.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-unsent-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const open = (): UnsentPrompts => new UnsentPrompts(folder, new ManualClock(), new MemoryLog());
const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const MENTION = text('see [@a](file:///a)');
const IMAGE: ContentBlock = { type: 'image', data: 'AA==', mimeType: 'image/png' };

test('a prompt is there in the next window with what is attached, and those that waited behind it', async () => {
  const unsent = open();
  const sender = new PromptSender(() => new Promise(() => undefined), unsent);
  const outcomes = { send: () => undefined, refuse: () => undefined };
  sender.send('k', [IMAGE, MENTION], outcomes);
  sender.send('k', [text('and then')], outcomes);
  sender.send('other', [text('at once')], outcomes);
  await unsent.flush();
  expect(open().left).toEqual([
    { key: 'k', content: [IMAGE, MENTION] },
    { key: 'k', content: [text('and then')] },
  ]);
});

test('a change of a queued prompt is there in the next window as one, and not after it was saved', async () => {
  const unsent = open();
  const reads: PromiseWithResolvers<readonly ContentBlock[]>[] = [];
  const read = (): Promise<readonly ContentBlock[]> => {
    const reading = Promise.withResolvers<readonly ContentBlock[]>();
    reads.push(reading);
    return reading.promise;
  };
  const saved: unknown[] = [];
  const queue = {
    edit: (...edit: readonly unknown[]) => saved.push(edit) > 0,
    hold: () => undefined,
    resume: () => undefined,
  };
  const edits = new QueueEdits(queue, read, unsent);
  const edit = { type: 'queue_edit', key: 'k' } as const;
  edits.edit({ ...edit, id: 'first', content: [IMAGE, MENTION] }, () => expect.unreachable());
  edits.edit({ ...edit, id: 'plain', key: 'other', content: [text('at once')] }, () => expect.unreachable());
  await unsent.flush();
  expect(open().left).toEqual([{ key: 'k', content: [IMAGE, MENTION], isEdit: true }]);
  reads[0]?.resolve([text('read')]);
  await vi.waitFor(() => expect(saved).toHaveLength(2));
  await new Promise((resolve) => setImmediate(resolve));
  await unsent.flush();
  expect(open().left).toEqual([]);
});

test('a prompt that was sent, or given back, is not there again', async () => {
  for (const read of [() => Promise.resolve([text('read')]), () => Promise.reject(new Error('gone'))]) {
    const unsent = open();
    const ended = Promise.withResolvers<void>();
    const outcomes = { send: () => ended.resolve(), refuse: () => ended.resolve() };
    new PromptSender(read, unsent).send('k', [MENTION], outcomes);
    await ended.promise;
    await new Promise((resolve) => setImmediate(resolve));
    await unsent.flush();
    expect(open().left).toEqual([]);
  }
});

test('it waits for the chat that shows its session, also over further windows, and leaves the draft alone', async () => {
  const first = open();
  first.add({ key: 'k', content: [MENTION] });
  await first.flush();

  const unsent = open();
  const posted: HostMessage[] = [];
  const changed = new Emitter<void>();
  let shown = 'other';
  const places = new RefusedPrompts({
    chats: {
      showing: (key) => (key === shown ? { post: (message) => posted.push(message) } : undefined),
      onChange: changed.event,
    },
    drafts: {
      keyOf: (key) => key,
      of: () => 'see [@a](file:///a) and more',
      set: () => expect.unreachable(),
      offer: () => [],
      attachment: () => undefined,
    },
  });
  const message = 'The window was reloaded.';
  for (const prompt of unsent.left) {
    const refused = { type: 'prompt_refused' as const, key: 'k', content: [...prompt.content], message };
    places.giveBackWhenShown(refused, () => unsent.take(prompt));
  }
  await unsent.flush();
  expect(posted).toEqual([]);
  expect(open().left).toHaveLength(1);

  shown = 'k';
  changed.fire();
  changed.fire();
  await unsent.flush();
  expect(posted).toEqual([{ type: 'prompt_refused', key: 'k', content: [MENTION], message }]);
  expect(open().left).toEqual([]);
});

test('a window beside it neither loses the prompts of another one nor brings back what that has sent', async () => {
  const first = open();
  const prompt = { key: 'k', content: [MENTION] };
  first.add(prompt);
  await first.flush();
  const second = open();
  // Within a millisecond, nothing says which of two windows was first.
  const added = Date.now();
  await waitUntil(() => Date.now() > added, 'the next millisecond');
  second.add({ key: 'other', content: [text('of the second window')] });
  await second.flush();
  expect(open().left).toEqual([prompt, { key: 'other', content: [text('of the second window')] }]);
  first.delete(prompt);
  await first.flush();
  second.add({ key: 'other', content: [text('and another')] });
  await second.flush();
  expect(open().left.map(({ key }) => key)).toEqual(['other', 'other']);
});

/** What a window that was opened meanwhile gives back of what it has found, once a chat shows its session. */
function givenBackBy(unsent: UnsentPrompts): readonly HostMessage[] {
  const posted: HostMessage[] = [];
  const places = new RefusedPrompts({
    chats: {
      showing: () => ({ post: (message) => posted.push(message) }),
      onChange: new Emitter<void>().event,
    },
    drafts: {
      keyOf: (key) => key,
      of: () => '',
      set: () => expect.unreachable(),
      offer: () => [],
      attachment: () => undefined,
    },
  });
  for (const prompt of unsent.left) {
    const refused = {
      type: 'prompt_refused' as const,
      key: prompt.key,
      content: [...prompt.content],
      message: '',
    };
    places.giveBackWhenShown(refused, () => unsent.take(prompt));
  }
  return posted;
}

test('a prompt that was sent in another window meanwhile is not given back', async () => {
  const first = open();
  const prompts = ['sent', 'unsent'].map((key) => ({ key, content: [MENTION] }));
  for (const prompt of prompts) first.add(prompt);
  await first.flush();
  const second = open();
  const [sent] = prompts;
  if (sent !== undefined) first.delete(sent);
  await first.flush();
  expect(givenBackBy(second)).toMatchObject([{ key: 'unsent' }]);
  await second.flush();
});

test('of two windows that have found a prompt one gives it back', async () => {
  const gone = open();
  gone.add({ key: 'k', content: [MENTION] });
  await gone.flush();
  const [first, second] = [open(), open()];
  expect(givenBackBy(first)).toHaveLength(1);
  expect(givenBackBy(second)).toEqual([]);
});

/** Lets the stored prompt say that this process reads its mentions. */
function readBy(pid: number | undefined, since: number): void {
  const [name = ''] = readdirSync(join(folder, 'unsent-prompts'));
  const path = join(folder, 'unsent-prompts', name);
  const { reader, ...prompt } = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...prompt, reader: { ...reader, pid, since } }));
}

test('a prompt waits while the other window reads: it is left once that is gone, and not where it was sent', async () => {
  for (const isSent of [false, true]) {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const first = open();
    const prompt = { key: 'k', content: [MENTION] };
    first.add(prompt);
    await first.flush();
    readBy(other.pid, 0);
    const clock = new ManualClock();
    const second = new UnsentPrompts(folder, clock, new MemoryLog());
    const left = second.left.map((each) => second.isLeft(each));
    let isSettled = false;
    void Promise.all(left).then(() => (isSettled = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSettled).toBe(false);
    const ended = new Promise((resolve) => other.once('exit', resolve));
    if (isSent) {
      first.delete(prompt);
      await first.flush();
    } else {
      other.kill();
      await ended;
    }
    clock.advance(1_000);
    expect(await Promise.all(left)).toEqual([!isSent]);
    other.kill();
    await ended;
    for (const each of second.left) second.take(each);
  }
});

test('a process that has the number of a window long gone holds nothing back', async () => {
  const gone = open();
  gone.add({ key: 'k', content: [MENTION] });
  await gone.flush();
  readBy(process.ppid, 0);
  const clock = new ManualClock();
  clock.advance(3_600_000);
  const next = new UnsentPrompts(folder, clock, new MemoryLog());
  expect(await Promise.all(next.left.map((each) => next.isLeft(each)))).toEqual([true]);
});

test('what an earlier version stored in one file is there once, without what cannot be read', async () => {
  const path = join(folder, 'unsent-prompts.json');
  writeFileSync(path, JSON.stringify({ prompts: [{ key: 'k', content: [MENTION] }, { key: 1 }] }));
  const unsent = open();
  expect(unsent.left).toEqual([{ key: 'k', content: [MENTION] }]);
  await vi.waitFor(() => expect(existsSync(path)).toBe(false));
  expect(open().left).toEqual([{ key: 'k', content: [MENTION] }]);
});

test('what an earlier version stored stays in its file where it cannot be written anew', async () => {
  const path = join(folder, 'unsent-prompts.json');
  writeFileSync(path, JSON.stringify({ prompts: [{ key: 'k', content: [MENTION] }] }));
  symlinkSync(join(folder, 'full'), join(folder, 'unsent-prompts'));
  const unsent = open();
  await unsent.flush();
  expect(readFileSync(path, 'utf8')).toContain('see [@a]');
  expect(open().left).toEqual([{ key: 'k', content: [MENTION] }]);
});

test('prompts of one moment keep their order, also once others were sent', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(1_000);
  const unsent = open();
  const sent = { key: 'sent', content: [MENTION] };
  for (const prompt of [sent, { key: '0', content: [MENTION] }]) unsent.add(prompt);
  unsent.delete(sent);
  await unsent.flush();
  for (let at = 1; at < 10; at++) unsent.add({ key: `${at}`, content: [MENTION] });
  await unsent.flush();
  vi.restoreAllMocks();
  expect(open().left.map(({ key }) => key)).toEqual(Array.from({ length: 10 }, (_, at) => `${at}`));
});
