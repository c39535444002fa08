// How far rows of the transcript stand apart.
import { expect, test } from 'vitest';
import { usePanelPage } from '../harness/panelPage.ts';

const panel = usePanelPage();

/** The pixels below what is in each row, in gaps between rows. */
async function gapsBelow(selector: string): Promise<readonly number[]> {
  return await panel.page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const row = element.closest('.transcript-row') ?? element;
      const gap = Number.parseFloat(getComputedStyle(row).paddingBottom);
      return (row.getBoundingClientRect().bottom - element.getBoundingClientRect().bottom) / gap;
    }),
  );
}

test('behind an error is twice the gap, and between the parts of one answer is none', async () => {
  await panel.open('chat');
  // Long enough for several rows, of which more than one is in sight.
  const text = `${'Words. '.repeat(40)}\n\n`.repeat(20);
  await panel.dispatch([
    { type: 'message_chunk', at: 1, role: 'agent', content: { type: 'text', text } },
    { type: 'notice', at: 2, severity: 'error', text: 'It failed.' },
    { type: 'notice', at: 3, severity: 'info', text: 'It goes on.' },
  ]);
  const notice = (severity: string): string => `.transcript-row .notice[data-severity="${severity}"]`;
  await panel.page.locator(notice('info')).waitFor();
  expect(await gapsBelow(notice('error'))).toEqual([2]);
  expect(await gapsBelow(notice('info'))).toEqual([1]);
  const parts = await gapsBelow('.entry[data-part="true"]');
  expect(parts.length).toBeGreaterThan(0);
  for (const gap of parts) expect(gap).toBeCloseTo(0);
  expect(await gapsBelow('.entry[data-part="false"]')).toEqual(expect.arrayContaining([1]));
});

test.each([300, 420, 800])('at %i pixels the button of a notice is beside its first line', async (width) => {
  await panel.page.setViewportSize({ width, height: 800 });
  await panel.open('unlistedChanges');
  const notice = panel.page.getByTestId('unlisted-changes');
  const middles = await notice.locator('.codicon').evaluateAll((icons) =>
    icons.map((icon) => {
      const { top, height } = icon.getBoundingClientRect();
      return top + height / 2;
    }),
  );
  expect(middles).toHaveLength(2);
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 0))).toBeLessThanOrEqual(1);
});
