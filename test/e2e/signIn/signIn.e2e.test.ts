// Signing in to the demo agent by each of its methods: by itself, in a terminal, by a variable; and signing out again.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { root } from '../../../scripts/project.mjs';
import { axeViolations } from '../harness/axe.ts';
import { Chat } from '../harness/chat.ts';
import { journey } from '../harness/journey.ts';
import { useParley } from '../harness/useParley.ts';

const SECRET = 'hunter-two-of-the-demo';
const folder = mkdtempSync(join(tmpdir(), 'parley-accounts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The demo agent with an account of its own, in which nobody is signed in. */
function signedOut(name: string) {
  return {
    command: process.execPath,
    args: [join(root, 'dist', 'demo-agent.js'), '--sign-in'],
    env: { PARLEY_DEMO_STORE: join(folder, name) },
  };
}

const parley = useParley({
  settings: { 'parley.trace': 'messages' },
  machineSettings: {
    'parley.agents': {
      ByAgent: signedOut('agent'),
      ByTerminal: signedOut('terminal'),
      ByVariable: signedOut('variable'),
    },
    'parley.defaultAgent': 'ByAgent',
  },
});

const card = () => parley.window.chat.getByTestId('sign-in');
const method = (kind: string) =>
  parley.window.chat.locator(`[data-testid="auth-method"][data-kind="${kind}"]`);
const state = () => parley.window.chat.getByTestId('connection-state').getAttribute('data-state');

test('by the agent: what was typed before is sent, and so is what failed after signing out', async () => {
  const { window } = parley;
  await window.openChat();
  const chat = new Chat(window);
  await method('agent').waitFor();
  expect(await axeViolations(chat)).toEqual([]);
  await chat.send('help');
  await chat.find('queued').getByText('help').waitFor();
  expect(await state()).toBe('needs-sign-in');
  await method('agent').click();
  await chat.connected();
  await chat.turnEnd(-1);

  await window.runCommand('Parley: Sign Out');
  await method('agent').waitFor();
  await chat.ask('plan');
  const before = await chat.lastRow();
  await method('agent').click();
  await chat.turnEnd(before);
  await expect.poll(state).toBe('ready');
  expect(await card().count()).toBe(0);
});

journey(
  'in a terminal: the command is shown first, a closed terminal is reported, and success is noticed',
  async () => {
    const { window } = parley;
    await window.openChat();
    const chat = new Chat(window);
    await chat.openSession('ByTerminal');
    await method('terminal').waitFor();
    expect(await chat.find('sign-in-command').textContent()).toMatch(/demo-agent\.js --sign-in --login$/);
    const terminal = window.page.locator('.terminal-wrapper.active .xterm-helper-textarea');

    await method('terminal').click();
    await terminal.waitFor({ state: 'attached' });
    await expect.poll(() => card().getAttribute('data-state')).toBe('running');
    await window.runCommand('Terminal: Kill the Active Terminal Instance');
    await window.chat.locator('[data-testid="error"][data-code="sign-in-terminal-closed"]').waitFor();

    await method('terminal').click();
    await expect
      .poll(
        async () => {
          // The terminal that was closed may still be there for a moment.
          const isFocused = (await state()) === 'needs-sign-in' && (await focused(terminal));
          if (isFocused) {
            await window.page.keyboard.type('Ada');
            await window.page.keyboard.press('Enter');
          }
          return state();
        },
        { timeout: 45_000, interval: 1_000 },
      )
      .toBe('ready');
    await chat.ask('help');
  },
);

test('by a variable: its value is in the agent alone, and can be forgotten', async () => {
  const { window, server } = parley;
  await window.openChat();
  const chat = new Chat(window);
  await chat.openSession('ByVariable');
  await method('env').click();
  const box = window.page.locator('.quick-input-widget:visible input[type="password"]');
  await box.fill(SECRET);
  await box.press('Enter');
  await chat.connected();
  await chat.ask('help');
  await window.runCommand('Parley: Forget Secrets');
  await window.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Forget Secrets' }).click();
  await method('env').waitFor();
  expect(filesWith(SECRET, server.directory)).toEqual([]);
});

/** Gives it the focus; resolves to whether it was there to take it. */
function focused(locator: Locator): Promise<boolean> {
  return locator.focus({ timeout: 1_000 }).then(
    () => true,
    () => false,
  );
}

/** The files below a folder in which a text is. */
function filesWith(text: string, directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}
