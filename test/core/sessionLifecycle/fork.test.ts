// Copies of sessions: whole, or up to a prompt.
import { describe, expect, test } from 'vitest';
import { sessionTitle } from '../../../src/core/session/selectors.ts';
import { chunk, openAnsweredSession, replayOfAnswered, text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

describe('Forking', () => {
  test('copies the transcript and leaves the source alone; updates of the copy before the answer are applied', async () => {
    const { agent, sessions, state, said, key } = await openAnsweredSession();
    agent.offer('fork');
    agent.replay = replayOfAnswered;
    const copy = (await sessions.fork(key)) ?? '';
    expect(agent.asked).toEqual(['fork acp-1']);
    expect(state(copy).sessionId).toBe('acp-1-fork');
    expect(sessionTitle(state(copy))).toBe('Fork of one');
    expect(said(copy)).toEqual(said(key));
    sessions.prompt(copy, text('two'));
    await flushMicrotasks();
    expect(agent.prompts.at(-1)).toMatchObject({ sessionId: 'acp-1-fork' });
    expect(said(key)).toHaveLength(3);
  });

  test('a copy is called what its agent calls it, and has its own metadata', async () => {
    const { agent, sessions, state, key } = await openAnsweredSession();
    agent.send('acp-1', { type: 'session_info', at: 1, patch: { title: 'Tea', meta: { branch: 'main' } } });
    await sessions.rename(key, 'Mine');
    agent.offer('fork');
    agent.replay = replayOfAnswered;
    const copy = (await sessions.fork(key)) ?? '';
    expect(sessionTitle(state(copy))).toBe('Fork of Mine');
    expect(state(copy).info.meta).toEqual({});
    agent.send('acp-1-fork', {
      type: 'session_info',
      at: 2,
      patch: { title: 'Coffee', meta: { branch: 'x' } },
    });
    expect(sessionTitle(state(copy))).toBe('Coffee');
    expect(state(copy).info.meta).toEqual({ branch: 'x' });
    // No notice says that a name of the user stays: there is none.
    expect(
      state(copy)
        .entries.flat()
        .filter(({ kind }) => kind === 'notice'),
    ).toEqual([]);
    expect(sessionTitle(state(key))).toBe('Mine');
    expect(state(key).info).toMatchObject({ title: 'Tea', meta: { branch: 'main' } });
    agent.send('acp-1-fork', { type: 'session_info', at: 3, patch: { title: null } });
    expect(sessionTitle(state(copy))).toBe('Fork of Mine');
  });

  test('R32 is not asked for where the agent cannot', async () => {
    const { agent, sessions, key } = await openAnsweredSession();
    agent.offer();
    expect(await sessions.fork(key)).toBeUndefined();
    expect(agent.asked).toEqual([]);
  });
});

describe('Forking before a prompt', () => {
  test('ends the copy there, in the agent and here', async () => {
    const { agent, sessions, said, state, key } = await openAnsweredSession();
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    agent.send('acp-1', chunk('agent', 'answer two'));
    agent.prompts[1]?.resolve({ stopReason: 'end_turn', forkPoint: 'p2' });
    await flushMicrotasks();
    agent.offer('fork', 'forkAtPrompt');
    agent.replay = replayOfAnswered;
    const entry = state(key)
      .entries.flat()
      .findLast(({ kind }) => kind === 'user');
    const copy = (await sessions.fork(key, entry?.id)) ?? '';
    expect(agent.asked).toEqual(['fork acp-1 before p2']);
    expect(said(copy)).toEqual(['user: one', 'thought: hm', 'agent: answer one']);
    expect(said(key)).toHaveLength(5);
  });

  test('is not asked for where the agent has no name for the prompt, or cannot', async () => {
    const { agent, sessions, state, key } = await openAnsweredSession();
    const [entry] = state(key).entries.flat();
    agent.offer('fork', 'forkAtPrompt');
    expect(await sessions.fork(key, entry?.id)).toBeUndefined();
    agent.offer('fork');
    expect(await sessions.fork(key, entry?.id)).toBeUndefined();
    expect(agent.asked).toEqual([]);
  });
});
