// What follows in the queue after a question in between, such as that of the budget.
import { expect, test } from 'vitest';
import { agentRefused } from '../../../src/core/agentErrors.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import { signInNeeded } from '../../../src/core/signIn/signInErrors.ts';
import type { PromptGate } from '../../../src/core/sessionLifecycle/promptQueue.ts';
import { openSession, text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

/** A gate that is closed until the user answers. */
class AskedGate implements PromptGate {
  isOpen = true;
  readonly #asked: ((isSent: boolean) => void)[] = [];

  isClosed(): boolean {
    return !this.isOpen;
  }

  ask(): Promise<boolean> {
    return new Promise((resolve) => this.#asked.push(resolve));
  }

  /** How many questions are open. */
  get open(): number {
    return this.#asked.length;
  }

  async answer(isSent: boolean): Promise<void> {
    this.#asked.shift()?.(isSent);
    await flushMicrotasks();
  }
}

/** A turn of `one` runs, and the others wait for its end, after which the gate asks. */
async function waiting(...prompts: readonly string[]) {
  const gate = new AskedGate();
  const context = await openSession(undefined, { gate });
  const { agent, key, sessions } = context;
  sessions.prompt(key, text('one'));
  await flushMicrotasks();
  for (const prompt of prompts) sessions.prompt(key, text(prompt));
  gate.isOpen = false;
  const end = async (stopReason = 'end_turn'): Promise<void> => {
    agent.prompts.at(-1)?.resolve({ stopReason });
    await flushMicrotasks();
  };
  const sent = (): readonly unknown[] => agent.prompts.map(({ content }) => content);
  return { ...context, gate, end, sent };
}

test('what waits follows a prompt that is sent now and that the budget asked about', async () => {
  const { gate, end, sent, sessions, state, key } = await waiting('two', 'three');
  sessions.turns.sendNow(key, state(key).queue[1]?.id ?? '');
  await end('cancelled');
  expect([gate.open, state(key).queueHeld]).toEqual([1, true]);
  await gate.answer(true);
  expect(sent()).toEqual(['one', 'three'].map(text));
  gate.isOpen = true;
  await end();
  expect(sent()).toEqual(['one', 'three', 'two'].map(text));
});

test('a queue that nobody held goes on after the question, and asks for each prompt', async () => {
  const { gate, end, sent } = await waiting('two', 'three');
  await end();
  await gate.answer(true);
  await end();
  expect([sent(), gate.open]).toEqual([['one', 'two'].map(text), 1]);
  await gate.answer(true);
  expect(sent()).toEqual(['one', 'two', 'three'].map(text));
});

test('a prompt that is sent again after a failure takes what waited behind it along through the question', async () => {
  const { agent, gate, end, sent, sessions, key } = await waiting('two');
  agent.prompts[0]?.reject(new ParleyError(signInNeeded('A')));
  await flushMicrotasks();
  sessions.retries.now(key);
  await flushMicrotasks();
  await gate.answer(true);
  gate.isOpen = true;
  await end();
  expect(sent()).toEqual(['one', 'one', 'two'].map(text));
});

test('a queue that the user held stays held after the question, and so does one after a "no"', async () => {
  const { gate, end, sent, sessions, state, key } = await waiting('two', 'three');
  sessions.queue.hold(key);
  sessions.turns.sendNow(key, state(key).queue[0]?.id ?? '');
  await end('cancelled');
  await gate.answer(true);
  gate.isOpen = true;
  await end();
  expect(sent()).toEqual(['one', 'two'].map(text));
  gate.isOpen = false;
  sessions.queue.resume(key);
  await flushMicrotasks();
  await gate.answer(false);
  expect([sent(), state(key).queueHeld]).toEqual([['one', 'two'].map(text), true]);
});

test.each(['reopenError', 'connectError'] as const)(
  'a prompt sent again goes through an opening that failed (%s), and what waited behind it follows',
  async (error) => {
    const { agent, clock, gate, end, sent, sessions, key } = await waiting('two');
    gate.isOpen = true;
    agent.offer('resume');
    agent.prompts[0]?.reject(new ParleyError(signInNeeded('A')));
    await flushMicrotasks();
    await agent.stop();
    agent[error] = new ParleyError(agentRefused('A', 'not yet', undefined));
    sessions.retries.now(key);
    await flushMicrotasks();
    clock.advance(4_000);
    await flushMicrotasks();
    agent[error] = undefined;
    sessions.retries.now(key);
    await flushMicrotasks();
    await end();
    expect(sent()).toEqual(['one', 'one', 'two'].map(text));
  },
);

test('a prompt written beside a held queue is sent when the session could be opened at last, and alone', async () => {
  const { agent, clock, gate, end, sent, sessions, state, key } = await waiting('two');
  gate.isOpen = true;
  agent.offer('resume');
  sessions.turns.cancel(key);
  await end('cancelled');
  await agent.stop();
  agent.reopenError = new ParleyError(agentRefused('A', 'not yet', undefined));
  sessions.prompt(key, text('three'));
  await flushMicrotasks();
  clock.advance(4_000);
  await flushMicrotasks();
  agent.reopenError = undefined;
  sessions.retries.now(key);
  await flushMicrotasks();
  await end();
  expect(sent()).toEqual(['one', 'three'].map(text));
  expect(state(key)).toMatchObject({ queue: [{ content: text('two') }], queueHeld: true });
});
