// A real agent: pi, as it is and as it was, behind the RPC mode program.
import { expect, test } from 'vitest';
import { extensionSuite, openReal, rpcAgentSuite, TIME } from './rpcAgentSuite.ts';

rpcAgentSuite('pi');
rpcAgentSuite('pi 0.73');
extensionSuite('pi');

test('pi: a model that fails for good ends the turn with a sentence', { timeout: TIME }, async () => {
  const { client, sessionId } = await openReal('pi');
  await client.setOption(sessionId, 'auto_retry', false);
  await expect(client.prompt(sessionId, '[[error500]] Fail.')).rejects.toThrow(
    /failed: 500[^]*scripted failure/,
  );
  expect(await client.prompt(sessionId, '[[text]] And now?')).toMatchObject({ stopReason: 'end_turn' });
});
