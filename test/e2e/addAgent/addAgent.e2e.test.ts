// Adding an agent: one of the machine, of a registry by npx and by download, and by a command of the user's own.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { commandLineText } from '../../../src/core/text/commandLineText.ts';
import { tarGzip } from '../../support/registry/archives.ts';
import { registryEntry, RegistryServer } from '../../support/registry/registryServer.ts';
import { fakeAgent } from '../agents/agentSettings.ts';
import { plainShell } from '../agents/plainShell.ts';
import { agentName, Chat } from '../harness/chat.ts';
import { journey } from '../harness/journey.ts';
import { useParley } from '../harness/useParley.ts';

const registry = await RegistryServer.start();
const programs = mkdtempSync(join(tmpdir(), 'parley-programs-'));

afterAll(async () => {
  await registry.stop();
  rmSync(programs, { recursive: true });
});

/** A shell script that is the fake agent, and prints a version. */
function agentScript(title: string): string {
  const { command, args } = fakeAgent(title);
  return `#!/bin/sh\nif [ "$1" = --version ]; then echo 9.8.7; exit; fi\nexec ${commandLineText(command, args)}\n`;
}

// The first stands for npx: it runs the agent without a network, and writes down how it was called.
for (const [name, text] of [
  ['npx', agentScript('From npx').replace('exec', 'echo "$@" >>"$HOME/npx-calls"; exec')],
  [
    'gemini',
    agentScript('Gemini of the machine').replace('exec', 'echo started >>"$HOME/gemini-starts"; exec'),
  ],
] as const) {
  writeFileSync(join(programs, name), text);
  chmodSync(join(programs, name), 0o755);
}

const archive = tarGzip([{ name: 'bin/agent', content: agentScript('From an archive') }]);
const sha256 = createHash('sha256').update(archive).digest('hex');
const binary = (checksum: string | undefined) => {
  const target = { archive: registry.url('/agent.tgz'), cmd: './bin/agent', sha256: checksum };
  return { binary: { 'linux-x86_64': target, 'linux-aarch64': target } };
};
registry.serve('/agent.tgz', archive);
registry.serve('/broken', '#!/bin/sh\necho "No license was found." >&2\nexit 3\n');
const broken = { archive: registry.url('/broken'), cmd: 'agent' };
const entriesOfRegistry = [
  registryEntry(
    'packaged',
    { npx: { package: '@maker/agent', args: ['--acp'] } },
    { name: 'Packaged Agent' },
  ),
  registryEntry('checked', binary(sha256), { name: 'Checked Agent' }),
  registryEntry('tampered', binary('a'.repeat(64)), { name: 'Tampered Agent' }),
  registryEntry(
    'broken',
    { binary: { 'linux-x86_64': broken, 'linux-aarch64': broken } },
    { name: 'Broken Agent' },
  ),
  registryEntry('elsewhere', { docker: { image: 'x' } }, { name: 'Unknown Kind' }),
];
const address = registry.serveList(entriesOfRegistry);

const parley = useParley({
  settings: { 'parley.registryUrl': address },
  env: { SHELL: plainShell(programs), PATH: [programs, process.env['PATH'] ?? ''].join(delimiter) },
});

const dialog = () => parley.window.page.locator('.monaco-dialog-box');
const picker = () => parley.window.page.locator('.quick-input-widget:visible');

/** The entries that are in the settings. */
function entries(): Readonly<Record<string, unknown>> {
  const file = join(parley.server.directory, 'user-data', 'Machine', 'settings.json');
  const settings = z
    .object({ 'parley.agents': z.record(z.string(), z.unknown()).default({}) })
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  return settings['parley.agents'];
}

