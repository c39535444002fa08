// Several sessions over one program, each with a CLI process of its own, and sessions that there are not.
import { RequestError } from '@agentclientprotocol/sdk';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isAlive, until } from '../../../support/agentHarness.ts';
import { openScripted, openTurn, startScripted } from '../../../support/rpcModeClient.ts';

/** The JSON-RPC error of a request that is refused. */
async function refusal(promise: Promise<unknown>): Promise<RequestError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

test('every session has a process of its own, and closing one ends only that', async () => {
  const { client, host, sessionId } = await openScripted();
  const other = await client.newSession();
  expect(other.sessionId).not.toBe(sessionId);
  const [first, second] = [host.process(0), host.process(1)];
  expect(second.pid).not.toBe(first.pid);

  const turns = [client.prompt(sessionId, 'One'), client.prompt(other.sessionId, 'Two')];
  expect(await first.next('prompt')).toMatchObject({ message: 'One' });
  expect(await second.next('prompt')).toMatchObject({ message: 'Two' });
  second.turn('From the second.');
  first.turn('From the first.');
  await Promise.all(turns);
  expect(client.said(sessionId)).toBe('From the first.');
  expect(client.said(other.sessionId)).toBe('From the second.');

  await client.context.request('session/close', { sessionId });
  await until(() => !isAlive(first.pid), 'the first has ended');
  expect(isAlive(second.pid)).toBe(true);
});

test('a session that continues another names its file', async () => {
  const { client, host, cli, sessionId } = await openScripted({
    handlers: { new_session: (frame, process) => process.accept(frame, { cancelled: false }) },
  });
  const file = String(cli.state['sessionFile']);
  writeFileSync(file, '');
  const next = await client.context.request('session/new', {
    cwd: client.folder,
    mcpServers: [],
    _meta: { 'parley.dev/parentSession': sessionId },
  });
  expect(await host.process(1).next('new_session')).toMatchObject({ parentSession: file });
  expect(next.sessionId).not.toBe(sessionId);
});

test.each([
  ['that the CLI does not know', 'nobody'],
  ['that is not stored yet', undefined],
])('a session that continues one %s is just a new one', async (_, parent) => {
  const { client, host, sessionId } = await openScripted();
  const answer = await client.context.request('session/new', {
    cwd: client.folder,
    mcpServers: [],
    _meta: { 'parley.dev/parentSession': parent ?? sessionId },
  });
  expect(answer.sessionId).toEqual(expect.any(String));
  const received = host.processes.flatMap((process) => process.received.map(({ type }) => type));
  expect(received).not.toContain('new_session');
});

test('a session that is not known is reported as such', async () => {
  const { client } = await startScripted();
  const { folder: cwd } = client;
  const load = client.context.request('session/load', { sessionId: 'nobody', cwd, mcpServers: [] });
  expect((await refusal(load)).code).toBe(-32002);
  expect((await refusal(client.prompt('nobody', 'Hello'))).code).toBe(-32002);
});

test('a folder that is not absolute is refused', async () => {
  const { client } = await startScripted();
  const request = client.context.request('session/new', { cwd: 'here', mcpServers: [] });
  expect((await refusal(request)).code).toBe(-32602);
});

test('after a crash the next prompt starts the CLI again, with the conversation it has on disk', async () => {
  const { client, host, cli, sessionId } = await openScripted({
    handlers: { switch_session: (frame, process) => process.accept(frame, { cancelled: false }) },
  });
  const file = String(cli.state['sessionFile']);
  writeFileSync(file, '');
  cli.order({ exit: 1 });
  await until(() => client.updates(sessionId, 'notice').length > 0, 'the end is reported');
  const turn = client.prompt(sessionId, 'Are you back?');
  await until(() => host.processes.length === 2, 'another process');
  const second = host.process(1);
  expect(await second.next('switch_session')).toMatchObject({ sessionPath: file });
  expect(await second.next('prompt')).toMatchObject({ message: 'Are you back?' });
  second.turn('I am.');
  expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  expect(client.said(sessionId)).toBe('I am.');
});

test('a client without capabilities is served as well', async () => {
  const { client, cli, turn } = await openTurn({ family: 'pi' }, { capabilities: {}, begun: 'Words' });
  cli.send({ type: 'auto_retry_start', attempt: 1, maxAttempts: 3, delayMs: 1, errorMessage: 'busy' });
  cli.send({ type: 'auto_retry_end', success: true, attempt: 1 });
  cli.send({ type: 'compaction_start' }, { type: 'compaction_end', result: { summary: 'All' } });
  cli.endTurn();
  expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  const kinds = client.notifications.map(({ update }) => update.sessionUpdate);
  // Only clients that say they can show these get them.
  expect(kinds).not.toContain('notice');
  expect(kinds).not.toContain('compaction_update');
});
