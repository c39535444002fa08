// A task of another part of VS Code: what is streamed of it, and how it ends.
import { expect, test } from 'vitest';
import { Abort } from '../../../../src/core/base/abort.ts';
import { runTask } from '../../../../src/features/vscodeChat/core/delegatedTask.ts';
import { ParleyError } from '../../../../src/core/errors.ts';
import { ScriptedAgent } from '../../../support/scriptedAgent.ts';
import { chunk, openSession, sessionsOf } from '../../../support/sessions.ts';
import { flushMicrotasks } from '../../../support/wait.ts';

async function started(task = 'Do it') {
  const context = await openSession();
  const signal = new Abort();
  const seen: string[] = [];
  const end = runTask(context, context.key, task, {
    signal,
    onText: (piece) => seen.push(piece),
    onToolCall: (title) => seen.push(`[${title}]`),
    onQuestion: () => seen.push('?'),
  });
  await flushMicrotasks();
  const say = (words: string, id?: string): void => context.agent.send('acp-1', chunk('agent', words, id));
  return { ...context, signal, seen, end, say };
}

test('what the agent says and which tools it uses is streamed, and the text is the answer', async () => {
  const { agent, seen, end, say } = await started();
  agent.send('acp-1', chunk('thought', 'hm'));
  say('Let me ');
  say('look.');
  for (const title of ['Read a.ts', 'Read a.ts (done)']) {
    agent.send('acp-1', { type: 'tool_call', at: 1, call: { toolCallId: 't', title } });
  }
  say('Done.');
  agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
  expect(await end).toEqual({ text: 'Let me look.\n\nDone.' });
  expect(seen).toEqual(['Let me ', 'look.', '[Read a.ts]', '\n\n', 'Done.']);
});

test('canceling stops the turn and resolves at once', async () => {
  const { agent, signal, end, say } = await started();
  say('Let');
  signal.abort();
  expect(await end).toEqual({ text: 'Let', problem: { kind: 'cancelled' } });
  expect(agent.cancelled).toEqual(['acp-1']);
});

test('canceling removes a prompt that was not sent yet, and leaves the turn that runs', async () => {
  const context = await openSession();
  const { agent, key, sessions, state } = context;
  sessions.prompt(key, [{ type: 'text', text: 'first' }]);
  await flushMicrotasks();
  const signal = new Abort();
  const end = runTask(context, key, 'second', { signal });
  signal.abort();
  expect(await end).toEqual({ text: '', problem: { kind: 'cancelled' } });
  expect(state(key).queue).toEqual([]);
  expect(agent.cancelled).toEqual([]);
});

test('a prompt that the user edits while it waits is still the task', async () => {
  const context = await openSession();
  const { agent, key, sessions, state } = context;
  sessions.prompt(key, [{ type: 'text', text: 'first' }]);
  await flushMicrotasks();
  const end = runTask(context, key, 'second', { signal: new Abort() });
  const [queued] = state(key).queue;
  sessions.queue.edit(key, queued?.id ?? '', [{ type: 'text', text: 'better' }]);
  agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
  await flushMicrotasks();
  agent.send('acp-1', chunk('agent', 'Done.'));
  agent.prompts[1]?.resolve({ stopReason: 'end_turn' });
  expect(await end).toEqual({ text: 'Done.' });
});

test('a prompt that steers a turn is answered by its end, and one that is removed meanwhile is closed', async () => {
  const context = await openSession();
  const { agent, key, sessions, store, state } = context;
  sessions.prompt(key, [{ type: 'text', text: 'first' }]);
  await flushMicrotasks();
  const removed = runTask(context, key, 'removed', { signal: new Abort() });
  sessions.queue.remove(key, state(key).queue[0]?.id ?? '');
  const end = runTask(context, key, 'second', { signal: new Abort() });
  const [prompt] = state(key).queue;
  if (prompt === undefined) throw new Error('nothing is queued');
  agent.send('acp-1', chunk('agent', 'Before.'));
  sessions.queue.remove(key, prompt.id);
  await flushMicrotasks();
  store.dispatch(key, { type: 'steered', at: 1, prompt });
  agent.send('acp-1', chunk('agent', 'After.'));
  agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
  expect(await end).toEqual({ text: 'After.' });
  expect(await removed).toEqual({ text: '', problem: { kind: 'closed' } });
});

/** A task that its agent is given while it works on another prompt, before it says whether it takes it. */
async function steering() {
  const agent = new ScriptedAgent('A');
  agent.steering = ['steer'];
  agent.offer();
  const taken = Promise.withResolvers<void>();
  agent.steerTaken = taken.promise;
  const context = await openSession(agent);
  const { key, sessions, state } = context;
  sessions.prompt(key, [{ type: 'text', text: 'first' }]);
  await flushMicrotasks();
  agent.send('acp-1', chunk('agent', 'Before.'));
  const end = runTask(context, key, 'second', { signal: new Abort() });
  void sessions.turns.steer(key, state(key).queue[0]?.id ?? '', 'steer');
  await flushMicrotasks();
  agent.send('acp-1', chunk('agent', 'After.'));
  agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
  await flushMicrotasks();
  return { ...context, taken, end };
}

test('a turn may end before the agent says that it was steered', async () => {
  const { taken, end } = await steering();
  taken.resolve();
  expect(await end).toEqual({ text: 'After.' });
});

test('a prompt that the agent does not take into the turn after its end waits for the user', async () => {
  const { agent, taken, end } = await steering();
  agent.steerError = new ParleyError({ code: 'x', message: 'Too late.', actions: [] });
  taken.resolve();
  expect(await end).toMatchObject({ problem: { kind: 'held' } });
});

test('nothing is sent when it was canceled before', async () => {
  const context = await openSession();
  const signal = new Abort();
  signal.abort();
  expect(await runTask(context, context.key, 'x', { signal })).toMatchObject({
    problem: { kind: 'cancelled' },
  });
  await flushMicrotasks();
  expect(context.agent.prompts).toEqual([]);
});

test.each([
  ['cancelled', { kind: 'cancelled' }],
  ['max_tokens', { kind: 'stopped', reason: 'max_tokens' }],
])('a turn that ends with %s is no answer', async (stopReason, problem) => {
  const { agent, end, say } = await started();
  say('half');
  agent.prompts[0]?.resolve({ stopReason });
  expect(await end).toEqual({ text: 'half', problem });
});

test('an agent that does not start is the reason', async () => {
  const agent = new ScriptedAgent('A');
  agent.connectError = new ParleyError({ code: 'x', message: 'It does not start.', actions: [] });
  const context = sessionsOf(agent);
  const key = context.sessions.create('A', '/work');
  const end = runTask(context, key, 'x', { signal: new Abort() });
  expect(await end).toMatchObject({ problem: { kind: expect.stringMatching(/failed|held/) } });
});

test('a prompt that the budget holds is not waited for', async () => {
  const context = await openSession(undefined, {
    gate: { isClosed: () => true, ask: async () => false },
  });
  const end = runTask(context, context.key, 'x', { signal: new Abort() });
  expect(await end).toEqual({ text: '', problem: { kind: 'held' } });
});

test('a session that is closed ends it', async () => {
  const { sessions, key, end } = await started();
  await sessions.close(key);
  expect(await end).toEqual({ text: '', problem: { kind: 'closed' } });
  expect(await runTask({ ...(await openSession()) }, 'gone', 'x', { signal: new Abort() })).toMatchObject({
    problem: { kind: 'closed' },
  });
});
