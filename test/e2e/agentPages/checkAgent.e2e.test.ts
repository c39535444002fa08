// Check Agent: the page says what works with an agent that works, and why another one does not start.
import type { FrameLocator } from 'playwright-core';
import { expect, test } from 'vitest';
import { fakeAgent, rawAgent } from '../agents/agentSettings.ts';
import { Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';

const parley = useParley({
  machineSettings: {
    'parley.agents': {
      Good: fakeAgent('Good', { image: true, abilities: ['load'] }),
      Dying: {
        ...rawAgent([{ stderr: 'The kettle is dry.\n' }, { exit: 3 }]),
        env: { MY_API_KEY: 'sk-abcdefghijklmnop0123456789' },
      },
    },
    'parley.defaultAgent': 'Good',
  },
});

/** The document of the page of an agent, once its check has ended. */
async function finished(agent: string): Promise<FrameLocator> {
  const { page } = parley.window;
  let found: FrameLocator | undefined;
  await expect
    .poll(
      async () => {
        for (const frame of await parley.window.chatsInSight()) {
          const shown = frame.getByTestId('check-agent').and(frame.locator(`[data-agent="${agent}"]`));
          if ((await shown.count()) === 0) continue;
          found = frame;
          return shown.getAttribute('data-state');
        }
        return undefined;
      },
      { timeout: 40_000 },
    )
    .toBe('finished');
  await page
    .locator('.tab')
    .filter({ hasText: `Check Agent: ${agent}` })
    .first()
    .waitFor();
  if (found === undefined) throw new Error('The page is gone.');
  return found;
}

test('an agent is checked by the command, and one that does not start from its error', async () => {
  const { window } = parley;
  await window.openChat();
  // The page is a webview too: from here on the chat is the one on the left.
  const chat = new Chat(window, (await window.chatsInSight())[0]);
  await chat.connected();
  await window.runCommand('Parley: Check Agent');
  const good = await finished('Good');
  const state = (name: string): Promise<string | null> =>
    good
      .getByTestId('capability')
      .and(good.locator(`[data-name="${name}"]`))
      .getAttribute('data-state');
  expect(await state('image')).toBe('yes');
  expect(await state('audio')).toBe('no');
  expect(await state('embeddedContext')).toBe('partly');
  await window.screenshot('check-good');

  await chat.openSession('Dying');
  await chat.find('error-more').last().click();
  await chat.find('error-menu').getByRole('menuitem', { name: 'Check Agent' }).click();
  const dying = await finished('Dying');
  await dying.getByTestId('check-verdict').getByText('exited with code 3').first().waitFor();
  await dying.getByText('The kettle is dry.').first().waitFor();
  await window.screenshot('check-dying');

  await dying.locator('[data-action="copy"]').click();
  await expect
    .poll(() => window.page.evaluate(() => navigator.clipboard.readText()))
    .toContain('The kettle is dry.');
  const copied = await window.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('MY_API_KEY');
  expect(copied).not.toContain('sk-abcdefghijklmnop');
});
