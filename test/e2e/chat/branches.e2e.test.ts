// Editing an earlier prompt in a real window: a branch of the session, and the way back to the other one.
import { expect, test } from 'vitest';
import { Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';

const parley = useParley();

test('a prompt is edited in a fork, both branches stay reachable, and code opens as a file', async () => {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.connected();
  await chat.ask('first things first');
  await chat.ask('read src/teas.js');
  const prompt = (text: string) => chat.entries('user').filter({ hasText: text });
  const position = chat.find('branch-switch');

  await prompt('read src/teas.js').hover();
  await prompt('read src/teas.js').getByTestId('edit-prompt').click();
  const edited = chat.find('prompt-input');
  await edited.fill('read package.json');
  await parley.window.screenshot('edit-prompt');
  await edited.press('Enter');
  await prompt('read package.json').waitFor();
  await position.filter({ hasText: '2 of 2' }).waitFor();
  expect(await prompt('first things first').count()).toBe(1);
  expect(await prompt('read src/teas.js').count()).toBe(0);
  await chat.answers.getByTestId('code-block').getByText('"name"').first().waitFor();

  await chat.find('branch-previous').click();
  await prompt('read src/teas.js').waitFor();
  await position.filter({ hasText: '1 of 2' }).waitFor();
  await parley.window.screenshot('branch-switch');
  await parley.window.reload();
  await position.filter({ hasText: '1 of 2' }).waitFor();

  await chat.answers.getByTestId('code-block').last().hover();
  await chat.answers.getByTestId('new-file').last().click();
  const editor = parley.window.page.locator('.editor-container .view-lines');
  await editor.filter({ hasText: 'oolong' }).waitFor();
});

test('the buttons of a prompt that is edited at the lower edge come into view, and nothing covers them', async () => {
  const chat = new Chat(parley.window);
  await chat.newSession();
  await chat.connected();
  await chat.ask('stream 40');
  await chat.ask('read src/teas.js');
  await chat.ask('stream 40');
  const prompt = chat.entries('user').filter({ hasText: 'read src/teas.js' });
  const page = await chat.document();
  const place = () =>
    page.evaluate(() => {
      const jump = document.querySelector('.transcript-jump');
      const hasJump = jump !== null && getComputedStyle(jump).display !== 'none';
      const transcript = document.querySelector('.transcript')?.getBoundingClientRect();
      const edited = document.querySelector('[data-testid="resend"]');
      const box = edited?.getBoundingClientRect();
      if (transcript === undefined || edited === null || box === undefined) return { hasJump };
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return { hasJump, isInSight: box.bottom <= transcript.bottom && edited.contains(hit) };
    });
  await chat.find('transcript').hover();
  await expect
    .poll(async () => {
      await parley.window.page.mouse.wheel(0, -60);
      return prompt.count();
    })
    .toBe(1);
  // There is no room below it for the buttons, and the list is away from its end.
  const roomBelow = () =>
    prompt.evaluate((element) => {
      element.scrollIntoView({ block: 'end' });
      const list = element.closest('.transcript');
      return (list?.getBoundingClientRect().bottom ?? 0) - element.getBoundingClientRect().bottom;
    });
  await expect.poll(roomBelow).toBeLessThan(24);
  expect(await place()).toEqual({ hasJump: true });
  await prompt.hover();
  await prompt.getByTestId('edit-prompt').click();
  await chat.find('prompt-input').waitFor();
  await expect.poll(place).toEqual({ hasJump: false, isInSight: true });
  await parley.window.screenshot('edit-prompt-at-edge');
  await parley.window.page.keyboard.press('Escape');
  await expect.poll(place).toEqual({ hasJump: true });
});
