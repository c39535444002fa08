// Extensions that ask before there is a session: the CLI does nothing else until it has its answer.
import type { CreateElicitationResponse } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { startScripted } from '../../../support/rpcModeClient.ts';
import type { CliScript, HostFrame } from '../../../support/scriptedCli.ts';

/** A CLI that answers no command before its question is answered. */
function asking(family: 'pi' | 'omp'): CliScript {
  const waiting: HostFrame[] = [];
  let answered = false;
  return {
    family,
    start: (cli) =>
      cli.send({
        type: 'extension_ui_request',
        id: 'q1',
        method: 'confirm',
        title: 'Trust this?',
        message: '',
      }),
    handlers: {
      get_state: (frame, cli) => {
        if (answered) cli.accept(frame, cli.state);
        else waiting.push(frame);
      },
      extension_ui_response: (_, cli) => {
        answered = true;
        for (const frame of waiting.splice(0)) cli.accept(frame, cli.state);
      },
    },
  };
}

test.each<['pi' | 'omp', CreateElicitationResponse, object]>([
  ['pi', { action: 'accept', content: { value: 'yes' } }, { confirmed: true }],
  ['omp', { action: 'decline' }, { cancelled: true }],
])('%s asks, with the request that opens the session: %j', async (family, response, expected) => {
  const { client, host } = await startScripted(asking(family), { elicit: () => response });
  const { sessionId } = await client.newSession();
  expect(client.questions).toMatchObject([{ mode: 'form', message: expect.stringContaining('Trust this?') }]);
  expect(client.questions[0]).toHaveProperty('requestId');
  expect(client.questions[0]).not.toHaveProperty('sessionId');
  const cli = host.process();
  expect(await cli.next('extension_ui_response')).toMatchObject({ id: 'q1', ...expected });

  // Later questions belong to the session.
  cli.send({ type: 'extension_ui_request', id: 'q2', method: 'confirm', title: 'Again?', message: '' });
  expect(await cli.next('extension_ui_response')).toMatchObject({ id: 'q2' });
  expect(client.questions[1]).toMatchObject({ sessionId });
});

test('a client without forms is not asked, and the CLI goes on', async () => {
  const { client, host } = await startScripted(asking('pi'), { capabilities: {} });
  await client.newSession();
  expect(client.questions).toEqual([]);
  expect(await host.process().next('extension_ui_response')).toMatchObject({ id: 'q1', cancelled: true });
});
