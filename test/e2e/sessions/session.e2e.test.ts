// What agents report about their session, in a real window: usage and cost, budget, titles, plans, commands.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeAgent, rawSession, titleAgent } from '../agents/agentSettings.ts';
import { axeViolations } from '../harness/axe.ts';
import { Chat } from '../harness/chat.ts';
import type { Theme } from '../harness/parleyWindow.ts';
import { useParley } from '../harness/useParley.ts';

function usage(used: number, size: number | null = 200_000): object {
  return { sessionUpdate: 'usage_update', used, size };
}

const prompted = { expect: 'session/prompt' } as const;
const endOfTurn = { reply: { stopReason: 'end_turn' } } as const;

const parley = useParley({
  machineSettings: {
    'parley.agents': {
      Titles: titleAgent('Titles'),
      Next: fakeAgent('Next'),
      Counter: rawSession('Counter', [
        ...[149_999, 150_000, 179_999, 180_000, 189_999, 190_000, 20_000].flatMap((used) => [
          prompted,
          { update: { ...usage(used) } },
          { text: `used ${used}. ` },
          endOfTurn,
        ]),
        prompted,
        { update: { ...usage(4_321, null) } },
        { text: 'used without a size. ' },
        endOfTurn,
      ]),
      Costly: rawSession('Costly', [
        prompted,
        { update: { ...usage(1_000), cost: { amount: 6, currency: 'credits' } } },
        { text: 'that was dear' },
        { expect: 'session/cancel' },
        { reply: { stopReason: 'cancelled' } },
        prompted,
        { text: 'you let me go on' },
        endOfTurn,
      ]),
    },
    'parley.defaultAgent': 'demo',
    'parley.budget': { credits: { session: { warn: 2, stop: 5 } } },
  },
});

/** A session with nothing in it: what was done in an empty one would be there again. */
async function sessionWith(agent: string): Promise<Chat> {
  const chat = new Chat(parley.window);
  await chat.newSession(agent);
  return chat;
}

/** Waits until the ring shows that level and percentage. */
async function ringShows(level: string, percent: number): Promise<void> {
  const shown = `[data-testid="usage-ring"][data-level="${level}"][data-percent="${percent}"]`;
  await parley.window.chat.locator(shown).waitFor();
}

function banner(level: string) {
  return parley.window.chat.locator(`[data-testid="context-banner"][data-level="${level}"]`);
}

test('the ring and its banner change at exactly 75, 90 and 95 %, once, and go when usage falls', async () => {
  const chat = await sessionWith('Counter');
  expect(await chat.find('usage-ring').count()).toBe(0);
  await chat.ask('go');
  await ringShows('normal', 74);
  expect(await chat.find('context-banner').count()).toBe(0);
  await chat.ask('go');
  await ringShows('yellow', 75);
  await banner('yellow').getByText('Context 75% full').waitFor();
  // The agent offers no command that makes room.
  expect(await banner('yellow').locator('[data-action="compact"]').count()).toBe(0);
  await banner('yellow').locator('[data-action="dismiss"]').click();
  await chat.find('context-banner').waitFor({ state: 'detached' });
  await chat.ask('go');
  await ringShows('yellow', 89);
  expect(await chat.find('context-banner').count()).toBe(0);
  await chat.ask('go');
  await ringShows('orange', 90);
  await banner('orange').getByText('Start a new session soon.').waitFor();
  await chat.ask('go');
  await ringShows('orange', 94);
  await chat.ask('go');
  await ringShows('red', 95);
  await banner('red').getByText('The next prompt may fail').waitFor();
  expect(await axeViolations(chat)).toEqual([]);
  await chat.ask('go');
  await ringShows('normal', 10);
  await chat.find('context-banner').waitFor({ state: 'detached' });
  await chat.ask('go');
  await parley.window.chat.locator('[data-testid="usage-ring"]:not([data-percent])').waitFor();
  await chat.find('usage-ring').click();
  await chat.find('usage-popover').getByText('Context size unknown').waitFor();
});

