// The slash commands of the RPC mode program, with the real CLIs behind it.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureRealAgents } from '../../scripts/install/realAgents.mjs';
import { isAlive, until } from '../support/agentHarness.ts';
import { TEXT_ANSWER } from '../support/modelServer.ts';
import { openReal, TIME } from './rpcAgentSuite.ts';

describe.each(['pi', 'pi 0.73', 'oh-my-pi'] as const)('%s', { timeout: TIME }, (name) => {
  beforeAll(async () => {
    await ensureRealAgents([name]);
  }, 300_000);

  test('runs a command of the user, and stops one', async () => {
    const { client, sessionId, file } = await openReal(name);
    expect(await client.prompt(sessionId, '/bash cat hello.txt; exit 3')).toMatchObject({
      stopReason: 'end_turn',
    });
    const [first = ''] = client.toolCallIds(sessionId);
    expect(client.toolCall(sessionId, first)).toMatchObject({
      title: 'cat hello.txt; exit 3',
      status: 'failed',
      rawOutput: { exitCode: 3 },
    });
    expect(JSON.stringify(client.toolCall(sessionId, first)['content'])).toContain('second line');
    const turn = client.prompt(sessionId, `/bash ${process.execPath} wait.cjs`);
    await until(() => existsSync(file('pid')) && readFileSync(file('pid'), 'utf8') !== '', 'the command');
    const pid = Number(readFileSync(file('pid'), 'utf8'));
    await client.cancel(sessionId);
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
    await until(() => !isAlive(pid), 'the end of the command');
  });

  test('saves the conversation, returns the last answer, and does not summarise what is short', async () => {
    const { client, sessionId } = await openReal(name);
    await client.prompt(sessionId, '/last_answer');
    expect(client.said(sessionId)).toBe('There is no answer yet.');
    await client.prompt(sessionId, '[[text]] Hello');
    await client.prompt(sessionId, '/last_answer');
    expect(client.said(sessionId).split(TEXT_ANSWER.trim())).toHaveLength(3);
    await client.prompt(sessionId, '/export_html talk.html');
    const links = client
      .updates(sessionId, 'agent_message_chunk')
      .flatMap(({ content }) => (content.type === 'resource_link' ? [content.uri] : []));
    expect(links).toHaveLength(1);
    expect(readFileSync(fileURLToPath(links[0] ?? ''), 'utf8')).toMatch(/<html/i);
    expect(await client.prompt(sessionId, '/compact')).toMatchObject({ stopReason: 'end_turn' });
    expect(client.said(sessionId)).toMatch(/Nothing to compact|was summarized/);
  });
});
