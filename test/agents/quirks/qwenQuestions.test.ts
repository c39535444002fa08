// The questions of Qwen Code 0.24.4, which come as permission requests.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ElicitationOutcome } from '../../../src/core/ports/agent.ts';
import { rawAgent, recorded, temporaryFolder, until } from '../../support/agentHarness.ts';

const QUESTIONS = [
  {
    question: 'Which colour do you like?',
    header: 'Colour',
    options: [
      { label: 'Red', description: 'Like fire' },
      { label: 'Blue', description: 'Like the sea' },
    ],
    multiSelect: false,
  },
  {
    question: 'Which sizes?',
    header: 'Sizes',
    options: [
      { label: 'S', description: 'Small' },
      { label: 'M', description: 'Medium' },
    ],
    multiSelect: true,
  },
];

const params = (questions: unknown) => ({
  sessionId: 's1',
  options: [
    { optionId: 'proceed_once', name: 'Submit', kind: 'allow_once' },
    { optionId: 'cancel', name: 'Cancel', kind: 'reject_once' },
  ],
  toolCall: {
    toolCallId: 'q',
    status: 'pending',
    title: 'Ask user 2 questions',
    content: [],
    locations: [],
    kind: 'think',
    rawInput: { questions },
    _meta: { toolName: 'ask_user_question', qwenInteractionKind: 'user_question', qwenQuestions: questions },
  },
});

async function ask(outcome: ElicitationOutcome, questions: unknown = QUESTIONS, name = 'qwen-code') {
  const file = join(temporaryFolder(), 'received');
  const { agent, client } = rawAgent([
    { record: file },
    { handshake: { agentInfo: { name, version: '0.24.4' } } },
    { session: 's1' },
    { send: { id: 9, method: 'session/request_permission', params: params(questions) } },
    { expect: 'response' },
  ]);
  client.outcome = outcome;
  await agent.connect();
  await agent.sessions.create({ cwd: tmpdir(), additional: [] });
  return { client, result: () => recorded(file).find(({ id, method }) => id === 9 && method === undefined) };
}

test('they are asked in a form, and answered beside the option that submits', async () => {
  const { client, result } = await ask({
    action: 'accept',
    content: { '0:other': 'Green', '1': ['S', 'M'] },
  });
  await until(() => result() !== undefined, 'the answer');
  expect(client.permissions).toEqual([]);
  expect(client.questions).toMatchObject([
    {
      mode: 'form',
      fields: [
        {
          key: '0',
          kind: 'choice',
          title: 'Colour',
          choices: [{ value: 'Red', description: 'Like fire' }, {}],
        },
        { key: '0:other', kind: 'text' },
        { key: '1', kind: 'choices', title: 'Sizes', description: 'Which sizes?' },
        { key: '1:other', kind: 'text' },
      ],
    },
  ]);
  expect(result()).toMatchObject({
    result: {
      outcome: { outcome: 'selected', optionId: 'proceed_once' },
      answers: { '0': 'Green', '1': 'S, M' },
    },
  });
});

test.each(['decline', 'cancel'] as const)('%s is the option that does not submit', async (action) => {
  const { result } = await ask({ action });
  await until(() => result() !== undefined, 'the answer');
  expect(result()).toMatchObject({ result: { outcome: { outcome: 'selected', optionId: 'cancel' } } });
});

test.each([
  ['questions that cannot be read', [{ text: 'odd' }], 'qwen-code'],
  ['questions of another agent', QUESTIONS, 'another'],
])('%s are a permission request as ever', async (_, questions, name) => {
  const { client } = await ask({ action: 'cancel' }, questions, name);
  await until(() => client.permissions.length === 1, 'the request');
  expect(client.questions).toEqual([]);
});
