// Agents, and CLIs in RPC mode, that fail in a real window: a sentence and a next step, nothing lost, nothing left behind,
// nothing stuck.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stillRunning } from '../../scripts/processTree.mjs';
import { fakeAgent, handshake, rawAgent, rawSession } from './agents/agentSettings.ts';
import { axeViolations } from './harness/axe.ts';
import { Chat } from './harness/chat.ts';
import { journey } from './harness/journey.ts';
import { useParley } from './harness/useParley.ts';

const prompted = { expect: 'session/prompt' } as const;
const endOfTurn = { reply: { stopReason: 'end_turn' } } as const;

const folder = mkdtempSync(join(tmpdir(), 'parley-dying-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cli = join(import.meta.dirname, 'agents', 'dyingCli.ts');

const parley = useParley({
  machineSettings: {
    'parley.agents': {
      Missing: { command: 'no-such-agent-anywhere', args: ['--acp'] },
      Quitter: rawAgent([{ stderr: 'no key was given\n' }, { exit: 3 }]),
      Fragile: fakeAgent('Fragile'),
      Babbler: rawSession('Babbler', [
        { raw: 'Welcome to Babbler\n{"half": \n' },
        prompted,
        { raw: 'DEBUG thinking about it\n\u0000\u0007[]\n{"jsonrpc":"2.0","id":99,"result":{}}\n' },
        { update: { sessionUpdate: 'agent_message_chunk', content: 7 } },
        {
          update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'of no session' } },
          to: 's9',
        },
        { text: 'still here' },
        endOfTurn,
      ]),
      Endless: rawSession('Endless', [
        prompted,
        { text: 'before ' },
        { longGarbage: 40_000_000 },
        { text: 'after' },
        endOfTurn,
      ]),
      Deaf: rawSession('Deaf', [prompted, { text: 'I go on' }, { expect: 'session/cancel' }]),
      Closer: rawSession('Closer', [prompted, { text: 'the first half' }, { closeStdout: true }]),
      Flood: rawSession('Flood', [prompted, { flood: 20_000 }, { text: 'the last word' }, endOfTurn]),
      Reader: rawAgent([]),
      Slow: rawAgent([handshake('Slow'), { expect: 'session/new' }]),
      MissingCli: { command: 'no-such-cli', protocol: 'rpc' },
      DyingCli: { command: process.execPath, args: [cli, join(folder, 'died')], protocol: 'rpc' },
    },
    'parley.defaultAgent': 'Fragile',
  },
});

async function openedWith(agent: string): Promise<Chat> {
  const chat = new Chat(parley.window);
  await chat.openSession(agent);
  return chat;
}

async function connectedTo(agent: string): Promise<Chat> {
  const chat = await openedWith(agent);
  await chat.connected();
  return chat;
}

/** The processes of the agent whose command line has this in it. */
async function processesOf(mark: string): Promise<number[]> {
  const all = await parley.server.agentProcesses();
  return all.filter(({ command }) => command.includes(mark)).map(({ pid }) => pid);
}

function error(chat: Chat, code: string) {
  return chat.error.and(parley.window.chat.locator(`[data-code="${code}"]`)).last();
}

/** The prompt to the agent that never reads: first, so that the other tests run while Parley waits for that agent. */
const unread = 'hello, are you reading';

beforeAll(async () => {
  const chat = await openedWith('Reader');
  await chat.find('connection-state').getByText('Starting', { exact: true }).waitFor();
  await chat.send(unread);
  await chat.find('queued').getByText(unread).waitFor();
});

test('a command that is not there is named, with the way to the settings', async () => {
  const { window } = parley;
  const chat = await openedWith('Missing');
  const failure = error(chat, 'command-not-found');
  await failure.getByText('“no-such-agent-anywhere” was not found').waitFor();
  expect(await axeViolations(chat)).toEqual([]);
  await chat.send('are you there');
  await error(chat, 'command-not-found').waitFor();
  await chat.find('queued').getByText('are you there').waitFor();
  await error(chat, 'command-not-found').locator('[data-action="edit-settings"]').click();
  // Of the machine the agent runs on: in a remote window the user's settings do not hold it.
  const settings = window.page.locator('.settings-editor');
  await settings.locator('.setting-item-title', { hasText: /^Parley: *Agents$/ }).waitFor();
  await window.page.keyboard.press('Escape');
});

