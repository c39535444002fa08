// What an agent refused for a missing sign-in is sent again, all of it and once.
import { expect, test } from 'vitest';
import { agentRefused } from '../../../../src/core/agentErrors.ts';
import { ParleyError, type UserError } from '../../../../src/core/errors.ts';
import { signInNeeded } from '../../../../src/core/signIn/signInErrors.ts';
import { RefusedPrompts } from '../../../../src/features/signIn/core/refusedPrompts.ts';
import { openSession, text } from '../../../support/sessions.ts';
import { flushMicrotasks } from '../../../support/wait.ts';

const signedOut = signInNeeded('A');

async function sessionOf() {
  const context = await openSession();
  const { agent, sessions, store, key } = context;
  const refused = new RefusedPrompts({ store, sessions });
  let ended = 0;
  /** Ends the turn that runs: with an error, or an answer. */
  const end = async (error?: UserError): Promise<void> => {
    const prompt = agent.prompts[ended++];
    if (error === undefined) prompt?.resolve({ stopReason: 'end_turn' });
    else prompt?.reject(new ParleyError(error));
    await flushMicrotasks();
  };
  const ask = async (words: string): Promise<void> => {
    sessions.prompt(key, text(words));
    await flushMicrotasks();
  };
  const signIn = async (): Promise<void> => {
    refused.sendAgain('A');
    await flushMicrotasks();
  };
  const sent = (): readonly unknown[] => agent.prompts.map(({ content }) => content);
  return { ...context, ask, end, signIn, sent };
}

test('two prompts that were refused one after the other are both sent again, in order', async () => {
  const { ask, end, signIn, sent } = await sessionOf();
  await ask('zero');
  await end();
  for (const words of ['one', 'two']) {
    await ask(words);
    await end(signedOut);
  }
  await signIn();
  expect(sent().slice(3)).toEqual([text('one')]);
  await end();
  await end();
  expect(sent().slice(3)).toEqual([text('one'), text('two')]);
});

test('they go before what waits', async () => {
  const { ask, end, signIn, sent } = await sessionOf();
  await ask('one');
  await end(signedOut);
  await ask('two');
  await ask('waits');
  await end(signedOut);
  await signIn();
  for (let turn = 0; turn < 3; turn++) await end();
  expect(sent().slice(2)).toEqual(['one', 'two', 'waits'].map(text));
});

test('after a sign-in that changed nothing each is sent once more, not twice', async () => {
  const { ask, end, signIn, sent } = await sessionOf();
  for (const words of ['one', 'two']) {
    await ask(words);
    await end(signedOut);
  }
  await signIn();
  await end(signedOut);
  expect(sent().slice(2)).toEqual([text('one')]);
  await signIn();
  await end();
  await end();
  expect(sent().slice(2)).toEqual(['one', 'one', 'two'].map(text));
});

test('a prompt that failed for another reason before is left alone, and so is one that was answered', async () => {
  const { ask, end, signIn, sent } = await sessionOf();
  await ask('broken');
  await end(agentRefused('A', 'It broke', undefined));
  await ask('one');
  await end(signedOut);
  await signIn();
  await end();
  expect(sent().slice(2)).toEqual([text('one')]);
  await signIn();
  expect(sent()).toHaveLength(3);
});