test('tokens and cost are shown in the popover and at the end of a turn', async () => {
  const chat = await sessionWith('Demo agent');
  await chat.ask('think about tea');
  const ring = chat.find('usage-ring');
  await ringShows('normal', 6);
  expect(await ring.getAttribute('aria-label')).toMatch(/^Context: 12\.\dK \/ 200K tokens \(6%\)$/);
  await ring.click();
  const popover = chat.find('usage-popover');
  await popover.getByText(/^12\.\dK \/ 200K tokens \(6%\)$/).waitFor();
  await popover.getByText('Session cost').waitFor();
  expect(await popover.textContent()).toMatch(/EUR|€/);
  await popover.getByText('Cached input').waitFor();
  expect(await axeViolations(chat)).toEqual([]);
  await parley.window.page.keyboard.press('Escape');
  await popover.waitFor({ state: 'detached' });
  const figures = chat.entries('turn').getByText(/\d tokens · €\d/);
  await figures.waitFor();
  expect(await figures.getAttribute('title')).toMatch(/\d in · \d+ out · 12\.4K cached/);
});

test('the three levels are drawn in every theme and width, and Compact makes room', async () => {
  const { window } = parley;
  const chat = await sessionWith('Demo agent');
  const themes: readonly Theme[] = ['dark', 'light', 'hc'];
  try {
    for (const [percent, level] of [
      [76, 'yellow'],
      [91, 'orange'],
      [97, 'red'],
    ] as const) {
      await chat.ask(`fill ${percent}`);
      await ringShows(level, percent);
      await banner(level).waitFor();
      for (const theme of themes) {
        await window.setTheme(theme);
        if (level === 'red') expect(await axeViolations(chat), theme).toEqual([]);
        for (const width of [300, 420]) {
          await window.setChatWidth(width);
          await window.screenshot(`usage-${level}-${theme}-${width}`, 'chat');
          const box = await banner(level).boundingBox();
          expect(box?.width).toBeLessThanOrEqual(width);
        }
      }
    }
    await window.setTheme('light');
    await banner('red').locator('[data-action="compact"]').click();
    await chat.find('context-banner').waitFor({ state: 'detached' });
    await ringShows('normal', 8);
    await chat.entries('user').last().getByText('/compact').waitFor();
  } finally {
    await window.setChatWidth(420);
  }
});

test('a new session with a summary begins with it as its draft', async () => {
  const chat = await sessionWith('Demo agent');
  await chat.ask('title Brewing green tea');
  await chat.ask('fill 92');
  await banner('orange').locator('[data-action="new_session_with_summary"]').click();
  await expect.poll(() => chat.draft()).toContain('This continues the session “Brewing green tea”.');
  await chat.find('session-title').getByText('New session', { exact: true }).waitFor();
  expect(await parley.window.chat.locator('.agent-name').textContent()).toBe('Demo agent');
  await chat.input.fill('');
});

test('a session is handed off to another agent, which the user picks', async () => {
  const { window } = parley;
  const chat = await sessionWith('Demo agent');
  await chat.ask('title Brewing black tea');
  await chat.ask('fill 96');
  await banner('red').locator('[data-action="hand_off"]').click();
  await window.quickPick.filter({ has: window.page.getByText('Next', { exact: true }) }).click();
  await window.chat.locator('.agent-name').getByText('Next', { exact: true }).waitFor();
  await expect.poll(() => chat.draft()).toContain('This continues the session “Brewing black tea”.');
  await chat.input.fill('');
});

test('at the stop of the budget the turn ends, and the next prompt asks first', async () => {
  const { window } = parley;
  const chat = await sessionWith('Costly');
  await chat.ask('spend');
  await chat.entries('turn').getByText('Stopped').waitFor();
  await chat.entries('notice').getByText('The running turn was stopped.').waitFor();
  await chat.entries('notice').getByText('reached the warning limit').waitFor();
  const dialog = window.page.locator('.monaco-dialog-box');
  await chat.send('once more');
  await dialog.getByText('Send the prompt anyway?').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await chat.find('queued').getByText('once more').hover();
  await chat.find('queued').getByRole('button', { name: 'Send Now' }).click();
  await dialog.getByRole('button', { name: 'Send Anyway', exact: true }).click();
  await chat.answers.getByText('you let me go on').waitFor();
});

