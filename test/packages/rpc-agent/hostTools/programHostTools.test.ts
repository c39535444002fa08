// MCP servers of the client through the whole program, with a scripted CLI behind it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAlive, temporaryFolder, until } from '../../../support/agentHarness.ts';
import { startScripted } from '../../../support/rpcModeClient.ts';
import { bundledProgram } from '../../../support/programs/bundledProgram.ts';

const program = bundledProgram('test/support/programs/mcpServerProcess.ts');

test('the servers of a session are host tools of its CLI, and end with it', async () => {
  const notes = join(temporaryFolder(), 'notes');
  writeFileSync(notes, '');
  const { client, host } = await startScripted({
    family: 'omp',
    handlers: { set_host_tools: (frame, cli) => cli.accept(frame, { toolNames: [] }) },
  });
  const { sessionId } = await client.newSession([
    { name: 'tests', command: process.execPath, args: [program, notes], env: [] },
  ]);
  const cli = host.process();
  const offers = cli.received.filter(({ type }) => type === 'set_host_tools');
  expect(JSON.stringify(offers.at(-1))).toContain('"tests_echo"');

  const turn = client.prompt(sessionId, 'Call it');
  await cli.next('prompt');
  cli.beginTurn('Calling.');
  const args = { message: 'hi' };
  cli.send({ type: 'tool_execution_start', toolCallId: 'c1', toolName: 'tests_echo', args });
  cli.send({
    type: 'host_tool_call',
    id: 'h1',
    toolCallId: 'c1',
    toolName: 'tests_echo',
    arguments: args,
  });
  expect(await cli.next('host_tool_result')).toMatchObject({
    id: 'h1',
    result: { content: [{ type: 'text', text: 'MCP says hi' }] },
  });
  cli.endTurn();
  await turn;
  expect(client.toolCall(sessionId, 'c1')).toMatchObject({ title: 'Echo (tests)' });

  const pid = Number(/"started":(\d+)/.exec(readFileSync(notes, 'utf8'))?.[1]);
  expect(isAlive(pid)).toBe(true);
  await client.context.request('session/close', { sessionId });
  await until(() => !isAlive(pid), 'the end of the server');
});

test('a server that cannot be started is reported, and the session is there', async () => {
  const { client } = await startScripted({
    family: 'omp',
    handlers: { set_host_tools: (frame, cli) => cli.accept(frame, { toolNames: [] }) },
  });
  const { sessionId } = await client.newSession([
    { name: 'gone', command: join(temporaryFolder(), 'nothing'), args: [], env: [] },
  ]);
  await until(() => client.updates(sessionId, 'notice').length > 0, 'the notice');
  expect(client.updates(sessionId, 'notice')).toMatchObject([
    { severity: 'warning', title: expect.stringContaining('“gone” could not be started') },
  ]);
});
