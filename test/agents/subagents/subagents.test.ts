// Sub-agents as their agents report them, in both spellings, folded into calls and messages of the session that started them.
import { describe, expect, it } from 'vitest';
import { readSessionUpdate } from '../../../src/agents/schema/updateSchema.ts';
import { announce, ended, running, subagentSession } from '../../support/agents/subagentSession.ts';

describe('both spellings', () => {
  it('of a sub-agent that is announced, works and ends are the same call', () => {
    const draft = subagentSession();
    draft.send('s', {
      sessionUpdate: 'subagent_update',
      sessionId: 'c',
      title: 'Look',
      capabilities: {},
      ...running,
    });
    draft.send('c', {
      sessionUpdate: 'session_message',
      messageId: 'm',
      senderSessionId: 's',
      recipientSessionId: 'c',
      content: [{ type: 'text', text: 'Look there' }],
    });
    const older = subagentSession();
    older.send('s', {
      sessionUpdate: 'subagent_spawned',
      subagentSessionId: 'c',
      name: 'Look',
      task: 'There',
      prompt: 'Look there',
      capabilities: {},
    });
    for (const { send, say } of [draft, older]) {
      say('c', 'I ');
      say('c', 'see');
      send('c', { sessionUpdate: 'usage_update', used: 90, size: 100 });
    }
    draft.send('s', ended('c'));
    older.send('s', { sessionUpdate: 'subagent_state_update', subagentSessionId: 'c', state: 'completed' });
    for (const { rows, said, state } of [draft, older]) {
      expect(rows()).toEqual([['subagent:c', 'Look', 'completed', undefined]]);
      expect(said('subagent:c')).toEqual(['user: Look there', 'agent: I see']);
      expect(state().entries.flat()[1]).toMatchObject({ call: { subagent: { tokens: 90 } } });
      expect(state().usage).toBeUndefined();
    }
  });

  it('a task that a sub-agent leaves running is one of the session', () => {
    const { send, subagents, state } = subagentSession();
    subagents.reported('s', { kind: 'subagent', subagent: { subagentId: 'c' } }, () => false);
    const task = { sessionUpdate: 'async_task_spawned', asyncTaskId: 'a', name: 'npm run dev' };
    send('c', task);
    expect(state().tasks).toEqual([{ taskId: 'a', name: 'npm run dev' }]);
    send('c', { ...task, sessionUpdate: 'async_task_state_update', state: 'completed' });
    expect(state().tasks).toBeUndefined();
  });

  it.each([
    ['running', 'in_progress'],
    [{ state: 'requires_action' }, 'in_progress'],
    [{ state: 'idle' }, 'completed'],
    [{ state: 'idle', stopReason: 'cancelled' }, 'cancelled'],
    [{ state: 'idle', stopReason: 'error', error: { code: 1, message: 'No' } }, 'failed'],
    [{ state: 'unknown' }, 'disconnected'],
    ['disconnected', 'disconnected'],
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
    [{ state: 'dreaming' }, 'pending'],
    [7, 'pending'],
    [null, 'pending'],
  ])('of the state %j are %s', (state, status) => {
    const { send, rows } = subagentSession();
    send('s', { sessionUpdate: 'subagent_update', sessionId: 'c', title: 'C', state });
    expect(rows()).toEqual([['subagent:c', 'C', status, undefined]]);
  });

  it.each([
    ['subagent_update', {}],
    ['subagent_spawned', { name: 'A' }],
    ['subagent_state_update', { state: 'completed' }],
    ['session_message', { content: [] }],
    ['session_message_chunk', { messageId: 'm' }],
  ])('of a %s without what it needs are malformed', (sessionUpdate, more) => {
    const reading = readSessionUpdate({ sessionId: 's', update: { sessionUpdate, ...more } });
    expect(reading.kind).toBe('malformed');
  });
});

