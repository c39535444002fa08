// Requests that an agent refuses without a reason: what its process wrote meanwhile is shown as the reason.
import { expect, test } from 'vitest';
import { AgentCalls } from '../../src/agents/agentCalls.ts';
import { anyAnswer } from '../../src/agents/schema/answerSchema.ts';
import { ResponseError } from '../../src/agents/wire/responseError.ts';
import { Redactor } from '../../src/core/secrets/redactor.ts';
import { ManualClock } from '../support/clock.ts';
import { MemoryLog } from '../support/log.ts';

/** How a refusal is described; the process wrote `early` before the request, and `late` before the answer. */
async function refused(error: ResponseError, late: string, early = 'started\n'): Promise<unknown> {
  let tail = early;
  const calls = new AgentCalls({
    label: 'A',
    log: new MemoryLog(),
    clock: new ManualClock(),
    redactor: new Redactor(),
    send: () => {
      tail += late;
      return Promise.reject(error);
    },
    stderrTail: () => tail,
    onSignInNeeded: () => {},
  });
  const params = { sessionId: 's', prompt: [{ type: 'text', text: 'Hi' }] };
  return await calls.request('session/prompt', params, anyAnswer).catch((reason: unknown) => reason);
}

test('an error that says nothing more has what was written meanwhile as its detail', async () => {
  expect(
    await refused(new ResponseError(-32603, 'The query failed'), 'Error: no credits left\n'),
  ).toMatchObject({
    user: {
      code: 'agent-error',
      detail: 'Error: no credits left',
      actions: expect.arrayContaining(['check-agent']),
    },
  });
});

test('what was written before the request explains nothing', async () => {
  const error = await refused(new ResponseError(-32603, 'The query failed'), '');
  expect(error).toMatchObject({ user: { code: 'agent-error' } });
  expect(error).not.toHaveProperty('user.detail');
});

test('a detail of the agent stays as it is', async () => {
  const error = new ResponseError(-32603, 'The query failed', { details: 'The disk is read-only' });
  expect(await refused(error, 'warning: slow\n')).toMatchObject({
    user: { detail: 'The disk is read-only' },
  });
});

test.each([
  ['session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'Hi' }] }, true],
  ['session/new', { cwd: '/work', mcpServers: [] }, true],
  ['session/load', { sessionId: 's', cwd: '/work', mcpServers: [] }, true],
  ['session/list', {}, false],
  ['session/set_config_option', { sessionId: 's', configId: 'c', value: 'v' }, false],
  ['session/close', { sessionId: 's' }, false],
] as const)(
  'a refusal of %s for a missing sign-in keeps the agent from work: %j %s',
  async (method, params, keeps) => {
    const needed: string[] = [];
    const calls = new AgentCalls({
      label: 'A',
      log: new MemoryLog(),
      clock: new ManualClock(),
      redactor: new Redactor(),
      send: () => Promise.reject(new ResponseError(-32000, 'Authentication required')),
      onSignInNeeded: ({ code }) => needed.push(code),
    });
    await expect(calls.request(method, params, anyAnswer)).rejects.toMatchObject({
      user: { code: 'sign-in-needed' },
    });
    expect(needed).toHaveLength(keeps ? 1 : 0);
  },
);
