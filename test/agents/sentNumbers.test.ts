// Ids and values that an agent sends as numbers or switches: shown as text, and sent back as they came.
import { expect, test } from 'vitest';
import type { AgentClient, PermissionOutcome, PermissionQuestion } from '../../src/core/ports/agent.ts';
import { AgentCalls } from '../../src/agents/agentCalls.ts';
import { PromptCalls } from '../../src/agents/promptCalls.ts';
import { noHandshake } from '../../src/agents/handshake.ts';
import { refusingClient } from '../../src/agents/refusingClient.ts';
import { servePermission } from '../../src/agents/requests/servePermission.ts';
import { anyAnswer, initializeAnswer, newSessionAnswer } from '../../src/agents/schema/answerSchema.ts';
import { listAnswer } from '../../src/agents/schema/listSchema.ts';
import { readSessionUpdate } from '../../src/agents/schema/updateSchema.ts';
import { TurnAnswers } from '../../src/agents/turns/turnAnswers.ts';
import { Redactor } from '../../src/core/secrets/redactor.ts';
import { ManualClock } from '../support/clock.ts';
import { MemoryLog } from '../support/log.ts';
import { ScriptedAgent } from '../support/scriptedAgent.ts';

/** The calls of an agent that answers so, and what it was sent. */
function callsTo(answers: Readonly<Record<string, unknown>>) {
  const sent: (readonly [method: string, params: unknown])[] = [];
  const clock = new ManualClock();
  const calls = new AgentCalls({
    label: 'A',
    log: new MemoryLog(),
    clock,
    redactor: new Redactor(),
    send: (method, params) => {
      sent.push([method, params]);
      return Promise.resolve(answers[method] ?? {});
    },
    onSignInNeeded: () => {},
  });
  const prompts = new PromptCalls({
    label: 'A',
    calls,
    clock,
    answers: new TurnAnswers(),
    notify: (method, params) => void sent.push([method, calls.asSent(params)]),
    limit: () => undefined,
    stderrTail: () => '',
    onCancel: () => {},
    subagents: () => [],
    onLateAnswer: () => {},
    handshake: () => undefined,
  });
  return { calls, prompts, sent };
}

/** The only option in the answer that opens a session. */
async function optionOf(answer: object) {
  const { calls, prompts, sent } = callsTo({ 'session/new': { sessionId: 's', ...answer } });
  const { configOptions } = await calls.request(
    'session/new',
    { cwd: '/w', mcpServers: [] },
    newSessionAnswer,
  );
  const [option] = configOptions;
  if (option === undefined) throw new Error('no option');
  return {
    option,
    chosen: async (value: string | boolean) => {
      await prompts.setConfigOption('s', option, value);
      return sent.at(-1);
    },
  };
}

const select = (fields: object): object => ({ configOptions: [{ id: 'size', type: 'select', ...fields }] });

test.each<[string, object, object, [value: string, sent: object]]>([
  [
    'numbers',
    select({
      currentValue: 1024,
      options: [
        { value: 1024, name: '1k' },
        { value: 2048, name: 2 },
      ],
    }),
    { currentValue: '1024', names: ['1k', '2'] },
    ['2048', { configId: 'size', value: 2048 }],
  ],
  [
    'numbers in groups',
    select({ currentValue: 1, options: [{ group: 7, options: [{ value: 1, name: 'one' }] }] }),
    { currentValue: '1', names: ['one'] },
    ['1', { configId: 'size', value: 1 }],
  ],
  [
    'numbers alone',
    select({ currentValue: 0.5, options: [0.5, 1] }),
    { currentValue: '0.5', names: ['0.5', '1'] },
    ['1', { configId: 'size', value: 1 }],
  ],
  [
    'text that looks like a number',
    select({ currentValue: '1', options: [{ value: '1' }, { value: '2' }] }),
    { currentValue: '1', names: ['1', '2'] },
    ['2', { configId: 'size', value: '2' }],
  ],
  [
    'switches with names',
    select({
      currentValue: false,
      options: [
        { value: true, name: 'Yes' },
        { value: false, name: 'No' },
      ],
    }),
    { currentValue: 'false', names: ['Yes', 'No'] },
    ['true', { configId: 'size', type: 'boolean', value: true }],
  ],
  [
    'an option whose id is a number',
    { configOptions: [{ id: 3, type: 'select', currentValue: 'a', options: [{ value: 'a' }] }] },
    { id: '3', currentValue: 'a', names: ['a'] },
    ['a', { configId: 3, value: 'a' }],
  ],
  [
    'modes',
    {
      modes: {
        currentModeId: 1,
        availableModes: [
          { id: 1, name: 'Plan' },
          { id: 2, name: 'Code' },
        ],
      },
    },
    { currentValue: '1', names: ['Plan', 'Code'] },
    ['2', { modeId: 2 }],
  ],
  [
    'models',
    { models: { currentModelId: 4, availableModels: [{ modelId: 4, name: 'Four' }, { modelId: 5 }] } },
    { currentValue: '4', names: ['Four', '5'] },
    ['5', { modelId: 5 }],
  ],
])(
  '%s are shown, and what the user chooses is sent as it came',
  async (_what, answer, shown, [value, sent]) => {
    const { option, chosen } = await optionOf(answer);
    const names =
      option.type === 'select' ? option.groups.flatMap(({ values }) => values.map(({ name }) => name)) : [];
    expect({ ...option, names }).toMatchObject(shown);
    expect((await chosen(value))?.[1]).toEqual({
      sessionId: 's',
      ...sent,
    });
  },
);