test('an agent that exits at once is reported with its stderr tail', async () => {
  const chat = await openedWith('Quitter');
  const failure = error(chat, 'agent-exited');
  await failure.getByText('Quitter exited with code 3').waitFor();
  await failure.getByText('no key was given').waitFor();
  await chat.input.fill('unsent text');
  await failure.locator('[data-action="show-log"]').click();
  await parley.window.page.locator('.part.panel .output-view, .part.panel .monaco-editor').first().waitFor();
  expect(await chat.draft()).toBe('unsent text');
});

journey(
  'after a crash in mid-turn what came stays, and a restarted agent answers the next prompt',
  async () => {
    const chat = await connectedTo('Fragile');
    const before = await processesOf('"Fragile"');
    expect(before).toHaveLength(1);
    await chat.send('say half an answer\nwait 60000\nexit 1');
    await chat.answers.getByText('half an answer').waitFor();
    await chat.input.fill('typed meanwhile');
    for (const pid of before) process.kill(pid, 'SIGKILL');
    const failure = error(chat, 'agent-exited');
    await failure.getByText('Fragile was terminated by SIGKILL').waitFor();
    expect(await axeViolations(chat)).toEqual([]);
    await chat.answers.getByText('half an answer').waitFor();
    expect(await chat.draft()).toBe('typed meanwhile');

    await failure.locator('[data-action="restart-agent"]').click();
    await chat.connected();
    await chat.entries('notice').getByText('does not remember the conversation above').waitFor();
    await chat.ask('say back again');
    await chat.answers.getByText('back again').waitFor();
    await chat.answers.getByText('half an answer').waitFor();
    await expect.poll(() => stillRunning(before)).toEqual([]);
    expect(await processesOf('"Fragile"')).toHaveLength(1);
  },
);

test('garbage between messages is skipped, and the answer arrives, with a line about what could not be read', async () => {
  const chat = await connectedTo('Babbler');
  await chat.ask('go on');
  expect(await chat.answers.allTextContents()).toEqual(['still here']);
  expect(await chat.error.count()).toBe(1);
  expect(await chat.error.getAttribute('data-severity')).toBe('warning');
  expect(await chat.error.textContent()).toContain('could not read some of what Babbler sent');
});

test('a line of 40 MB is passed over, and what comes after it arrives', async () => {
  const chat = await connectedTo('Endless');
  await chat.ask('go on');
  await chat.answers.getByText('before after').waitFor();
  expect(await chat.find('connection-state').getAttribute('data-state')).toBe('ready');
});

test('an agent that does not stop can be restarted after five seconds', async () => {
  const chat = await connectedTo('Deaf');
  await chat.send('go on');
  await chat.answers.getByText('I go on').waitFor();
  const pids = await processesOf('I go on');
  await chat.find('stop').click();
  await chat.find('working').getByText('Stopping…').waitFor();
  const notice = error(chat, 'cancel-ignored');
  await notice.getByText('Deaf has not stopped yet').waitFor();
  await notice.locator('[data-action="restart-agent"]').click();
  await chat.entries('turn').getByText('Stopped').waitFor();
  await chat.find('stop').waitFor({ state: 'detached' });
  await chat.answers.getByText('I go on').waitFor();
  await expect.poll(() => stillRunning(pids)).toEqual([]);
});

test('an agent that closes its output in mid-turn is stopped, and what came stays', async () => {
  const chat = await connectedTo('Closer');
  const pids = await processesOf('the first half');
  expect(pids).toHaveLength(1);
  await chat.send('go on');
  const failure = error(chat, 'output-closed');
  await failure.getByText('closed its output').waitFor();
  await failure.locator('[data-action="restart-agent"]').waitFor();
  await chat.answers.getByText('the first half').waitFor();
  await expect.poll(() => stillRunning(pids)).toEqual([]);
});

