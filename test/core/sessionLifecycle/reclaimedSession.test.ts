// Sessions of an earlier window of which no transcript is stored.
import { describe, expect, test } from 'vitest';
import { sessionGone } from '../../../src/core/agentErrors.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import { replayOfAnswered, sessionsOf, text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

describe('A session whose transcript is not stored any more', () => {
  const isNotice = (entry: string): boolean => entry.includes('no longer stored');
  const place = { key: 'k', agent: 'A', cwd: '/work', sessionId: 'old-1' };

  test('R33 is replayed by its agent, and a notice says so', async () => {
    const { agent, sessions, state, said } = sessionsOf();
    agent.offer('load', 'resume');
    agent.replay = replayOfAnswered;
    sessions.reclaim(place);
    expect(agent.status.state).toBe('stopped');
    sessions.open('k');
    await flushMicrotasks();
    expect(agent.asked).toEqual(['load old-1']);
    expect(said('k')).toEqual([
      'user: one',
      'agent: answer one',
      'notice: The transcript of this session was no longer stored. A restored it.',
    ]);
    expect(state('k')).toMatchObject({ sessionId: 'old-1', cwd: '/work' });
  });

  test.each(['load', 'resume'] as const)(
    'R35 is resumed by session/%s where the agent replays nothing',
    async (how) => {
      const { agent, sessions, said } = sessionsOf();
      agent.offer(how);
      sessions.reclaim(place);
      sessions.open('k');
      await flushMicrotasks();
      expect(agent.asked).toEqual([`${how} old-1`]);
      expect(said('k')).toEqual([
        'notice: The transcript of this session is no longer stored. A resumed the session without its transcript.',
      ]);
    },
  );

  test('is replaced by a new session of the same agent that cannot reopen it, and accepts prompts', async () => {
    const { agent, sessions, state, said } = sessionsOf();
    sessions.reclaim(place);
    sessions.open('k');
    await flushMicrotasks();
    expect(said('k')).toEqual([
      'notice: The transcript of this session is no longer stored, and A cannot reopen the session. This is a new session.',
    ]);
    expect(state('k')).toMatchObject({ agent: 'A', sessionId: 'acp-1' });
    expect(state('k').readOnly).toBeUndefined();
    sessions.prompt('k', text('hello'));
    await flushMicrotasks();
    expect(agent.prompts).toHaveLength(1);
  });

  test('is replaced by a new one too where the agent refuses, and the notice says why', async () => {
    const { agent, clock, sessions, state, said } = sessionsOf();
    agent.offer('load');
    agent.reopenError = new ParleyError(sessionGone('A', undefined));
    sessions.reclaim(place);
    sessions.open('k');
    await flushMicrotasks();
    clock.advance(4000);
    await flushMicrotasks();
    expect(said('k')).toEqual([
      `notice: The transcript of this session is no longer stored, and A could not reopen the session. This is a new session. ${sessionGone('A', undefined).message}`,
    ]);
    expect(state('k').sessionId).toBe('acp-1');
  });

  test('has one notice about that: none after a restart', async () => {
    const { agent, sessions, said } = sessionsOf();
    agent.offer('load');
    agent.replay = replayOfAnswered;
    sessions.reclaim(place);
    sessions.open('k');
    await flushMicrotasks();
    await sessions.supervisor.restart('A');
    await flushMicrotasks();
    expect(said('k').filter(isNotice)).toHaveLength(1);
  });

  test('is new without a notice where it had no prompts', async () => {
    const { agent, sessions, said } = sessionsOf();
    agent.offer('load');
    sessions.reclaim({ key: 'k', agent: 'A', cwd: '/work' });
    sessions.open('k');
    await flushMicrotasks();
    expect(agent.asked).toEqual([]);
    expect(said('k')).toEqual([]);
  });
});