test.each([[1], ['true'], [true]])('a switch that is %j is on, and set by a switch', async (currentValue) => {
  const { option, chosen } = await optionOf({ configOptions: [{ id: 'w', type: 'boolean', currentValue }] });
  expect(option).toMatchObject({ type: 'boolean', currentValue: true });
  expect((await chosen(false))?.[1]).toEqual({
    sessionId: 's',
    configId: 'w',
    type: 'boolean',
    value: false,
  });
});

test('a mode that is reported by its number is the current one', () => {
  const update = { sessionUpdate: 'current_mode_update', currentModeId: 2 };
  expect(readSessionUpdate({ sessionId: 's', update })).toMatchObject({
    update: { type: 'current_mode', modeId: '2' },
  });
});

test.each([
  [
    'numbers',
    [
      { optionId: 1, name: 'Yes', kind: 'allow_once' },
      { optionId: 2, name: 'No' },
    ],
    '1',
    1,
  ],
  ['zero', [{ optionId: 0, name: 'No', kind: 'reject_once' }], '0', 0],
  [
    'switches',
    [
      { optionId: true, name: 'Yes' },
      { optionId: false, name: 'No' },
    ],
    'false',
    false,
  ],
  ['numbers under another name', [{ id: 7, label: 'Yes' }], '7', 7],
  ['texts', [{ optionId: '1', name: 'Yes' }], '1', '1'],
])(
  'a permission with options that are %s is answered by the one that was sent',
  async (_what, options, chosen, sent) => {
    const asked: PermissionQuestion[] = [];
    const client: Pick<AgentClient, 'requestPermission'> = {
      requestPermission: (_agent, _sessionId, question): Promise<PermissionOutcome> => {
        asked.push(question);
        return Promise.resolve({ outcome: 'selected', optionId: chosen });
      },
    };
    const answer = await servePermission(
      { sessionId: 's', toolCall: { toolCallId: 9, title: 'Run' }, options },
      {
        agent: new ScriptedAgent('A'),
        client: { ...refusingClient(() => {}), ...client },
        log: new MemoryLog(),
        quirks: noHandshake.quirks,
        clock: new ManualClock(),
        folder: () => '/w',
        shown: (call) => call,
        unreadable: () => expect.unreachable(),
        signal: new AbortController().signal,
      },
    );
    expect(asked).toMatchObject([{ call: { toolCallId: '9' } }]);
    expect(answer).toEqual({ outcome: { outcome: 'selected', optionId: sent } });
  },
);

test('a session whose id is a number is asked for by that number', async () => {
  const { calls, prompts, sent } = callsTo({
    'session/new': { sessionId: 5 },
    'session/list': { sessions: [{ sessionId: 6, cwd: '/w' }] },
  });
  const { sessionId } = await calls.request('session/new', { cwd: '/w', mcpServers: [] }, newSessionAnswer);
  expect(sessionId).toBe('5');
  await prompts.prompt(sessionId, [{ type: 'text', text: 'go' }]);
  prompts.cancel(sessionId);
  const { sessions } = await calls.request('session/list', {}, listAnswer);
  await calls.request(
    'session/load',
    { sessionId: sessions[0]?.sessionId, cwd: '/w', mcpServers: [] },
    anyAnswer,
  );
  expect(sent.slice(1)).toMatchObject([
    ['session/prompt', { sessionId: 5 }],
    ['session/cancel', { sessionId: 5 }],
    ['session/list', {}],
    ['session/load', { sessionId: 6 }],
  ]);
});

test('a way to sign in whose id is a number is chosen by that number', async () => {
  const { calls, sent } = callsTo({ initialize: { authMethods: [{ id: 1, name: 'Log in' }] } });
  const params = {
    protocolVersion: 1,
    clientCapabilities: {},
    clientInfo: { name: 'a', title: 'A', version: '1' },
  };
  const { authMethods } = await calls.request('initialize', params, initializeAnswer);
  expect(authMethods).toMatchObject([{ id: '1', name: 'Log in' }]);
  await calls.request('authenticate', { methodId: '1' }, anyAnswer);
  expect(sent.at(-1)).toEqual(['authenticate', { methodId: 1 }]);
});
