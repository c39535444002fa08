// A CLI in RPC mode that is missing or ends in the middle of an answer: the panel says so, and what to do.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Chat } from './harness/chat.ts';
import { useParley } from './harness/useParley.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-dying-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cli = join(import.meta.dirname, 'agents', 'dyingCli.ts');
const parley = useParley({
  machineSettings: {
    'parley.agents': {
      Missing: { command: 'no-such-cli', protocol: 'rpc' },
      Dying: { command: process.execPath, args: [cli, join(folder, 'died')], protocol: 'rpc' },
    },
    'parley.defaultAgent': 'Dying',
  },
});

test('a command that is not there is named, with what to do', async () => {
  await parley.window.openChat();
  const chat = new Chat(parley.window);
  await chat.openSession('Missing');
  await chat.error.last().getByText('no-such-cli').first().waitFor();
  await chat.error.last().getByText('was not found').first().waitFor();
  await chat.error.last().getByText('Install it').first().waitFor();
  // As of an agent that speaks ACP.
  await chat.error.last().locator('[data-action]').first().and(chat.action('check-agent')).waitFor();
  await chat.action('edit-settings').last().waitFor();
  await expect.poll(() => chat.find('connection-state').getAttribute('data-state')).toBe('failed');
  await parley.window.screenshot('rpc-missing', 'chat');
});

test('an end in mid-turn is reported with the stderr tail, and the next prompt starts the CLI again', async () => {
  await parley.window.openChat();
  const chat = new Chat(parley.window);
  await chat.newSession('Dying');
  await chat.send('Hello');
  await chat.answers.getByText('I am about to').waitFor();
  await chat.error.last().getByText('ended with code 3').first().waitFor();
  await chat.error.last().getByText('the kettle is dry').first().waitFor();
  await parley.window.screenshot('rpc-dying', 'chat');
  await chat.send('Are you back?');
  await chat.answers.getByText('I am back.').waitFor();
});
