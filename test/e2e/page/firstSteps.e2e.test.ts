// The steps to a first answer stand beside each other where they have room, else below each other: never two and one.
import { expect, test } from 'vitest';
import { usePanelPage } from '../harness/panelPage.ts';

const panel = usePanelPage({ width: 420, height: 800 });

/** In how many lines and in how many columns the steps begin. */
async function linesAndColumns(): Promise<readonly [number, number]> {
  return await panel.page.getByTestId('first-steps').evaluate((list) => {
    const starts = [...list.children].map((step) => {
      const range = document.createRange();
      range.selectNodeContents(step);
      return range.getClientRects()[0] ?? step.getBoundingClientRect();
    });
    const lines = new Set(starts.map(({ top }) => Math.round(top)));
    const columns = new Set([...list.children].map((step) => Math.round(step.getBoundingClientRect().left)));
    return [lines.size, columns.size];
  });
}

test.each([
  [240, [3, 1]],
  [300, [3, 1]],
  [379, [3, 1]],
  [420, [1, 3]],
  [800, [1, 3]],
])('at %i pixels', async (width, expected) => {
  await panel.page.setViewportSize({ width, height: 800 });
  await panel.open('demo');
  await panel.page.evaluate(() => document.fonts.ready);
  expect(await linesAndColumns()).toEqual(expected);
});

test('with a larger font they need more room', async () => {
  await panel.page.setViewportSize({ width: 420, height: 800 });
  await panel.open('demo');
  await panel.setFontSize(20);
  await expect.poll(linesAndColumns).toEqual([3, 1]);
});
