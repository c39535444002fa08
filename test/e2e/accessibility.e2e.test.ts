// The chat for users of keyboards and screen readers: the way into the transcript and back, accessible view and help.
import { expect } from 'vitest';
import { Chat } from './harness/chat.ts';
import { journey } from './harness/journey.ts';
import { useParley } from './harness/useParley.ts';

const parley = useParley();

journey('an entry is reached, read as plain text and left by keyboard alone', async () => {
  const { window } = parley;
  const { keyboard } = window.page;
  await window.openChat();
  const chat = new Chat(window);
  await chat.connected();
  await chat.ask('help');

  const editor = window.page.locator('.editor-group-container .monaco-editor');
  const tab = (name: string) => window.page.locator('.tab').filter({ hasText: name });
  const kindOfFocused = async () =>
    await (await chat.document()).evaluate(() => document.activeElement?.getAttribute('data-kind'));

  await chat.input.focus();
  await keyboard.press('Control+ArrowUp');
  await expect.poll(kindOfFocused).toBe('agent');
  await keyboard.press('ArrowUp');
  await expect.poll(kindOfFocused).toBe('user');

  await keyboard.press('Alt+F2');
  await tab('Accessible View').waitFor();
  await editor.locator('.view-line').getByText('help', { exact: true }).waitFor();
  await keyboard.press('Alt+]');
  await expect.poll(() => editor.locator('.view-lines').innerText()).toContain('Demo');
  await keyboard.press('Escape');
  await tab('Accessible View').waitFor({ state: 'detached' });
  await expect.poll(kindOfFocused).toBe('agent');

  // VS Code learns a moment later that the chat has the focus again.
  const help = tab('Accessibility Help');
  await expect
    .poll(async () => {
      await keyboard.press('Alt+F1');
      await help.waitFor({ timeout: 5_000 }).catch(() => undefined);
      const isOpen = (await help.count()) > 0;
      // VS Code may have shown its own help, for the editor that had the focus before.
      if (!isOpen) await keyboard.press('Escape');
      return await help.count();
    })
    .toBe(1);
  await expect.poll(() => editor.locator('.view-lines').innerText()).toContain('transcript');
  await keyboard.press('Escape');
  await tab('Accessibility Help').waitFor({ state: 'detached' });
  await expect.poll(kindOfFocused).toBe('agent');

  // The workbench may still be on its way out of the help when the key comes.
  const focusedInput = chat.input.and(window.chat.locator(':focus'));
  await expect
    .poll(async () => {
      await keyboard.press('Control+ArrowDown');
      return focusedInput.count();
    })
    .toBe(1);
});
