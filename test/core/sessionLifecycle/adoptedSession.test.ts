// Sessions that only the agent knows, and those that it closed itself.
import { describe, expect, test } from 'vitest';
import { sessionGone } from '../../../src/core/agentErrors.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import { failedPrompt } from '../../../src/core/failures/failedPrompt.ts';
import { chunk, openAnsweredSession, replayOfAnswered, sessionsOf, text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

describe('A session that only the agent knows', () => {
  const listed = {
    sessionId: 'acp-9',
    cwd: '/work',
    title: 'From elsewhere',
    updatedAt: 5,
    meta: { tags: ['x'] },
  };

  test('R42 is loaded with its history, title, time and metadata', async () => {
    const { agent, sessions, state, said } = sessionsOf();
    agent.offer('load', 'list');
    agent.replay = replayOfAnswered;
    const key = sessions.adopt('A', listed);
    expect(state(key).info).toMatchObject({ title: 'From elsewhere', meta: { tags: ['x'] } });
    await flushMicrotasks();
    expect(agent.asked).toEqual(['load acp-9']);
    expect(said(key)).toEqual(['user: one', 'agent: answer one']);
  });

  test('is adopted once', async () => {
    const { agent, sessions, store } = sessionsOf();
    agent.offer('load', 'list');
    const key = sessions.adopt('A', listed);
    expect(sessions.adopt('A', listed)).toBe(key);
    expect(store.keys()).toEqual([key]);
  });

  test('one that is listed without a folder is opened in that of the window, or of the list', async () => {
    const { agent, sessions } = sessionsOf(undefined, { windowFolder: () => '/window' });
    agent.offer('load', 'list');
    const { cwd: _none, ...row } = listed;
    agent.listed = [row];
    expect(await sessions.list('A')).toEqual([{ ...row, cwd: '/window' }]);
    expect(await sessions.list('A', '/other')).toEqual([{ ...row, cwd: '/other' }]);
  });

  test('R32 the agent is asked for its list only where it has one', async () => {
    const { agent, sessions } = sessionsOf();
    agent.listed = [listed];
    agent.offer();
    expect(await sessions.list('A')).toEqual([]);
    agent.offer('list');
    expect(await sessions.list('A')).toEqual([listed]);
  });
});

describe('A session that its agent closed on its own', () => {
  test('is loaded again at once, and the prompt goes on in it', async () => {
    const { agent, clock, sessions, said, state, key } = await openAnsweredSession();
    agent.offer('load');
    agent.replay = replayOfAnswered;
    sessions.prompt(key, text('two'));
    sessions.prompt(key, text('three'));
    await flushMicrotasks();
    agent.prompts[1]?.reject(new ParleyError(sessionGone('A', undefined)));
    await flushMicrotasks();
    clock.advance(300);
    await flushMicrotasks();
    expect(agent.asked).toEqual(['load acp-1']);
    expect(agent.prompts.at(-1)).toMatchObject({ content: text('two') });
    expect(said(key).filter((line) => line === 'user: two')).toHaveLength(1);
    expect(state(key)).toMatchObject({ queueHeld: false, queue: [{ content: text('three') }] });
  });

  test('is not loaded again and again for a prompt that it always refuses, and that can be sent again', async () => {
    const { agent, clock, sessions, state, key } = await openAnsweredSession();
    agent.offer('load');
    agent.replay = replayOfAnswered;
    sessions.prompt(key, text('two'));
    for (const attempt of [1, 2]) {
      await flushMicrotasks();
      clock.advance(300);
      await flushMicrotasks();
      agent.prompts[attempt]?.reject(new ParleyError(sessionGone('A', undefined)));
    }
    await flushMicrotasks();
    expect(agent.prompts).toHaveLength(3);
    expect(state(key).entries.flat().at(-1)).toMatchObject({
      error: { code: 'session-gone', actions: ['try-again', 'continue-in-new', 'show-log'] },
    });
    expect(failedPrompt(state(key))).toEqual(text('two'));
  });

  test('is asked for again with the next prompt, where something was already done for this one', async () => {
    const { agent, clock, sessions, state, key } = await openAnsweredSession();
    agent.offer('load');
    agent.replay = replayOfAnswered;
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    agent.send('acp-1', chunk('agent', 'I'));
    agent.prompts[1]?.reject(new ParleyError(sessionGone('A', undefined)));
    await flushMicrotasks();
    expect(state(key).entries.flat().at(-1)).toMatchObject({ error: { code: 'session-gone' } });
    sessions.prompt(key, text('three'));
    await flushMicrotasks();
    clock.advance(300);
    await flushMicrotasks();
    expect(agent.asked).toEqual(['load acp-1']);
    expect(agent.prompts.at(-1)).toMatchObject({ content: text('three') });
  });
});
