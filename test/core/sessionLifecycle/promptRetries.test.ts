// Prompts that the agent refused: what waits behind them, and how they are sent again.
import { expect, test } from 'vitest';
import { agentRefused } from '../../../src/core/agentErrors.ts';
import { classifiedError } from '../../../src/core/failures/failureErrors.ts';
import { ParleyError, type UserError } from '../../../src/core/errors.ts';
import { signInNeeded } from '../../../src/core/signIn/signInErrors.ts';
import { ScriptedAgent } from '../../support/scriptedAgent.ts';
import { openSession, text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

async function failed(error: UserError, ...waiting: readonly string[]) {
  const context = await openSession();
  const { agent, key, sessions } = context;
  sessions.prompt(key, text('one'));
  await flushMicrotasks();
  for (const each of waiting) sessions.prompt(key, text(each));
  agent.prompts[0]?.reject(new ParleyError(error));
  await flushMicrotasks();
  const sent = (): readonly unknown[] => agent.prompts.map(({ content }) => content);
  const queued = (): readonly unknown[] => context.state(key).queue.map(({ content }) => content);
  return { ...context, sent, queued };
}

test('what waits behind a prompt that failed is held', async () => {
  const { sent, queued, state, key } = await failed(signInNeeded('A'), 'two', 'three');
  expect(sent()).toEqual([text('one')]);
  expect(queued()).toEqual([text('two'), text('three')]);
  expect(state(key).queueHeld).toBe(true);
});

test('a prompt that failed is sent again, before what waits', async () => {
  const { sent, queued, sessions, key } = await failed(signInNeeded('A'), 'two');
  sessions.retries.now(key);
  await flushMicrotasks();
  expect(sent()).toEqual([text('one'), text('one')]);
  expect(queued()).toEqual([text('two')]);
});

test('what waited behind a prompt that failed follows when that was answered', async () => {
  const { agent, sent, sessions, key } = await failed(signInNeeded('A'), 'two', 'three');
  sessions.retries.now(key);
  await flushMicrotasks();
  for (const index of [1, 2, 3]) {
    agent.prompts[index]?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
  }
  expect(sent()).toEqual(['one', 'one', 'two', 'three'].map(text));
});

test('what waited is held again when the prompt fails again, and follows the attempt that is answered', async () => {
  const { agent, sent, state, sessions, key } = await failed(signInNeeded('A'), 'two');
  sessions.retries.now(key);
  await flushMicrotasks();
  agent.prompts[1]?.reject(new ParleyError(signInNeeded('A')));
  await flushMicrotasks();
  expect(sent()).toEqual(['one', 'one'].map(text));
  expect(state(key).queueHeld).toBe(true);
  // Another prompt that is refused changes nothing of it.
  sessions.prompt(key, text('also'));
  await flushMicrotasks();
  agent.prompts[2]?.reject(new ParleyError(signInNeeded('A')));
  await flushMicrotasks();
  sessions.retries.now(key);
  await flushMicrotasks();
  agent.prompts[3]?.resolve({ stopReason: 'end_turn' });
  await flushMicrotasks();
  expect(sent()).toEqual(['one', 'one', 'also', 'also', 'two'].map(text));
});

test.each<[string, (context: Awaited<ReturnType<typeof failed>>) => Promise<void>]>([
  [
    'held before the prompt failed',
    async ({ sessions, agent, key }) => {
      sessions.retries.now(key);
      await flushMicrotasks();
      sessions.queue.hold(key);
      agent.prompts[1]?.reject(new ParleyError(signInNeeded('A')));
    },
  ],
  [
    'held by stopping another turn',
    async ({ sessions, agent, key }) => {
      sessions.prompt(key, text('other'));
      await flushMicrotasks();
      sessions.turns.cancel(key);
      agent.prompts[1]?.resolve({ stopReason: 'cancelled' });
      await flushMicrotasks();
      sessions.prompt(key, text('one'));
      await flushMicrotasks();
      agent.prompts[2]?.reject(new ParleyError(signInNeeded('A')));
    },
  ],
])('a queue that the user %s stays held', async (_when, holds) => {
  const context = await failed(signInNeeded('A'), 'two');
  const { agent, sent, queued, sessions, key } = context;
  await holds(context);
  await flushMicrotasks();
  sessions.retries.now(key);
  await flushMicrotasks();
  agent.prompts.at(-1)?.resolve({ stopReason: 'end_turn' });
  await flushMicrotasks();
  expect(sent().at(-1)).toEqual(text('one'));
  expect(queued()).toEqual([text('two')]);
});

test.each<[string, UserError, readonly string[]]>([
  [
    'an error of the agent that says no more',
    agentRefused('A', 'QQ failed', undefined),
    ['try-again', 'show-log', 'restart-agent'],
  ],
  [
    'an error of which the class is known',
    classifiedError('A', { class: 'overloaded' }, undefined),
    classifiedError('A', { class: 'overloaded' }, undefined).actions,
  ],
  ['a missing sign-in', signInNeeded('A'), signInNeeded('A').actions],
])('%s offers what may help', async (_what, error, actions) => {
  const { state, sessions, sent, key } = await failed(error);
  expect(state(key).entries.flat().at(-1)).toMatchObject({ error: { actions } });
  sessions.retries.now(key);
  await flushMicrotasks();
  expect(sent()).toEqual([text('one'), text('one')]);
});

test('the prompt that began the turn is sent again, not what the agent was given meanwhile', async () => {
  const agent = new ScriptedAgent('A');
  agent.steering = ['steer'];
  agent.offer();
  const { key, sessions, state } = await openSession(agent);
  sessions.prompt(key, text('one'));
  await flushMicrotasks();
  sessions.prompt(key, text('and this'));
  await sessions.turns.steer(key, state(key).queue[0]?.id ?? '', 'steer');
  expect(agent.steered).toEqual([text('and this')]);
  agent.prompts[0]?.reject(new ParleyError(signInNeeded('A')));
  await flushMicrotasks();
  expect(state(key).queue).toMatchObject([{ content: text('and this') }]);
  sessions.retries.now(key);
  await flushMicrotasks();
  expect(agent.prompts.map(({ content }) => content)).toEqual([text('one'), text('one')]);
  expect(state(key).queue).toMatchObject([{ content: text('and this') }]);
});

test('a prompt that the user asks to send again twice is sent once', async () => {
  const { agent, sent, queued, sessions, key } = await failed(signInNeeded('A'));
  agent.offer('resume');
  agent.die();
  sessions.retries.now(key);
  sessions.retries.now(key);
  expect(queued()).toEqual([text('one')]);
  await flushMicrotasks();
  expect(sent()).toEqual([text('one'), text('one')]);
  agent.prompts[1]?.resolve({ stopReason: 'end_turn' });
  await flushMicrotasks();
  expect(sent()).toHaveLength(2);
  expect(queued()).toEqual([]);
});

test('nothing is sent again where nothing failed', async () => {
  const { agent, sessions, key } = await openSession();
  sessions.retries.now(key);
  await flushMicrotasks();
  expect(agent.prompts).toEqual([]);
});

test('a turn that the model refused says so, with next steps', async () => {
  const { agent, sessions, state, key } = await openSession();
  sessions.prompt(key, text('one'));
  await flushMicrotasks();
  agent.prompts[0]?.resolve({ stopReason: 'refusal' });
  await expect
    .poll(() => state(key).entries.flat().at(-1))
    .toMatchObject({ kind: 'notice', error: { code: 'refused' } });
});
