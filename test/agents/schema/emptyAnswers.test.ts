// Answers without a body acknowledge what was asked: no success is shown as a failure because it says nothing.
import { expect, test } from 'vitest';
import {
  initializeAnswer,
  newSessionAnswer,
  promptAnswer,
  reopenedAnswer,
} from '../../../src/agents/schema/answerSchema.ts';
import { setConfigOptionAnswer } from '../../../src/agents/schema/configSchema.ts';
import { listAnswer } from '../../../src/agents/schema/listSchema.ts';

test.each([
  ['initialize', initializeAnswer],
  ['session/load', reopenedAnswer],
  ['session/prompt', promptAnswer],
  ['session/set_config_option', setConfigOptionAnswer],
  ['session/list', listAnswer],
])('an empty answer to %s is a success, as null is', (_method, schema) => {
  expect(schema.safeParse({}).success).toBe(true);
  expect(schema.safeParse(null).success).toBe(true);
});

test('an agent that says nothing of itself speaks the version that it was asked in, and can do no more', () => {
  expect(initializeAnswer.parse({})).toMatchObject({
    protocolVersion: '1',
    authMethods: [],
    sessions: { load: false, list: false },
  });
  expect(listAnswer.parse({})).toEqual({ sessions: [], nextCursor: undefined });
});

test('a server of another protocol is no agent', () => {
  expect(initializeAnswer.safeParse({ capabilities: { hoverProvider: true } }).success).toBe(false);
  expect(initializeAnswer.safeParse('ready').success).toBe(false);
});

test('a session without an id is none', () => {
  expect(newSessionAnswer.safeParse({}).success).toBe(false);
});

test.each([
  ['another spelling', { session_id: 's', config_options: [] }, 's'],
  ['a number', { sessionId: 12 }, '12'],
  ['as ACP has it', { sessionId: 's', _meta: {} }, 's'],
])('a new session has its id: %s', (_what, answer, id) => {
  expect(newSessionAnswer.parse(answer)).toEqual({ sessionId: id, configOptions: [] });
  expect(newSessionAnswer.safeParse({}).success).toBe(false);
});

test.each<[string, unknown, string | undefined]>([
  ['a text', 'It is done.', 'It is done.'],
  ['blocks', [{ type: 'text', text: 'It is' }, 'done.'], 'It is\n\ndone.'],
  ['a word for how it went', 'end_turn', undefined],
  ['a number', 7, undefined],
])('an answer to a prompt that is %s ends the turn and says what it says', (_what, answer, said) => {
  expect(promptAnswer.parse(answer)).toEqual({
    stopReason: 'end_turn',
    ...(said === undefined ? {} : { answer: said }),
  });
});

test('what an agent can do may be said in a word', () => {
  const agentCapabilities = { sessionCapabilities: { list: true, resume: {}, fork: false, close: null } };
  expect(initializeAnswer.parse({ agentCapabilities })).toMatchObject({
    sessions: { list: true, resume: true, fork: false, close: false },
  });
});