describe('the work of a sub-agent', () => {
  it('stands in the session of the user, its calls nested and with ids of their own', () => {
    const { send, call, rows, roots } = subagentSession();
    call('s', 'call-1');
    for (const id of ['a', 'b']) {
      send('s', announce(id));
      call(id, 'call-1', { status: 'in_progress' });
      send(id, { sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'completed' });
    }
    expect(rows()).toEqual([
      ['call-1', 'call-1', 'pending', undefined],
      ['subagent:a', 'Child a', 'in_progress', undefined],
      ['subagent:a/call-1', 'call-1', 'completed', 'subagent:a'],
      ['subagent:b', 'Child b', 'in_progress', undefined],
      ['subagent:b/call-1', 'call-1', 'completed', 'subagent:b'],
    ]);
    expect([...roots]).toEqual(['s']);
  });

  it('is nested in another of its calls where it names a known one, and not in one of its parent', () => {
    const { send, call, rows } = subagentSession();
    send('s', announce('c'));
    call('c', 'outer');
    call('c', 'inner', { _meta: { claudeCode: { parentToolUseId: 'outer' } } });
    call('c', 'other', { _meta: { claudeCode: { parentToolUseId: 'launch' } } });
    expect(rows().map(([id, , , parent]) => [id, parent])).toEqual([
      ['subagent:c', undefined],
      ['subagent:c/outer', 'subagent:c'],
      ['subagent:c/inner', 'subagent:c/outer'],
      ['subagent:c/other', 'subagent:c'],
    ]);
  });

  it('says in order what it said, also while its parent and another one speak', () => {
    const { send, say, call, said, state } = subagentSession();
    send('s', announce('a'));
    send('s', announce('b'));
    say('s', 'Both ');
    say('a', 'A1 ');
    say('b', 'B1 ');
    say('s', 'work.');
    say('a', 'A2');
    call('a', 'x');
    say('a', 'A3');
    say('b', 'B2');
    say('a', 'Hm', 'agent_thought_chunk');
    expect(said('subagent:a')).toEqual(['agent: A1 A2', 'agent: A3', 'thought: Hm']);
    expect(said('subagent:b')).toEqual(['agent: B1 B2']);
    const texts = state()
      .entries.flat()
      .flatMap((entry) => (entry.kind === 'agent' ? [entry.content] : []));
    expect(texts).toEqual([[{ type: 'text', text: 'Both work.' }]]);
  });

  it('plans for itself: its plan stands in its call as it was reported last, and is no plan of its parent', () => {
    const { send, state, rows } = subagentSession();
    const step = (content: string) => ({ content, priority: 'low', status: 'pending' });
    send('s', { ...announce('c'), state: { state: 'odd' } });
    send('c', { sessionUpdate: 'plan', entries: [step('Look'), step('Test')] });
    send('c', { sessionUpdate: 'plan', entries: [step('Look again')] });
    send('s', ended('c'));
    const [entry] = state().entries[0]?.filter(({ kind }) => kind === 'tool') ?? [];
    expect(entry).toMatchObject({ call: { subagentPlan: [step('Look again')], status: 'completed' } });
    expect(state().plan).toEqual([]);
    expect(rows()).toHaveLength(1);
  });

  it('plans in a text: it stands where it was first reported, as it was reported last, and is no plan of its parent', () => {
    const { send, say, state, said } = subagentSession();
    const plan = (planId: string, more: object): object => ({
      sessionUpdate: 'plan_update',
      plan: { planId, ...more },
    });
    send('s', announce('c'));
    send('c', plan('p', { type: 'markdown', content: '' }));
    say('c', 'Let me see.');
    send('c', plan('p', { type: 'markdown', content: '# Look' }));
    say('c', 'Then ');
    send('c', plan('p', { type: 'markdown', content: '# Look\n\n1. There' }));
    say('c', 'go on.');
    send('c', plan('q', { type: 'file', uri: 'file:///w/plans/next.md' }));
    send('s', ended('c'));
    expect(said('subagent:c')).toEqual([
      'agent: Let me see.',
      'plan: # Look\n\n1. There',
      'agent: Then go on.',
      'plan: ',
    ]);
    expect(state().subagents?.[0]?.messages.at(-1)?.content).toEqual([
      { type: 'resource_link', uri: 'file:///w/plans/next.md', name: 'next.md' },
    ]);
    expect(
      state()
        .entries.flat()
        .map(({ kind }) => kind),
    ).not.toContain('plan');
    expect(state().plan).toEqual([]);
  });

  it.each([
    ['says so of the text that was withdrawn, and keeps it', 'p', true],
    ['leaves the others as they are', 'other', undefined],
  ])('that withdraws a plan %s', (_what, planId, isRemoved) => {
    const { send, state } = subagentSession();
    send('s', announce('c'));
    send('c', { sessionUpdate: 'plan_update', plan: { planId: 'p', type: 'markdown', content: '# Look' } });
    send('c', { sessionUpdate: 'plan_removed', planId });
    const [message] = state().subagents?.[0]?.messages ?? [];
    expect([message?.content, message?.isRemoved]).toEqual([[{ type: 'text', text: '# Look' }], isRemoved]);
  });

  it('changes nothing of the options, the mode, the title and the commands of its parent', () => {
    const { send, state } = subagentSession();
    send('s', announce('c'));
    const before = state();
    send('c', { sessionUpdate: 'config_option_update', configOptions: [] });
    send('c', { sessionUpdate: 'current_mode_update', currentModeId: 'm' });
    send('c', { sessionUpdate: 'available_commands_update', availableCommands: [] });
    expect(state()).toBe(before);
    send('c', { sessionUpdate: 'session_info_update', title: 'Its own' });
    expect(state().info).toBe(before.info);
  });

  it('ends with it, so that nothing of it counts as running', () => {
    const { send, call, rows, dispatch, state } = subagentSession();
    send('s', announce('c'));
    dispatch({ type: 'turn_ended', at: 50, stopReason: 'end_turn' });
    call('c', 'x', { status: 'in_progress' });
    expect(state().background).toBe(2);
    send('s', ended('c'));
    expect(rows().map(([, , status]) => status)).toEqual(['completed', 'unfinished']);
    expect(state().background).toBeUndefined();
  });
});

