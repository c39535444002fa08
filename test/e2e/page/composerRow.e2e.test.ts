// The row under the input: its controls stand beside each other at every width, the mode first, then the model.
import { expect, test } from 'vitest';
import { usePanelPage } from '../harness/panelPage.ts';

const panel = usePanelPage({ width: 420, height: 700 });

/** Controls under the input that cover each other, and the categories of options that are in sight. */
async function composerRow() {
  return panel.page.evaluate(() => {
    const rects = [...document.querySelectorAll('.composer button')]
      .map((control) => ({ name: control.className, rect: control.getBoundingClientRect() }))
      .filter(({ rect }) => rect.width > 0);
    const covered = rects.flatMap(({ name, rect }, index) =>
      rects.slice(index + 1).flatMap((other) => {
        const width = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left);
        const height = Math.min(rect.bottom, other.rect.bottom) - Math.max(rect.top, other.rect.top);
        return width > 1 && height > 1 ? [`${name} and ${other.name}`] : [];
      }),
    );
    const groups = [...document.querySelectorAll<HTMLElement>('.config-bar [data-testid="config-group"]')];
    return { covered, categories: groups.map(({ dataset }) => dataset['category']) };
  });
}

// Opened anew, because the fonts come after the first measurement.
test.each([300, 360, 420, 440, 480, 620, 800])('no control covers another at %i pixels', async (width) => {
  await panel.page.setViewportSize({ width, height: 700 });
  await panel.open('context75');
  await panel.page.evaluate(() => document.fonts.ready);
  await expect.poll(async () => (await composerRow()).covered).toEqual([]);
  const { categories } = await composerRow();
  expect(categories[0]).toBe('mode');
  if (width >= 420) expect(categories[1]).toBe('model');
});

test.each([280, 300, 360])('nor does one cover what is attached, at %i pixels', async (width) => {
  await panel.page.setViewportSize({ width, height: 700 });
  await panel.open('continued');
  await panel.page.evaluate(() => document.fonts.ready);
  await panel.page.getByTestId('attached-context').waitFor();
  expect((await composerRow()).covered).toEqual([]);
});
