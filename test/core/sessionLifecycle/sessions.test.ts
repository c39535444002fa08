// What users do with sessions and what agents call: opening, prompting, queueing, cancelling, permissions, a lost agent.
import { describe, expect, test } from 'vitest';
import { agentRefused, noAnswer, commandNotFound } from '../../../src/core/agentErrors.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import type { FileClientRequest } from '../../../src/core/ports/clientRequests.ts';
import { sessionStatus } from '../../../src/core/session/status/sessionStatus.ts';
import { ScriptedAgent } from '../../support/scriptedAgent.ts';
import { chunk, openSession, sessionsOf, text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

const noAbort = { aborted: false, addEventListener: () => undefined };

describe('opening', () => {
  test('a session is opened in the agent', async () => {
    const { state, key } = await openSession();
    expect(state(key)).toMatchObject({ sessionId: 'acp-1', opening: false });
  });

  test('R36 updates before the answer to session/new are held and applied, those of others are not', async () => {
    const { agent, sessions, state } = sessionsOf();
    agent.holdNewSession = true;
    const first = sessions.create('A', '/work');
    const second = sessions.create('A', '/work');
    await flushMicrotasks();
    agent.send('two', chunk('agent', 'for the second'));
    agent.send('one', chunk('agent', 'for the first'));
    agent.answerNewSession('one', 0);
    await flushMicrotasks();
    agent.answerNewSession('two', 1);
    await flushMicrotasks();
    expect(state(first).entries.flat()).toMatchObject([{ content: text('for the first') }]);
    expect(state(second).entries.flat()).toMatchObject([{ content: text('for the second') }]);
  });

  test('R36 an update for a session nobody knows is ignored and logged', async () => {
    const { agent, log, kinds, key } = await openSession();
    agent.send('stranger', chunk('agent', 'boo'));
    expect(kinds(key)).toEqual([]);
    expect(log.lines.join()).toContain('stranger');
  });

  test('R36 an agent that goes on after its session was closed does not fill the log', async () => {
    const { agent, log, sessions, key } = await openSession();
    await sessions.close(key);
    for (let count = 0; count < 3_000; count++) agent.send('acp-1', chunk('agent', 'on and on'));
    expect(log.lines.length).toBeGreaterThan(0);
    expect(log.lines.length).toBeLessThan(100);
  });

  test.each(['close', 'delete'] as const)(
    'what runs beside the turns is stopped with %s, also while a turn runs, as far as the agent can',
    async (end) => {
      const { agent, sessions, store, key } = await openSession();
      const tasks = [{ taskId: 'a', canStop: true }, { taskId: 'b', canStop: false }, { taskId: 'c' }];
      sessions.prompt(key, text('go'));
      await flushMicrotasks();
      store.dispatch(key, { type: 'background_tasks', at: 1, tasks });
      // A Stop of the turn is none of the tasks.
      sessions.cancel(key);
      expect(agent.asked).toEqual([]);
      await sessions[end](key);
      expect(agent.asked.filter((each) => each.startsWith('stop'))).toEqual(['stop a of acp-1']);
    },
  );

  test('the tasks of a session that is idle are stopped once', async () => {
    const { agent, sessions, store, key } = await openSession();
    store.dispatch(key, { type: 'background_tasks', at: 1, tasks: [{ taskId: 'a', canStop: true }] });
    await sessions.close(key);
    expect(agent.asked).toEqual(['stop a of acp-1']);
  });

  test('R32 a session that is closed while the agent makes it is closed there too, and nobody has it', async () => {
    const { agent, sessions, log } = sessionsOf();
    agent.offer('close');
    agent.holdNewSession = true;
    const key = sessions.create('A', '/work');
    await flushMicrotasks();
    await sessions.close(key);
    agent.answerNewSession('late');
    await flushMicrotasks();
    expect(agent.asked).toEqual(['close late']);
    agent.send('late', chunk('agent', 'boo'));
    expect(log.lines.join()).toContain('unknown session late');
  });

  test('R37 sessions of one agent are separate', async () => {
    const { agent, sessions, state, key } = await openSession();
    const other = sessions.create('A', '/work');
    await flushMicrotasks();
    agent.send('acp-2', chunk('agent', 'second'));
    expect(state(key).entries).toEqual([]);
    expect(state(other).entries.flat()).toHaveLength(1);
  });

  test('when the agent cannot start the prompt stays queued, and is sent when it can', async () => {
    const { agent, sessions, state } = sessionsOf();
    agent.connectError = new ParleyError(commandNotFound('A', 'nope'));
    const key = sessions.create('A', '/work');
    sessions.prompt(key, text('keep me'));
    await flushMicrotasks();
    expect(state(key).queue).toMatchObject([{ content: text('keep me') }]);
    expect(state(key).entries.flat().at(-1)).toMatchObject({
      kind: 'notice',
      error: { code: 'command-not-found' },
    });
    sessions.prompt(key, text('and me'));
    await flushMicrotasks();
    expect(state(key).entries.flat()).toHaveLength(1);
    agent.connectError = undefined;
    await sessions.supervisor.restart('A');
    await flushMicrotasks();
    expect(agent.prompts).toMatchObject([{ content: text('keep me') }]);
    expect(state(key).queue).toMatchObject([{ content: text('and me') }]);
  });
});

describe('prompts', () => {
  test('a prompt typed while the session is being opened is sent once it is open', async () => {
    const { agent, sessions } = sessionsOf();
    const key = sessions.create('A', '/work');
    sessions.prompt(key, text('early'));
    await flushMicrotasks();
    expect(agent.prompts).toMatchObject([{ sessionId: 'acp-1', content: text('early') }]);
  });

  test('R46 a prompt during a turn waits for the answer to the one before', async () => {
    const { agent, sessions, state, key } = await openSession();
    sessions.prompt(key, text('one'));
    await flushMicrotasks();
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    expect(agent.prompts).toHaveLength(1);
    expect(state(key).queue).toHaveLength(1);
    agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
    expect(agent.prompts).toHaveLength(2);
    expect(state(key).queue).toEqual([]);
  });

  test('the queue is held after a turn that was cancelled, and goes on when the user says so', async () => {
    const { agent, sessions, state, key } = await openSession();
    sessions.prompt(key, text('one'));
    await flushMicrotasks();
    sessions.prompt(key, text('two'));
    sessions.cancel(key);
    agent.prompts[0]?.resolve({ stopReason: 'cancelled' });
    await flushMicrotasks();
    expect(agent.prompts).toHaveLength(1);
    expect(state(key)).toMatchObject({ queueHeld: true, queue: [{ content: text('two') }] });
    sessions.turns.sendNow(key, state(key).queue[0]?.id ?? '');
    await flushMicrotasks();
    expect(agent.prompts).toMatchObject([{}, { content: text('two') }]);
  });

  test('a held queue goes on when the user wants all of it sent', async () => {
    const { agent, sessions, state, key } = await openSession();
    for (const words of ['one', 'two', 'three']) sessions.prompt(key, text(words));
    await flushMicrotasks();
    sessions.cancel(key);
    agent.prompts[0]?.resolve({ stopReason: 'cancelled' });
    await flushMicrotasks();
    expect(state(key).queueHeld).toBe(true);
    sessions.queue.resume(key);
    await flushMicrotasks();
    agent.prompts[1]?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
    expect(agent.prompts).toMatchObject([{}, { content: text('two') }, { content: text('three') }]);
  });

  test('send now cancels the running turn and sends the chosen prompt next', async () => {
    const { agent, sessions, state, key } = await openSession();
    for (const words of ['one', 'two', 'three']) sessions.prompt(key, text(words));
    await flushMicrotasks();
    sessions.turns.sendNow(key, state(key).queue[1]?.id ?? '');
    expect(agent.cancelled).toEqual(['acp-1']);
    agent.prompts[0]?.resolve({ stopReason: 'cancelled' });
    await flushMicrotasks();
    expect(agent.prompts).toMatchObject([{}, { content: text('three') }]);
    expect(state(key).queue).toMatchObject([{ content: text('two') }]);
    agent.prompts[1]?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
    expect(agent.prompts.at(-1)).toMatchObject({ content: text('two') });
  });

  test('what waited before stays where it was after send now: held by the user, or by another stop', async () => {
    const { agent, sessions, state, key } = await openSession();
    for (const words of ['one', 'two', 'three', 'four']) sessions.prompt(key, text(words));
    await flushMicrotasks();
    sessions.turns.sendNow(key, state(key).queue[1]?.id ?? '');
    agent.prompts[0]?.resolve({ stopReason: 'cancelled' });
    await flushMicrotasks();
    sessions.cancel(key);
    agent.prompts[1]?.resolve({ stopReason: 'cancelled' });
    await flushMicrotasks();
    expect(state(key)).toMatchObject({ queueHeld: true, queue: [{}, {}] });
    sessions.turns.sendNow(key, state(key).queue[0]?.id ?? '');
    await flushMicrotasks();
    agent.prompts[2]?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
    expect(state(key)).toMatchObject({ queueHeld: true, queue: [{ content: text('four') }] });
  });

  test('what an agent does after a turn is stopped by the same cancel', async () => {
    const { agent, sessions, state, key } = await openSession();
    sessions.prompt(key, text('one'));
    await flushMicrotasks();
    agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
    sessions.cancel(key);
    expect(agent.cancelled).toEqual([]);
    const call = { toolCallId: 'b', status: 'in_progress' };
    sessions.client.sessionUpdate(agent, 'acp-1', { type: 'tool_call', at: 1, call });
    sessions.cancel(key);
    expect(agent.cancelled).toEqual(['acp-1']);
    expect(state(key).background).toBeUndefined();
  });

  test('queued prompts can be moved and removed', async () => {
    const { sessions, state, key } = await openSession();
    for (const words of ['one', 'two', 'three']) sessions.prompt(key, text(words));
    await flushMicrotasks();
    const [two, three] = state(key).queue;
    sessions.queue.move(key, three?.id ?? '', 0);
    expect(state(key).queue).toEqual([three, two]);
    sessions.queue.remove(key, two?.id ?? '');
    expect(state(key).queue).toEqual([three]);
  });

  test('a turn that brought nothing failed: the prompt can be sent again, and the queue waits', async () => {
    const { agent, sessions, state, kinds, key } = await openSession();
    const error = noAnswer('A', '');
    sessions.prompt(key, text('one'));
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    agent.prompts[0]?.resolve({ stopReason: 'end_turn', error, hasFailed: true });
    await flushMicrotasks();
    expect(kinds(key)).toEqual(['user', 'turn', 'notice']);
    expect(state(key)).toMatchObject({ hasFailed: true, queueHeld: true });
    sessions.retries.now(key);
    await flushMicrotasks();
    expect(agent.prompts[1]).toMatchObject({ content: text('one') });
    sessions.cancel(key);
    agent.prompts[1]?.resolve({ stopReason: 'end_turn', error, hasFailed: true });
    await flushMicrotasks();
    expect(state(key).entries.flat().at(-1)).toMatchObject({ kind: 'turn', stopReason: 'cancelled' });
  });

  test('R49 an error ends the turn, is shown, and the session stays usable', async () => {
    const { agent, sessions, state, key, kinds } = await openSession();
    sessions.prompt(key, text('one'));
    await flushMicrotasks();
    agent.prompts[0]?.reject(new ParleyError(agentRefused('A', 'quota', undefined)));
    await flushMicrotasks();
    expect(kinds(key)).toEqual(['user', 'turn', 'notice']);
    expect(state(key).turn).toBeUndefined();
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    expect(agent.prompts).toHaveLength(2);
  });
});

describe('cancelling', () => {
  test('R54 the agent is asked to stop once; R58 an error after that is not shown', async () => {
    const { agent, sessions, key, kinds, state } = await openSession();
    sessions.prompt(key, text('one'));
    await flushMicrotasks();
    sessions.cancel(key);
    expect(agent.cancelled).toEqual(['acp-1']);
    agent.prompts[0]?.reject(new ParleyError(agentRefused('A', 'aborted', undefined)));
    await flushMicrotasks();
    expect(kinds(key)).toEqual(['user', 'turn']);
    expect(state(key).entries.flat().at(-1)).toMatchObject({ stopReason: 'cancelled' });
  });

  test('an agent that goes on after the cancel gets a notice with a next step, once', async () => {
    const { sessions, key, kinds, clock, agent } = await openSession();
    sessions.prompt(key, text('one'));
    await flushMicrotasks();
    sessions.cancel(key);
    sessions.cancel(key);
    clock.advance(4_999);
    expect(kinds(key)).toEqual(['user']);
    clock.advance(1);
    clock.advance(60_000);
    expect(kinds(key)).toEqual(['user', 'notice']);
    agent.prompts[0]?.resolve({ stopReason: 'cancelled' });
    await flushMicrotasks();
    expect(kinds(key)).toEqual(['user', 'notice', 'turn']);
  });

  test('a cancel without a turn asks the agent nothing', async () => {
    const { agent, sessions, key } = await openSession();
    sessions.cancel(key);
    expect(agent.cancelled).toEqual([]);
  });
});

describe('permissions', () => {
  const question = {
    call: { toolCallId: 't', title: 'Run make' },
    options: [
      { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
      { optionId: 'no', name: 'Reject', kind: 'reject_once' },
    ],
  };

  async function withTurn() {
    const context = await openSession();
    context.sessions.prompt(context.key, text('one'));
    await flushMicrotasks();
    return context;
  }

  test('R71 an offered option is the answer, anything else is none', async () => {
    const { agent, sessions, state, key } = await withTurn();
    const answer = sessions.client.requestPermission(agent, 'acp-1', question, noAbort);
    const requestId = state(key).permissions[0]?.requestId ?? '';
    sessions.permissions.answer(key, requestId, 'made-up');
    expect(state(key).permissions).toHaveLength(1);
    sessions.permissions.answer(key, requestId, 'no');
    expect(await answer).toEqual({ outcome: 'selected', optionId: 'no' });
    expect(state(key).permissions).toEqual([]);
  });

  test('R56 a cancel answers every pending request, and those that come before the turn ends', async () => {
    const { agent, sessions, key, state } = await withTurn();
    const before = [
      sessions.client.requestPermission(agent, 'acp-1', question, noAbort),
      sessions.client.requestPermission(agent, 'acp-1', question, noAbort),
    ];
    sessions.cancel(key);
    const after = sessions.client.requestPermission(agent, 'acp-1', question, noAbort);
    for (const answer of [...before, after]) expect(await answer).toEqual({ outcome: 'cancelled' });
    expect(state(key).permissions).toEqual([]);
  });

  test('R60 the first answer wins', async () => {
    const { agent, sessions, key, state } = await withTurn();
    const abort = new AbortController();
    const answer = sessions.client.requestPermission(agent, 'acp-1', question, abort.signal);
    const requestId = state(key).permissions[0]?.requestId ?? '';
    abort.abort();
    sessions.permissions.answer(key, requestId, 'yes');
    expect(await answer).toEqual({ outcome: 'cancelled' });
  });

  test('R73 several requests are answered independently', async () => {
    const { agent, sessions, key, state } = await withTurn();
    const first = sessions.client.requestPermission(agent, 'acp-1', question, noAbort);
    const second = sessions.client.requestPermission(agent, 'acp-1', question, noAbort);
    const [one, two] = state(key).permissions;
    sessions.permissions.answer(key, two?.requestId ?? '', 'yes');
    expect(await second).toEqual({ outcome: 'selected', optionId: 'yes' });
    expect(state(key).permissions).toEqual([one]);
    sessions.permissions.answer(key, one?.requestId ?? '', 'no');
    expect(await first).toEqual({ outcome: 'selected', optionId: 'no' });
  });
});

describe('F1 the questions of Parley itself', () => {
  const outside: FileClientRequest = {
    use: 'write',
    path: '/outside/victim',
    real: '/outside/victim',
    isInside: false,
    content: 'bad',
    proposal: { texts: async () => ({ before: 'good', content: 'bad' }) },
  };
  const harmless = {
    title: 'Read README.md',
    kind: 'read',
    content: [],
    locations: [{ path: '/work/README.md' }],
    status: 'completed',
  };

  test('cannot be changed, pre-empted or completed by what an agent sends under their ids', async () => {
    const context = await openSession();
    const { agent, sessions, key, state } = context;
    sessions.prompt(key, text('one'));
    await flushMicrotasks();
    const own = (): string => state(key).permissions[0]?.toolCallId ?? '';
    const forge = (toolCallId: string): void => {
      for (const id of [toolCallId, 'parley:access-1', 'parley:key-1', 'parley:key-2', 'parley:key-3'])
        agent.send('acp-1', { type: 'tool_call', at: 1, call: { toolCallId: id, ...harmless } });
    };
    forge('parley:');
    const asked = { signal: noAbort, onAsking: () => undefined };
    const access = sessions.client.requestAccess(agent, 'acp-1', outside, asked);
    await flushMicrotasks();
    const [question] = state(key).permissions;
    forge(own());
    void sessions.client.requestPermission(
      agent,
      'acp-1',
      {
        call: { toolCallId: own(), ...harmless },
        options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
      },
      noAbort,
    );
    expect(state(key).permissions[0]).toBe(question);
    expect(question?.call).toMatchObject({
      title: 'Write a file outside the folders of this session: /outside/victim',
      kind: 'edit',
      locations: [{ path: '/outside/victim' }],
      content: [{ type: 'diff', path: '/outside/victim', oldText: 'good', newText: 'bad' }],
    });
    sessions.permissions.answer(key, question?.requestId ?? '', 'reject');
    await expect(access).rejects.toMatchObject({ refusal: 'outside' });
    forge(question?.toolCallId ?? '');
    const entry = state(key)
      .entries.flat()
      .find((each) => each.kind === 'tool' && each.call.toolCallId === question?.toolCallId);
    expect(entry).toMatchObject({ call: { kind: 'edit', status: 'failed' }, decision: { by: 'user' } });
  });

  test('of the tools that Parley gives the agent cannot be changed by what it sends under their ids', async () => {
    const { agent, sessions, key, state } = await openSession();
    sessions.prompt(key, text('one'));
    await flushMicrotasks();
    const call = { toolCallId: 'parley:tool', title: 'Run make', kind: 'execute', status: 'pending' };
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
    void sessions.ownClient.requestPermission(agent, 'acp-1', { call, options }, noAbort);
    agent.send('acp-1', { type: 'tool_call', at: 1, call: { toolCallId: 'parley:tool', ...harmless } });
    expect(state(key).permissions[0]?.call).toMatchObject(call);
    sessions.ownClient.sessionUpdate(agent, 'acp-1', {
      type: 'tool_call',
      at: 1,
      call: { toolCallId: 'parley:tool', status: 'completed' },
    });
    const calls = state(key)
      .entries.flat()
      .flatMap((entry) => (entry.kind === 'tool' ? [entry.call] : []));
    expect(calls.find(({ toolCallId }) => toolCallId === 'parley:tool')).toMatchObject({
      title: 'Run make',
      status: 'completed',
    });
  });

  test('are new ones in a session that an earlier window stored', async () => {
    const { agent, sessions, key, state, store } = await openSession();
    sessions.prompt(key, text('one'));
    await flushMicrotasks();
    for (const toolCallId of ['parley:access-1', 'parley:access-2'])
      store.dispatch(key, { type: 'tool_call', at: 1, call: { toolCallId, ...harmless } });
    const asked = { signal: noAbort, onAsking: () => undefined };
    void sessions.client.requestAccess(agent, 'acp-1', outside, asked).catch(() => undefined);
    await flushMicrotasks();
    expect(state(key).permissions[0]?.call).toMatchObject({ kind: 'edit', status: 'pending' });
  });

  test('F20 end when the user stops, and not with the turn, and so do those of the agent', async () => {
    const { agent, sessions, key, state } = await openSession();
    sessions.prompt(key, text('one'));
    await flushMicrotasks();
    const asked = { signal: noAbort, onAsking: () => undefined };
    const access = sessions.client.requestAccess(agent, 'acp-1', outside, asked);
    const form = { mode: 'form', message: 'Which?', fields: [] } as const;
    const answers = [
      sessions.client.requestPermission(agent, 'acp-1', { call: { toolCallId: 't' }, options: [] }, noAbort),
      sessions.client.requestElicitation(agent, 'acp-1', form, noAbort),
    ];
    const refused = expect(access).rejects.toMatchObject({ refusal: 'cancelled' });
    await flushMicrotasks();
    expect(state(key).permissions).toHaveLength(2);
    agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    agent.prompts[1]?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
    expect(state(key)).toMatchObject({ permissions: [{}, {}], elicitations: [{}] });
    expect(sessionStatus(state(key))).toBe('waiting');
    sessions.cancel(key);
    await refused;
    expect(await Promise.all(answers)).toEqual([{ outcome: 'cancelled' }, { action: 'cancel' }]);
    expect([state(key).permissions, state(key).elicitations]).toEqual([[], []]);
  });
});

describe('a lost agent', () => {
  test('R16 it ends its running turns with the reason, and what was received stays', async () => {
    const { agent, sessions, key, kinds, state } = await openSession();
    sessions.prompt(key, text('one'));
    await flushMicrotasks();
    agent.send('acp-1', chunk('agent', 'half an ans'));
    agent.die();
    await flushMicrotasks();
    expect(kinds(key)).toEqual(['user', 'agent', 'turn', 'notice']);
    expect(state(key).entries.flat().at(-1)).toMatchObject({
      error: { code: 'agent-exited', detail: 'the stderr tail' },
    });
    expect(state(key).sessionId).toBe('acp-1');
  });

  test('an idle session has a notice too; the next prompt opens a new session with a notice that nothing is remembered', async () => {
    const { agent, sessions, key, kinds } = await openSession();
    sessions.prompt(key, text('one'));
    await flushMicrotasks();
    agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
    agent.die();
    await flushMicrotasks();
    expect(kinds(key)).toEqual(['user', 'turn', 'notice']);
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    expect(kinds(key)).toEqual(['user', 'turn', 'notice', 'notice']);
    sessions.queue.resume(key);
    await flushMicrotasks();
    expect(kinds(key)).toEqual(['user', 'turn', 'notice', 'notice', 'user']);
    expect(agent.prompts).toHaveLength(2);
  });

  test('a restart by the user is no error', async () => {
    const { agent, sessions, key, kinds, state } = await openSession();
    sessions.prompt(key, text('one'));
    await flushMicrotasks();
    await sessions.supervisor.restart('A');
    await flushMicrotasks();
    expect(kinds(key)).toEqual(['user', 'turn', 'notice']);
    expect(state(key).entries.flat()).toMatchObject([{}, { stopReason: 'cancelled' }, { severity: 'info' }]);
    expect(state(key).sessionId).toBeDefined();
    expect(agent.status.state).toBe('ready');
  });
});

describe('what an agent does without asking', () => {
  const access = { use: 'read', path: '/work/a', real: '/work/a', isInside: true } as const;
  const asked = { signal: noAbort, onAsking: () => undefined };

  test('is looked at in its session, and refused when there is none', async () => {
    const { agent, sessions } = await openSession();
    await sessions.client.requestAccess(agent, 'acp-1', access, asked);
    await expect(sessions.client.requestAccess(agent, 'acp-9', access, asked)).rejects.toMatchObject({
      refusal: 'refused',
    });
  });

  test('R33 counts for a session of before that the agent is still opening', async () => {
    const { agent, store, sessions } = sessionsOf();
    store.create('archived', 'A', '/work');
    store.dispatch('archived', { type: 'opened', at: 1, sessionId: 'acp-9' });
    expect(await sessions.client.requestAccess(agent, 'acp-9', access, asked)).toBeDefined();
    await expect(
      sessions.client.requestAccess(new ScriptedAgent('B'), 'acp-9', access, asked),
    ).rejects.toMatchObject({ refusal: 'refused' });
  });

  test('R56 a question about it is cancelled with the turn', async () => {
    const { agent, sessions, state, key } = await openSession();
    sessions.prompt(key, text('Go'));
    await flushMicrotasks();
    const outside = { ...access, real: '/etc/hosts', isInside: false };
    const refused = expect(
      sessions.client.requestAccess(agent, 'acp-1', outside, asked),
    ).rejects.toMatchObject({
      refusal: 'cancelled',
    });
    await flushMicrotasks();
    expect(state(key).permissions).toHaveLength(1);
    sessions.cancel(key);
    await refused;
    expect(state(key).permissions).toEqual([]);
  });
});