describe('a sub-agent', () => {
  it('that begins to work without saying so is shown as working', () => {
    const { send, say, rows } = subagentSession();
    send('s', { sessionUpdate: 'subagent_update', sessionId: 'c', title: 'C' });
    expect(rows()).toEqual([['subagent:c', 'C', 'pending', undefined]]);
    say('c', 'Hi');
    expect(rows()).toEqual([['subagent:c', 'C', 'in_progress', undefined]]);
  });

  it('that is used again has a call for each time', () => {
    const { send, say, rows, said } = subagentSession();
    send('s', announce('c'));
    say('c', 'First');
    send('s', ended('c'));
    send('s', { sessionUpdate: 'subagent_update', sessionId: 'c', ...running });
    say('c', 'Second');
    expect(rows()).toEqual([
      ['subagent:c', 'Child c', 'completed', undefined],
      ['subagent:c#2', 'Child c', 'in_progress', undefined],
    ]);
    expect([said('subagent:c'), said('subagent:c#2')]).toEqual([['agent: First'], ['agent: Second']]);
  });

  it.each([
    [{ title: 'Look' }, 'Look'],
    [{ title: 'Look', description: 'Explorer' }, 'Look (Explorer)'],
    [{ title: null, description: 'Explorer' }, 'Explorer'],
    [{ title: null }, 'Look there and there'],
  ])('that is called %j has the title %s', (labels, title) => {
    const { send, rows } = subagentSession();
    send('s', announce('c', labels));
    const content = [{ type: 'text', text: 'Look there\nand there' }];
    send('c', { sessionUpdate: 'session_message', messageId: 'm', senderSessionId: 's', content });
    expect(rows()[0]?.[1]).toBe(title);
  });

  it.each([
    ['a short one is its title', 'Read hello.txt', 'Read hello.txt', []],
    [
      'one of several lines is said in it',
      'Read hello.txt.\nThen count its lines.',
      'Read hello.txt. Then count its lines.',
      ['user: Read hello.txt.\nThen count its lines.'],
    ],
    [
      'a long one is said in it',
      'word '.repeat(40),
      'word '.repeat(16).trim(),
      [`user: ${'word '.repeat(40)}`],
    ],
  ])('that has its task as a description alone: %s', (_what, description, title, expected) => {
    const { send, rows, said } = subagentSession();
    send('s', announce('c', { title: undefined, description }));
    expect(rows()[0]?.[1]).toBe(title);
    expect(said('subagent:c')).toEqual(expected);
  });

  it.each([
    [['<tools-used-before-summary>Bash, Read</tools-used-before-summary>\n', 'Done.'], ['Done.']],
    [['Done.'], ['Done.']],
    [['<tools-used-before-summary> is a tag'], ['<tools-used-before-summary> is a tag']],
  ])('that answers %j has the result %j', (sent, shown) => {
    const { send, state } = subagentSession();
    send('s', announce('c'));
    send('s', {
      sessionUpdate: 'session_message',
      messageId: 'r',
      senderSessionId: 'c',
      recipientSessionId: 's',
      content: sent.map((text) => ({ type: 'text', text })),
    });
    const content = shown.map((text) => ({ type: 'content', content: { type: 'text', text } }));
    expect(state().entries.flat()[1]).toMatchObject({ call: { content } });
  });

  it('answers the one that asked: that is the result of its call, and no message of its parent', () => {
    const { send, state, said } = subagentSession();
    send('s', announce('c'));
    const message = {
      sessionUpdate: 'session_message',
      messageId: 'm',
      content: [{ type: 'text', text: 'Do' }],
    };
    send('s', { ...message, senderSessionId: 's', recipientSessionId: 'c' });
    send('c', { ...message, senderSessionId: 's', recipientSessionId: 'c' });
    send('c', { ...message, senderSessionId: 's', recipientSessionId: 'c' });
    send('s', {
      sessionUpdate: 'session_message',
      messageId: 'r',
      senderSessionId: 'c',
      recipientSessionId: 's',
    });
    for (const text of ['All ', 'done']) {
      send('s', { sessionUpdate: 'session_message_chunk', messageId: 'r', content: { type: 'text', text } });
    }
    expect(said('subagent:c')).toEqual(['user: Do']);
    expect(state().entries.flat()).toHaveLength(2);
    expect(state().entries.flat()[1]).toMatchObject({
      call: {
        content: [
          { type: 'content', content: { type: 'text', text: 'All ' } },
          { type: 'content', content: { type: 'text', text: 'done' } },
        ],
      },
    });
  });

  it('can be stopped while it works and its agent can stop it', () => {
    const { send, subagents } = subagentSession();
    const stoppable = (): readonly string[] => subagents.allStoppable('s');
    send('s', announce('c', { capabilities: { cancel: {} } }));
    send('s', announce('d', { capabilities: { cancel: null } }));
    send('s', announce('e'));
    expect(stoppable()).toEqual(['c']);
    expect(subagents.stoppable('s', 'subagent:c')).toBe('c');
    expect(subagents.stoppable('s', 'subagent:d')).toBeUndefined();
    expect(subagents.stoppable('t', 'subagent:c')).toBeUndefined();
    send('s', { sessionUpdate: 'subagent_update', sessionId: 'd', capabilities: { cancel: {} } });
    send('s', { sessionUpdate: 'subagent_update', sessionId: 'c', capabilities: null });
    expect(stoppable()).toEqual(['d']);
    send('s', ended('d'));
    expect(stoppable()).toEqual([]);
  });
});

