// Files and commands that an agent asks for are reported to whoever shows that it works, allowed or not.
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/agentHarness.ts';
import { relayAgent } from '../../support/relayHarness.ts';

it('reports files and new commands by their session, and neither questions nor looks at commands', async () => {
  const { agent, client, send } = await relayAgent();
  for (let count = 0; count < 2; count++)
    await agent.sessions.create({ cwd: temporaryFolder(), additional: [] });
  await send('fs/read_text_file', { sessionId: 's1', path: '/gone' }).answer;
  await send('fs/write_text_file', { sessionId: 's2', path: '/gone', content: '' }).answer;
  await send('terminal/create', { sessionId: 's1', command: '/gone' }).answer;
  expect(client.received).toEqual(['s1', 's2', 's1']);
  await send('terminal/output', { sessionId: 's1', terminalId: 'gone' }).answer;
  await send('fs/read_text_file', { sessionId: 'not open', path: '/gone' }).answer;
  await send('a/method', { sessionId: 's1' }).answer;
  expect(client.received).toHaveLength(3);
});
