// Sessions from the history: load, resume, read-only, continued in a new session.
import { describe, expect, test } from 'vitest';
import { agentRefused, sessionGone } from '../../../src/core/agentErrors.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import {
  chunk,
  openAnsweredSession,
  replayOfAnswered,
  restoredSession,
  sessionsOf,
  text,
} from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

describe('A session from the history', () => {
  test('is there before any agent has started', async () => {
    const { agent, said, key } = await restoredSession();
    expect(said(key)).toEqual(['user: one', 'thought: hm', 'agent: answer one']);
    expect(agent.status.state).toBe('stopped');
  });

  test('R33 R34 is loaded where the agent can; the same history is not doubled, and the richer transcript stays', async () => {
    const { agent, sessions, state, said, key } = await restoredSession();
    agent.offer('load', 'resume');
    agent.replay = [...replayOfAnswered, { type: 'session_info', at: 2, patch: { title: 'Theirs' } }];
    sessions.open(key);
    await flushMicrotasks();
    expect(agent.asked).toEqual(['load old-1']);
    expect(said(key)).toEqual(['user: one', 'thought: hm', 'agent: answer one']);
    expect(state(key)).toMatchObject({ opening: false, info: { title: 'Theirs' } });
    expect(state(key).turn).toBeUndefined();
  });

  test('gets the prompts that another client has sent since', async () => {
    const { agent, sessions, said, key } = await restoredSession();
    agent.offer('load');
    agent.replay = [...replayOfAnswered, chunk('user', 'two'), chunk('agent', 'answer two')];
    sessions.open(key);
    await flushMicrotasks();
    expect(said(key)).toEqual([
      'user: one',
      'thought: hm',
      'agent: answer one',
      'user: two',
      'agent: answer two',
    ]);
  });

  test('asks the user what its agent asks while it is loaded', async () => {
    const { agent, sessions, state, said, key } = await restoredSession();
    agent.offer('load');
    agent.replay = replayOfAnswered;
    const call = { toolCallId: 't', title: 'Run', kind: 'execute' };
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
    const signal = new AbortController().signal;
    const ask = (id: string) => sessions.client.requestPermission(agent, id, { call, options }, signal);
    sessions.open(key);
    const answer = ask('old-1');
    await flushMicrotasks();
    expect(state(key).opening).toBe(false);
    const [request] = state(key).permissions;
    expect(request?.call.title).toBe('Run');
    sessions.permissions.answer(key, request?.requestId ?? '', 'yes');
    expect(await answer).toMatchObject({ outcome: 'selected', optionId: 'yes' });
    expect(said(key).slice(0, 3)).toEqual(['user: one', 'thought: hm', 'agent: answer one']);
    expect(await ask('none-such')).toEqual({ outcome: 'cancelled' });
  });

  test('stays above a replay of something else, as of a summary, and is doubled by none', async () => {
    const { agent, clock, sessions, said, key } = await restoredSession();
    agent.offer('load');
    agent.replay = [chunk('user', 'another'), chunk('agent', 'story')];
    sessions.open(key);
    await flushMicrotasks();
    clock.advance(300);
    await flushMicrotasks();
    const shown = [
      'user: one',
      'thought: hm',
      'agent: answer one',
      'notice: A does not remember the last prompt above.',
      'user: another',
      'agent: story',
    ];
    expect(said(key)).toEqual(shown);
    await sessions.supervisor.restart('A');
    await flushMicrotasks();
    clock.advance(300);
    await flushMicrotasks();
    expect(said(key).slice(0, shown.length)).toEqual(shown);
    expect(
      said(key)
        .slice(shown.length)
        .filter((words) => !words.startsWith('notice')),
    ).toEqual([]);
  });

  test('says what the agent has forgotten, and loses nothing', async () => {
    const { agent, clock, sessions, said, key } = await openAnsweredSession();
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    agent.prompts[1]?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
    agent.offer('load');
    agent.replay = replayOfAnswered;
    await sessions.supervisor.restart('A');
    await flushMicrotasks();
    clock.advance(300);
    await flushMicrotasks();
    expect(said(key).slice(-2)).toEqual(['user: two', 'notice: A does not remember the last prompt above.']);
  });

  test('a prompt that the agent never took does not cost the rest of the transcript', async () => {
    const { agent, sessions, said, key } = await openAnsweredSession();
    for (const words of ['lost', 'two']) {
      sessions.prompt(key, text(words));
      await flushMicrotasks();
      agent.prompts.at(-1)?.resolve({ stopReason: 'end_turn' });
      await flushMicrotasks();
    }
    agent.offer('load');
    agent.replay = [...replayOfAnswered, chunk('user', 'two'), chunk('agent', 'ok'), chunk('user', 'three')];
    await sessions.supervisor.restart('A');
    await flushMicrotasks();
    expect(said(key).filter((words) => words.startsWith('user'))).toEqual([
      'user: one',
      'user: lost',
      'user: two',
      'user: three',
    ]);
  });

  test('an empty replay removes nothing', async () => {
    const { agent, sessions, said, key } = await restoredSession();
    agent.offer('load');
    sessions.open(key);
    await flushMicrotasks();
    expect(said(key)).toHaveLength(3);
  });

  test('a tool call that the replay leaves unfinished does not run on', async () => {
    const { agent, clock, sessions, state, key } = await restoredSession();
    agent.offer('load');
    agent.replay = [chunk('user', 'x'), { type: 'tool_call', at: 1, call: { toolCallId: 't', title: 'T' } }];
    sessions.open(key);
    await flushMicrotasks();
    clock.advance(300);
    await flushMicrotasks();
    expect(state(key).entries.flat().at(-1)).toMatchObject({ call: { status: 'unfinished' } });
  });

  test('R35 is resumed where it cannot be loaded, under the stored transcript', async () => {
    const { agent, sessions, said, key } = await restoredSession();
    agent.offer('resume');
    sessions.open(key);
    await flushMicrotasks();
    expect(agent.asked).toEqual(['resume old-1']);
    expect(said(key)).toHaveLength(3);
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    expect(agent.prompts).toMatchObject([{ sessionId: 'old-1' }]);
  });

  test('R32 can only be read where the agent can do neither; a prompt is queued, not sent', async () => {
    const { agent, sessions, state, key } = await restoredSession();
    sessions.open(key);
    await flushMicrotasks();
    expect(agent.asked).toEqual([]);
    expect(state(key).readOnly).toBe('A cannot reopen closed sessions.');
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    expect(agent.prompts).toEqual([]);
    expect(state(key).queue).toMatchObject([{ content: text('two') }]);
  });

  test('can only be read when the agent does not know it any more', async () => {
    const { agent, clock, sessions, state, said, key } = await restoredSession();
    agent.offer('load');
    agent.reopenError = new ParleyError(sessionGone('A', undefined));
    sessions.open(key);
    await flushMicrotasks();
    clock.advance(4000);
    await flushMicrotasks();
    expect(state(key).readOnly).toContain('A no longer has this session.');
    expect(said(key)).toHaveLength(3);
  });

  test('goes on in a new session that is given the transcript with its first prompt', async () => {
    const { agent, sessions, state, key } = await restoredSession();
    sessions.open(key);
    await flushMicrotasks();
    sessions.prompt(key, text('archived'));
    const next = sessions.copies.continueInNew(key) ?? '';
    await flushMicrotasks();
    expect(agent.parents.at(-1)).toBe(state(key).sessionId);
    expect(state(next).context).toMatchObject([{ type: 'resource' }]);
    expect(state(next)).toMatchObject({ queue: [{ content: text('archived') }], queueHeld: true });
    expect(state(key).queue).toEqual([]);
    sessions.prompt(next, text('go on'));
    await flushMicrotasks();
    const sent = agent.prompts[0]?.content ?? [];
    expect(JSON.stringify(sent[0])).toContain('answer one');
    expect(sent[1]).toEqual(text('go on')[0]);
    expect(state(next).context).toBeUndefined();
  });

  test('what waited is given the transcript too, when it is the first prompt of the new session', async () => {
    const { agent, sessions, state, key } = await restoredSession();
    sessions.open(key);
    await flushMicrotasks();
    sessions.prompt(key, text('archived'));
    const next = sessions.copies.continueInNew(key) ?? '';
    await flushMicrotasks();
    sessions.queue.resume(next);
    await flushMicrotasks();
    expect(agent.prompts[0]?.content).toMatchObject([{ type: 'resource' }, text('archived')[0]]);
    expect(state(next).context).toBeUndefined();
  });

  test('a prompt that waits and is taken back takes no transcript with it', async () => {
    const { agent, sessions, state, key } = await openAnsweredSession();
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    sessions.attachTranscript(key);
    sessions.prompt(key, text('no'));
    sessions.queue.remove(key, state(key).queue[0]?.id ?? '');
    agent.prompts.at(-1)?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
    sessions.prompt(key, text('three'));
    await flushMicrotasks();
    expect(agent.prompts.at(-1)?.content).toMatchObject([{ type: 'resource' }, text('three')[0]]);
  });

  test('a turn that ran when the window closed is marked as interrupted; a queue waits for the user', async () => {
    const before = await openAnsweredSession();
    before.sessions.prompt(before.key, text('two'));
    await flushMicrotasks();
    before.sessions.prompt(before.key, text('three'));
    const { sessions, state } = sessionsOf();
    sessions.restore(before.state(before.key));
    expect(state(before.key).turn).toBeUndefined();
    expect(state(before.key)).toMatchObject({ queueHeld: true, queue: [{ content: text('three') }] });
    expect(state(before.key).entries.flat().at(-1)).toMatchObject({
      kind: 'turn',
      stopReason: 'interrupted',
    });
  });

  test('a turn that ran when the window closed lasted until its last stored event', async () => {
    const before = await openAnsweredSession();
    before.clock.advance(1_000);
    before.sessions.prompt(before.key, text('two'));
    await flushMicrotasks();
    const left = before.state(before.key);
    const startedAt = left.turn?.startedAt ?? 0;
    const lastTurn = (activeAt?: number) => {
      const { clock, sessions, state } = sessionsOf();
      clock.advance(60_000);
      sessions.restore(left, activeAt);
      const entry = state(left.key).entries.flat().at(-1);
      return entry?.kind === 'turn' ? entry.at - entry.startedAt : undefined;
    };
    expect(lastTurn(startedAt + 5_000)).toBe(5_000);
    // Clocks go wrong.
    expect(lastTurn(startedAt - 5_000)).toBe(0);
    expect(lastTurn(startedAt + 5_000_000)).toBeLessThanOrEqual(60_000);
  });

  test('one in which nothing was said is opened anew', async () => {
    const before = sessionsOf();
    const key = before.sessions.create('A', '/work');
    await flushMicrotasks();
    const { agent, sessions, state } = sessionsOf();
    agent.offer('load');
    sessions.restore(before.state(key));
    sessions.open(key);
    await flushMicrotasks();
    expect(agent.asked).toEqual([]);
    expect(state(key).sessionId).toBe('acp-1');
  });

  test('a prompt that was typed while it is being loaded is sent afterwards', async () => {
    const { agent, clock, sessions, key } = await restoredSession();
    agent.offer('load');
    sessions.open(key);
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    clock.advance(300);
    await flushMicrotasks();
    expect(agent.asked).toEqual(['load old-1']);
    expect(agent.prompts).toMatchObject([{ sessionId: 'old-1', content: text('two') }]);
  });

  test('R34 what the agent replays after its answer is merged before the next prompt is sent', async () => {
    const { agent, clock, sessions, said, state, key } = await restoredSession();
    agent.offer('load');
    sessions.open(key);
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    clock.advance(200);
    for (const update of [...replayOfAnswered, chunk('user', 'elsewhere'), chunk('agent', 'yes')]) {
      agent.send('old-1', update);
    }
    clock.advance(200);
    await flushMicrotasks();
    expect(agent.prompts).toEqual([]);
    clock.advance(100);
    await flushMicrotasks();
    expect(agent.prompts).toMatchObject([{ content: text('two') }]);
    agent.send('old-1', chunk('agent', 'live'));
    expect(said(key)).toEqual([
      'user: one',
      'thought: hm',
      'agent: answer one',
      'user: elsewhere',
      'agent: yes',
      'user: two',
      'agent: live',
    ]);
    expect(state(key).opening).toBe(false);
  });

  test('a load that fails is tried once more after some seconds', async () => {
    const { agent, clock, sessions, state, said, key } = await restoredSession();
    agent.offer('load');
    agent.replay = replayOfAnswered;
    agent.reopenError = new ParleyError(agentRefused('A', 'Invalid session identifier', undefined));
    sessions.open(key);
    await flushMicrotasks();
    expect(agent.asked).toEqual(['load old-1']);
    expect(state(key)).toMatchObject({ opening: true });
    agent.reopenError = undefined;
    clock.advance(4_000);
    await flushMicrotasks();
    expect(agent.asked).toEqual(['load old-1', 'load old-1']);
    expect(state(key)).toMatchObject({ opening: false });
    expect(said(key)).toEqual(['user: one', 'thought: hm', 'agent: answer one']);
  });

  test('one that could not be opened can be tried again', async () => {
    const { agent, clock, sessions, state, key } = await restoredSession();
    agent.offer('load');
    agent.replay = replayOfAnswered;
    agent.reopenError = new ParleyError(agentRefused('A', 'not yet', undefined));
    sessions.open(key);
    await flushMicrotasks();
    clock.advance(4_000);
    await flushMicrotasks();
    expect(state(key).entries.flat().at(-1)).toMatchObject({
      text: 'A could not open this session. A reported an error: not yet',
      error: {
        code: 'reopen-refused',
        actions: ['try-again', 'load-without-servers', 'continue-in-new', 'show-log'],
      },
    });
    expect(state(key)).toMatchObject({ sessionId: 'old-1', hasFailed: true });
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    clock.advance(4_000);
    await flushMicrotasks();
    expect(state(key).queue).toMatchObject([{ content: text('two') }]);
    agent.reopenError = undefined;
    sessions.retries.now(key);
    await flushMicrotasks();
    clock.advance(300);
    await flushMicrotasks();
    expect(agent.prompts).toMatchObject([{ sessionId: 'old-1', content: text('two') }]);
    expect(state(key).hasFailed).toBeUndefined();
  });

  test('one that is refused after a prompt had failed is opened alone, and that prompt is not sent again', async () => {
    const { agent, clock, sessions, state, store, key } = await restoredSession();
    agent.offer('load');
    agent.replay = replayOfAnswered;
    const error = agentRefused('A', 'not yet', undefined);
    store.dispatch(key, { type: 'prompt_started', at: 1, content: text('crash') });
    store.dispatch(key, { type: 'turn_failed', at: 1, error });
    agent.reopenError = new ParleyError(error);
    sessions.open(key);
    await flushMicrotasks();
    clock.advance(4_000);
    await flushMicrotasks();
    agent.reopenError = undefined;
    sessions.retries.now(key);
    await flushMicrotasks();
    expect(state(key)).toMatchObject({ opening: false, queue: [] });
    expect(agent.prompts).toEqual([]);
  });

  test('one that is refused again and again has one error, with the last reason', async () => {
    const { agent, clock, sessions, state, store, key } = await restoredSession();
    agent.offer('load');
    const refuse = async (reason: string, detail?: string): Promise<void> => {
      agent.reopenError = new ParleyError(agentRefused('A', reason, detail));
      sessions.retries.now(key);
      await flushMicrotasks();
      clock.advance(4_000);
      await flushMicrotasks();
    };
    const errors = () =>
      state(key)
        .entries.flat()
        .filter(({ kind }) => kind === 'notice');
    await refuse('busy for 9 s');
    const [first] = errors();
    await refuse('busy for 7 s');
    await refuse('busy for 7 s', 'by another client');
    expect(errors()).toMatchObject([
      { id: first?.id, text: expect.stringContaining('7 s'), error: { detail: 'by another client' } },
    ]);
    // What was said since stays before it.
    store.dispatch(key, { type: 'notice', at: 1, severity: 'info', text: 'Restarted' });
    await refuse('busy for 5 s');
    expect(errors()).toMatchObject([{ text: 'Restarted' }, { text: expect.stringContaining('5 s') }]);
    // A conversation that went on meanwhile keeps its error.
    store.dispatch(key, chunk('agent', 'here again'));
    await refuse('busy for 5 s');
    expect(errors()).toHaveLength(3);
  });

  test('one that its agent refuses is opened without MCP servers once the user wants that, and says so', async () => {
    const { agent, clock, sessions, said, key } = await restoredSession();
    agent.offer('load');
    agent.replay = replayOfAnswered;
    agent.reopenError = new ParleyError(agentRefused('A', 'Invalid params', undefined));
    sessions.open(key);
    await flushMicrotasks();
    clock.advance(4_000);
    await flushMicrotasks();
    agent.reopenError = undefined;
    sessions.openWithoutServers(key);
    await flushMicrotasks();
    expect(agent.loadedFolders.map(({ withoutServers }) => withoutServers)).toEqual([
      undefined,
      undefined,
      true,
    ]);
    expect(said(key).at(-1)).toBe('notice: A opened this session without MCP servers.');
  });

  test('one that its agent calls gone but lists is not given up', async () => {
    const { agent, clock, sessions, state, key } = await restoredSession();
    agent.offer('load', 'list');
    agent.listed = [{ sessionId: 'old-1', cwd: '/work' }];
    agent.reopenError = new ParleyError(sessionGone('A', undefined));
    sessions.open(key);
    await flushMicrotasks();
    clock.advance(4_000);
    await flushMicrotasks();
    expect(state(key).entries.flat().at(-1)).toMatchObject({ error: { code: 'reopen-refused' } });
    expect(state(key)).toMatchObject({ sessionId: 'old-1' });
  });

  test('one that the agent never finishes loading can be given up, and tried again', async () => {
    const { agent, sessions, state, key } = await restoredSession();
    agent.offer('load');
    agent.holdLoad = true;
    sessions.open(key);
    await flushMicrotasks();
    expect(state(key).opening).toBe(true);
    sessions.cancel(key);
    await flushMicrotasks();
    expect(state(key)).toMatchObject({ opening: false });
    expect(state(key).readOnly).toBeUndefined();
    agent.holdLoad = false;
    sessions.open(key);
    await flushMicrotasks();
    expect(agent.asked).toEqual(['load old-1', 'load old-1']);
  });

  test('R33 a replay into another session changes neither', async () => {
    const { agent, sessions, said, state, key } = await restoredSession();
    const other = sessions.create('A', '/work');
    await flushMicrotasks();
    agent.offer('load');
    const asBefore = { ...agent.sessions };
    agent.sessions.load = async (sessionId, folders) => {
      agent.send('stranger', chunk('agent', 'not yours'));
      await asBefore.load(sessionId, folders);
    };
    sessions.open(key);
    await flushMicrotasks();
    expect(said(key)).toHaveLength(3);
    expect(state(other).entries).toEqual([]);
  });
});
