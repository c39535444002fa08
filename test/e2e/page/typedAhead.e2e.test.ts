// What is typed right after Ctrl+F, in a browser's own fields: it is in the bar, or in the prompt if no bar comes.
import { expect, test } from 'vitest';
import { draftText } from '../harness/chat.ts';
import { usePanelPage } from '../harness/panelPage.ts';

const panel = usePanelPage();

test('goes on in the field of the bar, behind what was typed before it', async () => {
  await panel.open('chat');
  const { page } = panel;
  const input = page.getByTestId('composer-input').last();
  await input.click();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('th');
  await panel.post({ type: 'find' });
  await page.getByTestId('find-input').waitFor();
  await page.keyboard.type('in');
  await expect.poll(() => page.getByTestId('find-input').inputValue()).toBe('thin');
  expect(await draftText(input)).toBe('');
});

test('is typed into the prompt if no bar comes', async () => {
  await panel.open('chat');
  const { page } = panel;
  const input = page.getByTestId('composer-input').last();
  await input.click();
  await page.keyboard.type('a ');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('word');
  expect(await draftText(input)).toBe('a ');
  await expect.poll(() => draftText(input)).toBe('a word');
  await page.keyboard.type('s');
  expect(await draftText(input)).toBe('a words');
});
