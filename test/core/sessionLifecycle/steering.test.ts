// Messages that the agent takes into a running turn.
import { describe, expect, test } from 'vitest';
import { agentRefused } from '../../../src/core/agentErrors.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import type { SteeringBehavior } from '../../../src/core/ports/agent.ts';
import { ScriptedAgent } from '../../support/scriptedAgent.ts';
import { openSession, text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

/** A session whose agent works on `one` while `two` waits. */
async function atWork(...steering: readonly SteeringBehavior[]) {
  const agent = new ScriptedAgent('A');
  agent.steering = steering;
  agent.offer();
  const { store, sessions, key } = await openSession(agent);
  sessions.prompt(key, text('one'));
  await flushMicrotasks();
  sessions.prompt(key, text('two'));
  const id = store.state(key)?.queue[0]?.id ?? '';
  const said = () =>
    store
      .state(key)
      ?.entries.flat()
      .map((entry) => (entry.kind === 'user' ? entry.content : entry.kind));
  return { agent, sessions, store, key, id, said };
}

describe('steering', () => {
  test('a queued prompt goes into the running turn and stands in the transcript', async () => {
    const { agent, sessions, store, key, id, said } = await atWork('steer');
    await sessions.turns.steer(key, id, 'steer');
    expect(agent.steered).toEqual([text('two')]);
    expect(said()).toEqual([text('one'), text('two')]);
    expect(store.state(key)).toMatchObject({ queue: [], turn: { cancelRequested: false } });
    expect(agent.prompts).toHaveLength(1);
  });

  test('R52 what the agent echoes of it is not shown twice', async () => {
    const { agent, sessions, store, key, id, said } = await atWork('steer');
    await sessions.turns.steer(key, id, 'steer');
    agent.send('acp-1', {
      type: 'message_chunk',
      at: 1,
      role: 'user',
      messageId: 'm',
      content: { type: 'text', text: 'two' },
    });
    expect(said()).toEqual([text('one'), text('two')]);
    sessions.cancel(key);
    agent.prompts[0]?.resolve({ stopReason: 'cancelled' });
    await flushMicrotasks();
    expect(store.state(key)?.queue).toEqual([]);
  });

  test('what the agent did not read before the turn was stopped waits again', async () => {
    const { agent, sessions, store, key, id } = await atWork('steer');
    await sessions.turns.steer(key, id, 'steer');
    sessions.cancel(key);
    agent.prompts[0]?.resolve({ stopReason: 'cancelled' });
    await flushMicrotasks();
    expect(store.state(key)).toMatchObject({ queue: [{ content: text('two') }], queueHeld: true });
  });

  test('what the agent refuses is back in the queue, with the reason', async () => {
    const { agent, sessions, store, key, id, said } = await atWork('steer');
    agent.steerError = new ParleyError(agentRefused('A', 'not now', undefined));
    await sessions.turns.steer(key, id, 'steer');
    expect(store.state(key)).toMatchObject({ queue: [{ id, content: text('two') }] });
    expect(said()).toEqual([text('one'), 'notice']);
  });

  test('a queued prompt is left to the agent, to be answered next', async () => {
    const { agent, sessions, store, key, id } = await atWork('steer', 'followUp');
    await sessions.turns.steer(key, id, 'followUp');
    expect(agent.steeredBy).toEqual(['followUp']);
    expect(store.state(key)?.queue).toEqual([]);
  });

  test('a queued prompt takes the place of what runs by one message, where the agent has that', async () => {
    const { agent, sessions, store, key, id, said } = await atWork('steer', 'now');
    sessions.turns.sendNow(key, id);
    await flushMicrotasks();
    expect(agent.steeredBy).toEqual(['now']);
    expect(store.state(key)?.turn?.cancelRequested).toBe(false);
    expect(said()).toEqual([text('one'), text('two')]);
    agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
    expect(agent.prompts).toHaveLength(1);
  });

  test('a turn that is being stopped gets no message', async () => {
    const { agent, sessions, store, key, id } = await atWork('steer', 'followUp', 'now');
    sessions.cancel(key);
    await sessions.turns.steer(key, id, 'followUp');
    sessions.turns.sendNow(key, id);
    expect(agent.steered).toEqual([]);
    expect(store.state(key)?.queue).toHaveLength(1);
    agent.prompts[0]?.resolve({ stopReason: 'cancelled' });
    await flushMicrotasks();
    expect(agent.prompts.at(-1)).toMatchObject({ content: text('two') });
  });

  test('an agent that cannot is not asked', async () => {
    const { agent, sessions, store, key, id } = await atWork();
    await sessions.turns.steer(key, id, 'steer');
    expect(agent.steered).toEqual([]);
    expect(store.state(key)?.queue).toHaveLength(1);
  });
});
