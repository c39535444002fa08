// Show Protocol: messages with their verdicts, the selected one in full, and the recording as a session to read.
import type { FrameLocator } from 'playwright-core';
import { expect, test } from 'vitest';
import { rawSession } from '../agents/agentSettings.ts';
import { Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';

const secret = 'sk-abcdefghijklmnop0123456789';

const parley = useParley({
  machineSettings: {
    'parley.agents': {
      Sloppy: {
        ...rawSession('Sloppy', [
          { expect: 'session/prompt' },
          { update: { sessionUpdate: 'agent_message_chunk' } },
          { text: `It boils with ${secret}.` },
          { reply: { stopReason: 'end_turn' } },
          { send: { id: 4711, result: {} } },
        ]),
        env: { KETTLE_API_KEY: secret },
      },
    },
    'parley.defaultAgent': 'Sloppy',
  },
});

/** The document of the page. */
async function protocolPage(): Promise<FrameLocator> {
  let found: FrameLocator | undefined;
  await expect
    .poll(async () => {
      for (const frame of await parley.window.chatsInSight()) {
        if ((await frame.getByTestId('protocol-view').count()) > 0) found = frame;
      }
      return found !== undefined;
    })
    .toBe(true);
  if (found === undefined) throw new Error('The page is gone.');
  return found;
}

test('a broken rule is named beside its message, which can be read, reported and replayed', async () => {
  const { window } = parley;
  await window.openChat();
  // The page is a webview too: from here on the chat is the one on the left.
  const chat = new Chat(window, (await window.chatsInSight())[0]);
  await chat.connected();
  await window.runCommand('Parley: Show Protocol');
  const page = await protocolPage();
  await chat.input.fill('Boil');
  await chat.input.press('Enter');
  const row = (method: string, verdict: string) =>
    page.locator(
      `[data-testid="protocol-row"][data-method="${method}"][data-direction="in"][data-verdict="${verdict}"]`,
    );
  await row('session/update', 'broken').first().waitFor();
  await row('session/prompt', 'ok').first().waitFor();
  // Of ids from before the recording nobody knows.
  await row('', 'unknown').first().waitFor();

  await row('session/update', 'broken').first().click();
  await page.locator('[data-testid="protocol-problem"][data-rule="R9"]').first().waitFor();
  await page.getByTestId('protocol-detail').getByText('agent_message_chunk').first().waitFor();
  await window.screenshot('protocol-view');

  await row('session/update', 'ok').first().click();
  const detail = page.getByTestId('protocol-detail');
  await detail.getByText('It boils with').first().waitFor();
  expect(await detail.innerText()).not.toContain(secret);

  await page.getByTestId('protocol-filter').fill('session/prompt');
  await expect.poll(() => page.getByTestId('protocol-row').count()).toBe(2);
  await page.locator('[data-action="open-session"]').first().click();
  await chat.find('read-only').getByText('This session was recorded.').first().waitFor();
  await chat.answers.getByText('It boils').first().waitFor();

  await page.locator('[data-action="report"]').first().click();
  await window.page
    .locator('.editor-group-container .view-line')
    .getByText('Protocol problem')
    .first()
    .waitFor();
});
