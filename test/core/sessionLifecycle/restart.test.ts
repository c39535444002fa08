// Sessions of a process that crashed, was restarted by the user, or stopped while idle.
import { describe, expect, test } from 'vitest';
import { agentRefused } from '../../../src/core/agentErrors.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import { recordedKey } from '../../../src/core/history/recordedKey.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import {
  openAnsweredSession,
  replayOfAnswered,
  restoredSession,
  sessionsOf,
  text,
} from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

describe('A process that comes back', () => {
  test('after a crash, without its sessions, offers the transcript; so it does when the next prompt starts it', async () => {
    for (const comeBack of ['restart', 'prompt'] as const) {
      const { agent, sessions, state, key } = await openAnsweredSession();
      agent.offer();
      agent.die();
      if (comeBack === 'restart') await sessions.supervisor.restart('A');
      else sessions.prompt(key, text('and now'));
      await flushMicrotasks();
      const notices = state(key)
        .entries.flat()
        .filter(({ kind }) => kind === 'notice');
      expect(notices).toMatchObject([
        { error: { code: 'agent-exited' } },
        {
          error: {
            code: 'memory-lost',
            actions: comeBack === 'restart' ? ['attach-transcript'] : ['attach-transcript', 'resume-queue'],
          },
        },
      ]);
      expect(state(key).readOnly).toBeUndefined();
    }
  });

  test('without its sessions holds the prompt that started it, until the user has decided about the transcript', async () => {
    for (const decision of ['with', 'without'] as const) {
      const { agent, sessions, state, key } = await openAnsweredSession();
      agent.offer();
      agent.die();
      sessions.prompt(key, text('and now'));
      await flushMicrotasks();
      expect(agent.prompts).toHaveLength(1);
      expect(state(key)).toMatchObject({ queueHeld: true, queue: [{ content: text('and now') }] });
      if (decision === 'with') sessions.attachTranscript(key);
      else sessions.queue.resume(key);
      await flushMicrotasks();
      const sent = agent.prompts[1]?.content;
      expect(sent?.map(({ type }) => type)).toEqual(decision === 'with' ? ['resource', 'text'] : ['text']);
    }
  });

  test('without its sessions says so, and is given the transcript when the user wants that', async () => {
    const { agent, sessions, state, key } = await openAnsweredSession();
    agent.offer();
    await sessions.supervisor.restart('A');
    await flushMicrotasks();
    expect(state(key).entries.flat().at(-1)).toMatchObject({ error: { actions: ['attach-transcript'] } });
    sessions.prompt(key, text('alone'));
    await flushMicrotasks();
    expect(agent.prompts.at(-1)?.content).toEqual(text('alone'));
    agent.prompts.at(-1)?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
    sessions.attachTranscript(key);
    expect(state(key).context).toMatchObject([{ type: 'resource' }]);
    sessions.prompt(key, text('go on'));
    await flushMicrotasks();
    expect(agent.prompts.at(-1)?.content).toMatchObject([{ type: 'resource' }, text('go on')[0]]);
  });

  test('brings its sessions back by load, and says so', async () => {
    const { agent, sessions, said, key } = await openAnsweredSession();
    agent.offer('load');
    agent.replay = replayOfAnswered;
    await sessions.supervisor.restart('A');
    await flushMicrotasks();
    expect(agent.asked).toEqual(['load acp-1']);
    expect(said(key).slice(-1)).toEqual(['notice: Reconnected to A. This session continues.']);
  });

  test('that crashed four times within three minutes is started again only by the user', async () => {
    const { agent, sessions, state, clock, key } = await openAnsweredSession();
    agent.offer('resume');
    for (let crash = 0; crash < 4; crash++) {
      clock.advance(1_000);
      agent.die();
      sessions.open(key);
      await flushMicrotasks();
    }
    expect(agent.asked).toHaveLength(3);
    expect(state(key).entries.flat().at(-1)).toMatchObject({ error: { code: 'crashed-too-often' } });
    await sessions.supervisor.restart('A');
    await flushMicrotasks();
    expect(agent.asked).toHaveLength(4);
  });

  test('an idle agent is stopped, and restarts on use without a notice', async () => {
    const { agent, sessions, said, key } = await openAnsweredSession();
    agent.offer('resume');
    expect(await sessions.supervisor.suspend('A')).toBe(true);
    expect(agent.status.state).toBe('stopped');
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    expect(agent.asked).toEqual(['resume acp-1']);
    expect(said(key)).toEqual(['user: one', 'thought: hm', 'agent: answer one', 'user: two']);
  });

  test('each session of a suspended agent is reopened without a notice, after the next restart with one', async () => {
    const { agent, sessions, said, key } = await openAnsweredSession();
    const other = sessions.create('A', '/work');
    await flushMicrotasks();
    sessions.prompt(other, text('two'));
    await flushMicrotasks();
    agent.prompts.at(-1)?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
    agent.offer('resume');
    expect(await sessions.supervisor.suspend('A')).toBe(true);
    for (const each of [key, other]) {
      sessions.open(each);
      await flushMicrotasks();
    }
    expect(agent.asked).toEqual(['resume acp-1', 'resume acp-2']);
    expect([said(key).at(-1), said(other).at(-1)]).toEqual(['agent: answer one', 'user: two']);
    await sessions.supervisor.restart('A');
    await flushMicrotasks();
    const back = 'notice: Reconnected to A. This session continues.';
    expect([said(key).at(-1), said(other).at(-1)]).toEqual([back, back]);
  });

  test('an idle agent that could not be started again says so when it could', async () => {
    const { agent, sessions, said, key } = await openAnsweredSession();
    agent.offer('resume');
    await sessions.supervisor.suspend('A');
    agent.connectError = new ParleyError(agentRefused('A', 'no', undefined));
    sessions.open(key);
    await flushMicrotasks();
    agent.connectError = undefined;
    await sessions.supervisor.restart('A');
    await flushMicrotasks();
    expect(said(key).slice(-2)).toEqual([
      'notice: A reported an error: no',
      'notice: Reconnected to A. This session continues.',
    ]);
  });

  test('an agent that works, or could not bring its sessions back, is not ended', async () => {
    const { agent, sessions, key } = await openAnsweredSession();
    agent.offer();
    expect(await sessions.supervisor.suspend('A')).toBe(false);
    agent.offer('load');
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    expect(await sessions.supervisor.suspend('A')).toBe(false);
    expect(agent.status.state).toBe('ready');
  });

  test('a session that takes long to open says so, with a next step', async () => {
    const { agent, sessions, state, clock } = sessionsOf();
    agent.holdNewSession = true;
    const key = sessions.create('A', '/work');
    await flushMicrotasks();
    clock.advance(30_000);
    expect(state(key).entries.flat()).toMatchObject([{ error: { actions: ['restart-agent', 'show-log'] } }]);
    agent.answerNewSession('acp-late');
    await flushMicrotasks();
    expect(state(key)).toMatchObject({ opening: false, entries: [] });
  });

  test('only the failure is left of an opening that took long and failed', async () => {
    const { agent, sessions, state, clock } = sessionsOf();
    agent.holdNewSession = true;
    const key = sessions.create('A', '/work');
    await flushMicrotasks();
    clock.advance(30_000);
    agent.refuseNewSession(new ParleyError(agentRefused('A', 'no protocol', undefined)));
    await flushMicrotasks();
    expect(state(key).opening).toBe(false);
    expect(state(key).entries.flat()).toMatchObject([{ severity: 'error' }]);
  });

  test('a session from the history that takes long is opened again by a restart, and calls that no failure', async () => {
    const { agent, clock, sessions, state, key } = await restoredSession();
    agent.offer('load');
    agent.holdLoad = true;
    sessions.open(key);
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    agent.holdLoad = false;
    await sessions.supervisor.restart('A');
    await flushMicrotasks();
    clock.advance(300);
    await flushMicrotasks();
    expect(agent.asked).toEqual(['load old-1', 'load old-1']);
    expect(state(key)).toMatchObject({ opening: false, queue: [] });
    expect(state(key).entries.flat()).not.toContainEqual(expect.objectContaining({ severity: 'error' }));
    expect(agent.prompts).toMatchObject([{ sessionId: 'old-1', content: text('two') }]);
  });
});

test('a session that was made of a recording stays one to read, whatever starts its agent', async () => {
  const { sessions, store, state } = await openAnsweredSession();
  const key = recordedKey('1');
  store.add({ ...emptySession(key, 'A', '/work'), readOnly: 'recorded' });
  await sessions.supervisor.restart('A');
  sessions.open(key);
  sessions.retries.now(key);
  await flushMicrotasks();
  expect(state(key)).toMatchObject({ readOnly: 'recorded', opening: false });
  expect(state(key).sessionId).toBeUndefined();
});
