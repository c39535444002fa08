// MCP servers of the folder's `mcp.json`: confirmed, asked for their values once, switched, tested. Parley's own: switched.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeAgent } from '../agents/agentSettings.ts';
import { Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-mcp-'));
const notes = join(folder, 'notes');
writeFileSync(notes, '');
const program = join(import.meta.dirname, '..', '..', 'support', 'programs', 'mcpServerProcess.ts');
const KEY = 'correct-horse-battery';

const parley = useParley({
  machineSettings: { 'parley.agents': { Mine: fakeAgent('Mine', { abilities: ['load', 'close'] }) } },
  settings: { 'parley.trace': 'messages' },
  files: {
    '.vscode/mcp.json': `{
      // The tools of the tests.
      "inputs": [{ "type": "promptString", "id": "key", "description": "Key of the tools", "password": true }],
      "servers": {
        "tools": {
          "command": "${process.execPath}",
          "args": ["${program}", "${notes}"],
          "env": { "TOOLS": "\${input:key}" },
        },
        "web": { "type": "http", "url": "https://mcp.invalid/" },
      },
    }`,
  },
});

/** What was said to and by the agent. */
function trace(): string {
  return readdirSync(parley.server.logs, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name === 'Mine.ndjson')
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('');
}

/** Of each session that the agent was to open, in their order, whether it was given Parley's own server. */
function givenIdeServer(): readonly boolean[] {
  return trace()
    .split('\n')
    .filter((line) => /"method":"session\/(?:new|load)"/.test(line))
    .map((line) => line.includes('"parley-ide"'));
}

test('a server of the folder is reviewed, asked for its value, and tested', async () => {
  const { window, server } = parley;
  const { page } = window;
  const input = page.locator('.quick-input-widget:visible input');
  const row = (text: string) => window.quickPick.filter({ hasText: text }).first();
  await window.openChat();
  const chat = new Chat(window);
  await chat.connected();

  await window.runCommand('Parley: MCP Servers…');
  await row('tools').click();
  await row('Review…').click();
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.getByText('Key of the tools').waitFor();
  await dialog.getByRole('button', { name: 'Allow', exact: true }).click();
  await row('Enter a Value').click();
  await page.getByText('Key of the tools').first().waitFor();
  expect(await input.getAttribute('type')).toBe('password');
  await input.fill(KEY);
  await input.press('Enter');
  await row('Test Connection').click();
  await row('Says it again').waitFor();
  await page.keyboard.press('Escape');
  await row('tools').filter({ hasText: 'answered in' }).waitFor();
  await row('Reload Session').click();

  // The session that was reloaded is given the server, and the key is nowhere in what is written about it.
  await expect.poll(trace).toContain(program);
  expect(trace()).not.toContain(KEY);
  expect(server.extensionLog()).not.toContain(KEY);
  expect(readFileSync(notes, 'utf8')).toContain('started');
});

test('a server is added by its command line, and the session gets it, by keyboard alone', async () => {
  const { window, server } = parley;
  const { keyboard } = window.page;
  const prompt = (text: string) => window.page.locator('.quick-input-widget:visible').getByText(text);
  await window.runCommand('Parley: MCP Servers…');
  await prompt('Add MCP Server').first().waitFor();
  await keyboard.type('Add MCP Server');
  await keyboard.press('Enter');
  await prompt('The command line that starts the server').waitFor();
  await keyboard.type(`"${process.execPath}" "${program}" "${notes}" 'two words'`);
  await keyboard.press('Enter');
  await prompt('The name of the server').waitFor();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('mine');
  await keyboard.press('Enter');
  await window.quickPick.filter({ hasText: 'mine' }).first().waitFor();
  await keyboard.press('Escape');
  const settings: unknown = JSON.parse(
    readFileSync(join(server.directory, 'user-data', 'Machine', 'settings.json'), 'utf8'),
  );
  expect(settings).toHaveProperty(['parley.mcpServers', 'mine'], {
    command: process.execPath,
    args: [program, notes, 'two words'],
  });
});

test('Parley’s own server is in the list, and a session for which it is turned off is not given it', async () => {
  const { window } = parley;
  const row = (text: string) => window.quickPick.filter({ hasText: text }).first();
  /** Turns the server off or on, and comes back to the list, which says so. */
  const turn = async (action: string, state: string): Promise<void> => {
    await window.runCommand('Parley: MCP Servers…');
    await row('parley-ide').click();
    // The tools are listed below what can be done.
    await row('review_comments').waitFor();
    await row(action).click();
    await row(action.includes('Off') ? action.replace('Off', 'On') : action.replace('On', 'Off')).waitFor();
    await window.page.keyboard.press('Escape');
    await row('parley-ide')
      .filter({ hasText: `${state} · built in · 8 tools` })
      .waitFor();
  };
  const chat = new Chat(window);
  await chat.connected();
  await expect.poll(() => givenIdeServer().at(-1)).toBe(true);
  const opened = givenIdeServer().length;
  await turn('Turn Off for This Session', 'off for this session');
  await window.screenshot('mcp-built-in');
  await row('Reload Session').click();
  // A session that waits for the next prompt may have been opened before the server was turned off.
  await expect.poll(() => givenIdeServer().slice(opened)).toContain(false);

  // An empty session would be used again as it is.
  for (const [action, state, isGiven] of [
    ['Turn Off for Mine', 'off for Mine', false],
    ['Turn On for Mine', 'on', true],
  ] as const) {
    await chat.ask('say tea');
    await chat.newSession();
    await chat.ask('say tea');
    await turn(action, state);
    await window.page.keyboard.press('Escape');
    await chat.newSession();
    await expect.poll(() => givenIdeServer().at(-1)).toBe(isGiven);
  }
});
