// Closing and deleting sessions, here and in the agent.
import { describe, expect, test } from 'vitest';
import { chunk, openAnsweredSession, restoredSession } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

describe('Closing and deleting', () => {
  test('R32 the agent closes the session where it can, and later updates are dropped (R36)', async () => {
    const { agent, sessions, store, key } = await openAnsweredSession();
    agent.offer('close', 'delete');
    await sessions.close(key);
    expect(agent.asked).toEqual(['close acp-1']);
    agent.send('acp-1', chunk('agent', 'late'));
    expect(store.keys()).toEqual([]);
  });

  test('loses a session in which something was said, where its agent can neither load nor resume it', async () => {
    const { agent, sessions, key } = await openAnsweredSession();
    const unused = sessions.create('A', '/work');
    await flushMicrotasks();
    agent.offer('close', 'list', 'fork');
    expect([sessions.isLostByClosing(key), sessions.isLostByClosing(unused)]).toEqual([true, false]);
    agent.offer('load');
    expect(sessions.isLostByClosing(key)).toBe(false);
    agent.offer('resume');
    expect(sessions.isLostByClosing(key)).toBe(false);
  });

  test('still loses it after its agent crashed, because it could go on in this window', async () => {
    const { agent, sessions, key } = await openAnsweredSession();
    agent.offer();
    agent.die();
    expect(sessions.isLostByClosing(key)).toBe(true);
  });

  test('loses nothing of a session from the history that can only be read, or that nobody opened', async () => {
    const { agent, sessions, state, key } = await restoredSession();
    agent.offer();
    expect(sessions.isLostByClosing(key)).toBe(false);
    sessions.open(key);
    await flushMicrotasks();
    expect(state(key).readOnly).toBeDefined();
    expect(sessions.isLostByClosing(key)).toBe(false);
  });

  test('R32 neither is asked for where it is not advertised', async () => {
    const { agent, sessions, key } = await openAnsweredSession();
    agent.offer();
    await sessions.close(key);
    expect(agent.asked).toEqual([]);
    expect(await sessions.deleteListed('A', 'acp-1')).toBe(false);
    expect(agent.asked).toEqual([]);
  });

  test('deleting a session deletes it in the agent', async () => {
    const { agent, sessions, store, key } = await openAnsweredSession();
    agent.offer('delete');
    expect(await sessions.delete(key)).toBe(true);
    expect(agent.asked).toEqual(['delete acp-1']);
    expect(store.keys()).toEqual([]);
  });
});
