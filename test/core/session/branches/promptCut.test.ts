// Where a transcript is cut before a prompt, and how the agent is asked for a copy that ends there.
import { describe, expect, test } from 'vitest';
import { promptAt, promptCut } from '../../../../src/core/session/branches/promptCut.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';

const asked = (text: string): SessionEvent => ({
  type: 'prompt_started',
  at: 1,
  content: [{ type: 'text', text }],
});
const said = (text: string, messageId?: string, role: 'agent' | 'thought' = 'agent'): SessionEvent => ({
  type: 'message_chunk',
  at: 2,
  role,
  content: { type: 'text', text },
  ...(messageId === undefined ? {} : { messageId }),
});
const ended: SessionEvent = { type: 'turn_ended', at: 3, stopReason: 'end_turn' };

function talk(...events: readonly SessionEvent[]): SessionState {
  return events.reduce(reduce, emptySession('key', 'bot', '/tmp'));
}

/** The cut before the last prompt. */
function lastCut(state: SessionState) {
  const prompts = state.entries.flat().filter(({ kind }) => kind === 'user');
  return promptCut(state, prompts.at(-1)?.id ?? '');
}

describe('The answer after which a copy ends', () => {
  test('is the last one before the prompt, with all of its text', () => {
    const state = talk(asked('a'), said('Hel', 'm1'), said('lo', 'm1'), ended, asked('b'));
    expect(lastCut(state)).toMatchObject({
      promptsBefore: 1,
      afterAnswer: { kind: 'after-answer', messageId: 'm1', text: 'Hello', occurrence: 1 },
    });
    expect(
      lastCut(state)
        ?.entries.flat()
        .map(({ kind }) => kind),
    ).toEqual(['user', 'agent', 'turn']);
  });

  test('is counted among the answers of the same text', () => {
    const turn = (id: string): readonly SessionEvent[] => [asked('again'), said('OK', id), ended];
    const state = talk(...turn('m1'), ...turn('m2'), asked('x'), said('other', 'm3'), ended, ...turn('m4'));
    expect(lastCut(talk(...turn('m1'), ...turn('m2'), asked('b')))?.afterAnswer).toMatchObject({
      messageId: 'm2',
      occurrence: 2,
    });
    expect(lastCut(state)?.afterAnswer).toMatchObject({ messageId: 'm3', occurrence: 1 });
  });

  test('is a thought where the agent said nothing else', () => {
    const state = talk(asked('a'), said('hm', 't1', 'thought'), ended, asked('b'));
    expect(lastCut(state)?.afterAnswer).toMatchObject({ messageId: 't1', text: '' });
  });

  test('does not exist before the first prompt', () => {
    expect(lastCut(talk(asked('a'), said('x', 'm1')))).toMatchObject({
      promptsBefore: 0,
      afterAnswer: undefined,
    });
  });

  test('does not exist where the agent gives no ids', () => {
    expect(lastCut(talk(asked('a'), said('x'), ended, asked('b')))?.afterAnswer).toBeUndefined();
  });

  test('does not exist where the prompt before was not answered, because that prompt would be lost', () => {
    const state = talk(asked('a'), said('x', 'm1'), ended, asked('b'), ended, asked('c'));
    expect(lastCut(state)?.afterAnswer).toBeUndefined();
  });
});

test('a prompt that the agent has named is where a copy ends', () => {
  const state = talk(asked('a'), { ...ended, forkPoint: 'p1' });
  expect(lastCut(state)?.beforePrompt).toEqual({ kind: 'before-prompt', entryId: 'p1' });
});

test('only prompts cut a transcript', () => {
  const state = talk(asked('a'), said('x', 'm1'));
  expect(promptCut(state, 'e1')).toBeUndefined();
  expect(promptCut(state, 'nothing')).toBeUndefined();
  expect(promptAt(state, 0)?.id).toBe('e0');
  expect(promptAt(state, 1)).toBeUndefined();
});
