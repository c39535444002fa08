// What would take too much room: pictures in prompts are small, and a table that is cut shows that it goes on.
import { expect, test } from 'vitest';
import { usePanelPage } from '../harness/panelPage.ts';

const panel = usePanelPage();

const WIDE = [
  '| name | first quarter | second quarter | third quarter | fourth quarter | remarks |',
  '|---|---|---|---|---|---|',
  '| Assam | 1,200,000 kg | 1,150,000 kg | 1,300,000 kg | 1,420,000 kg | unblended |',
].join('\n');
const NARROW = '| name | kg |\n|---|---|\n| Assam | 1 |';

test('the end of a wide table fades until it is scrolled there, and a narrow table does not', async () => {
  await panel.open('chat');
  const content = { type: 'text', text: `${WIDE}\n\nand\n\n${NARROW}` } as const;
  await panel.dispatch([
    { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Which teas?' }] },
    { type: 'message_chunk', at: 2, role: 'agent', content },
    { type: 'turn_ended', at: 3, stopReason: 'end_turn' },
  ]);
  const tables = panel.page.locator('.markdown-table');
  const wide = tables.filter({ hasText: 'remarks' });
  const narrow = tables.filter({ hasText: 'kg' }).last();
  await narrow.waitFor();
  const fadeOf = (table: typeof wide) =>
    table.evaluate((element) => getComputedStyle(element).getPropertyValue('--parley-table-fade'));
  await expect.poll(() => fadeOf(wide)).toBe('48px');
  expect(await fadeOf(narrow)).toBe('0px');
  await wide.evaluate((element) => element.scrollBy({ left: element.scrollWidth }));
  await expect.poll(() => fadeOf(wide)).toBe('0px');
});

test('a picture in a prompt is a thumbnail, and one in an answer is larger', async () => {
  await panel.open('chat');
  const data = await panel.page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 300;
    canvas.height = 600;
    return canvas.toDataURL('image/png').replace(/^.*,/, '');
  });
  const image = { type: 'image', mimeType: 'image/png', data } as const;
  await panel.dispatch([
    { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Like this?' }, image] },
    { type: 'message_chunk', at: 2, role: 'agent', content: image },
    { type: 'turn_ended', at: 3, stopReason: 'end_turn' },
  ]);
  const heights = () =>
    panel.page
      .locator('.content-image')
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().height)));
  await expect.poll(heights).toEqual([96, 320]);
});
