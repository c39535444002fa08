// Qwen Code and Claude's adapter, added in the picker by a user who has no agent: the one by mouse alone, the other by
// keyboard alone. Both are packages of npm: `npx` downloads the first, and has the other in its cache.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { ensureRealAgents } from '../../../scripts/install/realAgents.mjs';
import { root } from '../../../scripts/project.mjs';
import { startModelServer, THOUGHT_ANSWER } from '../../support/modelServer.ts';
import { qwenLaunch } from '../../support/qwenCode.ts';
import { claudeLaunch } from '../../support/realAgents/acpAgents.ts';
import { cachePackage, servePackage, type InstalledPackage } from '../../support/registry/npmPackages.ts';
import { RegistryServer } from '../../support/registry/registryServer.ts';
import { plainShell } from '../agents/plainShell.ts';
import { Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';

/** Of a package that is downloaded, started, and answers its first prompt. */
const FIRST_START_MS = 120_000;

const folder = mkdtempSync(join(tmpdir(), 'parley-added-'));
const model = await startModelServer();
const server = await RegistryServer.start();
afterAll(async () => {
  await Promise.all([model.stop(), server.stop()]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const { qwenScript, claudeScript } = await ensureRealAgents(['Qwen Code', 'Claude']);
const qwen = installedPackage(qwenScript, '@qwen-code/qwen-code');
const claude = installedPackage(claudeScript, '@agentclientprotocol/claude-agent-acp');
const qwenSpec = await servePackage(server, qwen, folder);

/** The package that a file is of. */
function installedPackage(file: string, name: string): InstalledPackage {
  return { name, modules: file.slice(0, file.lastIndexOf('node_modules') + 'node_modules'.length) };
}

/** The entries of the registry that comes with Parley, with the versions that the tests have. */
function entriesOf(versions: Readonly<Record<string, string>>): readonly unknown[] {
  const list = z
    .object({ agents: z.array(z.looseObject({ id: z.string(), distribution: z.looseObject({}) })) })
    .parse(JSON.parse(readFileSync(join(root, 'media', 'registry.json'), 'utf8')));
  return list.agents.flatMap((agent) => {
    const spec = versions[agent.id];
    if (spec === undefined) return [];
    const npx = z.looseObject({}).parse(agent.distribution['npx']);
    const version = spec.split('@').at(-1);
    return [{ ...agent, version, distribution: { npx: { ...npx, package: spec } }, icon: undefined }];
  });
}

/** What the user has in their environment: keys, and npm's registry. Their home is the one of the window. */
async function userEnvironment(): Promise<Record<string, string>> {
  const launches = [await qwenLaunch(model, folder), await claudeLaunch(model, folder, 'none')];
  const { HOME: _, ...env } = Object.assign({}, ...launches.map((launch) => launch.env));
  return { ...env, SHELL: plainShell(folder), npm_config_registry: server.url('/') };
}

const parley = useParley({
  settings: { 'parley.registryUrl': server.url('/registry.json') },
  env: await userEnvironment(),
});

beforeAll(async () => {
  const { home } = parley.server;
  const claudeSpec = cachePackage(server, claude, home);
  // What keeps it quiet is in the home.
  await qwenLaunch(model, home);
  server.serveList(entriesOf({ 'qwen-code': qwenSpec, 'claude-acp': claudeSpec }));
});

/** The command lines of the entries in the settings. */
function entries(): unknown {
  const file = join(parley.server.directory, 'user-data', 'Machine', 'settings.json');
  const settings = z.looseObject({ 'parley.agents': z.unknown() });
  return settings.parse(JSON.parse(readFileSync(file, 'utf8')))['parley.agents'];
}

/** Waits for the chat with the new agent, in which its session is open. */
async function added(agent: string): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.chat.getByRole('heading', { name: agent }).waitFor({ timeout: FIRST_START_MS });
  await chat.input.and(parley.window.chat.locator(':focus')).waitFor();
  return chat;
}

test('Qwen Code is downloaded by npx and answers, by mouse alone', { timeout: FIRST_START_MS }, async () => {
  const { window } = parley;
  const { page } = window;
  await window.openChat();
  const began = performance.now();
  await window.chat.getByTestId('add-agent').click();
  await window.quickPick.filter({ hasText: 'Qwen Code' }).first().click();
  await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Install' }).click();
  const chat = await added('Qwen Code');
  expect(entries()).toEqual({
    'Qwen Code': {
      command: 'npx',
      args: ['-y', qwenSpec, '--acp', '--experimental-skills'],
      env: { npm_config_prefer_offline: 'true' },
    },
  });
  await chat.input.fill('[[think]] Think about the kettle.');
  await chat.find('send').click();
  await chat.answers.getByText(THOUGHT_ANSWER).waitFor({ timeout: FIRST_START_MS });
  report('Qwen Code, 4 clicks', began);
});

test('Claude is started from the cache of npx and answers, by keyboard alone', async () => {
  const { window } = parley;
  const { page } = window;
  const { keyboard } = page;
  const quickInput = page.locator('.quick-input-widget:visible');
  const began = performance.now();
  await keyboard.press('F1');
  await quickInput.waitFor();
  await keyboard.type('Parley: Add Agent');
  await window.quickPick.filter({ hasText: 'Parley: Add Agent…' }).first().waitFor();
  await keyboard.press('Enter');
  await quickInput.getByText('ACP Registry (updated').first().waitFor();
  await keyboard.type('Claude');
  await window.quickPick.filter({ hasText: 'Claude Agent' }).first().waitFor();
  await keyboard.press('Enter');
  await page.locator('.monaco-dialog-box').getByText('"-y"').first().waitFor();
  await keyboard.press('Enter');
  const chat = await added('Claude Agent');
  await keyboard.type('[[think]] Think about the kettle.');
  await keyboard.press('Enter');
  await chat.answers.getByText(THOUGHT_ANSWER).waitFor({ timeout: FIRST_START_MS });
  report('Claude Agent, by keyboard', began);
  expect(entries()).toHaveProperty('Claude Agent');
});

test('an agent of the settings that npx has to download says so', { timeout: FIRST_START_MS }, async () => {
  const { window } = parley;
  const chat = new Chat(window);
  const entry = { command: 'npx', args: ['-y', qwen.name, '--acp'] };
  parley.server.changeSettings({ 'parley.agents': { 'By hand': entry } }, 'machine');
  await chat.openSession('By hand');
  await window.chat.getByText('Downloading By hand…').waitFor();
  await window.screenshot('downloading', 'window');
  await chat.connected();
});

/** How long a newcomer needs to the first answer. */
function report(what: string, began: number): void {
  console.info(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s to the first answer`);
}