test('while 20,000 chunks flood in, the page answers', async () => {
  const chat = await connectedTo('Flood');
  const panel = await chat.document();
  // A click every frame or so, and how long each waited: what a user would feel.
  const waits = panel.evaluate(
    () =>
      new Promise<{ readonly longestMs: number; readonly allMs: number }>((resolve) => {
        const begun = performance.now();
        let longestMs = 0;
        const look = (): void => {
          const asked = performance.now();
          setTimeout(() => {
            longestMs = Math.max(longestMs, performance.now() - asked);
            const text = document.querySelector('[data-testid="transcript"]')?.textContent ?? '';
            if (text.includes('the last word')) resolve({ longestMs, allMs: performance.now() - begun });
            else look();
          }, 10);
        };
        look();
      }),
  );
  await chat.send('go on');
  await chat.input.fill('typed in the flood');
  await chat.send('queued in the flood');
  await chat.answers.last().getByText('the last word').waitFor({ timeout: 60_000 });
  // A busy machine makes both longer.
  const { longestMs, allMs } = await waits;
  expect(longestMs).toBeLessThan(Math.max(1_000, allMs / 3));
  await chat.entries('user').getByText('queued in the flood').waitFor();
});

test('while an agent is silent, the panel says that it works and for how long', async () => {
  const { window } = parley;
  const chat = await connectedTo('Fragile');
  await chat.send('hang');
  const working = chat.find('working');
  await working.getByText('Working…').waitFor();
  await working.locator('.working-time', { hasText: /^[2-9]s$/ }).waitFor();
  expect(await axeViolations(chat)).toEqual([]);
  await window.runCommand('Parley: Stop Current Turn');
  await chat.entries('turn').getByText('Stopped').waitFor();
});

test('an agent whose session never opens keeps the prompt in the queue', async () => {
  const chat = await openedWith('Slow');
  await chat.send('when you are ready');
  await chat.find('queued').getByText('when you are ready').waitFor();
  await parley.window.chat.getByText('Queued until the agent is ready').waitFor();
  await chat.input.fill('and this');
  expect(await chat.draft()).toBe('and this');
});

test('an agent that never reads its input is given up after 30 seconds, and the prompt stays', async () => {
  const chat = new Chat(parley.window);
  await chat.switchTo('Reader');
  const failure = error(chat, 'start-timed-out');
  await failure.getByText('did not respond within 30 seconds').waitFor({ timeout: 60_000 });
  await failure.locator('[data-action="restart-agent"]').waitFor();
  await chat.find('queued').getByText(unread).waitFor();
});

test('a command in RPC mode that is not there is named, with what to do', async () => {
  await parley.window.openChat();
  const chat = new Chat(parley.window);
  await chat.openSession('MissingCli');
  await chat.error.last().getByText('no-such-cli').first().waitFor();
  await chat.error.last().getByText('was not found').first().waitFor();
  await chat.error.last().getByText('Install it').first().waitFor();
  // As of an agent that speaks ACP.
  await chat.error.last().locator('[data-action]').first().and(chat.action('check-agent')).waitFor();
  await chat.action('edit-settings').last().waitFor();
  await expect.poll(() => chat.find('connection-state').getAttribute('data-state')).toBe('failed');
  await parley.window.screenshot('rpc-missing', 'chat');
});

test('an end of a CLI in mid-turn is reported with the stderr tail, and the next prompt starts the CLI again', async () => {
  await parley.window.openChat();
  const chat = new Chat(parley.window);
  await chat.newSession('DyingCli');
  await chat.send('Hello');
  await chat.answers.getByText('I am about to').waitFor();
  await chat.error.last().getByText('ended with code 3').first().waitFor();
  await chat.error.last().getByText('the kettle is dry').first().waitFor();
  await parley.window.screenshot('rpc-dying', 'chat');
  await chat.send('Are you back?');
  await chat.answers.getByText('I am back.').waitFor();
});

test('closing the window ends every agent', async () => {
  await connectedTo('Fragile');
  const pids = (await parley.server.agentProcesses()).map(({ pid }) => pid);
  expect(pids.length).toBeGreaterThan(0);
  await parley.window.page.goto('about:blank');
  await expect.poll(() => stillRunning(pids)).toEqual([]);
});
