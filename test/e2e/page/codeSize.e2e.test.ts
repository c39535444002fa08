// Code has one size in the chat, whatever shows it.
import { expect, test } from 'vitest';
import { usePanelPage } from '../harness/panelPage.ts';

const panel = usePanelPage();

const SCENES: Readonly<Record<string, readonly string[]>> = {
  chat: ['.markdown :not(pre) > code', '.markdown pre code', '.diff-lines'],
  terminals: ['.terminal-command', '.terminal-lines'],
  command: ['[data-testid="permission"] .tool-pre'],
  error: ['.error-detail'],
};

test('answers, diffs, terminals, requests and errors show code in one size', async () => {
  const sizes: Record<string, readonly string[]> = {};
  for (const [scene, selectors] of Object.entries(SCENES)) {
    await panel.open(scene);
    for (const selector of selectors) {
      const elements = panel.page.locator(selector);
      await elements.first().waitFor({ state: 'attached' });
      const found = await elements.evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize));
      sizes[selector] = [...new Set(found)];
    }
  }
  const expected = Object.values(SCENES)
    .flat()
    .map((selector) => [selector, ['12px']]);
  expect(sizes).toEqual(Object.fromEntries(expected));
});

test('the font size of the setting holds for text, code and buttons', async () => {
  await panel.open('permission');
  await panel.setFontSize(20);
  const size = async (selector: string) =>
    await panel.page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).fontSize);
  await expect.poll(() => size('.permission-title')).toBe('20px');
  expect(await size('.diff-lines')).toBe('19px');
  expect(await size('[data-testid="permission-option"] button')).toBe('20px');
  await panel.setFontSize(0);
  await expect.poll(() => size('.permission-title')).toBe('13px');
});
