// The answer to one certain prompt, as the summary of a hand-over is asked for.
import { expect, test } from 'vitest';
import { Sessions } from '../../../src/core/sessionLifecycle/sessions.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import {
  countedKeys,
  directoryOf,
  ManualClock,
  MemoryLog,
  ScriptedAgent,
} from '../../support/scriptedAgent.ts';

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

async function openSession() {
  const agent = new ScriptedAgent('A');
  const store = new SessionStore();
  const sessions = new Sessions({
    store,
    agents: directoryOf(agent),
    clock: new ManualClock(),
    log: new MemoryLog(),
    newKey: countedKeys(),
  });
  agent.client = sessions;
  const key = sessions.create('A', '/work');
  await settle();
  const say = (words: string) =>
    agent.send('acp-1', {
      type: 'message_chunk',
      at: 1,
      role: 'agent',
      content: { type: 'text', text: words },
    });
  return { agent, store, sessions, key, say };
}

test('R46 a summary that is asked for while a turn runs is the answer to its own prompt', async () => {
  const { sessions, agent, key, say } = await openSession();
  sessions.prompt(key, [{ type: 'text', text: 'first' }]);
  await settle();
  const summary = sessions.ask(key, 'Sum up');
  say('of the first');
  agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
  await settle();
  say('the summary');
  agent.prompts[1]?.resolve({ stopReason: 'end_turn' });
  expect(await summary).toBe('the summary');
});

test('it is found after what was attached to the prompt', async () => {
  const { sessions, agent, key, say } = await openSession();
  sessions.attachTranscript(key);
  const summary = sessions.ask(key, 'Sum up');
  await settle();
  say('the summary');
  agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
  expect(await summary).toBe('the summary');
});

test('there is none after a turn that was stopped', async () => {
  const { sessions, agent, key, say } = await openSession();
  const summary = sessions.ask(key, 'Sum up');
  await settle();
  say('the');
  agent.prompts[0]?.resolve({ stopReason: 'cancelled' });
  expect(await summary).toBeUndefined();
});

test('there is none of a session that is closed meanwhile, or already', async () => {
  const { sessions, key } = await openSession();
  const summary = sessions.ask(key, 'Sum up');
  await settle();
  await sessions.close(key);
  expect(await summary).toBeUndefined();
  expect(await sessions.ask(key, 'Sum up')).toBeUndefined();
});

test('there is none when its prompt is taken out of the queue, but there is when another one is', async () => {
  const { sessions, store, key } = await openSession();
  sessions.prompt(key, [{ type: 'text', text: 'first' }]);
  await settle();
  sessions.prompt(key, [{ type: 'text', text: 'second' }]);
  let isSettled = false;
  const summary = sessions.ask(key, 'Sum up').finally(() => {
    isSettled = true;
  });
  const [second, own] = store.state(key)?.queue ?? [];
  sessions.removeQueued(key, second?.id ?? '');
  await settle();
  expect(isSettled).toBe(false);
  sessions.removeQueued(key, own?.id ?? '');
  expect(await summary).toBeUndefined();
});

test('there is none of a session that can only be read', async () => {
  const { sessions, store, key } = await openSession();
  store.dispatch(key, { type: 'read_only', at: 1, reason: 'It is gone.' });
  expect(await sessions.ask(key, 'Sum up')).toBeUndefined();
});
