// Which entries of a transcript are prompts, and which of those the user sent.
import { expect, test } from 'vitest';
import { emptySession } from '../../../src/core/session/model.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { isPrompt, isUserPrompt } from '../../../src/core/session/entries.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import { hasPrompts } from '../../../src/core/session/selectors.ts';

const sent: SessionEvent = { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'mine' }] };
const answered: SessionEvent = {
  type: 'message_chunk',
  at: 2,
  role: 'agent',
  content: { type: 'text', text: 'answer' },
};
const reported: SessionEvent = {
  type: 'message_chunk',
  at: 3,
  role: 'user',
  content: { type: 'text', text: 'a prompt of its own' },
};
const marked: SessionEvent = { type: 'checkpoint_made', at: 4, checkpoint: 'c' };

function after(...events: readonly SessionEvent[]) {
  return events.reduce(reduce, emptySession('key', 'A', '/work'));
}

test('prompts are what the user sent and what the agent replays, and no message of the agent', () => {
  const entries = after(sent, answered, reported).entries.flat();
  expect(entries.map(isPrompt)).toEqual([true, false, true]);
  expect(entries.map(isUserPrompt)).toEqual([true, false, false]);
});

test('a prompt that the agent replays makes a session one with prompts', () => {
  expect(hasPrompts(after(answered))).toBe(false);
  expect(hasPrompts(after(answered, reported))).toBe(true);
});

test('a checkpoint belongs to the prompt that the user sent, not to one that the agent has replayed since', () => {
  const entries = after(sent, answered, reported, marked).entries.flat();
  expect(entries.map((entry) => isPrompt(entry) && entry.checkpoint)).toEqual(['c', false, undefined]);
});
