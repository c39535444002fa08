// Agents that use the ids of messages, calls and requests again, and that ask beyond their turns, in a real window.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Chat } from '../../harness/chat.ts';
import { useParley } from '../../harness/useParley.ts';

const parley = useParley({
  machineSettings: {
    'parley.agents': {
      Repeater: { command: process.execPath, args: [join(import.meta.dirname, 'ids.agent.mjs')] },
      Vendor: { command: process.execPath, args: [join(import.meta.dirname, 'vendor.agent.mjs')] },
    },
  },
});

async function newSession(agent = 'Repeater'): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession(agent);
  return chat;
}

/** Sends prompts, each after the turn of the one before. */
async function sent(chat: Chat, prompts: readonly string[]): Promise<void> {
  const before = await chat.entries('turn').count();
  for (const [index, prompt] of prompts.entries()) {
    await chat.send(prompt);
    await expect.poll(() => chat.entries('turn').count()).toBe(before + index + 1);
  }
}

/** The states of the cards, from top to bottom. */
async function states(chat: Chat): Promise<readonly (string | null)[]> {
  return chat.find('tool-card').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-status')));
}

/** What stands in the transcript, from top to bottom, of the texts that are looked for. */
async function order(chat: Chat, wanted: RegExp): Promise<readonly string[]> {
  const text = await chat.find('transcript').innerText();
  return [...text.matchAll(wanted)].map(([found]) => found);
}

