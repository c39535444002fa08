// Tabs beside the chat in a real window: plans as documents, and chats among the editors whose tab is closed.
import type { Frame, FrameLocator } from 'playwright-core';
import { expect, test } from 'vitest';
import { answerPermission } from '../harness/answerPermission.ts';
import { documentViolations } from '../harness/axe.ts';
import { isStored } from '../harness/browserStorage.ts';
import { Chat } from '../harness/chat.ts';
import { journey } from '../harness/journey.ts';
import { useParley } from '../harness/useParley.ts';

const parley = useParley();

/** The last chats in sight, once there are as many: those in tabs come after the sidebar's. */
async function lastOf(count: number): Promise<Chat> {
  await expect.poll(async () => (await parley.window.chatsInSight()).length).toBe(count);
  const frame = (await parley.window.chatsInSight()).at(-1);
  if (frame === undefined) throw new Error('There is no chat.');
  return new Chat(parley.window, frame);
}

async function typeInto(chat: Chat, text: string): Promise<void> {
  await chat.input.click();
  await parley.window.page.keyboard.type(text);
}

test('a draft in a closed tab without a prompt is in the sidebar’s new session', async () => {
  const { window } = parley;
  await window.openChat();
  await new Chat(window).newSession('Demo agent');
  await window.runCommand('Parley: Open Chat in Editor');
  await typeInto(await lastOf(2), 'an idea');
  await window.runCommand('View: Close Editor');
  const sidebar = await lastOf(1);
  await expect.poll(() => sidebar.draft()).toBe('an idea');
});

test('a draft in a closed tab with prompts is there when the session is opened again', async () => {
  const { window } = parley;
  const sidebar = await lastOf(1);
  await sidebar.input.fill('');
  await sidebar.ask('title Oolong');
  await window.runCommand('Parley: Open Chat in Editor');
  await typeInto(await lastOf(2), 'a second idea');
  await window.runCommand('View: Close Editor');
  await (await lastOf(1)).switchTo('Oolong');
  await expect.poll(() => sidebar.draft()).toBe('a second idea');
});

test('a draft in a closed tab beside a sidebar that is in use is in the next new session', async () => {
  const { window } = parley;
  await window.runCommand('Parley: Open Chat in Editor');
  await (await lastOf(2)).input.click();
  await window.runCommand('Parley: New Session');
  await typeInto(await lastOf(2), 'a third idea');
  const [sidebar] = (await window.chatsInSight()).map((frame) => new Chat(window, frame));
  await sidebar?.ask('title Sencha');
  await (await lastOf(2)).input.click();
  await window.runCommand('View: Close Editor');
  const left = await lastOf(1);
  expect(await left.draft()).toBe('');
  await left.openSession('Demo agent');
  await expect.poll(() => left.draft()).toBe('a third idea');
});

let chat: Chat | undefined;

/** The chat, which is one of several webviews from here on. */
async function opened(): Promise<Chat> {
  if (chat !== undefined) return chat;
  const { window } = parley;
  await window.openChat();
  chat = new Chat(window, (await window.chatsInSight())[0]);
  await chat.connected();
  return chat;
}

/** The document of the plan. */
async function planPage(): Promise<FrameLocator> {
  let found: FrameLocator | undefined;
  const isInSight = async (): Promise<boolean> => {
    for (const frame of await parley.window.chatsInSight()) {
      if ((await frame.getByTestId('plan-document').count()) > 0) found = frame;
    }
    return found !== undefined;
  };
  // After a reload the extension host comes first.
  await expect.poll(isInSight, { timeout: 60_000 }).toBe(true);
  if (found === undefined) throw new Error('No plan is in sight.');
  return found;
}

async function frameOf(plan: FrameLocator): Promise<Frame> {
  const frame = await (await plan.locator('body').elementHandle())?.ownerFrame();
  if (frame === null || frame === undefined) throw new Error('The plan has no document.');
  return frame;
}

