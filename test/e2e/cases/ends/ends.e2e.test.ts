// Turns that end in silence, work after them, sessions that agents refuse or forget, and sign-ins for each process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { answerPermission } from '../../harness/answerPermission.ts';
import { Chat } from '../../harness/chat.ts';
import { useParley } from '../../harness/useParley.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-ends-'));
afterAll(() => rmSync(folder, { recursive: true }));

const agent = (kind: string) => ({
  command: process.execPath,
  args: [join(import.meta.dirname, 'ends.agent.mjs'), kind, join(folder, `${kind}.json`)],
});

const parley = useParley({
  machineSettings: {
    'parley.agents': {
      Plain: agent('plain'),
      Stored: agent('stored'),
      Token: agent('token'),
      Login: agent('login'),
      Fresh: agent('fresh'),
      Listed: agent('listed'),
    },
    'parley.defaultAgent': 'Plain',
  },
  files: { 'notes.txt': 'notes\n' },
});

const state = () => parley.window.chat.getByTestId('connection-state').getAttribute('data-state');
const errors = (code: string) => parley.window.chat.locator(`[data-testid="error"][data-code="${code}"]`);

async function chatWith(name: string): Promise<Chat> {
  await parley.window.openChat();
  const chat = new Chat(parley.window);
  await chat.openSession(name);
  return chat;
}

test('a turn without an answer says so, with the reason of _meta or of the standard error', async () => {
  const chat = await chatWith('Plain');
  await chat.ask('silent');
  await errors('no-answer').waitFor();
  await chat.ask('meta');
  await errors('agent-error').getByText('Model not found: gone-model').waitFor();
  await chat.ask('stderr');
  await errors('no-answer').getByText('502 Bad Gateway').waitFor();
  await expect.poll(state).toBe('failed');
});

test('an answer that cannot be seen is none, and is not drawn', async () => {
  const chat = await chatWith('Plain');
  await chat.ask('blank');
  await errors('no-answer').waitFor();
  expect(await chat.entries('agent').count()).toBe(0);
  await parley.window.screenshot('ends-blank', 'chat');
});

test('an input and a name that a call says twice are shown', async () => {
  const chat = await chatWith('Plain');
  await chat.ask('twice');
  const card = chat.find('tool-card');
  await card.getByText('Called twice').click();
  await card.getByText('Input', { exact: true }).click();
  await card.getByText('coffee').waitFor();
  await card.getByText('tea').waitFor();
  await card.getByText('brew').waitFor();
  await parley.window.screenshot('ends-input-twice', 'chat');
});

test('a title has the names of the files in it', async () => {
  const chat = await chatWith('Plain');
  await chat.ask('name');
  await expect
    .poll(() => chat.find('session-title').getAttribute('title'))
    .toContain('Compare a.ts with my b.ts and c\n');
  await parley.window.screenshot('ends-title');
});

test('an agent that refuses its list and does all else asks for no sign-in', async () => {
  const chat = await chatWith('Listed');
  await chat.connected();
  await chat.ask('one');
  await parley.window.runCommand('Parley: Switch Session…');
  await parley.window.quickPick.first().waitFor();
  await parley.window.page.keyboard.press('Escape');
  await chat.ask('two');
  await expect.poll(state).toBe('ready');
  expect(await chat.find('sign-in').count()).toBe(0);
});

test('work after the turn shows as work in the background and can be stopped', async () => {
  const chat = await chatWith('Plain');
  await chat.ask('later');
  await expect.poll(state).toBe('background');
  await chat.find('stop').click();
  await expect.poll(state).toBe('ready');
});

test('files that are read after the turn are work, which can be stopped', async () => {
  const chat = await chatWith('Plain');
  await chat.ask('files');
  await expect.poll(state).toBe('background');
  await parley.window.screenshot('ends-reads-files', 'chat');
  await chat.find('stop').click();
  await expect.poll(state).toBe('ready');
});

const status = (title: string) =>
  parley.window.chat.getByTestId('tool-card').filter({ hasText: title }).first().getAttribute('data-status');

test('a call that its turn left open is no work until the agent reports on it again', async () => {
  const chat = await chatWith('Plain');
  await chat.ask('left');
  await expect.poll(state).toBe('ready');
  expect(await status('Left open')).toBe('unfinished');
  await parley.window.screenshot('ends-left-open', 'chat');
  await chat.ask('more');
  await expect.poll(state).toBe('background');
  expect(await status('Left open')).toBe('in_progress');
  await chat.find('stop').waitFor();
  await parley.window.screenshot('ends-goes-on', 'chat');
  await chat.ask('done');
  await expect.poll(state).toBe('ready');
  expect(await status('Left open')).toBe('completed');
});

test('a terminal of the agent is work while it prints after the turn, and can be stopped', async () => {
  const chat = await chatWith('Plain');
  await chat.ask('stream');
  await expect.poll(state).toBe('background');
  await parley.window.chat.getByText('line 5').waitFor();
  expect(await parley.window.chat.getByText('Ended', { exact: true }).count()).toBe(0);
  await parley.window.screenshot('ends-own-terminal', 'chat');
  await chat.find('stop').click();
  await expect.poll(state).toBe('ready');
});

