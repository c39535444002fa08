// Editing queued prompts whose mentions are read, and when the queue goes on.
import { expect, test } from 'vitest';
import { MentionError } from '../../../src/core/mentions/mentionError.ts';
import type { HostMessage } from '../../../src/core/panel/hostMessage.ts';
import type { ContentBlock } from '../../../src/core/session/content.ts';
import { QueueEdits } from '../../../src/host/context/queueEdits.ts';

const text = (value: string): ContentBlock[] => [{ type: 'text', text: value }];
const MENTION = text('see [@a](file:///a)');

function makeEdits() {
  const calls: unknown[] = [];
  const refused: HostMessage[] = [];
  const reads: PromiseWithResolvers<readonly ContentBlock[]>[] = [];
  const queue = {
    edit: (_key: string, id: string, content: readonly ContentBlock[]) => {
      if (id === 'sent') return false;
      calls.push(['edit', id, content]);
      return true;
    },
    hold: () => void calls.push('hold'),
    resume: () => void calls.push('resume'),
  };
  const edits = new QueueEdits(queue, (_key, _content, signal) => {
    const reading = Promise.withResolvers<readonly ContentBlock[]>();
    signal.addEventListener('abort', () => reading.reject(signal.reason));
    reads.push(reading);
    return reading.promise;
  });
  const edit = (id: string, content: ContentBlock[]): void =>
    edits.edit({ key: 'k', id, content }, (message) => refused.push(message));
  return { edits, edit, calls, refused, reads };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the queue goes on once the mention of an edited prompt was read', async () => {
  const { edits, edit, calls, reads } = makeEdits();
  edit('a', MENTION);
  edits.resume('k');
  await settled();
  expect(calls).toEqual([]);
  reads[0]?.resolve(text('read'));
  await settled();
  expect(calls).toEqual([['edit', 'a', text('read')], 'resume']);
});

test('an edit whose reading the user stops is given back, and the queue goes on with the old text', async () => {
  const { edits, edit, calls, refused } = makeEdits();
  edit('a', MENTION);
  edits.resume('k');
  edits.cancel('k');
  await settled();
  expect(refused).toMatchObject([{ type: 'prompt_refused', content: MENTION }]);
  expect(calls).toEqual(['resume']);
});

test('the queue goes on at once where nothing is read', () => {
  const { edits, edit, calls } = makeEdits();
  edit('a', text('plain'));
  edits.resume('k');
  expect(calls).toEqual([['edit', 'a', text('plain')], 'resume']);
});

test.each([
  [
    'cannot be read',
    'a',
    (read: PromiseWithResolvers<readonly ContentBlock[]>) => read.reject(new MentionError('No.')),
  ],
  [
    'is of a prompt that was sent',
    'sent',
    (read: PromiseWithResolvers<readonly ContentBlock[]>) => read.resolve([]),
  ],
])('the queue goes on after an edit that %s, which is given back', async (_name, id, settle) => {
  const { edits, edit, calls, refused, reads } = makeEdits();
  edit(id, MENTION);
  edits.resume('k');
  reads.forEach(settle);
  await settled();
  expect(refused).toMatchObject([{ type: 'prompt_refused', key: 'k', content: MENTION }]);
  expect(calls).toEqual(['resume']);
});

test('the queue stays paused when another edit begins before the first was read', async () => {
  const { edits, edit, calls, reads } = makeEdits();
  edit('a', MENTION);
  edits.resume('k');
  edits.pause('k');
  reads[0]?.resolve(text('read'));
  await settled();
  expect(calls).toEqual(['hold', ['edit', 'a', text('read')]]);
  edits.resume('k');
  expect(calls.at(-1)).toBe('resume');
});

test('the last of two edits counts, and the queue waits for both', async () => {
  const { edits, edit, calls, reads } = makeEdits();
  edit('a', MENTION);
  edits.resume('k');
  edits.pause('k');
  edit('a', text('plain'));
  edits.resume('k');
  await settled();
  expect(calls).toEqual(['hold']);
  reads[0]?.resolve(text('read'));
  await settled();
  expect(calls.slice(1)).toEqual([['edit', 'a', text('read')], ['edit', 'a', text('plain')], 'resume']);
});
