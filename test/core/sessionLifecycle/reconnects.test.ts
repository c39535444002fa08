// Connections to remote agents that were lost: made again, with their sessions, while that makes sense.
import { expect, test } from 'vitest';
import { ParleyError } from '../../../src/core/errors.ts';
import {
  connectionLost,
  remoteRefused,
  remoteUnreachable,
  tokenNeeded,
} from '../../../src/core/remoteErrors.ts';
import { openAnsweredSession, replayOfAnswered, text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

async function lostSession() {
  const context = await openAnsweredSession();
  const { agent } = context;
  agent.offer('load');
  agent.replay = replayOfAnswered;
  const lose = (): void => agent.die({ state: 'failed', error: connectionLost('A', 'ECONNRESET') });
  lose();
  return { ...context, lose };
}

const unreachable = new ParleyError(remoteUnreachable('A', 'wss://a.test', 'ECONNREFUSED'));

test('a lost connection is made again, the session loaded, and nothing is there twice', async () => {
  const { agent, clock, said, key, sessions } = await lostSession();
  clock.advance(1_000);
  await flushMicrotasks();
  expect(agent.asked).toEqual(['load acp-1']);
  expect(said(key).slice(-3)).toEqual([
    'agent: answer one',
    'notice: The connection to A was lost.',
    'notice: Reconnected to A. This session continues.',
  ]);
  expect(said(key).filter((line) => line === 'agent: answer one')).toHaveLength(1);
  sessions.prompt(key, text('go on'));
  await flushMicrotasks();
  expect(agent.prompts.at(-1)).toMatchObject({ sessionId: 'acp-1', content: text('go on') });
});

test('a server that is away for a while is tried three times, without a word about each', async () => {
  const { agent, clock, said, key } = await lostSession();
  agent.connectError = unreachable;
  for (const delay of [1_000, 5_000]) {
    clock.advance(delay);
    await flushMicrotasks();
  }
  expect(said(key).at(-1)).toBe('notice: The connection to A was lost.');
  agent.connectError = undefined;
  clock.advance(15_000);
  await flushMicrotasks();
  expect(agent.asked).toEqual(['load acp-1']);
});

test('a balancer that refuses while its server restarts is tried again', async () => {
  const { agent, clock } = await lostSession();
  agent.connectError = new ParleyError(remoteRefused('A', 503, 'Service Unavailable'));
  clock.advance(1_000);
  await flushMicrotasks();
  agent.connectError = undefined;
  clock.advance(5_000);
  await flushMicrotasks();
  expect(agent.asked).toEqual(['load acp-1']);
});

test('a server that stays away is given up', async () => {
  const { agent, clock, said, key } = await lostSession();
  agent.connectError = unreachable;
  for (const delay of [1_000, 5_000, 15_000]) {
    clock.advance(delay);
    await flushMicrotasks();
  }
  agent.connectError = undefined;
  clock.advance(600_000);
  await flushMicrotasks();
  expect(agent.status.state).toBe('failed');
  expect(said(key).filter((line) => line.startsWith('notice'))).toHaveLength(1);
});

test('what does not go away by waiting is not tried again', async () => {
  const { agent, clock } = await lostSession();
  agent.connectError = new ParleyError(tokenNeeded('A', 401, true));
  clock.advance(1_000);
  await flushMicrotasks();
  agent.connectError = undefined;
  clock.advance(600_000);
  await flushMicrotasks();
  expect(agent.asked).toEqual([]);
});

test('a prompt or the user is faster', async () => {
  const { agent, clock, key, sessions } = await lostSession();
  sessions.prompt(key, text('go on'));
  await flushMicrotasks();
  clock.advance(600_000);
  await flushMicrotasks();
  expect(agent.asked).toEqual(['load acp-1']);
});

test('an agent that was stopped meanwhile stays so, and so does one that cannot bring its sessions back', async () => {
  const { agent, clock } = await lostSession();
  await agent.stop();
  clock.advance(600_000);
  await flushMicrotasks();
  expect(agent.status.state).toBe('stopped');

  const other = await openAnsweredSession();
  other.agent.offer();
  other.agent.die({ state: 'failed', error: connectionLost('A', '') });
  other.clock.advance(600_000);
  await flushMicrotasks();
  expect(other.agent.status.state).toBe('failed');
});

test('a connection that is lost again and again is left to the user', async () => {
  const { agent, clock, lose } = await lostSession();
  for (let times = 0; times < 10; times++) {
    clock.advance(1_000);
    await flushMicrotasks();
    if (agent.status.state === 'ready') lose();
  }
  expect(agent.status.state).toBe('failed');
  expect(agent.asked).toHaveLength(3);
});
