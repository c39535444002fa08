// The sub-agents of the demo agent, over a real connection: what becomes of them in the session of the user.
import { expect, it } from 'vitest';
import { entryById } from '../../../src/core/session/entries.ts';
import { plainText } from '../../../src/core/session/content.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import { subagentMessages, subagentStatus } from '../../../src/core/session/subagent/selectors.ts';
import { connectionTo, temporaryFolder, until } from '../../support/agentHarness.ts';
import { bundledProgram } from '../../support/programs/bundledProgram.ts';

async function demoSession() {
  const program = bundledProgram('packages/demo-agent/src/demoAgent.ts');
  const { agent, client } = connectionTo({ command: process.execPath, args: [program] });
  await agent.connect();
  const id = await agent.sessions.create({ cwd: temporaryFolder(), additional: [] });
  const state = (): SessionState =>
    client.updates
      .filter(({ sessionId }) => sessionId === id)
      .map(({ event }) => event)
      .reduce<SessionState>(
        reduce,
        reduce(emptySession('k', 'demo', '/w'), { type: 'prompt_started', at: 1, content: [] }),
      );
  return {
    agent,
    client,
    id,
    state,
    prompt: (text: string) => agent.prompt(id, [{ type: 'text', text }]),
    rows: () =>
      state()
        .entries.flat()
        .filter((entry) => entry.kind === 'tool')
        .map((entry) => [entry.call.title, subagentStatus(entry)]),
  };
}

it('each is a call with what it did and said, and nothing of it is in another session', async () => {
  const { prompt, rows, state, client, id } = await demoSession();
  expect(await prompt('agents 1')).toMatchObject({ stopReason: 'end_turn' });
  expect(rows()).toEqual([
    ['Find where rates are used (Explorer)', 'completed'],
    ['Search src for rates', 'completed'],
    ['Check the tests (Tester)', 'completed'],
    ['Search src for rates', 'completed'],
  ]);
  const found = entryById(state().entries, 'e2')?.found;
  if (found?.kind !== 'tool') throw new Error('no call');
  const said = subagentMessages(state(), found.call.toolCallId);
  expect(said.map(({ role, content }) => `${role}: ${plainText(content)}`)).toEqual([
    'user: Find where rates are used. Answer with a list.',
    'thought: Where to begin?',
    'agent: They are used in **one** file: `src/rates.ts`.',
  ]);
  expect(found.call).toMatchObject({
    content: [{ content: { text: 'Find where rates are used: there is nothing to report.' } }],
    subagent: { tokens: 1_200, durationMs: expect.any(Number) },
  });
  expect(new Set(client.updates.map(({ sessionId }) => sessionId))).toEqual(new Set([id]));
});

it('one is asked about by its name, and one is stopped while the other goes on', async () => {
  const { agent, prompt, rows, client, id, state } = await demoSession();
  const turn = prompt('agents 2 ask');
  await until(() => client.permissions.length === 2, 'the questions');
  const asked = client.permissions.map(({ question }) => question.call.parentToolCallId ?? '');
  const titles = state()
    .entries.flat()
    .flatMap((entry) =>
      entry.kind === 'tool' && asked.includes(entry.call.toolCallId) ? [entry.call.title] : [],
    );
  expect(titles).toEqual(['Find where rates are used (Explorer)', 'Check the tests (Tester)']);
  agent.cancelSubagent(id, asked[1] ?? '');
  client.permissions[1]?.answer({ outcome: 'cancelled' });
  client.permissions[0]?.answer({ outcome: 'selected', optionId: 'allow' });
  expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  expect(rows().filter(([title]) => title !== 'Search src for rates')).toEqual([
    ['Find where rates are used (Explorer)', 'completed'],
    ['Check the tests (Tester)', 'cancelled'],
    ['Check the tests (Tester)', 'completed'],
  ]);
});
