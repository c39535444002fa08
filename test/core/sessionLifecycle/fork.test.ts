// Copies of sessions: whole, or up to a prompt.
import { describe, expect, test } from 'vitest';
import { chunk, openAnsweredSession, replayOfAnswered, text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

describe('Forking', () => {
  test('copies the transcript and leaves the source alone; updates of the copy before the answer are applied', async () => {
    const { agent, sessions, state, said, key } = await openAnsweredSession();
    agent.offer('fork');
    agent.replay = replayOfAnswered;
    const copy = (await sessions.fork(key)) ?? '';
    expect(agent.asked).toEqual(['fork acp-1']);
    expect(state(copy)).toMatchObject({ sessionId: 'acp-1-fork', alias: 'Fork of one' });
    expect(said(copy)).toEqual(said(key));
    sessions.prompt(copy, text('two'));
    await flushMicrotasks();
    expect(agent.prompts.at(-1)).toMatchObject({ sessionId: 'acp-1-fork' });
    expect(said(key)).toHaveLength(3);
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
