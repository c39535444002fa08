// The answer to one certain prompt, as the summary of a hand-over is asked for.
import { expect, test } from 'vitest';
import { chunk, openSession } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

async function setUp() {
  const context = await openSession();
  const say = (words: string) => context.agent.send('acp-1', chunk('agent', words));
  return { ...context, say };
}

test('R46 a summary that is asked for while a turn runs is the answer to its own prompt', async () => {
  const { sessions, agent, key, say } = await setUp();
  sessions.prompt(key, [{ type: 'text', text: 'first' }]);
  await flushMicrotasks();
  const summary = sessions.ask(key, 'Sum up');
  say('of the first');
  agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
  await flushMicrotasks();
  say('the summary');
  agent.prompts[1]?.resolve({ stopReason: 'end_turn' });
  expect(await summary).toBe('the summary');
});

test('it is found after what was attached to the prompt', async () => {
  const { sessions, agent, key, say } = await setUp();
  sessions.attachTranscript(key);
  const summary = sessions.ask(key, 'Sum up');
  await flushMicrotasks();
  say('the summary');
  agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
  expect(await summary).toBe('the summary');
});

test('there is none after a turn that was stopped', async () => {
  const { sessions, agent, key, say } = await setUp();
  const summary = sessions.ask(key, 'Sum up');
  await flushMicrotasks();
  say('the');
  agent.prompts[0]?.resolve({ stopReason: 'cancelled' });
  expect(await summary).toBeUndefined();
});

test('there is none of a session that is closed meanwhile, or already', async () => {
  const { sessions, key } = await setUp();
  const summary = sessions.ask(key, 'Sum up');
  await flushMicrotasks();
  await sessions.close(key);
  expect(await summary).toBeUndefined();
  expect(await sessions.ask(key, 'Sum up')).toBeUndefined();
});

test('there is none when its prompt is taken out of the queue, but there is when another one is', async () => {
  const { sessions, store, key } = await setUp();
  sessions.prompt(key, [{ type: 'text', text: 'first' }]);
  await flushMicrotasks();
  sessions.prompt(key, [{ type: 'text', text: 'second' }]);
  let isSettled = false;
  const summary = sessions.ask(key, 'Sum up').finally(() => {
    isSettled = true;
  });
  const [second, own] = store.state(key)?.queue ?? [];
  sessions.queue.remove(key, second?.id ?? '');
  await flushMicrotasks();
  expect(isSettled).toBe(false);
  sessions.queue.remove(key, own?.id ?? '');
  expect(await summary).toBeUndefined();
});

test('there is none of a session that can only be read', async () => {
  const { sessions, store, key } = await setUp();
  store.dispatch(key, { type: 'read_only', at: 1, reason: 'It is gone.' });
  expect(await sessions.ask(key, 'Sum up')).toBeUndefined();
});
