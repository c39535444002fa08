// An agent that is on the machine: the row in which it is added says so from the answer on until its session is open.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commandLineText } from '../../../src/core/text/commandLineText.ts';
import { fakeAgent } from '../agents/agentSettings.ts';
import { plainShell } from '../agents/plainShell.ts';
import { agentName, Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';

const programs = mkdtempSync(join(tmpdir(), 'parley-programs-'));
afterAll(() => rmSync(programs, { recursive: true }));

const { command, args } = fakeAgent('Gemini of the machine');
writeFileSync(join(programs, 'gemini'), `#!/bin/sh\nexec ${commandLineText(command, args)}\n`);
chmodSync(join(programs, 'gemini'), 0o755);

const parley = useParley({
  env: { SHELL: plainShell(programs), PATH: [programs, process.env['PATH'] ?? ''].join(delimiter) },
});

test('says what is being done in the row that was clicked', async () => {
  const { window } = parley;
  await window.openChat();
  const row = window.chat.locator('[data-testid="agent-choice"][data-agent-id="gemini"]');
  await row.waitFor();
  const panel = await new Chat(window).document();
  const isSaid = panel.waitForFunction(() =>
    document.querySelector('[data-agent-id="gemini"]')?.textContent.includes('Writing settings…'),
  );
  await row.click();
  await window.page.locator('.monaco-dialog-box').getByText('"command": "gemini"').waitFor();
  await window.page.keyboard.press('Enter');
  await isSaid;
  await agentName(window.chat, 'Gemini CLI').waitFor();
  expect(await row.count()).toBe(0);
});