/** Answers the first question, and waits until it is gone. */
async function answer(chat: Chat, option: 'yes' | 'no' | 'accept'): Promise<void> {
  const request = chat.find('permission');
  const shown = (): Promise<string | undefined> =>
    request.evaluateAll(([card]) => card?.getAttribute('data-request-id') ?? undefined);
  const id = await shown();
  expect(id).toBeDefined();
  // In its first moments the card accepts no answer.
  await expect
    .poll(async () => {
      // The next question may have taken its place since the last look: only this one is answered.
      await parley.window.chat
        .locator(`[data-testid="permission"][data-request-id="${id}"] [data-option-id="${option}"]`)
        .evaluateAll(([button]) => button?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
      return (await shown()) !== id;
    })
    .toBe(true);
}

test('a message with an id that was used before stands where it was said', async () => {
  const chat = await newSession();
  await sent(chat, ['answer', 'answer', 'around']);
  const seen = await order(chat, /ANSWER\d|BEFORE|Look around|AFTER/g);
  expect(seen).toEqual(['ANSWER1', 'ANSWER2', 'BEFORE', 'Look around', 'AFTER']);
});

test('each call under an id that was used before has its card under its prompt, with its own output', async () => {
  const chat = await newSession();
  await sent(chat, ['once', 'once', 'twice']);
  const cards = chat.find('tool-card');
  await expect.poll(() => cards.count()).toBe(4);
  expect(await states(chat)).toEqual(['completed', 'completed', 'failed', 'completed']);
  const seen = await order(chat, /^(?:once|twice)$|Run number \d/gm);
  expect(seen).toEqual([
    'once',
    'Run number 1',
    'once',
    'Run number 2',
    'twice',
    'Run number 3',
    'Run number 4',
  ]);
});

test('a request shows nothing of one before it under its id, and both decisions stay', async () => {
  const chat = await newSession();
  await chat.send('one after the other');
  const request = chat.find('permission');
  await request.getByText('TEXT-OF-a.txt').waitFor();
  await answer(chat, 'yes');
  await request.getByText('Remove the build').waitFor();
  expect(await request.innerText()).not.toContain('a.txt');
  await parley.window.screenshot('questions-one-id', 'chat');
  await answer(chat, 'no');
  await chat.entries('turn').waitFor();
  const cards = chat.find('tool-card');
  expect(await states(chat)).toEqual(['completed', 'rejected']);
  expect(await cards.nth(0).textContent()).toContain('Write a.txt');
  expect(await cards.nth(1).innerText()).toContain('Remove the build');
});

test('a report on the call that was allowed leaves the other question under its id to the user', async () => {
  const chat = await newSession();
  await chat.send('both');
  const request = chat.find('permission');
  await request.getByText('1 of 2').waitFor();
  await answer(chat, 'yes');
  await request.getByText('TEXT-OF-b.txt').waitFor();
  // The agent reports once it has the answer, which may be after the next question is shown.
  await expect.poll(() => states(chat)).toEqual(['completed', 'pending']);
  await answer(chat, 'no');
  await chat.entries('turn').waitFor();
  await sent(chat, ['state']);
  await chat.answers.getByText('Write a.txt: yes, Write b.txt: no').waitFor();
});

test('the agent’s report that a call has ended takes no question from the user, and the card says so', async () => {
  const chat = await newSession();
  await chat.send('end early');
  const request = chat.find('permission');
  await request.getByText('TEXT-OF-d.txt').waitFor();
  await chat.find('permission-ended').waitFor();
  for (const width of [300, 800]) {
    await parley.window.setChatWidth(width);
    await parley.window.screenshot(`question-about-an-ended-call-${width}`, 'chat');
  }
  await answer(chat, 'no');
  await request.getByText('TEXT-OF-e.txt').waitFor();
  await expect.poll(() => chat.find('permission-ended').count()).toBe(0);
  await answer(chat, 'yes');
  await chat.entries('turn').waitFor();
  await sent(chat, ['state']);
  await chat.answers.getByText('Write d.txt: no, Write e.txt: yes').waitFor();
  expect(await chat.find('transcript').innerText()).not.toContain('withdrawn');
});

test('a question outlives its turn and the next one, until the user answers', async () => {
  const chat = await newSession();
  await sent(chat, ['background', 'state']);
  const request = chat.find('permission');
  await request.getByText('TEXT-OF-c.txt').waitFor();
  expect(await chat.find('connection-state').getAttribute('data-state')).toBe('waiting');
  expect(await chat.find('stop').count()).toBe(1);
  for (const width of [300, 420, 800]) {
    await parley.window.setChatWidth(width);
    await parley.window.screenshot(`question-after-its-turn-${width}`, 'chat');
  }
  await answer(chat, 'yes');
  await expect.poll(() => states(chat)).toEqual(['completed']);
  await expect.poll(() => chat.find('connection-state').getAttribute('data-state')).toBe('ready');
  expect(await chat.find('transcript').innerText()).not.toContain('withdrawn');
});

test('Stop ends a question that outlived its turn', async () => {
  const chat = await newSession();
  await sent(chat, ['background']);
  await chat.find('permission').waitFor();
  await chat.find('stop').click();
  await expect.poll(() => chat.find('permission').count()).toBe(0);
  await chat.find('tool-card').getByText('Not answered').waitFor();
  await sent(chat, ['state']);
  await chat.answers.getByText('Write c.txt: cancelled').last().waitFor();
});

test('the folder of the session, named after the agent asked, changes nothing in a question', async () => {
  const chat = await newSession();
  await chat.send('repeat');
  await chat.find('permission').waitFor();
  await answer(chat, 'yes');
  await chat.entries('turn').waitFor();
  expect(await states(chat)).toEqual(['completed']);
});

test('a plan and a question of methods that ACP does not have are asked, and the plan is listed', async () => {
  const { window } = parley;
  await newSession('Vendor');
  // The plan opens beside the chat, in a webview of its own.
  const chat = new Chat(window, (await window.chatsInSight())[0]);
  await chat.send('plan');
  const request = chat.find('permission');
  await request.getByText('Rename the module').waitFor();
  await request.getByText('Rename a.ts').waitFor();
  await expect.poll(async () => (await window.chatsInSight()).length).toBe(2);
  await window.screenshot('questions-plan');
  await answer(chat, 'accept');
  await chat.answers.getByText('ANSWER {"outcome":{"outcome":"accepted"}}').waitFor();
  await window.runCommand('View: Close All Editors');
  await chat.send('ask');
  const form = chat.find('elicitation');
  await form.getByText('SQLite').click();
  await form.locator('[data-action="accept"]').click();
  await chat.answers.getByText('"answers":{"Which database?":["SQLite"]}').waitFor();
});
