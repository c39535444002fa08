// The context menu of the chat in a real window: what is clicked decides what it offers.
import { expect, test } from 'vitest';
import { Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';

const parley = useParley();

test('a right click copies code and answers, quotes what is selected, and cuts only in the input', async () => {
  const { page } = parley.window;
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.connected();
  await chat.ask('read src/teas.js');
  const code = chat.answers.getByTestId('code-block').locator('code');
  const items = page.locator('.monaco-menu').getByRole('menuitem');
  const words = chat.answers.getByText('unsaved changes included');
  const open = async (place = code): Promise<string> => {
    await place.click({ button: 'right', position: { x: 20, y: 8 } });
    await items.first().waitFor();
    return (await items.allTextContents()).join();
  };
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'hidden' });
  };
  const choose = (name: string): Promise<void> => parley.window.chooseInMenu(items.filter({ hasText: name }));
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  const file = parley.server.readFile('src/teas.js').trimEnd();
  await open();
  await choose('Copy as Markdown');
  await expect.poll(clipboard).toContain(`${file}\n\`\`\``);
  await open();
  await choose('Copy Code');
  await expect.poll(clipboard).toBe(file);
  const offered = await open();
  expect(offered).toContain('Copy Message');
  expect(offered).not.toContain('Cut');
  expect(offered).not.toContain('Quote Selection');
  await close();

  // As a user selects a paragraph; again where VS Code has given the focus elsewhere meanwhile.
  const offersSelection = async (): Promise<boolean> => {
    await words.click({ clickCount: 3 });
    if ((await open(words)).includes('Quote Selection')) return true;
    await close();
    return false;
  };
  await expect.poll(offersSelection, { timeout: 30_000 }).toBe(true);
  await choose('Quote Selection in Prompt');
  await expect.poll(() => chat.draft()).toMatch(/^> .*unsaved changes included/);
  await chat.input.click({ button: 'right' });
  await items.filter({ hasText: 'Cut' }).waitFor();
  expect((await items.allTextContents()).join()).not.toContain('Copy Message');
  await close();
});
