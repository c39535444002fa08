// Transcripts that 0.1.0 doubled when it reloaded a session.
import { expect, test } from 'vitest';
import { withoutCopies } from '../../../src/core/history/repairDoubled.ts';
import { entryText } from '../../../src/core/session/entryTraits.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import { chunk, text } from '../../support/sessions.ts';

function turn(prompt: string, answer: SessionEvent | undefined, stopReason = 'end_turn'): SessionEvent[] {
  return [
    { type: 'prompt_started', at: 1, content: text(prompt) },
    ...(answer === undefined ? [] : [answer]),
    { type: 'turn_ended', at: 2, stopReason },
  ];
}

function said(state: SessionState): readonly string[] {
  return state.entries.flat().flatMap((entry) => {
    return entry.kind === 'turn' ? [] : [`${entry.kind}: ${entryText(entry)}`];
  });
}

function after(...events: readonly SessionEvent[]): SessionState {
  return events.reduce(reduce, emptySession('key', 'A', '/work'));
}

function withId(role: 'user' | 'agent', words: string, messageId: string): SessionEvent {
  return { type: 'message_chunk', at: 1, role, messageId, content: { type: 'text', text: words } };
}

test('the prompts that Claude repeated, its notes between them, and the answers joined to the first are repaired', () => {
  const session = [
    ...turn('talk slowly', withId('agent', 'One, tw', 'a1'), 'cancelled'),
    ...turn('make a plan', withId('agent', 'Finished the plan.', 'a2')),
  ];
  const doubled = after(
    ...session,
    withId('user', '[Request interrupted by user]', 'u1'),
    withId('user', 'make a plan', 'u2'),
    withId('agent', 'Finished the plan.', 'a2'),
    ...turn('go on', withId('agent', 'On it.', 'a3')),
  );
  const repaired = [...said(after(...session)), 'user: go on', 'agent: On it.'];
  expect(said(withoutCopies(doubled))).toEqual(repaired);
  // 0.1.0 added the copy of an answer to the answer, by its id.
  const [plan, copy] = doubled.entries
    .flat()
    .filter((entry) => entry.kind === 'agent' && entry.messageId === 'a2');
  const twice = text('Finished the plan.Finished the plan.');
  const joined = doubled.entries
    .flat()
    .flatMap((entry) => (entry === copy ? [] : entry === plan ? [{ ...plan, content: twice }] : [entry]));
  expect(said(withoutCopies({ ...doubled, entries: [joined] }))).toEqual(repaired);
});

test('the prompts that Copilot and Cline glued, and what followed them, are removed', () => {
  const session = [
    ...turn('make a plan', chunk('agent', 'Finished.')),
    ...turn('talk slowly', chunk('agent', 'One, tw'), 'cancelled'),
    ...turn('run it again', chunk('agent', 'Ran it.')),
  ];
  const doubled = after(
    ...session,
    chunk('user', 'talk slowly'),
    chunk('user', 'run it again'),
    chunk('agent', 'Ran it.'),
  );
  expect(said(withoutCopies(doubled))).toEqual(said(after(...session)));
});

test('the whole session that Gemini repeated is removed', () => {
  const session = [...turn('one', chunk('agent', 'First.')), ...turn('two', chunk('agent', 'Second.'))];
  const doubled = after(
    ...session,
    chunk('user', 'one'),
    chunk('agent', 'First.'),
    chunk('user', '[Function Response: write_todos]'),
    chunk('agent', '[Function Call: read_file]'),
    chunk('user', 'two'),
    chunk('agent', 'Second.'),
  );
  expect(said(withoutCopies(doubled))).toEqual(said(after(...session)));
});

test('what stands there once stays: prompts of another client, and other answers to the same prompt', () => {
  const session = turn('continue', chunk('agent', 'First part.'));
  for (const others of [
    [chunk('user', 'continue'), chunk('agent', 'Second part.')],
    [chunk('user', 'something else'), chunk('agent', 'Yes.')],
    [chunk('user', 'continue')],
    [chunk('user', 'a note'), chunk('user', 'continue'), chunk('agent', 'Second part.')],
  ]) {
    const state = after(...session, ...others);
    expect(withoutCopies(state)).toBe(state);
  }
});
