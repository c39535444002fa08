// The user gets to know that what they type cannot be stored, and why.
import { expect, test } from 'vitest';
import { Emitter } from '../../../src/core/base/lifecycle.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import { onFirstUnwritten, type UnwrittenDraft } from '../../../src/host/prompt/firstUnwritten.ts';
import { reportUnwritten } from '../../../src/host/prompt/unwrittenDraft.ts';
import { ManualClock } from '../../support/clock.ts';

function reported(error: unknown): readonly unknown[] {
  const events: unknown[] = [];
  const store = { dispatch: (of: string, event: unknown) => void events.push([of, event]) };
  reportUnwritten({ key: 'one', error }, store, new ManualClock());
  return events;
}

test.each([
  ['ENOSPC: no space left on device, write', 'no space left on device'],
  ["EROFS: read-only file system, open '/home/ada/drafts/one.json'", 'read-only file system'],
  ['The disk is gone.', 'The disk is gone.'],
])('%s is said in the chat, with what to do', (message, reason) => {
  const text = `What you type here cannot be saved (${reason}) and will be lost if this window closes or reloads. Free disk space, or copy the text elsewhere. Parley tries again as you type.`;
  expect(reported(new Error(message))).toEqual([
    ['one', { type: 'notice', at: 1_000, severity: 'warning', text }],
  ]);
});

test.each([
  [['gone', 'one', 'two'], ['one']],
  [['two', 'two'], ['two']],
  [['gone', 'gone'], []],
] as const)('of drafts of %j, those of %j are reported', (keys, expected) => {
  const unwritten = new Emitter<UnwrittenDraft>();
  const state = (key: string) => (key === 'gone' ? undefined : emptySession(key, 'bot', '/'));
  const reports: string[] = [];
  onFirstUnwritten(unwritten.event, { state }, ({ key }) => reports.push(key));
  for (const key of keys) unwritten.fire({ key, error: new Error('ENOSPC') });
  expect(reports).toEqual(expected);
});