test('the usage of the window is shown and exported', async () => {
  const { window, server } = parley;
  const chat = await sessionWith('Demo agent');
  await chat.ask('title Costs, with a "comma"');
  // Also when the chat is not in sight.
  await window.runCommand('View: Show Explorer');
  await chat.input.waitFor({ state: 'detached' });
  await window.runCommand('Parley: Show Usage');
  const tab = window.page.locator('.tab', { hasText: 'Usage' });
  await tab.waitFor();
  // The chat is not in sight: the only webview is that of the tab.
  const overview = window.chat.getByTestId('usage-overview');
  await overview.getByRole('heading', { name: 'Demo agent' }).waitFor();
  await overview.getByText('Costs, with a "comma"').waitFor();
  expect(await overview.getByRole('img').count()).toBeGreaterThan(0);
  await window.screenshot('usage-overview');
  await overview.getByText('Export CSV').click();
  const pathInput = window.page.locator('.quick-input-widget:visible .quick-input-box input');
  await expect.poll(() => pathInput.inputValue()).toContain('parley-usage.csv');
  await pathInput.press('Enter');
  const file = join(server.workspace, 'parley-usage.csv');
  await expect
    .poll(() => existsSync(file) && readFileSync(file, 'utf8'))
    .toContain('"Costs, with a ""comma"""');
  await window.runCommand('View: Close Editor');
  await tab.waitFor({ state: 'detached' });
});

test('a title is in the header, the tree and the view as soon as the agent sends it', async () => {
  const { window } = parley;
  const chat = await sessionWith('Titles');
  await chat.ask('Before');
  await chat.find('session-title').getByText('Before').waitFor();
  await chat.sessionRow('Before');
  const seen = (selector: string): Promise<number> | number =>
    new Promise<number>((resolve) => {
      const look = (): void => {
        const texts = [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
        const title = texts.map((text) => /at (\d{13})/.exec(text ?? '')?.[1]).find(Boolean);
        if (title === undefined) requestAnimationFrame(look);
        else resolve(Date.now() - Number(title));
      };
      look();
    });
  const inHeader = (await chat.document()).evaluate(seen, '[data-testid="session-title"]');
  const inTree = window.page.evaluate(seen, '.pane-body .monaco-list-row');
  const inView = window.page.evaluate(seen, '.pane-header .title');
  await chat.send('now');
  // A tenth of that on an idle machine; what waits for the next poll of anything takes longer.
  const limitMs = 5_000;
  expect(await inHeader).toBeLessThan(limitMs);
  expect(await inTree).toBeLessThan(limitMs);
  expect(await inView).toBeLessThan(limitMs);
});

test('a name that the user gives stays, and the agent’s own is reported', async () => {
  const { window } = parley;
  const chat = await sessionWith('Titles');
  await chat.ask('The agent’s first');
  await chat.find('session-title').getByText('The agent’s first').waitFor();
  await window.runCommand('Parley: Rename Session…');
  const name = window.page.locator('.quick-input-widget:visible .quick-input-box input');
  await expect.poll(() => name.inputValue()).toBe('The agent’s first');
  await name.fill('My own name');
  await name.press('Enter');
  await chat.find('session-title').getByText('My own name').waitFor();
  await (await chat.sessionRow('My own name')).waitFor();
  await chat.ask('The agent’s second');
  await chat.entries('notice').getByText('“The agent’s second”. The name you chose stays.').waitFor();
  expect(await chat.find('session-title').textContent()).toBe('My own name');
});

test('a plan advances in the dock and stays in the transcript when the turn ends', async () => {
  const chat = await sessionWith('Demo agent');
  await chat.send('plan');
  const plan = chat.find('plan');
  await plan.getByText('1 of 5 · Look at the files that matter').waitFor();
  await plan.getByRole('button').click();
  await plan.locator('li[aria-current="step"]', { hasText: 'Make the change' }).waitFor();
  expect(await plan.locator('li').count()).toBe(5);
  await plan.waitFor({ state: 'detached' });
  const snapshot = chat.entries('plan');
  await snapshot.waitFor();
  expect(await snapshot.locator('li[data-status="completed"]').count()).toBe(5);
});

test('notices, drafts of the protocol and unknown updates do no harm', async () => {
  const chat = await sessionWith('Demo agent');
  await chat.ask('notice');
  await chat.entries('notice').getByText('The demo has limits').waitFor();
  await chat.ask('unknown');
  await chat.answers.last().getByText('an unknown update and an unknown content block').waitFor();
  await chat.ask('draft');
  await parley.window.chat.locator('[data-testid="usage-ring"]:not([data-percent])').waitFor();
  await expect
    .poll(async () => {
      if ((await chat.find('config-more').count()) > 0) await chat.find('config-more').click();
      return await chat.option('drafted').count();
    })
    .toBe(1);
  expect(await chat.option('slider').count()).toBe(0);
});
