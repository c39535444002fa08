// Sessions beyond one process: load, resume, fork, close, delete, restart, suspension, and those only to be read.
import { describe, expect, test } from 'vitest';
import { agentRefused, ParleyError, sessionGone } from '../../../src/core/errors.ts';
import type { ContentBlock } from '../../../src/core/session/content.ts';
import { entryText } from '../../../src/core/session/selectors.ts';
import type { UpdateEvent } from '../../../src/core/session/events.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { Sessions } from '../../../src/core/sessionLifecycle/sessions.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import {
  countedKeys,
  directoryOf,
  ManualClock,
  MemoryLog,
  ScriptedAgent,
} from '../../support/scriptedAgent.ts';

function text(words: string): readonly ContentBlock[] {
  return [{ type: 'text', text: words }];
}

function chunk(role: 'user' | 'agent' | 'thought', words: string): UpdateEvent {
  return { type: 'message_chunk', at: 1, role, content: { type: 'text', text: words } };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function setUp(window = 'first') {
  const agent = new ScriptedAgent('A');
  const store = new SessionStore();
  const clock = new ManualClock();
  const sessions = new Sessions({
    store,
    agents: directoryOf(agent),
    clock,
    log: new MemoryLog(),
    newKey: countedKeys(window),
  });
  agent.client = sessions;
  const state = (key: string): SessionState => {
    const found = store.state(key);
    if (found === undefined) throw new Error(`no session ${key}`);
    return found;
  };
  const said = (key: string) =>
    state(key)
      .entries.flat()
      .filter(({ kind }) => kind !== 'turn')
      .map((entry) => `${entry.kind}: ${entryText(entry)}`);
  return { agent, store, clock, sessions, state, said };
}

/** A session with one prompt and its answer. */
async function withAnswer() {
  const context = setUp();
  const key = context.sessions.create('A', '/work');
  await settle();
  context.sessions.prompt(key, text('one'));
  await settle();
  context.agent.send('acp-1', chunk('thought', 'hm'));
  context.agent.send('acp-1', chunk('agent', 'answer one'));
  context.agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
  await settle();
  return { ...context, key };
}

/** The same session as a later window finds it in the history. */
async function fromHistory() {
  const before = await withAnswer();
  const context = setUp('second');
  const { key } = before;
  context.sessions.restore({ ...before.state(key), sessionId: 'old-1' });
  return { ...context, key };
}

const replayOfOne = [chunk('user', 'one'), chunk('agent', 'answer one')];

describe('A session of which nothing was kept but its place', () => {
  const gone = 'notice: The transcript of the session that was here is not kept any more.';
  const place = { key: 'k', agent: 'A', cwd: '/work', sessionId: 'old-1' };

  test('R33 is told by its agent, and says so', async () => {
    const { agent, sessions, state, said } = setUp();
    agent.offer('load', 'resume');
    agent.replay = replayOfOne;
    sessions.reclaim(place);
    expect(agent.status.state).toBe('stopped');
    sessions.open('k');
    await settle();
    expect(agent.asked).toEqual(['load old-1']);
    expect(said('k')).toEqual(['user: one', 'agent: answer one', `${gone} A has told it again.`]);
    expect(state('k')).toMatchObject({ sessionId: 'old-1', cwd: '/work' });
  });

  test.each(['load', 'resume'] as const)(
    'R35 goes on by session/%s where the agent tells nothing',
    async (how) => {
      const { agent, sessions, said } = setUp();
      agent.offer(how);
      sessions.reclaim(place);
      sessions.open('k');
      await settle();
      expect(agent.asked).toEqual([`${how} old-1`]);
      expect(said('k')).toEqual([`${gone} A goes on with it, and does not tell what was said.`]);
    },
  );

  test('is a new session of the same agent where it cannot open it again, and can be written to', async () => {
    const { agent, sessions, state, said } = setUp();
    sessions.reclaim(place);
    sessions.open('k');
    await settle();
    expect(said('k')).toEqual([`${gone} A cannot open it again either. This is a new session with A.`]);
    expect(state('k')).toMatchObject({ agent: 'A', sessionId: 'acp-1' });
    expect(state('k').readOnly).toBeUndefined();
    sessions.prompt('k', text('hello'));
    await settle();
    expect(agent.prompts).toHaveLength(1);
  });

  test('is a new one too where the agent refuses, and says why', async () => {
    const { agent, sessions, state, said } = setUp();
    agent.offer('load');
    agent.reopenError = new ParleyError(sessionGone('A', undefined));
    sessions.reclaim(place);
    sessions.open('k');
    await settle();
    expect(said('k')).toEqual([
      `${gone} A cannot open it again either. ${sessionGone('A', undefined).message} This is a new session with A.`,
    ]);
    expect(state('k').sessionId).toBe('acp-1');
  });

  test('says it once: after a restart nothing more', async () => {
    const { agent, sessions, said } = setUp();
    agent.offer('load');
    agent.replay = replayOfOne;
    sessions.reclaim(place);
    sessions.open('k');
    await settle();
    await sessions.restart('A');
    await settle();
    expect(said('k').filter((words) => words.startsWith(gone))).toHaveLength(1);
  });

  test('is simply new where nothing was said in it', async () => {
    const { agent, sessions, said } = setUp();
    agent.offer('load');
    sessions.reclaim({ key: 'k', agent: 'A', cwd: '/work' });
    sessions.open('k');
    await settle();
    expect(agent.asked).toEqual([]);
    expect(said('k')).toEqual([]);
  });
});

describe('A session from the history', () => {
  test('is there before any agent has started', async () => {
    const { agent, said, key } = await fromHistory();
    expect(said(key)).toEqual(['user: one', 'thought: hm', 'agent: answer one']);
    expect(agent.status.state).toBe('stopped');
  });

  test('R33 R34 is loaded where the agent can; what tells the same is not doubled, and the richer transcript stays', async () => {
    const { agent, sessions, state, said, key } = await fromHistory();
    agent.offer('load', 'resume');
    agent.replay = [...replayOfOne, { type: 'session_info', at: 2, patch: { title: 'Theirs' } }];
    sessions.open(key);
    await settle();
    expect(agent.asked).toEqual(['load old-1']);
    expect(said(key)).toEqual(['user: one', 'thought: hm', 'agent: answer one']);
    expect(state(key)).toMatchObject({ opening: false, info: { title: 'Theirs' } });
    expect(state(key).turn).toBeUndefined();
  });

  test('gets what was said elsewhere since', async () => {
    const { agent, sessions, said, key } = await fromHistory();
    agent.offer('load');
    agent.replay = [...replayOfOne, chunk('user', 'two'), chunk('agent', 'answer two')];
    sessions.open(key);
    await settle();
    expect(said(key)).toEqual([
      'user: one',
      'thought: hm',
      'agent: answer one',
      'user: two',
      'agent: answer two',
    ]);
  });

  test('R34 is replaced by a replay that tells something else', async () => {
    const { agent, sessions, said, key } = await fromHistory();
    agent.offer('load');
    agent.replay = [chunk('user', 'another'), chunk('agent', 'story')];
    sessions.open(key);
    await settle();
    expect(said(key)).toEqual(['user: another', 'agent: story']);
  });

  test('says what the agent has forgotten, and loses nothing', async () => {
    const { agent, sessions, said, key } = await withAnswer();
    sessions.prompt(key, text('two'));
    await settle();
    agent.prompts[1]?.resolve({ stopReason: 'end_turn' });
    await settle();
    agent.offer('load');
    agent.replay = replayOfOne;
    await sessions.restart('A');
    await settle();
    expect(said(key).slice(-2)).toEqual([
      'user: two',
      'notice: A does not remember the last 1 prompts above.',
    ]);
  });

  test('a prompt that the agent never took does not cost the rest of the transcript', async () => {
    const { agent, sessions, said, key } = await withAnswer();
    for (const words of ['lost', 'two']) {
      sessions.prompt(key, text(words));
      await settle();
      agent.prompts.at(-1)?.resolve({ stopReason: 'end_turn' });
      await settle();
    }
    agent.offer('load');
    agent.replay = [...replayOfOne, chunk('user', 'two'), chunk('agent', 'ok'), chunk('user', 'three')];
    await sessions.restart('A');
    await settle();
    expect(said(key).filter((words) => words.startsWith('user'))).toEqual([
      'user: one',
      'user: lost',
      'user: two',
      'user: three',
    ]);
  });

  test('a replay that tells nothing takes nothing away', async () => {
    const { agent, sessions, said, key } = await fromHistory();
    agent.offer('load');
    sessions.open(key);
    await settle();
    expect(said(key)).toHaveLength(3);
  });

  test('a tool call that the replay leaves unfinished does not run on', async () => {
    const { agent, sessions, state, key } = await fromHistory();
    agent.offer('load');
    agent.replay = [chunk('user', 'x'), { type: 'tool_call', at: 1, call: { toolCallId: 't', title: 'T' } }];
    sessions.open(key);
    await settle();
    expect(state(key).entries.flat().at(-1)).toMatchObject({ call: { status: 'unfinished' } });
  });

  test('R35 is resumed where it cannot be loaded, under the kept transcript', async () => {
    const { agent, sessions, said, key } = await fromHistory();
    agent.offer('resume');
    sessions.open(key);
    await settle();
    expect(agent.asked).toEqual(['resume old-1']);
    expect(said(key)).toHaveLength(3);
    sessions.prompt(key, text('two'));
    await settle();
    expect(agent.prompts).toMatchObject([{ sessionId: 'old-1' }]);
  });

  test('R32 can only be read where the agent can do neither; a prompt is kept, not sent', async () => {
    const { agent, sessions, state, key } = await fromHistory();
    sessions.open(key);
    await settle();
    expect(agent.asked).toEqual([]);
    expect(state(key).readOnly).toContain('A cannot open');
    sessions.prompt(key, text('two'));
    await settle();
    expect(agent.prompts).toEqual([]);
    expect(state(key).queue).toMatchObject([{ content: text('two') }]);
  });

  test('can only be read when the agent does not know it any more', async () => {
    const { agent, sessions, state, said, key } = await fromHistory();
    agent.offer('load');
    agent.reopenError = new ParleyError(agentRefused('A', 'no such session', undefined));
    sessions.open(key);
    await settle();
    expect(state(key).readOnly).toContain('no such session');
    expect(said(key)).toHaveLength(3);
  });

  test('goes on in a new session that is given the transcript with its first prompt', async () => {
    const { agent, sessions, state, key } = await fromHistory();
    sessions.open(key);
    await settle();
    sessions.prompt(key, text('kept'));
    const next = sessions.continueInNew(key) ?? '';
    await settle();
    expect(state(next).context).toMatchObject([{ type: 'resource' }]);
    expect(state(next)).toMatchObject({ queue: [{ content: text('kept') }], queueHeld: true });
    expect(state(key).queue).toEqual([]);
    sessions.prompt(next, text('go on'));
    await settle();
    const sent = agent.prompts[0]?.content ?? [];
    expect(JSON.stringify(sent[0])).toContain('answer one');
    expect(sent[1]).toEqual(text('go on')[0]);
    expect(state(next).context).toBeUndefined();
  });

  test('what waited is given the transcript too, when it is the first prompt of the new session', async () => {
    const { agent, sessions, state, key } = await fromHistory();
    sessions.open(key);
    await settle();
    sessions.prompt(key, text('kept'));
    const next = sessions.continueInNew(key) ?? '';
    await settle();
    sessions.resumeQueue(next);
    await settle();
    expect(agent.prompts[0]?.content).toMatchObject([{ type: 'resource' }, text('kept')[0]]);
    expect(state(next).context).toBeUndefined();
  });

  test('a prompt that waits and is taken back takes no transcript with it', async () => {
    const { agent, sessions, state, key } = await withAnswer();
    sessions.prompt(key, text('two'));
    await settle();
    sessions.attachTranscript(key);
    sessions.prompt(key, text('no'));
    sessions.removeQueued(key, state(key).queue[0]?.id ?? '');
    agent.prompts.at(-1)?.resolve({ stopReason: 'end_turn' });
    await settle();
    sessions.prompt(key, text('three'));
    await settle();
    expect(agent.prompts.at(-1)?.content).toMatchObject([{ type: 'resource' }, text('three')[0]]);
  });

  test('a turn that ran when the window closed is marked as interrupted; a queue waits for the user', async () => {
    const before = await withAnswer();
    before.sessions.prompt(before.key, text('two'));
    await settle();
    before.sessions.prompt(before.key, text('three'));
    const { sessions, state } = setUp();
    sessions.restore(before.state(before.key));
    expect(state(before.key).turn).toBeUndefined();
    expect(state(before.key)).toMatchObject({ queueHeld: true, queue: [{ content: text('three') }] });
    expect(state(before.key).entries.flat().at(-1)).toMatchObject({
      kind: 'turn',
      stopReason: 'interrupted',
    });
  });

  test('a turn that ran when the window closed took as long as was kept of it', async () => {
    const before = await withAnswer();
    before.clock.advance(1_000);
    before.sessions.prompt(before.key, text('two'));
    await settle();
    const left = before.state(before.key);
    const startedAt = left.turn?.startedAt ?? 0;
    const lastTurn = (activeAt?: number) => {
      const { clock, sessions, state } = setUp();
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
    const before = setUp();
    const key = before.sessions.create('A', '/work');
    await settle();
    const { agent, sessions, state } = setUp();
    agent.offer('load');
    sessions.restore(before.state(key));
    sessions.open(key);
    await settle();
    expect(agent.asked).toEqual([]);
    expect(state(key).sessionId).toBe('acp-1');
  });

  test('a prompt that was typed while it is being loaded is sent afterwards', async () => {
    const { agent, sessions, key } = await fromHistory();
    agent.offer('load');
    sessions.open(key);
    sessions.prompt(key, text('two'));
    await settle();
    expect(agent.asked).toEqual(['load old-1']);
    expect(agent.prompts).toMatchObject([{ sessionId: 'old-1', content: text('two') }]);
  });

  test('one that the agent never finishes loading can be given up, and tried again', async () => {
    const { agent, sessions, state, key } = await fromHistory();
    agent.offer('load');
    agent.holdLoad = true;
    sessions.open(key);
    await settle();
    expect(state(key).opening).toBe(true);
    sessions.cancel(key);
    await settle();
    expect(state(key)).toMatchObject({ opening: false });
    expect(state(key).readOnly).toBeUndefined();
    agent.holdLoad = false;
    sessions.open(key);
    await settle();
    expect(agent.asked).toEqual(['load old-1', 'load old-1']);
  });

  test('R33 a replay into another session changes neither', async () => {
    const { agent, sessions, said, state, key } = await fromHistory();
    const other = sessions.create('A', '/work');
    await settle();
    agent.offer('load');
    const load = agent.loadSession.bind(agent);
    agent.loadSession = async (sessionId) => {
      agent.send('stranger', chunk('agent', 'not yours'));
      await load(sessionId);
    };
    sessions.open(key);
    await settle();
    expect(said(key)).toHaveLength(3);
    expect(state(other).entries).toEqual([]);
  });
});

describe('A session that only the agent knows', () => {
  const listed = { sessionId: 'acp-9', cwd: '/work', title: 'From elsewhere', updatedAt: 5 };

  test('R42 is loaded with its history, title and time', async () => {
    const { agent, sessions, state, said } = setUp();
    agent.offer('load', 'list');
    agent.replay = replayOfOne;
    const key = sessions.adopt('A', listed);
    expect(state(key).info.title).toBe('From elsewhere');
    await settle();
    expect(agent.asked).toEqual(['load acp-9']);
    expect(said(key)).toEqual(['user: one', 'agent: answer one']);
  });

  test('is adopted once', async () => {
    const { agent, sessions, store } = setUp();
    agent.offer('load', 'list');
    const key = sessions.adopt('A', listed);
    expect(sessions.adopt('A', listed)).toBe(key);
    expect(store.keys()).toEqual([key]);
  });

  test('R32 the agent is asked for its list only where it has one', async () => {
    const { agent, sessions } = setUp();
    agent.listed = [listed];
    agent.offer();
    expect(await sessions.list('A')).toEqual([]);
    agent.offer('list');
    expect(await sessions.list('A')).toEqual([listed]);
  });
});

describe('A session that its agent closed by itself', () => {
  test('is asked for again with the next prompt', async () => {
    const { agent, sessions, state, key } = await withAnswer();
    agent.offer('load');
    agent.replay = replayOfOne;
    sessions.prompt(key, text('two'));
    await settle();
    agent.prompts[1]?.reject(new ParleyError(sessionGone('A', undefined)));
    await settle();
    expect(state(key).entries.flat().at(-1)).toMatchObject({ error: { code: 'session-gone' } });
    sessions.prompt(key, text('three'));
    await settle();
    expect(agent.asked).toEqual(['load acp-1']);
    expect(agent.prompts.at(-1)).toMatchObject({ content: text('three') });
  });
});

describe('Forking', () => {
  test('copies the transcript and leaves the source alone; updates of the copy before the answer are kept', async () => {
    const { agent, sessions, state, said, key } = await withAnswer();
    agent.offer('fork');
    agent.replay = replayOfOne;
    const copy = (await sessions.fork(key)) ?? '';
    expect(agent.asked).toEqual(['fork acp-1']);
    expect(state(copy)).toMatchObject({ sessionId: 'acp-1-fork', alias: 'Fork of one' });
    expect(said(copy)).toEqual(said(key));
    sessions.prompt(copy, text('two'));
    await settle();
    expect(agent.prompts.at(-1)).toMatchObject({ sessionId: 'acp-1-fork' });
    expect(said(key)).toHaveLength(3);
  });

  test('R32 is not asked for where the agent cannot', async () => {
    const { agent, sessions, key } = await withAnswer();
    agent.offer();
    expect(await sessions.fork(key)).toBeUndefined();
    expect(agent.asked).toEqual([]);
  });
});

describe('Forking before a prompt', () => {
  test('ends the copy there, in the agent and here', async () => {
    const { agent, sessions, said, state, key } = await withAnswer();
    sessions.prompt(key, text('two'));
    await settle();
    agent.send('acp-1', chunk('agent', 'answer two'));
    agent.prompts[1]?.resolve({ stopReason: 'end_turn', forkPoint: 'p2' });
    await settle();
    agent.offer('fork', 'forkAtPrompt');
    agent.replay = replayOfOne;
    const entry = state(key)
      .entries.flat()
      .findLast(({ kind }) => kind === 'user');
    const copy = (await sessions.fork(key, entry?.id)) ?? '';
    expect(agent.asked).toEqual(['fork acp-1 before p2']);
    expect(said(copy)).toEqual(['user: one', 'thought: hm', 'agent: answer one']);
    expect(said(key)).toHaveLength(5);
  });

  test('is not asked for where the agent has no name for the prompt, or cannot', async () => {
    const { agent, sessions, state, key } = await withAnswer();
    const [entry] = state(key).entries.flat();
    agent.offer('fork', 'forkAtPrompt');
    expect(await sessions.fork(key, entry?.id)).toBeUndefined();
    agent.offer('fork');
    expect(await sessions.fork(key, entry?.id)).toBeUndefined();
    expect(agent.asked).toEqual([]);
  });
});

describe('Closing and deleting', () => {
  test('R32 the agent is told where it can be, and updates that come later are for nobody (R36)', async () => {
    const { agent, sessions, store, key } = await withAnswer();
    agent.offer('close', 'delete');
    await sessions.close(key);
    expect(agent.asked).toEqual(['close acp-1']);
    agent.send('acp-1', chunk('agent', 'late'));
    expect(store.keys()).toEqual([]);
  });

  test('loses a session in which something was said, where its agent can neither load nor resume it', async () => {
    const { agent, sessions, key } = await withAnswer();
    const unused = sessions.create('A', '/work');
    await settle();
    agent.offer('close', 'list', 'fork');
    expect([sessions.isLostByClosing(key), sessions.isLostByClosing(unused)]).toEqual([true, false]);
    agent.offer('load');
    expect(sessions.isLostByClosing(key)).toBe(false);
    agent.offer('resume');
    expect(sessions.isLostByClosing(key)).toBe(false);
  });

  test('still loses it after its agent crashed, because it could go on in this window', async () => {
    const { agent, sessions, key } = await withAnswer();
    agent.offer();
    agent.die();
    expect(sessions.isLostByClosing(key)).toBe(true);
  });

  test('loses nothing of a session from the history that can only be read, or that nobody opened', async () => {
    const { agent, sessions, state, key } = await fromHistory();
    agent.offer();
    expect(sessions.isLostByClosing(key)).toBe(false);
    sessions.open(key);
    await settle();
    expect(state(key).readOnly).toBeDefined();
    expect(sessions.isLostByClosing(key)).toBe(false);
  });

  test('R32 neither is asked for where it is not advertised', async () => {
    const { agent, sessions, key } = await withAnswer();
    agent.offer();
    await sessions.close(key);
    expect(agent.asked).toEqual([]);
    expect(await sessions.deleteListed('A', 'acp-1')).toBe(false);
    expect(agent.asked).toEqual([]);
  });

  test('deleting a session deletes it in the agent', async () => {
    const { agent, sessions, store, key } = await withAnswer();
    agent.offer('delete');
    expect(await sessions.delete(key)).toBe(true);
    expect(agent.asked).toEqual(['delete acp-1']);
    expect(store.keys()).toEqual([]);
  });
});

describe('A process that comes back', () => {
  test('after a crash, without its sessions, offers the transcript; so it does when the next prompt starts it', async () => {
    for (const comeBack of ['restart', 'prompt'] as const) {
      const { agent, sessions, state, key } = await withAnswer();
      agent.offer();
      agent.die();
      if (comeBack === 'restart') await sessions.restart('A');
      else sessions.prompt(key, text('and now'));
      await settle();
      const notices = state(key)
        .entries.flat()
        .filter(({ kind }) => kind === 'notice');
      expect(notices).toMatchObject([
        { error: { code: 'agent-exited' } },
        { error: { code: 'memory-lost', actions: ['attach-transcript'] } },
      ]);
      expect(state(key).readOnly).toBeUndefined();
    }
  });

  test('without its sessions says so, and is given the transcript when the user wants that', async () => {
    const { agent, sessions, state, key } = await withAnswer();
    agent.offer();
    await sessions.restart('A');
    await settle();
    expect(state(key).entries.flat().at(-1)).toMatchObject({ error: { actions: ['attach-transcript'] } });
    sessions.prompt(key, text('alone'));
    await settle();
    expect(agent.prompts.at(-1)?.content).toEqual(text('alone'));
    agent.prompts.at(-1)?.resolve({ stopReason: 'end_turn' });
    await settle();
    sessions.attachTranscript(key);
    expect(state(key).context).toMatchObject([{ type: 'resource' }]);
    sessions.prompt(key, text('go on'));
    await settle();
    expect(agent.prompts.at(-1)?.content).toMatchObject([{ type: 'resource' }, text('go on')[0]]);
  });

  test('brings its sessions back by load, and says so', async () => {
    const { agent, sessions, said, key } = await withAnswer();
    agent.offer('load');
    agent.replay = replayOfOne;
    await sessions.restart('A');
    await settle();
    expect(agent.asked).toEqual(['load acp-1']);
    expect(said(key).slice(-1)).toEqual(['notice: A was started again, and this session goes on.']);
  });

  test('that crashed four times within three minutes is started again only by the user', async () => {
    const { agent, sessions, state, clock, key } = await withAnswer();
    agent.offer('resume');
    for (let crash = 0; crash < 4; crash++) {
      clock.advance(1_000);
      agent.die();
      sessions.open(key);
      await settle();
    }
    expect(agent.asked).toHaveLength(3);
    expect(state(key).entries.flat().at(-1)).toMatchObject({ error: { code: 'crashed-too-often' } });
    await sessions.restart('A');
    await settle();
    expect(agent.asked).toHaveLength(4);
  });

  test('an idle agent is ended, and comes back on use without a word', async () => {
    const { agent, sessions, said, key } = await withAnswer();
    agent.offer('resume');
    expect(await sessions.suspend('A')).toBe(true);
    expect(agent.status.state).toBe('stopped');
    sessions.prompt(key, text('two'));
    await settle();
    expect(agent.asked).toEqual(['resume acp-1']);
    expect(said(key)).toEqual(['user: one', 'thought: hm', 'agent: answer one', 'user: two']);
  });

  test('each session of an agent that was idle comes back without a word, the next time with one', async () => {
    const { agent, sessions, said, key } = await withAnswer();
    const other = sessions.create('A', '/work');
    await settle();
    sessions.prompt(other, text('two'));
    await settle();
    agent.prompts.at(-1)?.resolve({ stopReason: 'end_turn' });
    await settle();
    agent.offer('resume');
    expect(await sessions.suspend('A')).toBe(true);
    for (const each of [key, other]) {
      sessions.open(each);
      await settle();
    }
    expect(agent.asked).toEqual(['resume acp-1', 'resume acp-2']);
    expect([said(key).at(-1), said(other).at(-1)]).toEqual(['agent: answer one', 'user: two']);
    await sessions.restart('A');
    await settle();
    const back = 'notice: A was started again, and this session goes on.';
    expect([said(key).at(-1), said(other).at(-1)]).toEqual([back, back]);
  });

  test('an idle agent that could not be started again says so when it could', async () => {
    const { agent, sessions, said, key } = await withAnswer();
    agent.offer('resume');
    await sessions.suspend('A');
    agent.connectError = new ParleyError(agentRefused('A', 'no', undefined));
    sessions.open(key);
    await settle();
    agent.connectError = undefined;
    await sessions.restart('A');
    await settle();
    expect(said(key).slice(-2)).toEqual([
      'notice: A reported an error: no',
      'notice: A was started again, and this session goes on.',
    ]);
  });

  test('an agent that works, or could not bring its sessions back, is not ended', async () => {
    const { agent, sessions, key } = await withAnswer();
    agent.offer();
    expect(await sessions.suspend('A')).toBe(false);
    agent.offer('load');
    sessions.prompt(key, text('two'));
    await settle();
    expect(await sessions.suspend('A')).toBe(false);
    expect(agent.status.state).toBe('ready');
  });

  test('a session that takes long to open says so, with a next step', async () => {
    const { agent, sessions, state, clock } = setUp();
    agent.holdNewSession = true;
    const key = sessions.create('A', '/work');
    await settle();
    clock.advance(30_000);
    expect(state(key).entries.flat()).toMatchObject([{ error: { actions: ['restart-agent', 'show-log'] } }]);
  });

  test('a session from the history that takes long is opened again by a restart, and calls that no failure', async () => {
    const { agent, sessions, state, key } = await fromHistory();
    agent.offer('load');
    agent.holdLoad = true;
    sessions.open(key);
    sessions.prompt(key, text('two'));
    await settle();
    agent.holdLoad = false;
    await sessions.restart('A');
    await settle();
    expect(agent.asked).toEqual(['load old-1', 'load old-1']);
    expect(state(key)).toMatchObject({ opening: false, queue: [] });
    expect(state(key).entries.flat()).not.toContainEqual(expect.objectContaining({ severity: 'error' }));
    expect(agent.prompts).toMatchObject([{ sessionId: 'old-1', content: text('two') }]);
  });
});