test('what runs beside the turns is listed, each with Stop, through the next turn, and ends with Stop', async () => {
  const chat = await chatWith('Plain');
  await chat.ask('tasks');
  await expect.poll(state).toBe('background');
  const background = chat.find('background');
  expect(await background.getAttribute('data-count')).toBe('3');
  expect(await status('npm run dev')).toBe('in_progress');
  await parley.window.screenshot('ends-tasks', 'chat');
  await background.getByRole('button', { expanded: false }).click();
  await parley.window.screenshot('ends-tasks-open', 'chat');
  await background.getByRole('button', { name: 'Stop Monitor' }).click();
  await parley.window.chat.getByText('did not stop the task').first().waitFor();
  await background.getByRole('button', { name: 'Stop Watch the log of the server' }).click();
  await expect.poll(() => background.getAttribute('data-count')).toBe('2');
  await chat.ask('blank');
  await expect.poll(() => background.getAttribute('data-count')).toBe('2');
  await parley.window.screenshot('ends-tasks-later', 'chat');
  await chat.find('stop').click();
  await expect.poll(() => background.count()).toBe(0);
  expect(await status('npm run dev')).toBe('cancelled');
  expect(await state()).not.toBe('background');
});

test('a call that was allowed after its turn, and never reported on, does not run beyond the next turn', async () => {
  const chat = await chatWith('Plain');
  await chat.ask('ask');
  await chat.find('permission').waitFor();
  await answerPermission(chat, '1');
  await expect.poll(state).toBe('background');
  await chat.ask('left');
  await expect.poll(state).toBe('ready');
  expect(await status('Asked after the turn')).toBe('unfinished');
});

test('a command that was stopped is not done, and its turn says Stopped', async () => {
  const chat = await chatWith('Plain');
  await chat.send('command');
  await chat.find('stop').click();
  await parley.window.chat.getByText('Stopped').first().waitFor();
  await expect.poll(state).toBe('ready');
  expect(await parley.window.chat.locator('[data-kind="tool"] [data-status="completed"]').count()).toBe(0);
});

test('a refused session stays: the reason, then without MCP servers; a forgotten one is loaded again', async () => {
  const chat = await chatWith('Stored');
  await chat.ask('alpha');
  await chat.ask('die');
  await chat.send('beta');
  await errors('reopen-refused')
    .getByText(/MCP servers cannot change/)
    .first()
    .waitFor();
  // The card says the last reason, and there is one of it.
  await chat.action('try-again').click();
  await errors('reopen-refused')
    .getByText(/refusal [3-9]/)
    .waitFor();
  await chat.action('try-again').click();
  await errors('reopen-refused')
    .getByText(/refusal [5-9]/)
    .waitFor();
  expect(await errors('reopen-refused').count()).toBe(1);
  await parley.window.screenshot('ends-refused-again', 'chat');
  await chat.action('load-without-servers').click();
  await parley.window.chat.getByText('OK beta', { exact: true }).waitFor();
  await chat.ask('forget');
  await chat.send('gamma');
  await parley.window.chat.getByText('OK gamma', { exact: true }).waitFor();
  expect(await errors('session-gone').count()).toBe(0);
});

test('the sign-in that worked is used again by itself in a new process', async () => {
  const chat = await chatWith('Token');
  await parley.window.chat.locator('[data-testid="auth-method"]').click();
  await chat.connected();
  await chat.ask('one');
  await chat.ask('die');
  await chat.send('two');
  await expect.poll(state).toBe('ready');
  expect(await parley.window.chat.getByTestId('sign-in').count()).toBe(0);
});

/** Logs in by the terminal of the method that is shown. */
async function logIn(answer: string): Promise<void> {
  const { window } = parley;
  const method = window.chat.locator('[data-testid="auth-method"][data-kind="terminal"]');
  await method.click();
  await window.page.locator('.terminal-wrapper.active .xterm-helper-textarea').waitFor({ state: 'attached' });
  await window.page.locator('.terminal-wrapper.active .xterm').click();
  await window.page.keyboard.type(answer);
  await window.page.keyboard.press('Enter');
}

test('a login that only a new process sees counts after Restart Agent, and the prompt is offered again', async () => {
  const { window } = parley;
  const chat = await chatWith('Fresh');
  await chat.ask('one');
  await chat.ask('expire');
  await chat.send('two');
  await logIn('yes');
  await errors('sign-in-without-effect').waitFor();
  await window.screenshot('ends-login-without-effect', 'chat');
  await errors('sign-in-without-effect').locator('[data-action="restart-agent"]').click();
  await chat.action('resume-queue').click();
  await window.chat.getByText('OK two', { exact: true }).waitFor();
  await expect.poll(state).toBe('ready');
  expect(await chat.find('sign-in').count()).toBe(0);
  await window.screenshot('ends-login-after-restart', 'chat');
});

test('a login in a terminal signs a living session in; a closed terminal and a failed login are reported', async () => {
  const { window } = parley;
  const chat = await chatWith('Login');
  await chat.ask('one');
  await chat.ask('expire');
  const method = window.chat.locator('[data-testid="auth-method"][data-kind="terminal"]');
  const terminal = window.page.locator('.terminal-wrapper.active .xterm-helper-textarea');
  await chat.send('two');
  await method.click();
  await terminal.waitFor({ state: 'attached' });
  await window.runCommand('Terminal: Kill the Active Terminal Instance');
  await errors('sign-in-terminal-closed').waitFor();
  await window.screenshot('ends-login-closed', 'chat');
  await logIn('no');
  await errors('sign-in-command-failed').waitFor();
  await window.screenshot('ends-login-failed', 'chat');
  expect(await state()).toBe('needs-sign-in');
  await logIn('yes');
  await window.chat.getByText('OK two', { exact: true }).waitFor();
  await expect.poll(state).toBe('ready');
  expect(await window.chat.getByTestId('sign-in').count()).toBe(0);
  // The refused prompt stays in the transcript, with nothing left to do about it.
  expect(await chat.action('sign-in').count()).toBe(0);
  await window.screenshot('ends-login-done', 'chat');
});
