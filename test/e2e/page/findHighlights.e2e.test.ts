// What is found looks the same in each element of the page, which inherits that from the body.
import { expect, test } from 'vitest';
import { usePanelPage, type PageTheme } from '../harness/panelPage.ts';

const panel = usePanelPage();

/** What each paragraph and code of the transcript has for a highlight. */
async function highlights(name: string) {
  return await panel.page.locator('.transcript :is(p, code)').evaluateAll(
    (elements, pseudo) =>
      elements.map((element) => {
        const { backgroundColor, textDecorationLine } = getComputedStyle(element, pseudo);
        return { background: backgroundColor, lines: textDecorationLine };
      }),
    `::highlight(${name})`,
  );
}

test.each<[PageTheme, string, string, string]>([
  ['dark', 'rgba(234, 92, 0, 0.33)', 'none', 'none'],
  ['hc-light', 'rgba(0, 0, 0, 0)', 'underline', 'underline overline'],
])('in the theme %s', async (theme, background, lines, linesOfCurrent) => {
  await panel.open('chat', theme);
  await panel.page.locator('.transcript code').first().waitFor();
  const found = await highlights('parley-find');
  expect(found.length).toBeGreaterThan(2);
  for (const each of found) expect(each).toEqual({ background, lines });
  for (const each of await highlights('parley-find-current')) {
    expect(each.background).not.toBe(theme === 'dark' ? background : '');
    expect(each.lines).toBe(linesOfCurrent);
  }
});
