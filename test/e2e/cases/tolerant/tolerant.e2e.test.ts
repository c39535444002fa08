// Agents that speak ACP badly: no good part of a message is lost to a bad one, and nothing vanishes without a line.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerPermission, selectAnswer } from '../../harness/answerPermission.ts';
import { Chat } from '../../harness/chat.ts';
import { useParley } from '../../harness/useParley.ts';

const agent = (kind: string) => ({
  command: process.execPath,
  args: [join(import.meta.dirname, 'tolerant.agent.mjs'), kind],
});

const parley = useParley({
  machineSettings: {
    'parley.agents': {
      Plain: agent('plain'),
      Noisy: agent('noisy'),
      Pretty: agent('pretty'),
      Empty: agent('empty'),
      Nameless: agent('nameless'),
      Near: { command: process.execPath, args: [join(import.meta.dirname, 'near.agent.mjs')] },
    },
    'parley.defaultAgent': 'Plain',
    'parley.permissions.rules': ['echo', 'tr', 'true', 'sh', 'exit', 'no-such-program-anywhere'].map(
      (command) => ({ action: 'allow', command }),
    ),
  },
});

const state = () => parley.window.chat.getByTestId('connection-state').getAttribute('data-state');
const errors = () => parley.window.chat.getByTestId('error');

async function chatWith(name: string): Promise<Chat> {
  await parley.window.openChat();
  const chat = new Chat(parley.window);
  await chat.newSession(name);
  return chat;
}

/** Sends a prompt, allows what it asks for, and waits for that answer and the end of its turn. */
async function askAllowing(chat: Chat, prompt: string, answer: string | RegExp): Promise<void> {
  const row = await chat.lastRow();
  const allow = chat.find('permission').locator('[data-kind="allow_once"]');
  await chat.send(prompt);
  await expect
    .poll(async () => {
      if ((await allow.count()) > 0) await allow.first().click();
      return chat.answers.getByText(answer).count();
    })
    .toBeGreaterThan(0);
  await chat.turnEnd(row);
}

test('a line in the place of a program runs in a shell, ended commands make room, what is missing is named', async () => {
  const chat = await chatWith('Plain');
  await askAllowing(chat, 'line', 'EXIT 0 one TWO');
  await askAllowing(chat, 'null', 'EXIT 3 three');
  await askAllowing(chat, 'args', 'EXIT 0 four');
  await parley.window.screenshot('tolerant-lines', 'chat');
  await askAllowing(chat, 'many', 'RAN 70');
  await askAllowing(chat, 'missing', /no-such-program-anywhere/);
  await parley.window.screenshot('tolerant-missing', 'chat');
  expect(await errors().count()).toBe(0);
});

test('an answer without a body changes the option, and good fields beside bad ones arrive', async () => {
  const chat = await chatWith('Plain');
  await chat.option('model').click();
  await chat.choice('m2').click();
  await chat.option('model').getByText('Model Two').waitFor();
  await chat.ask('usage');
  await expect.poll(() => chat.find('usage-ring').getAttribute('title')).toContain('0.12');
  await chat.ask('fields');
  await chat.entries('tool').getByText('Read the notes').first().waitFor();
  await parley.window.chat.getByText('Second step').first().waitFor();
  await parley.window.chat.getByText('First step').first().waitFor();
  await parley.window.screenshot('tolerant-fields', 'chat');
  expect(await errors().count()).toBe(0);
});

test('what is asked and not supported is named, and the turn goes on', async () => {
  const chat = await chatWith('Plain');
  await chat.ask('unknown');
  await chat.answers.getByText('ANSWERED -32601 -32601').waitFor();
  await parley.window.chat
    .getByText(/cursor\/generate_image/)
    .first()
    .waitFor();
  await parley.window.chat
    .getByText(/_x\.ai\/watch_folder/)
    .first()
    .waitFor();
  await parley.window.screenshot('tolerant-unknown', 'chat');
});

test('messages with terminal noise around them, or on several lines, are read', async () => {
  for (const name of ['Noisy', 'Pretty']) {
    const chat = await chatWith(name);
    await chat.ask('hear');
    await chat.answers.getByText('HEARD', { exact: true }).waitFor();
    await askAllowing(chat, 'line', 'EXIT 0 one TWO');
    expect(await errors().count()).toBe(0);
  }
  await parley.window.screenshot('tolerant-noise', 'chat');
});

test('an agent whose answers are all empty can be talked to, and one without a session says what is wrong', async () => {
  const chat = await chatWith('Empty');
  await chat.ask('hear');
  await chat.answers.getByText('HEARD', { exact: true }).waitFor();
  await expect.poll(state).toBe('ready');
  expect(await errors().count()).toBe(0);
  await parley.window.screenshot('tolerant-empty', 'chat');
  await chat.openSession('Nameless');
  await chat.error.getByText('session/new').first().waitFor();
  await parley.window.screenshot('tolerant-nameless', 'chat');
});

const shown = (text: string) => parley.window.chat.getByText(text).first();

async function pictures(name: string): Promise<void> {
  for (const [theme, width] of [
    ['light', 300],
    ['hc', 420],
    ['dark', 800],
  ] as const) {
    await parley.window.setTheme(theme);
    await parley.window.setChatWidth(width);
    await parley.window.screenshot(`${name}-${theme}`, 'chat');
  }
  await parley.window.setChatWidth(420);
}

test('messages in shapes near to those of ACP are shown as what they say', async () => {
  const chat = await chatWith('Near');
  await chat.send('texts');
  await shown('PLAIN NAMED LISTED FLAT DELTA').waitFor();
  await chat.send('calls');
  await shown('Call without an id').waitFor();
  for (const title of ['Read by path', 'Look by URI', 'Counted call', 'Edit by URI'])
    await shown(title).waitFor();
  expect(await parley.window.chat.locator('[data-kind="tool"] [data-status="in_progress"]').count()).toBe(0);
  await pictures('near-calls');
  await chat.send('lists');
  await shown('A near step').waitFor();
  await pictures('near-lists');
  expect(await errors().count()).toBe(0);
});

test('questions in near shapes are asked with their options, and answered by their ids', async () => {
  const chat = await chatWith('Near');
  await chat.send('ask');
  for (const [title, option] of [
    ['Write near.txt', 'Yes, go on'],
    ['Delete near.txt', 'Delete it'],
    ['May I go on?', 'Go on'],
  ] as const) {
    const card = chat.find('permission').filter({ hasText: title });
    await card.waitFor();
    await parley.window.screenshot(`near-question-${option.replaceAll(/\W/g, '')}`, 'chat');
    await card.getByText(option, { exact: true }).waitFor();
    await selectAnswer(chat, '1');
    await chat.input.press('Enter');
  }
  await shown('ANSWERS go, yes, Go on').waitFor();
});

test('the session’s folder as a URI changes nothing in a question', async () => {
  const chat = await chatWith('Near');
  await chat.send('same');
  await shown('REPEATED').waitFor();
  const card = chat.find('permission');
  await parley.window.screenshot('near-folder', 'chat');
  expect(await card.innerText()).not.toMatch(/changed this request/);
  await answerPermission(chat, '1');
});
