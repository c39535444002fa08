// Qwen Code and Claude's adapter, added in the picker by a user who has no agent, each by mouse alone and by keyboard
// alone. Both are packages of npm: `npx` downloads the first, and has the other in its cache.
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
import {
  cachePackage,
  manifestPath,
  servePackage,
  type InstalledPackage,
} from '../../support/registry/npmPackages.ts';
import { RegistryServer } from '../../support/registry/registryServer.ts';
import { plainShell } from '../agents/plainShell.ts';
import { agentName, Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';

/** Of a package that is downloaded and started on a busy machine, or answers its first prompt there. */
const FIRST_START_MS = 120_000;
const TEST_MS = 300_000;

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
let claudeSpec = '';
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

/** The entry that the picker writes. */
function expected(agent: string): object {
  const [spec, args] =
    agent === 'Qwen Code' ? [qwenSpec, ['--acp', '--experimental-skills']] : [claudeSpec, []];
  return { command: 'npx', args: ['-y', spec, ...args], env: { npm_config_prefer_offline: 'true' } };
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
  claudeSpec = cachePackage(server, claude, home);
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
  await agentName(parley.window.chat, agent).waitFor({ timeout: FIRST_START_MS });
  await chat.input.and(parley.window.chat.locator(':focus')).waitFor();
  return chat;
}

/** Opens the picker in the chat, or in the menu of its view where the chat does not offer it; selects and confirms. */
async function addByMouse(agent: string): Promise<void> {
  const { page, chat, quickPick } = parley.window;
  const offered = chat.getByTestId('add-agent');
  if (await offered.isVisible()) await offered.click();
  else {
    await page.locator('.part.sidebar .composite.title').hover();
    await page
      .locator('.part.sidebar .composite.title')
      .getByRole('button', { name: 'More Actions' })
      .click();
    await page.getByRole('menuitem', { name: 'Agent', exact: true }).hover();
    await parley.window.chooseInMenu(page.getByRole('menuitem', { name: 'Add Agent…' }));
  }
  const install = page.locator('.monaco-dialog-box').getByRole('button', { name: 'Install' });
  // A click on a row that is drawn anew at that moment is lost.
  const select = async (): Promise<boolean> => {
    const row = quickPick.filter({ hasText: agent }).first();
    if (await row.isVisible()) await row.click({ timeout: 2_000 }).catch(() => undefined);
    return install.isVisible();
  };
  await expect.poll(select, { timeout: 45_000, interval: 500 }).toBe(true);
  await install.click();
}

/** The same from the palette, narrowed down by typing. */
async function addByKeyboard(agent: string): Promise<void> {
  const { page, quickPick } = parley.window;
  const { keyboard } = page;
  const quickInput = page.locator('.quick-input-widget:visible');
  const command = quickPick.filter({ hasText: 'Parley: Add Agent…' }).first();
  // The panel may take the focus while it opens, from the palette too.
  const open = async (): Promise<boolean> => {
    await keyboard.press('Escape');
    await keyboard.press('F1');
    try {
      await quickInput.waitFor({ timeout: 5_000 });
      await keyboard.type('Parley: Add Agent…');
      await command.waitFor({ timeout: 2_000 });
      await keyboard.press('Enter');
      await quickInput.getByText('ACP Registry (updated').first().waitFor({ timeout: 5_000 });
      return true;
    } catch {
      return false;
    }
  };
  await expect.poll(open, { timeout: 45_000, interval: 500 }).toBe(true);
  await keyboard.type(agent);
  await quickPick.filter({ hasText: agent }).first().waitFor();
  await keyboard.press('Enter');
  await page.locator('.monaco-dialog-box').getByText('"-y"').first().waitFor();
  await keyboard.press('Enter');
}

test.each([
  ['Qwen Code', 'mouse'],
  ['Claude Agent', 'keyboard'],
  ['Claude Agent', 'mouse'],
  ['Qwen Code', 'keyboard'],
])('%s is added and answers, by %s alone', { timeout: TEST_MS }, async (agent, by) => {
  const { window, server: codeServer } = parley;
  const isByMouse = by === 'mouse';
  // The second time the agent is new again.
  codeServer.changeSettings({ 'parley.agents': {} }, 'machine');
  await window.openChat();
  const began = performance.now();
  await (isByMouse ? addByMouse(agent) : addByKeyboard(agent));
  const chat = await added(agent);
  const prompt = `[[think]] Think about the kettle.`;
  if (isByMouse) {
    await chat.input.fill(prompt);
    await chat.find('send').click();
  } else {
    await window.page.keyboard.type(prompt);
    await window.page.keyboard.press('Enter');
  }
  await chat.answers.getByText(THOUGHT_ANSWER).waitFor({ timeout: FIRST_START_MS });
  const seconds = (performance.now() - began) / 1000;
  console.info(`${agent} by ${by}: ${seconds.toFixed(1)} s to the first answer`);
  expect(entries()).toEqual({ [agent]: expected(agent) });
});

test('an agent of the settings that npx has to download says so', { timeout: TEST_MS }, async () => {
  const { window } = parley;
  const chat = new Chat(window);
  const entry = { command: 'npx', args: ['-y', qwen.name, '--acp'] };
  const release = server.hold(manifestPath(qwen.name));
  parley.server.changeSettings({ 'parley.agents': { 'By hand': entry } }, 'machine');
  await chat.openSession('By hand');
  await chat.find('connection-state').getByText('Downloading', { exact: true }).waitFor();
  await window.screenshot('downloading', 'window');
  release();
  await window.chat.getByText('Ask about this folder').waitFor({ timeout: FIRST_START_MS });
});
