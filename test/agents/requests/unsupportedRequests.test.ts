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

it.each(['cursor/create_plan', '_x.ai/ask_user_question', 'session/ask', 'workspace/unknown thing'])(
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

it('a flood of methods is cut, and what Parley itself sends is an echo', async () => {
  const { send, notices } = await promptedAgent();
  await send('session/prompt', { sessionId: 's1' }).answer;
  expect(notices()).toEqual([]);
  await Promise.all(Array.from({ length: 50 }, (_, index) => send(`m/${index}`, { sessionId: 's1' }).answer));
  expect(notices()).toHaveLength(5);
});
