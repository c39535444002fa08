// A real agent: oh-my-pi behind the RPC mode program, with an MCP server of the client.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureRealAgents } from '../../scripts/ensureRealAgents.mjs';
import { CALLED_ANSWER } from '../support/modelServer.ts';
import { TOOL_ARGUMENT } from '../support/modelToolCalls.ts';
import { extensionSuite, openReal, rpcAgentSuite, TIME } from './rpcAgentSuite.ts';

rpcAgentSuite('oh-my-pi');
extensionSuite('oh-my-pi');

describe('the MCP servers of the client, in oh-my-pi', { timeout: TIME }, () => {
  beforeAll(async () => {
    await ensureRealAgents(['oh-my-pi']);
  }, 300_000);

  test('are called by the model through the host', async () => {
    const { client, model, file } = await openReal('oh-my-pi');
    const program = join(import.meta.dirname, '..', 'support', 'mcpServerProcess.ts');
    const { sessionId } = await client.newSession([
      { name: 'tests', command: process.execPath, args: [program, file('notes')], env: [] },
    ]);
    await client.prompt(sessionId, '[[tool:name=echo]] Call it.');
    expect(client.said(sessionId)).toContain(CALLED_ANSWER);
    expect(model.requests.map(({ lastToolText }) => lastToolText)).toContain(`MCP says ${TOOL_ARGUMENT}`);
    const call = client.toolCall(sessionId, client.toolCallIds(sessionId).at(-1) ?? '');
    expect(call).toMatchObject({ status: 'completed' });
    expect(JSON.stringify(call['content'])).toContain(`MCP says ${TOOL_ARGUMENT}`);
    expect(readFileSync(file('notes'), 'utf8')).toContain('"called":"echo"');
  });
});
