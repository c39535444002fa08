// Requests that Parley does not have: refused by the protocol's error, and named where the user waits.
import { expect, it } from 'vitest';
import { temporaryFolder, until } from '../../support/agentHarness.ts';
import { relayAgent } from '../../support/relayHarness.ts';

const prompt = [{ type: 'text', text: 'go' }] as const;

async function promptedAgent() {
  const harness = await relayAgent();
  const { agent, client } = harness;
  for (let count = 0; count < 2; count++)
    await agent.sessions.create({ cwd: temporaryFolder(), additional: [] });
  return {
    ...harness,
    notices: () =>
      client.updates.flatMap(({ sessionId, event }) =>
        event.type === 'notice' ? [`${sessionId}: ${event.text}`] : [],
      ),
  };
}

it.each(['cursor/generate_image', '_x.ai/unknown', 'session/ask', 'workspace/unknown thing'])(
  'R6 %s is refused, and named once in a turn',
  async (method) => {
    const { agent, send, reply, requests, notices } = await promptedAgent();
    for (const round of [1, 2]) {
      const turn = agent.prompt('s1', prompt);
      await until(() => requests.length > 0, 'the prompt');
      for (const params of [{ sessionId: 's1' }, { sessionId: 's1', more: 1 }, {}]) {
        expect(await send(method, params).answer).toMatchObject({ error: { code: -32601 } });
      }
      expect(notices()).toEqual(
        Array.from({ length: round }, () => `s1: fake asked for “${method}”, which Parley does not support.`),
      );
      reply('session/prompt', { stopReason: 'end_turn' });
      await turn;
    }
  },
);

it('is named in the session that it names, also where no turn runs', async () => {
  const { send, notices } = await promptedAgent();
  await send('a/method', { sessionId: 's2' }).answer;
  await send('a/method', { sessionId: 's2' }).answer;
  await send('a/method', { sessionId: 'of another agent' }).answer;
  expect(notices()).toEqual(['s2: fake asked for “a/method”, which Parley does not support.']);
});

const UNKNOWN =
  'fake also works in a session that Parley did not open. Its messages are not shown, and its requests are refused.';

const ASKED = {
  'session/request_permission': {
    toolCall: { toolCallId: 'c', title: 'Child asks' },
    options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
  },
  'elicitation/create': {
    mode: 'form',
    message: 'Name?',
    requestedSchema: { type: 'object', properties: {} },
  },
  'terminal/create': { command: 'true' },
  'fs/read_text_file': { path: '/x' },
};

it.each(Object.entries(ASKED))(
  'R8 %s for a session that Parley did not open is refused with the reason, and shown once where the user waits',
  async (method, params) => {
    const { agent, send, reply, requests, notices } = await promptedAgent();
    const turn = agent.prompt('s1', prompt);
    await until(() => requests.length > 0, 'the prompt');
    for (const sessionId of ['child-1', 'child-1', 'child-2']) {
      expect(await send(method, { ...params, sessionId }).answer).toMatchObject({
        error: { code: -32602, message: `Invalid params: there is no session ${sessionId}` },
      });
    }
    expect(notices()).toEqual([`s1: ${UNKNOWN}`]);
    reply('session/prompt', { stopReason: 'end_turn' });
    await turn;
  },
);

it('text and calls of a session that Parley did not open are reported in the last active one, also between turns', async () => {
  const { agent, notify, reply, requests, notices } = await promptedAgent();
  const turn = agent.prompt('s1', prompt);
  await until(() => requests.length > 0, 'the prompt');
  reply('session/prompt', { stopReason: 'end_turn' });
  await turn;
  const report = (update: object): void => notify('session/update', { sessionId: 'child', update });
  // What is said about stored sessions is no work in them.
  report({ sessionUpdate: 'session_info_update', title: 'Stored' });
  report({ sessionUpdate: 'available_commands_update', availableCommands: [] });
  await agent.sessions.create({ cwd: temporaryFolder(), additional: [] });
  expect(notices()).toEqual([]);
  report({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Child text' } });
  report({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Child call', kind: 'edit' });
  await until(() => notices().length > 0, 'the notice');
  await agent.sessions.create({ cwd: temporaryFolder(), additional: [] });
  expect(notices()).toEqual([`s1: ${UNKNOWN}`]);
});

it('what still comes for a session that was closed is no news', async () => {
  const { agent, notify, send, notices } = await promptedAgent();
  await agent.sessions.close('s2');
  notify('session/update', {
    sessionId: 's2',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Late' } },
  });
  expect(
    await send('session/request_permission', { ...ASKED['session/request_permission'], sessionId: 's2' })
      .answer,
  ).toMatchObject({ error: { code: -32602 } });
  expect(notices()).toEqual([]);
});

it('a flood of methods is cut, and what Parley itself sends is an echo', async () => {
  const { send, notices } = await promptedAgent();
  await send('session/prompt', { sessionId: 's1' }).answer;
  expect(notices()).toEqual([]);
  await Promise.all(Array.from({ length: 50 }, (_, index) => send(`m/${index}`, { sessionId: 's1' }).answer));
  expect(notices()).toHaveLength(5);
});
