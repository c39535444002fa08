// The user gets to know that what they type cannot be stored, and why.
import { expect, test } from 'vitest';
import { emptySession } from '../../../src/core/session/model.ts';
import { reportUnwritten } from '../../../src/host/prompt/unwrittenDraft.ts';
import { ManualClock } from '../../support/clock.ts';

function reported(error: unknown, key = 'one'): readonly unknown[] {
  const events: unknown[] = [];
  const store = {
    state: (of: string) => (of === 'one' ? emptySession('one', 'bot', '/') : undefined),
    dispatch: (of: string, event: unknown) => void events.push([of, event]),
  };
  reportUnwritten({ key, error }, store, new ManualClock());
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

test('nothing is said of a session that is not there', () => {
  expect(reported(new Error('ENOSPC: no space left on device, write'), 'other')).toEqual([]);
});
