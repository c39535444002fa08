// Agents that speak ACP badly: no good part of a message is lost to a bad one, and nothing vanishes without a line.
import { join } from 'node:path';
import { expect, test } from 'vitest';
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

/** Sends a prompt, allows what it asks for, and waits for the end of its turn. */
async function askAllowing(chat: Chat, prompt: string): Promise<void> {
  const row = await chat.lastRow();
  await chat.send(prompt);
  const allow = chat.find('permission').locator('[data-kind="allow_once"]');
  const answers = await chat.answers.count();
  await expect
    .poll(async () => {
      if ((await allow.count()) > 0) await allow.first().click();
      return chat.answers.count();
    })
    .toBeGreaterThan(answers);
  await chat.turnEnd(row);
}

test('a line in the place of a program runs in a shell, ended commands make room, what is missing is named', async () => {
  const chat = await chatWith('Plain');
  await askAllowing(chat, 'line');
  await chat.answers.getByText('EXIT 0 one TWO').waitFor();
  await askAllowing(chat, 'null');
  await chat.answers.getByText('EXIT 3 three').waitFor();
  await askAllowing(chat, 'args');
  await chat.answers.getByText('EXIT 0 four').waitFor();
  await parley.window.screenshot('tolerant-lines', 'chat');
  await askAllowing(chat, 'many');
  await chat.answers.getByText('RAN 70').waitFor();
  await askAllowing(chat, 'missing');
  await chat.answers.getByText(/no-such-program-anywhere/).waitFor();
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
    .getByText(/cursor\/ask_question/)
    .first()
    .waitFor();
  await parley.window.chat
    .getByText(/_x\.ai\/exit_plan_mode/)
    .first()
    .waitFor();
  await parley.window.screenshot('tolerant-unknown', 'chat');
});

test('messages with terminal noise around them, or on several lines, are read', async () => {
  for (const name of ['Noisy', 'Pretty']) {
    const chat = await chatWith(name);
    await chat.ask('hear');
    await chat.answers.getByText('HEARD', { exact: true }).waitFor();
    await askAllowing(chat, 'line');
    await chat.answers.getByText('EXIT 0 one TWO').waitFor();
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
