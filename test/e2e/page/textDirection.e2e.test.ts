// Text of every direction in the panel: where it begins, and what it must not run under.
import { describe, expect, test } from 'vitest';
import { usePanelPage } from '../harness/panelPage.ts';

const DRAFT = 'הוסף ניסיונות ל-[@README.md](file:///home/ada/billing/README.md)\nAnd a test.';

/** Makes each draft another one: a page shows that of the page before until its own comes. */
let opened = 0;

interface Box {
  readonly left: number;
  readonly right: number;
}

describe.each([300, 420, 800])('in %s pixels', (width) => {
  const panel = usePanelPage({ width, height: 800 });

  /** Where the text of an element begins and ends, without the room beside it. */
  async function textBox(selector: string): Promise<Box> {
    return await panel.page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      });
  }

  async function open(direction: 'auto' | 'ltr' | 'rtl'): Promise<void> {
    await panel.open('rightToLeft');
    await panel.page.getByTestId('entry').first().waitFor();
    await panel.setDirection(direction);
    const text = `${DRAFT} (${++opened})`;
    await panel.post({ type: 'draft_text', key: 'session-1', text, revision: 1_000, isSent: false });
    await panel.page.locator('.cm-line', { hasText: `(${opened})` }).waitFor();
  }

  test.each(['auto', 'ltr', 'rtl'] as const)(
    'the draft does not run under the button beside it: %s',
    async (direction) => {
      await open(direction);
      await panel.page.getByTestId('composer-input').focus();
      const button = await panel.page.getByTestId('compose-in-editor').boundingBox();
      const text = await textBox('.cm-content');
      expect(text.right).toBeLessThanOrEqual(button?.x ?? 0);
    },
  );

  test('from right to left, prompts and answers begin at the right, and code at the left', async () => {
    await open('rtl');
    const column = await panel.page.locator('.user-card').first().boundingBox();
    const right = (column?.x ?? 0) + (column?.width ?? 0);
    const prompt = await textBox('.user-text');
    const answer = await textBox('.markdown p');
    const code = await textBox('.markdown-code code');
    expect(right - prompt.right).toBeLessThan(20);
    expect(right - answer.right).toBeLessThan(20);
    expect(code.left).toBeLessThan(40);
  });

  test('the folders of a path stand in one order, whatever they are called', async () => {
    await open('rtl');
    await panel.page.getByTestId('composer-input').press('Control+End');
    await panel.page.keyboard.type(' @');
    await expect.poll(() => panel.queryOfMentions()).toBeGreaterThan(0);
    const option = {
      kind: 'file' as const,
      name: 'index.ts',
      uri: 'file:///x/index.ts',
      detail: 'מסמכים/src',
    };
    const detail = panel.page.locator('.command-description');
    // Each key asks anew, and an answer to an earlier question is not shown.
    await expect
      .poll(async () => {
        const id = await panel.queryOfMentions();
        await panel.post({ type: 'mention_results', id, isComplete: true, options: [option] });
        return detail.count();
      })
      .toBe(1);
    const [folder, inner] = await detail.evaluate((element) => {
      const text = element.firstChild;
      if (text === null) return [];
      return [0, 8].map((at) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().left;
      });
    });
    expect(folder).toBeLessThan(inner ?? 0);
  });
});
