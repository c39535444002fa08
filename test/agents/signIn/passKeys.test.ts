// Keys of earlier sign-ins, passed to agents that accept, refuse and ignore them.
import { expect, test } from 'vitest';
import { passKeys, type PassKeysOptions } from '../../../src/agents/signIn/passKeys.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import type { AuthMethod } from '../../../src/core/signIn/authMethod.ts';
import { signInCancelled, signInNeeded } from '../../../src/core/signIn/signInErrors.ts';
import { ManualClock } from '../../support/clock.ts';
import { MemoryLog } from '../../support/log.ts';
import { flushMicrotasks } from '../../support/wait.ts';

const method: AuthMethod = { id: 'a', name: 'A', description: '', kind: 'env', passesKey: true };
const methods: readonly AuthMethod[] = [
  method,
  { ...method, id: 'b' },
  { ...method, id: 'plain', kind: 'agent', passesKey: false },
  { ...method, id: 'toString' },
];

function setUp(authenticate: PassKeysOptions['authenticate']) {
  const clock = new ManualClock();
  const log = new MemoryLog();
  const apiKeys = { a: 'k-a', b: 'k-b', plain: 'k-c' };
  const launch = { command: 'agent', args: [], env: {}, cwd: '/work', apiKeys };
  return { clock, log, passing: passKeys(methods, { launch, clock, log, authenticate }) };
}

test('keys are passed side by side, and an agent that answers none is waited for once', async () => {
  const passed: string[] = [];
  let isDone = false;
  const { clock, log, passing } = setUp(async (id, signal, apiKey) => {
    passed.push(`${id} ${apiKey}`);
    const hanging = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => hanging.reject(new ParleyError(signInCancelled('A'))));
    return hanging.promise;
  });
  void passing.then(() => (isDone = true));
  await flushMicrotasks();
  expect(passed).toEqual(['a k-a', 'b k-b']);
  clock.advance(29_999);
  await flushMicrotasks();
  expect(isDone).toBe(false);
  clock.advance(1);
  await passing;
  expect(log.lines).toHaveLength(2);
  expect(log.lines[0]).toContain('did not check the stored key within 30 seconds');
  expect(log.lines.join()).not.toContain('accepted');
});

test('a key that is refused is logged with the reason', async () => {
  const { log, passing } = setUp(async () => {
    throw new ParleyError(signInNeeded('Agent A'));
  });
  await passing;
  expect(log.lines[0]).toMatch(/The stored key was not accepted: .*Agent A/);
});
