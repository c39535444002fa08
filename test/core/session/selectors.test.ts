// What the screens ask of a session: what the agent said since.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import { answerSince } from '../../../src/core/session/selectors.ts';

test('what the agent said since is found where entries before are gone', () => {
  const said = (text: string): SessionEvent => ({
    type: 'message_chunk',
    at: 1,
    role: 'agent',
    content: { type: 'text', text },
  });
  const notice: SessionEvent = { type: 'notice', at: 1, severity: 'info', text: 'Live', isLiveOnly: true };
  const prompt: SessionEvent = { type: 'prompt_started', at: 2, content: [{ type: 'text', text: 'Sum up' }] };
  const before = [said('Old'), notice, notice, notice, { type: 'restored', at: 1 } as const].reduce(
    reduce,
    emptySession('s', 'A', '/work'),
  );
  const after = [prompt, said('New')].reduce(reduce, before);
  expect(answerSince(after, before.entriesMade)).toBe('New');
  expect(answerSince(after, 0)).toBe('Old\n\nNew');
  expect(answerSince(before, before.entriesMade)).toBeUndefined();
});