function installs(): readonly string[] {
  const folder = join(
    parley.server.directory,
    'user-data',
    'User',
    'globalStorage',
    'parley.parley-acp',
    'agents',
  );
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Opens the picker, waits for the registry's list, and narrows it down by typing. */
async function search(text: string): Promise<void> {
  const { window } = parley;
  // The picker lists the agents of the settings as they were when it opened.
  const find = async (): Promise<boolean> => {
    await window.page.keyboard.press('Escape');
    await window.runCommand('Parley: Add Agent…');
    await window.quickPick
      .getByText(/ACP Registry \((?:not )?updated/)
      .first()
      .waitFor();
    await window.page.keyboard.type(text);
    const row = window.quickPick.filter({ hasText: text }).first();
    return row.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(find, { timeout: 60_000 }).toBe(true);
}

/** Waits for the new chat, whose input gets the focus: a picker that is opened before that would close again. */
async function chatOpened(agent: string): Promise<void> {
  const { chat } = parley.window;
  await agentName(chat, agent).waitFor();
  await chat.getByTestId('composer-input').and(chat.locator(':focus')).waitFor();
}

async function confirm(text: string): Promise<void> {
  await dialog().getByText(text).first().waitFor();
  await parley.window.page.keyboard.press('Enter');
}

journey('an agent of the machine comes first, with its version, and is started once', async () => {
  const { window } = parley;
  await window.openChat();
  await window.chat
    .locator('[data-testid="agent-choice"][data-agent-id="gemini"][data-state="found"]')
    .waitFor();
  await window.chat.getByTestId('add-agent').click();
  const found = window.quickPick.filter({ hasText: 'Gemini CLI' }).first();
  await found.getByText('9.8.7').waitFor();
  expect(await window.quickPick.first().textContent()).toContain('Gemini CLI');
  await found.click();
  await dialog().getByText('"command": "gemini"').waitFor();
  await window.page.keyboard.press('Enter');
  await chatOpened('Gemini CLI');
  expect(entries()).toEqual({ 'Gemini CLI': { command: 'gemini', args: ['--acp'] } });
  await new Chat(window).connected();
  expect(readFileSync(join(parley.server.home, 'gemini-starts'), 'utf8')).toBe('started\n');
});

test('a package is run by npx with its version, by keyboard alone', async () => {
  const { window, server } = parley;
  await search('Packaged Agent');
  await window.page.keyboard.press('Enter');
  await confirm('Install Packaged Agent 1.2.3?');
  await chatOpened('Packaged Agent');
  expect(entries()).toHaveProperty('Packaged Agent', {
    command: 'npx',
    args: ['-y', '@maker/agent@1.2.3', '--acp'],
    env: { npm_config_prefer_offline: 'true' },
  });
  expect(readFileSync(join(server.home, 'npx-calls'), 'utf8')).toContain('-y @maker/agent@1.2.3 --acp');
  const chat = new Chat(window);
  await chat.input.fill('hello');
  await chat.input.press('Enter');
  await chat.answers.first().waitFor();
});

test('a download with a wrong checksum is discarded, and nothing is written', async () => {
  const { window } = parley;
  await search('Tampered Agent');
  await window.page.keyboard.press('Enter');
  await confirm('Install Tampered Agent 1.2.3?');
  await dialog().getByText('its SHA-256 checksum is not the one in the registry').waitFor();
  await window.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  expect(entries()).not.toHaveProperty('Tampered Agent');
  expect(installs()).toEqual([]);
});

test('a download that is cancelled leaves nothing', async () => {
  const { window } = parley;
  const release = registry.hold('/agent.tgz');
  await search('Checked Agent');
  await window.page.keyboard.press('Enter');
  await confirm('Install Checked Agent 1.2.3?');
  const progress = window.notifications.filter({ hasText: 'Checked Agent' });
  await progress.getByText('Downloading…').waitFor();
  await progress.hover();
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await progress.waitFor({ state: 'detached' });
  release();
  await expect.poll(installs).toEqual([]);
  expect(entries()).not.toHaveProperty('Checked Agent');
});

journey('a download with the right checksum is installed and started', async () => {
  const { window } = parley;
  await search('Checked Agent');
  await window.page.keyboard.press('Enter');
  await confirm('Install Checked Agent 1.2.3?');
  await chatOpened('Checked Agent');
  expect(installs()).toEqual(['checked@1.2.3']);
  expect(entries()).toHaveProperty(
    'Checked Agent.command',
    expect.stringMatching(/checked@1\.2\.3\/files\/bin\/agent$/),
  );
});

test('an update is installed beside the older version, and replaces it in the settings', async () => {
  const { window } = parley;
  const newer = registryEntry('checked', binary(sha256), { name: 'Checked Agent', version: '1.3.0' });
  registry.serveList([...entriesOfRegistry, newer].filter((each) => each !== entriesOfRegistry[1]));
  await search('1.2.3 → 1.3.0');
  await window.page.keyboard.press('Enter');
  await confirm('Update Checked Agent to 1.3.0?');
  await window.notifications.filter({ hasText: 'Checked Agent was updated to 1.3.0.' }).waitFor();
  expect(entries()).toHaveProperty('Checked Agent.command', expect.stringContaining('checked@1.3.0'));
  // The older one runs in the chat, and goes later.
  expect([...installs()].toSorted()).toEqual(['checked@1.2.3', 'checked@1.3.0']);
});

test('a download without a checksum is asked about, and a program that does not work leaves nothing', async () => {
  const { window } = parley;
  const before = installs();
  await search('Broken Agent');
  await window.page.keyboard.press('Enter');
  await dialog().getByText('The registry has no checksum for this download').waitFor();
  await dialog().getByText('Install Without Checksum').click();
  await dialog().getByText('No license was found.').waitFor();
  await window.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  expect(entries()).not.toHaveProperty('Broken Agent');
  expect(installs()).toEqual(before);
});

test('an agent that cannot be installed here says so', async () => {
  await search('Unknown Kind');
  await parley.window.page.keyboard.press('Enter');
  await dialog().getByText('no version of Unknown Kind that Parley can install').waitFor();
  await parley.window.page.keyboard.press('Enter');
  await dialog().waitFor({ state: 'detached' });
});

journey(
  'a command of the user is tried before it is saved, and can be corrected, by keyboard alone',
  async () => {
    const { window } = parley;
    const { keyboard } = window.page;
    const input = picker().locator('.quick-input-box input');
    const step = async (prompt: string, text: string | undefined): Promise<void> => {
      await picker().getByText(prompt).waitFor();
      if (text !== undefined) await input.fill(text);
      await keyboard.press('Enter');
    };
    await search('Custom Command');
    await keyboard.press('Enter');
    await step('The program that starts the agent', 'parley-no-such-program --acp');
    await step('The arguments with which it speaks ACP', undefined);
    await step('The folder in which it is started', '');
    await dialog().getByText('parley-no-such-program').first().waitFor();
    // “Edit Command” has the focus.
    await keyboard.press('Enter');
    const { command, args } = fakeAgent('My own agent');
    const [first = '', ...rest] = args;
    await step('The program that starts the agent', command);
    await step('The arguments with which it speaks ACP', commandLineText(first, rest));
    await step('The folder in which it is started', '');
    await step('The name of the agent in Parley', undefined);
    await confirm('Add My own agent?');
    await chatOpened('My own agent');
    expect(entries()).toHaveProperty('My own agent', { command, args });
  },
);

test('an agent is removed with its files', async () => {
  const { window } = parley;
  await search('Checked Agent');
  await picker().getByRole('button', { name: 'Remove Agent' }).first().click();
  await confirm('Remove Checked Agent?');
  await expect.poll(() => Object.keys(entries())).not.toContain('Checked Agent');
  await expect.poll(() => installs()).not.toContain('checked@1.3.0');
  // The list is shown again.
  await window.quickPick.first().waitFor();
  await window.page.keyboard.press('Escape');
});

test('without the registry, the list that was loaded last is shown, with a way to try again', async () => {
  const { window } = parley;
  await registry.stop();
  await window.runCommand('Parley: Add Agent…');
  await window.quickPick.getByText('ACP Registry (not updated').first().waitFor();
  const active = picker().locator('.monaco-list-row.focused');
  expect(await active.textContent()).not.toContain('could not be loaded');
  await window.page.keyboard.press('ArrowUp');
  await active.filter({ hasText: 'The ACP registry could not be loaded' }).waitFor();
  await window.page.keyboard.type('Tampered Agent');
  await active.filter({ hasText: 'Tampered Agent' }).waitFor();
  await window.page.keyboard.press('Escape');
});

test('an agent that cannot be started offers another one', async () => {
  const { window, server } = parley;
  const missing = { command: 'parley-no-such-program' };
  server.changeSettings({ 'parley.agents': { ...entries(), Missing: missing } }, 'machine');
  await search('Missing');
  await window.page.keyboard.press('Enter');
  await agentName(window.chat, 'Missing').waitFor();
  const chat = new Chat(window);
  await chat.action('choose-agent').click();
  // The rows stay where they are once the list of the registry is there, or is known to be missing.
  await window.quickPick.getByText('ACP Registry (not updated').first().waitFor();
  await window.quickPick.filter({ hasText: 'My own agent' }).click();
  await chatOpened('My own agent');
  await chat.ask('hello');
});
