// Sessions of an earlier window of which no transcript is stored.
import { describe, expect, test } from 'vitest';
import { ParleyError, sessionGone } from '../../../src/core/errors.ts';
import { replayOfAnswered, sessionsOf, text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

describe('A session of which nothing was kept but its place', () => {
  const gone = 'notice: The transcript of the session that was here is not kept any more.';
  const place = { key: 'k', agent: 'A', cwd: '/work', sessionId: 'old-1' };

  test('R33 is told by its agent, and says so', async () => {
    const { agent, sessions, state, said } = sessionsOf();
    agent.offer('load', 'resume');
    agent.replay = replayOfAnswered;
    sessions.reclaim(place);
    expect(agent.status.state).toBe('stopped');
    sessions.open('k');
    await flushMicrotasks();
    expect(agent.asked).toEqual(['load old-1']);
    expect(said('k')).toEqual(['user: one', 'agent: answer one', `${gone} A has told it again.`]);
    expect(state('k')).toMatchObject({ sessionId: 'old-1', cwd: '/work' });
  });

  test.each(['load', 'resume'] as const)(
    'R35 goes on by session/%s where the agent tells nothing',
    async (how) => {
      const { agent, sessions, said } = sessionsOf();
      agent.offer(how);
      sessions.reclaim(place);
      sessions.open('k');
      await flushMicrotasks();
      expect(agent.asked).toEqual([`${how} old-1`]);
      expect(said('k')).toEqual([`${gone} A goes on with it, and does not tell what was said.`]);
    },
  );

  test('is a new session of the same agent where it cannot open it again, and can be written to', async () => {
    const { agent, sessions, state, said } = sessionsOf();
    sessions.reclaim(place);
    sessions.open('k');
    await flushMicrotasks();
    expect(said('k')).toEqual([`${gone} A cannot open it again either. This is a new session with A.`]);
    expect(state('k')).toMatchObject({ agent: 'A', sessionId: 'acp-1' });
    expect(state('k').readOnly).toBeUndefined();
    sessions.prompt('k', text('hello'));
    await flushMicrotasks();
    expect(agent.prompts).toHaveLength(1);
  });

  test('is a new one too where the agent refuses, and says why', async () => {
    const { agent, sessions, state, said } = sessionsOf();
    agent.offer('load');
    agent.reopenError = new ParleyError(sessionGone('A', undefined));
    sessions.reclaim(place);
    sessions.open('k');
    await flushMicrotasks();
    expect(said('k')).toEqual([
      `${gone} A cannot open it again either. ${sessionGone('A', undefined).message} This is a new session with A.`,
    ]);
    expect(state('k').sessionId).toBe('acp-1');
  });

  test('says it once: after a restart nothing more', async () => {
    const { agent, sessions, said } = sessionsOf();
    agent.offer('load');
    agent.replay = replayOfAnswered;
    sessions.reclaim(place);
    sessions.open('k');
    await flushMicrotasks();
    await sessions.restart('A');
    await flushMicrotasks();
    expect(said('k').filter((words) => words.startsWith(gone))).toHaveLength(1);
  });

  test('is simply new where nothing was said in it', async () => {
    const { agent, sessions, said } = sessionsOf();
    agent.offer('load');
    sessions.reclaim({ key: 'k', agent: 'A', cwd: '/work' });
    sessions.open('k');
    await flushMicrotasks();
    expect(agent.asked).toEqual([]);
    expect(said('k')).toEqual([]);
  });
});
