// Checkpoints before prompts: the prompt waits, is dropped when cancelled meanwhile, and its entry carries the id.
import { expect, test } from 'vitest';
import { emptySession } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import { openSession, text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

const words = text('do it');

/** A session whose checkpoints are made by hand. */
async function setUp() {
  const asked: { readonly key: string; readonly cwd: string; readonly made: (id?: string) => void }[] = [];
  const { agent, store, sessions, key } = await openSession(undefined, {
    checkpoints: {
      reverting: () => undefined,
      share: async () => undefined,
      beforePrompt: (key, cwd) =>
        new Promise((resolve) => asked.push({ key, cwd, made: (id) => resolve(id) })),
    },
  });
  return { agent, store, sessions, key, asked, entries: () => store.state(key)?.entries.flat() ?? [] };
}

test('a prompt is sent when its checkpoint is made, and its entry carries the checkpoint', async () => {
  const { agent, sessions, key, asked, entries } = await setUp();
  sessions.prompt(key, words);
  await flushMicrotasks();
  expect(asked).toMatchObject([{ key, cwd: '/work' }]);
  expect(agent.prompts).toEqual([]);
  asked[0]?.made('checkpoint-1');
  await flushMicrotasks();
  expect(agent.prompts).toMatchObject([{ content: words }]);
  expect(entries()).toMatchObject([{ kind: 'user', checkpoint: 'checkpoint-1' }]);
});

test('a prompt is sent without a checkpoint when there is none', async () => {
  const { agent, sessions, key, asked, entries } = await setUp();
  sessions.prompt(key, words);
  await flushMicrotasks();
  asked[0]?.made();
  await flushMicrotasks();
  expect(agent.prompts).toHaveLength(1);
  expect(entries()[0]).not.toHaveProperty('checkpoint');
});

test('R46 a second prompt waits while the checkpoint of the first is made', async () => {
  const { agent, sessions, store, key, asked } = await setUp();
  sessions.prompt(key, words);
  await flushMicrotasks();
  sessions.prompt(key, words);
  await flushMicrotasks();
  expect(asked).toHaveLength(1);
  expect(store.state(key)?.queue).toHaveLength(1);
  asked[0]?.made('checkpoint-1');
  await flushMicrotasks();
  expect(agent.prompts).toHaveLength(1);
});

test('R58 a prompt that is cancelled before it was sent is never sent', async () => {
  const { agent, sessions, key, asked, entries } = await setUp();
  sessions.prompt(key, words);
  await flushMicrotasks();
  sessions.cancel(key);
  asked[0]?.made('checkpoint-1');
  await flushMicrotasks();
  expect(agent.prompts).toEqual([]);
  expect(entries().at(-1)).toMatchObject({ kind: 'turn', stopReason: 'cancelled' });
});

test('R16 an agent that ends before the prompt was sent makes the turn fail', async () => {
  const { agent, sessions, key, asked, entries } = await setUp();
  sessions.prompt(key, words);
  await flushMicrotasks();
  agent.die();
  asked[0]?.made('checkpoint-1');
  await flushMicrotasks();
  expect(agent.prompts).toEqual([]);
  expect(entries().at(-1)).toMatchObject({ kind: 'notice', error: { code: 'agent-exited' } });
});

test('the list of changed files is gone when there is nothing to say', () => {
  const file = {
    path: '/work/a',
    name: 'a',
    state: 'modified' as const,
    added: 1,
    removed: 0,
    hasConflict: false,
  };
  const listed = reduce(emptySession('s', 'A', '/work'), {
    type: 'changes_updated',
    at: 1,
    changes: { files: [file], canRedo: false },
  });
  expect(listed.changes?.files).toEqual([file]);
  const redo = reduce(listed, { type: 'changes_updated', at: 2, changes: { files: [], canRedo: true } });
  expect(redo.changes).toEqual({ files: [], canRedo: true });
  const nothing = reduce(redo, { type: 'changes_updated', at: 3, changes: { files: [], canRedo: false } });
  expect(nothing).not.toHaveProperty('changes');
});

test('a queued prompt waits until files are reverted, and carries what is attached by then', async () => {
  const reverted = Promise.withResolvers<void>();
  let reverting: Promise<void> | undefined;
  const { agent, store, sessions, key } = await openSession(undefined, {
    checkpoints: {
      reverting: () => reverting,
      beforePrompt: async () => undefined,
      share: async () => undefined,
    },
  });
  sessions.prompt(key, words);
  await flushMicrotasks();
  sessions.prompt(key, text('next'));
  reverting = reverted.promise;
  agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
  await flushMicrotasks();
  expect(agent.prompts).toHaveLength(1);
  store.dispatch(key, { type: 'context_attached', at: 1, content: text('undone') });
  reverting = undefined;
  reverted.resolve();
  await flushMicrotasks();
  expect(agent.prompts[1]).toMatchObject({ content: [...text('undone'), ...text('next')] });
});
