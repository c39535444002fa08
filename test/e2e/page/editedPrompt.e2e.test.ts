// A prompt at the lower edge of the transcript is edited: the editor is higher than it, and its buttons come into view.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { usePanelPage } from '../harness/panelPage.ts';

const panel = usePanelPage({ width: 420, height: 600 });

const turn = (text: string): readonly SessionEvent[] => [
  { type: 'prompt_started', at: 1, content: [{ type: 'text', text }] },
  { type: 'message_chunk', at: 2, role: 'agent', content: { type: 'text', text: `${text}.\n\n`.repeat(20) } },
  { type: 'turn_ended', at: 3, stopReason: 'end_turn' },
];

test('the buttons of an edited prompt are in sight, and nothing covers them', async () => {
  await panel.open('empty');
  await panel.dispatch(['First', 'Second', 'Third'].flatMap(turn));
  const transcript = panel.page.getByTestId('transcript');
  const prompt = panel.page.locator('[data-testid="entry"][data-kind="user"]', { hasText: 'Second' });
  await panel.page.getByText('Third.').first().waitFor();
  await transcript.hover();
  await expect
    .poll(async () => {
      await panel.page.mouse.wheel(0, -60);
      return await prompt.count();
    })
    .toBe(1);
  // Its lower edge is that of the transcript: there is no room below it.
  const below = async (): Promise<number> =>
    await prompt.evaluate((element) => {
      const list = element.closest('.transcript');
      const edge = list?.getBoundingClientRect().bottom ?? 0;
      const { bottom } = element.getBoundingClientRect();
      list?.scrollBy(0, bottom - edge);
      return Math.abs(element.getBoundingClientRect().bottom - edge);
    });
  await expect.poll(below).toBeLessThan(1);
  // By no click, which would scroll.
  await prompt.getByTestId('edit-prompt').evaluate((button: HTMLElement) => button.click());
  const button = panel.page.locator('.prompt-buttons');
  await button.waitFor();
  const isInSight = async (): Promise<boolean> =>
    await button.evaluate((element) => {
      const { left, bottom, width } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width - 20, bottom - 4);
      return hit !== null && element.contains(hit);
    });
  await expect.poll(isInSight).toBe(true);
});