describe('bad input', () => {
  it('ten deep stands in one session, each in the card of the one that started it', () => {
    const { send, call, rows, roots } = subagentSession();
    for (let depth = 0; depth < 10; depth++) send(depth === 0 ? 's' : `c${depth - 1}`, announce(`c${depth}`));
    call('c9', 'x');
    expect(rows().map(([, , , parent]) => parent)).toEqual([
      undefined,
      ...Array.from({ length: 10 }, (_, depth) => `subagent:c${depth}`),
    ]);
    expect([...roots]).toEqual(['s']);
  });

  it('a session of the user, or the one that speaks, does not become a sub-agent', () => {
    const { send, state, subagents } = subagentSession();
    const before = state();
    send('s', announce('s'));
    send('s', announce('other'));
    send('s', announce('c'));
    send('c', announce('c', { title: 'Again' }));
    send('c', announce('s'));
    expect(state().entries.flat()).toHaveLength(before.entries.flat().length + 1);
    expect(['s', 'other', 'c'].map((id) => subagents.rootOf(id))).toEqual(['s', 'other', 's']);
  });

  it('an id that is announced by another one stays where it is', () => {
    const { send, rows } = subagentSession();
    send('s', announce('a'));
    send('s', announce('b'));
    send('b', announce('a', { title: 'Renamed' }));
    expect(rows()).toEqual([
      ['subagent:a', 'Renamed', 'in_progress', undefined],
      ['subagent:b', 'Child b', 'in_progress', undefined],
    ]);
  });

  it('of an id that comes again in a fork is a sub-agent of each, and its work that of the one where it works', () => {
    const { send, say, call, received, subagents } = subagentSession();
    send('s', announce('c', { capabilities: { cancel: {} } }));
    send('s', ended('c'));
    send('other', announce('c', { title: 'Fork of c' }));
    say('c', 'In the fork');
    send('c', announce('d'));
    call('d', 'x');
    expect(received('other')).toEqual(['Fork of c', 'subagent:c: In the fork', 'Child d', 'subagent:d: x']);
    expect(subagents.rootOf('d')).toBe('other');
    expect(subagents.allStoppable('s')).toEqual([]);

    send('other', ended('c'));
    send('s', announce('c', { title: 'Used again' }));
    say('c', 'In the session');
    expect(received('s').slice(-2)).toEqual(['Used again', 'subagent:c#2: In the session']);
    expect(subagents.stoppable('s', 'subagent:c#2')).toBe('c');
    expect(subagents.stoppable('other', 'subagent:c')).toBeUndefined();

    subagents.forget('s');
    expect(subagents.rootOf('c')).toBe('other');
    subagents.forget('other');
    expect(subagents.rootOf('c')).toBe('c');
  });

  it('of an id that works in a session and in its fork answers each', () => {
    const { send, received } = subagentSession();
    const answer = (text: string): object => ({
      sessionUpdate: 'session_message',
      messageId: 'm',
      senderSessionId: 'c',
      content: [{ type: 'text', text }],
    });
    send('s', announce('c'));
    send('other', announce('c'));
    send('s', answer('One'));
    send('other', answer('Two'));
    const answers = ['s', 'other'].map((root) => received(root).at(-1));
    expect(answers).toEqual(['subagent:c = One', 'subagent:c = Two']);
  });

  it('one that is reported in a session which is not open is still where it was', () => {
    const { send, say, received, subagents } = subagentSession();
    send('s', announce('c'));
    send('closed', ended('c'));
    say('c', 'On');
    expect(subagents.rootOf('c')).toBe('s');
    expect(received('s').at(-1)).toBe('subagent:c: On');
  });

  it('one that appears after its parent has ended is shown in the card of the parent', () => {
    const { send, rows, state, dispatch } = subagentSession();
    send('s', announce('a'));
    send('s', ended('a'));
    dispatch({ type: 'turn_ended', at: 50, stopReason: 'end_turn' });
    send('a', announce('b'));
    expect(rows()).toEqual([
      ['subagent:a', 'Child a', 'completed', undefined],
      ['subagent:b', 'Child b', 'in_progress', 'subagent:a'],
    ]);
    expect(state().background).toBe(1);
  });

  it('one whose end is reported twice, or before anything else, has ended once', () => {
    const { send, rows } = subagentSession();
    send('s', ended('c'));
    send('s', ended('c', { stopReason: 'error' }));
    expect(rows()).toEqual([['subagent:c', 'c', 'failed', undefined]]);
  });

  it('a thousand at once are told apart, and each has what it said', () => {
    const { send, say, call, said, rows } = subagentSession();
    const started = performance.now();
    for (let index = 0; index < 1_000; index++) send('s', announce(`c${index}`));
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index < 1_000; index++) say(`c${index}`, `${index} `);
    }
    for (let index = 0; index < 1_000; index++) call(`c${index}`, 'x');
    for (let index = 0; index < 1_000; index++) send('s', ended(`c${index}`));
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(rows()).toHaveLength(2_000);
    expect(said('subagent:c999')).toEqual(['agent: 999 999 999 ']);
  });

  it('a session that is opened anew has its sub-agents reported anew', () => {
    const { send, say, subagents, rows } = subagentSession();
    send('s', announce('c'));
    subagents.forget('s');
    expect(subagents.rootOf('c')).toBe('c');
    send('s', announce('c'));
    say('c', 'Hi');
    expect(rows()).toHaveLength(1);
  });
});
