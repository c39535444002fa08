// Errors of a CLI as the client gets them.
import { expect, test } from 'vitest';
import * as z from 'zod';
import { RpcGone, RpcMissing, RpcRefusal } from '../../../../packages/rpc-agent/src/cli/rpcErrors.ts';
import { asRequestError } from '../../../../packages/rpc-agent/src/session/requestErrors.ts';

test('a command that is missing and a CLI that ended say so in their data', () => {
  expect(asRequestError(new RpcMissing('pi')).data).toEqual({
    'parley.dev/error': { code: 'command-not-found', command: 'pi' },
  });
  const gone = new RpcGone('pi was ended by SIGKILL. Send a prompt.', 'tail', 'pi was ended by SIGKILL');
  expect(asRequestError(gone).data).toEqual({
    'parley.dev/error': { code: 'agent-exited', message: 'pi was ended by SIGKILL.', stderrTail: 'tail' },
  });
});

test.each([
  'No API key found for anthropic. Use /login or set an API key environment variable.',
  'The API key is missing.',
  'You are not logged in.',
])('a missing key needs a sign-in: %s', (message) => {
  expect(asRequestError(new Error(message))).toMatchObject({ code: -32000, message });
  expect(asRequestError(new RpcRefusal('prompt', message))).toMatchObject({ code: -32000 });
});

test('another error is no sign-in', () => {
  expect(asRequestError(new Error('The key was pressed.'))).toMatchObject({ code: -32603 });
});

test('what a validator says is never the message', () => {
  const { error } = z.object({ a: z.string() }).safeParse(null);
  expect(asRequestError(error).message).toBe("The agent's answer could not be read.");
});
