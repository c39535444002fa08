// A real agent: oh-my-pi behind the RPC mode program, with an MCP server of the client.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureRealAgents } from '../../scripts/install/realAgents.mjs';
import { until } from '../support/agentHarness.ts';
import { CALLED_ANSWER } from '../support/modelServer.ts';
import { PLAN_STEPS, TOOL_ARGUMENT } from '../support/modelToolCalls.ts';
import { extensionSuite, openReal, rpcAgentSuite, TIME } from './rpcAgentSuite.ts';
import { bundledProgram } from '../support/programs/bundledProgram.ts';

rpcAgentSuite('oh-my-pi');
extensionSuite('oh-my-pi');

describe('the MCP servers of the client, in oh-my-pi', { timeout: TIME }, () => {
  beforeAll(async () => {
    await ensureRealAgents(['oh-my-pi']);
  }, 300_000);

  test('are called by the model through the host', async () => {
    const { client, model, file } = await openReal('oh-my-pi');
    const program = bundledProgram('test/support/programs/mcpServerProcess.ts');
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

describe('the todo list of oh-my-pi', { timeout: TIME }, () => {
  test('is the plan, as the agent works and as the client sets it', async () => {
    const { client, sessionId } = await openReal('oh-my-pi');
    const statuses = (): string[] =>
      client
        .updates(sessionId, 'plan')
        .map(({ entries }) => entries.map(({ content, status }) => `${content} ${status}`).join(', '));
    await client.prompt(sessionId, '[[plan]] Do it.');
    const [first, second, third] = PLAN_STEPS;
    expect(statuses()).toContain(`${first} in_progress, ${second} pending, ${third} pending`);
    expect(statuses()).toContain(`${first} completed, ${second} completed, ${third} in_progress`);

    await client.context.request('_parley.dev/set_plan', {
      sessionId,
      entries: [{ content: 'Rest', status: 'in_progress' }],
    });
    await until(() => statuses().at(-1) === 'Rest in_progress', 'the new plan');
  });
});