journey(
  'a plan opens beside the chat, goes back with comments, and is accepted when it is revised',
  async () => {
    const panel = await opened();
    await panel.send('propose');
    const plan = await planPage();
    const document = plan.getByTestId('plan-document');
    await plan.getByRole('heading', { name: 'Say hello in more languages' }).waitFor();
    expect(await document.getAttribute('data-state')).toBe('waiting');
    // In the request it is a text, too, whose items are not torn apart.
    const item = panel.find('permission').getByRole('listitem').first();
    expect(await item.evaluate((each) => getComputedStyle(each).whiteSpace)).toBe('normal');
    await plan.getByTestId('diagram').waitFor();
    expect(await plan.getByTestId('math').count()).toBe(1);
    expect(await documentViolations(await frameOf(plan))).toEqual([]);

    // A comment on the second line of a step, by its own button.
    const unit = plan.getByTestId('plan-unit').filter({ hasText: 'else from the system' });
    await unit.hover();
    await unit.getByTestId('plan-add-comment').click();
    await plan.getByTestId('plan-comment-form').getByRole('textbox').fill('Ask the browser first.');
    await plan.getByTestId('plan-save-comment').click();
    await plan.getByTestId('plan-comment').waitFor();
    // And one on a line of the code, by keyboard.
    await plan.getByTestId('plan-add-comment').nth(3).focus();
    await parley.window.page.keyboard.press('Enter');
    await plan.getByTestId('plan-comment-form').getByRole('combobox').selectOption({ index: 3 });
    await plan.getByTestId('plan-comment-form').getByRole('textbox').fill('And French.');
    await parley.window.page.keyboard.press('Control+Enter');
    await expect.poll(() => plan.getByTestId('plan-comment').count()).toBe(2);
    expect(await documentViolations(await frameOf(plan))).toEqual([]);

    await plan.getByTestId('plan-send').click();
    const sent = panel.entries('user').last();
    await sent.getByText('Ask the browser first.').waitFor();
    expect(await sent.textContent()).toContain('else from the system');
    expect(await sent.textContent()).toContain("th: 'สวัสดี'");
    await plan.getByText('By 2 of your comments.').waitFor();
    expect(await plan.getByTestId('plan-comment').count()).toBe(0);

    await plan.getByTestId('plan-accept-and').click();
    await plan.getByRole('menuitem', { name: 'make all edits without asking' }).click();
    await expect.poll(() => document.getAttribute('data-state')).toBe('accepted');
    await panel.answers.getByText('make all edits without asking').waitFor();
    const accepted = panel.entries('plan').last();
    await accepted.getByText('Accepted').waitFor();
    await accepted.getByText('By 2 of your comments.').waitFor();
  },
);

test('an accepted plan opens again from the transcript, and a closed tab stays closed', async () => {
  const { window } = parley;
  const panel = await opened();
  await panel.send('propose');
  const plan = await planPage();
  await expect.poll(() => plan.getByTestId('plan-document').getAttribute('data-state')).toBe('waiting');
  const tab = window.page.locator('.tab').filter({ hasText: 'Plan: Demo' }).first();
  await tab.hover();
  await tab.getByRole('button').first().click();
  await expect.poll(async () => (await window.chatsInSight()).length).toBe(1);
  await answerPermission(panel, '1');
  await panel.answers.getByText('ask before each edit').waitFor();
  const accepted = panel.entries('plan').last();
  await accepted.getByText('Accepted').waitFor();
  await accepted.getByTestId('open-plan').click();
  const again = await planPage();
  await expect.poll(() => again.getByTestId('plan-document').getAttribute('data-state')).toBe('accepted');
  expect(await again.getByTestId('plan-accept').count()).toBe(0);
});

test('a plan of a megabyte is rendered as it is scrolled, and accepted', async () => {
  const panel = await opened();
  await panel.send('propose 1024');
  const plan = await planPage();
  await plan.getByRole('heading', { name: 'Step 1', exact: true }).waitFor();
  const units = plan.getByTestId('plan-unit');
  const atFirst = await units.count();
  expect(atFirst).toBeLessThan(1_000);
  await plan.getByTestId('plan-document').evaluate((page) => page.scrollTo(0, page.scrollHeight));
  await expect.poll(() => units.count()).toBeGreaterThan(atFirst);
  await units.nth(atFirst).scrollIntoViewIfNeeded();
  await plan.getByTestId('plan-accept').click();
  await panel.entries('plan').last().getByText('Accepted').waitFor();
  // The transcript has the beginning of it.
  expect((await panel.entries('plan').last().textContent())?.length).toBeLessThan(8_000);
});

test(
  'the tab of a plan survives a reload of the window, with comments that were not sent',
  { timeout: 240_000 },
  async () => {
    const { window } = parley;
    const panel = await opened();
    await panel.send('propose');
    const plan = await planPage();
    await expect.poll(() => plan.getByTestId('plan-document').getAttribute('data-state')).toBe('waiting');
    await plan.getByTestId('plan-add-comment').first().click();
    await plan.getByTestId('plan-comment-form').getByRole('textbox').fill('In every language?');
    await plan.getByTestId('plan-save-comment').click();
    await plan.getByTestId('plan-comment').waitFor();
    // The comment, and not what was stored of it while it was written.
    const comment = /comments\W+\{[^\]]*In every language\?/;
    await expect.poll(() => isStored(window.page, comment), { timeout: 90_000 }).toBe(true);
    await window.reload();
    const again = await planPage();
    await again.getByText('In every language?').waitFor();
    // The agent that asked is gone.
    expect(await again.getByTestId('plan-document').getAttribute('data-state')).toBe('withdrawn');
    expect(await again.getByTestId('plan-accept').count()).toBe(0);
    await again.getByTestId('plan-send').click();
    chat = new Chat(window, (await window.chatsInSight())[0]);
    await chat.entries('user').last().getByText('In every language?').waitFor();
  },
);
