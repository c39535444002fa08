// Copies of sessions: whole, or up to a prompt.
import { describe, expect, test } from 'vitest';
import { agentRefused } from '../../../src/core/agentErrors.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import { sessionTitle } from '../../../src/core/session/selectors.ts';
import { chunk, openAnsweredSession, replayOfAnswered, text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

describe('Forking', () => {
  test('copies the transcript and leaves the source alone; updates of the copy before the answer are applied', async () => {
    const { agent, sessions, state, said, key } = await openAnsweredSession();
    agent.offer('fork');
    agent.replay = replayOfAnswered;
    const copy = (await sessions.copies.fork(key)) ?? '';
    expect(agent.asked).toEqual(['fork acp-1']);
    expect(state(copy).sessionId).toBe('acp-1-fork');
    expect(sessionTitle(state(copy))).toBe('Fork of one');
    expect(said(copy)).toEqual(said(key));
    sessions.prompt(copy, text('two'));
    await flushMicrotasks();
    expect(agent.prompts.at(-1)).toMatchObject({ sessionId: 'acp-1-fork' });
    expect(said(key)).toHaveLength(3);
  });

  test('a copy is called what its agent calls it, and has its own metadata', async () => {
    const { agent, sessions, state, key } = await openAnsweredSession();
    agent.send('acp-1', { type: 'session_info', at: 1, patch: { title: 'Tea', meta: { branch: 'main' } } });
    await sessions.rename(key, 'Mine');
    agent.offer('fork');
    agent.replay = replayOfAnswered;
    const copy = (await sessions.copies.fork(key)) ?? '';
    expect(sessionTitle(state(copy))).toBe('Fork of Mine');
    expect(state(copy).info.meta).toEqual({});
    agent.send('acp-1-fork', {
      type: 'session_info',
      at: 2,
      patch: { title: 'Coffee', meta: { branch: 'x' } },
    });
    expect(sessionTitle(state(copy))).toBe('Coffee');
    expect(state(copy).info.meta).toEqual({ branch: 'x' });
    // No notice says that a name of the user stays: there is none.
    expect(
      state(copy)
        .entries.flat()
        .filter(({ kind }) => kind === 'notice'),
    ).toEqual([]);
    expect(sessionTitle(state(key))).toBe('Mine');
    expect(state(key).info).toMatchObject({ title: 'Tea', meta: { branch: 'main' } });
    agent.send('acp-1-fork', { type: 'session_info', at: 3, patch: { title: null } });
    expect(sessionTitle(state(copy))).toBe('Fork of Mine');
  });

  test('a copy keeps the checkpoints of the prompts that it has', async () => {
    const shared: unknown[] = [];
    const { agent, sessions, key } = await openAnsweredSession({
      checkpoints: {
        beforePrompt: async () => 'c-1',
        reverting: () => undefined,
        share: async (ids, fork) => void shared.push({ ids, fork }),
      },
    });
    agent.offer('fork');
    agent.replay = replayOfAnswered;
    const fork = await sessions.copies.fork(key);
    expect(shared).toEqual([{ ids: ['c-1'], fork }]);
  });

  test('R32 is not asked for where the agent cannot', async () => {
    const { agent, sessions, key } = await openAnsweredSession();
    agent.offer();
    expect(await sessions.copies.fork(key)).toBeUndefined();
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
    const copy = (await sessions.copies.fork(key, entry?.id)) ?? '';
    expect(agent.asked).toEqual(['fork acp-1 before p2']);
    expect(said(copy)).toEqual(['user: one', 'thought: hm', 'agent: answer one']);
    expect(said(key)).toHaveLength(5);
  });

  test('is not asked for where the agent has no name for the prompt, or cannot', async () => {
    const { agent, sessions, state, key } = await openAnsweredSession();
    const [entry] = state(key).entries.flat();
    agent.offer('fork', 'forkAtPrompt');
    expect(await sessions.copies.fork(key, entry?.id)).toBeUndefined();
    agent.offer('fork');
    expect(await sessions.copies.fork(key, entry?.id)).toBeUndefined();
    expect(agent.asked).toEqual([]);
  });
});

/** A session with two prompts, whose answers have ids, and the entry of the second. */
async function twoPrompts() {
  const opened = await openAnsweredSession();
  const { agent, sessions, state, key } = opened;
  for (const [index, words] of ['two', 'three'].entries()) {
    sessions.prompt(key, text(words));
    await flushMicrotasks();
    agent.send('acp-1', chunk('agent', `answer ${words}`, `m-${words}`));
    agent.prompts[index + 1]?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
  }
  const prompts = state(key)
    .entries.flat()
    .filter(({ kind }) => kind === 'user');
  return { ...opened, last: prompts.at(-1)?.id ?? '', first: prompts[0]?.id ?? '' };
}

describe('Forking after an answer', () => {
  test('names the answer before the prompt, and the copy ends there', async () => {
    const { agent, sessions, said, state, key, last } = await twoPrompts();
    agent.offer('fork', 'forkAfterAnswer');
    const copy = (await sessions.copies.fork(key, last)) ?? '';
    expect(agent.asked).toEqual(['fork acp-1 after m-two (1. “answer two”)']);
    expect(said(copy)).toEqual([
      'user: one',
      'thought: hm',
      'agent: answer one',
      'user: two',
      'agent: answer two',
    ]);
    expect(state(copy).branch).toEqual([{ key, prompt: 2, own: 2 }]);
    // Its title is its next prompt's, until the agent names it.
    expect(sessionTitle(state(copy))).toBeUndefined();
    sessions.prompt(copy, text('other'));
    await flushMicrotasks();
    expect(sessionTitle(state(copy))).toBe('other');
  });

  test('a refusal is reported, and nothing is copied', async () => {
    const { agent, sessions, store, key, last } = await twoPrompts();
    agent.offer('fork', 'forkAfterAnswer');
    agent.forkFailure = new ParleyError(agentRefused('Bot', 'Fork point message was not found', undefined));
    await expect(sessions.copies.fork(key, last)).rejects.toMatchObject({
      user: { code: 'fork-not-at-prompt' },
    });
    expect(store.keys()).toEqual([key]);
  });

  test('of an agent that is not known to read the key is made sure of by its replay', async () => {
    const { agent, sessions, said, key, last } = await twoPrompts();
    agent.offer('fork', 'load');
    agent.replay = [
      chunk('user', 'one'),
      chunk('agent', 'answer one'),
      chunk('user', 'two'),
      chunk('agent', 'answer two', 'm-two'),
    ];
    const copy = (await sessions.copies.fork(key, last)) ?? '';
    expect(agent.asked).toEqual(['fork acp-1 after m-two (1. “answer two”)']);
    expect(said(copy)).toHaveLength(5);
  });

  test('of an agent that replays nothing with its answer is loaded to see where it ends', async () => {
    const { agent, sessions, store, key, last } = await twoPrompts();
    agent.offer('fork', 'load');
    expect(await sessions.copies.fork(key, last)).toBeUndefined();
    expect(agent.asked.slice(0, 2)).toEqual(['fork acp-1 after m-two (1. “answer two”)', 'load acp-1-fork']);
    expect(store.keys()).toEqual([key]);
  });

  test('is taken back where the agent copied all of the session, and not asked for again', async () => {
    const { agent, sessions, store, key, last } = await twoPrompts();
    agent.offer('fork', 'load', 'delete');
    agent.replay = [
      chunk('user', 'one'),
      chunk('agent', 'x'),
      chunk('user', 'two'),
      chunk('agent', 'y'),
      chunk('user', 'three'),
    ];
    let changes = 0;
    sessions.copies.wholeForks.onChange(() => changes++);
    expect(await sessions.copies.fork(key, last)).toBeUndefined();
    expect(agent.asked.at(-1)).toBe('delete acp-1-fork');
    expect(store.keys()).toEqual([key]);
    expect(changes).toBe(1);
    expect(sessions.copies.wholeForks.has(agent.name)).toBe(true);
    agent.asked.length = 0;
    expect(await sessions.copies.fork(key, last)).toBeUndefined();
    expect(agent.asked).toEqual([]);
    expect(await sessions.copies.fork(key)).toBeDefined();
  });

  test('is not asked for where nothing would show that all was copied', async () => {
    const { agent, sessions, key, last } = await twoPrompts();
    agent.offer('fork');
    expect(await sessions.copies.fork(key, last)).toBeUndefined();
    expect(agent.asked).toEqual([]);
  });
});

describe('Starting anew at a prompt', () => {
  test('begins a session without what came before the first prompt', async () => {
    const { sessions, state, key, first } = await twoPrompts();
    const next = (await sessions.copies.startAt(key, first)) ?? '';
    expect(state(next)).toMatchObject({ cwd: state(key).cwd, branch: [{ key, prompt: 0, own: 0 }] });
    expect(state(next).context).toBeUndefined();
  });

  test('hands the transcript before the prompt over, and no more', async () => {
    const { sessions, state, key, last } = await twoPrompts();
    const next = (await sessions.copies.startAt(key, last)) ?? '';
    const [block] = state(next).context ?? [];
    const given = block?.type === 'resource' ? block.resource.text : '';
    expect(given).toContain('answer two');
    expect(given).not.toContain('three');
    expect(state(next).branch).toEqual([{ key, prompt: 2, own: 0 }]);
    expect(await sessions.copies.startAt(key, 'nothing')).toBeUndefined();
  });

  test('says what it takes back where it is a rewind', async () => {
    const { sessions, state, key, last } = await twoPrompts();
    const next = (await sessions.copies.startAt(key, last, 'all')) ?? '';
    expect(state(next).branch).toEqual([{ key, prompt: 2, own: 0, rewound: 'all' }]);
  });
});
