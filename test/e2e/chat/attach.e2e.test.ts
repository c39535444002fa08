// What a user adds to a prompt besides typing: the active file, the editor's selection, drops and images.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { titleAgent } from '../agents/agentSettings.ts';
import { Chat } from '../harness/chat.ts';
import { attachedFiles } from '../harness/persistedFiles.ts';
import { useParley } from '../harness/useParley.ts';

const parley = useParley({ settings: { 'parley.agents': { Titles: titleAgent('Titles') } } });

async function openFile(name: string): Promise<Locator> {
  await parley.window.openFile(name);
  return parley.window.page.locator('.monaco-editor[role="code"]').first();
}

/** Drops on the transcript what the Explorer of VS Code gives while Shift is held. */
async function dropFiles(chat: Chat, uris: readonly string[]): Promise<void> {
  const panel = await chat.document();
  await panel.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/uri-list', dropped.join('\r\n'));
    for (const type of ['dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  }, uris);
}

/** Pastes a picture that a browser drew, wider than models take; of noise it is several megabytes. */
async function pastePicture(chat: Chat, of: 'area' | 'noise' = 'area'): Promise<void> {
  await chat.input.focus();
  const panel = await chat.document();
  await panel.evaluate(async (kind) => {
    const canvas = kind === 'area' ? new OffscreenCanvas(3_136, 784) : new OffscreenCanvas(900, 900);
    const context = canvas.getContext('2d');
    context?.fillRect(0, 0, 1_000, 500);
    if (kind === 'noise') {
      const noise = new ImageData(900, 900);
      for (let at = 0; at < noise.data.length; at += 65_536)
        crypto.getRandomValues(noise.data.subarray(at, at + 65_536));
      context?.putImageData(noise, 0, 0);
    }
    const file = new File([await canvas.convertToBlob()], 'chart.png', { type: 'image/png' });
    const clipboardData = new DataTransfer();
    clipboardData.items.add(file);
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  }, of);
}

/** How many pixels wide the picture is that is shown. */
async function widthOf(picture: Locator): Promise<number> {
  return picture.locator('img').evaluate((image) => {
    if (!(image instanceof HTMLImageElement)) throw new Error('This is no image.');
    return image.naturalWidth;
  });
}

test('the selection, dropped files and a picture go with a prompt; an agent without images says so', async () => {
  const { page } = parley.window;
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession('Demo agent');
  const editor = await openFile('README.md');
  const active = chat.find('implicit-context');
  await active.getByText('README.md').waitFor();
  await active.click();
  await expect.poll(() => active.getAttribute('aria-pressed')).toBe('false');

  // Again where the editor does not have the focus yet.
  await expect
    .poll(async () => {
      await editor.click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press("Control+Shift+'");
      return await chat.draft();
    })
    .toContain('README.md:1-2');
  const folder = `file://${parley.server.workspace}`;
  await dropFiles(chat, [`${folder}/package.json`, `${folder}/src`, `${folder}/package.json`]);
  await expect.poll(() => chat.draft()).toMatch(/package\.json[^]*src/);

  await pastePicture(chat);
  const picture = chat.find('attachments').getByTestId('attachment');
  await picture.waitFor();
  expect(await picture.getAttribute('data-name')).toBe('chart.png');
  expect(await widthOf(picture)).toBe(1_568);
  await picture.click();
  await chat.find('image-view').waitFor();
  await page.keyboard.press('Escape');
  await chat.find('image-view').waitFor({ state: 'detached' });

  await chat.input.press('Enter');
  await chat.entries('user').locator('[data-testid="attachment"][data-kind="image"]').waitFor();
  await chat.turnEnd(-1);

  await chat.newSession('Titles');
  await pastePicture(chat);
  await chat.find('composer-note').getByText('doesn’t accept images').waitFor();
  await chat.find('attach').click();
  const item = chat.find('attach-menu').getByRole('menuitem', { name: 'Image…' });
  expect(await item.getAttribute('aria-disabled')).toBe('true');
});

test('a reload keeps what is attached in a chat without a prompt, however large, until it is sent', async () => {
  const { window, server } = parley;
  const chat = new Chat(window);
  const pictures = chat.find('attachments').getByTestId('attachment');
  await chat.newSession('Demo agent');
  const before = attachedFiles(server);
  await pastePicture(chat, 'noise');
  await pastePicture(chat, 'noise');
  await expect.poll(() => pictures.count()).toBe(2);
  await expect.poll(() => attachedFiles(server)).toHaveLength(before.length + 2);
  await window.reload();
  await expect.poll(() => pictures.count()).toBe(2);
  expect(await chat.find('composer-note').textContent()).toBe('');
  // The page has a thumbnail, and the host sends the picture as it was.
  await expect.poll(() => widthOf(pictures.first())).toBe(320);
  await window.screenshot('thumbnails-after-a-reload', 'chat');

  await chat.input.press('Enter');
  const sent = chat.entries('user').getByTestId('attachment');
  await sent.nth(1).waitFor();
  await expect.poll(() => widthOf(sent.first())).toBe(900);
  await chat.turnEnd(-1);
  await expect.poll(() => attachedFiles(server)).toEqual(before);
  await window.reload();
  await chat.entries('user').getByTestId('attachment').nth(1).waitFor();
  expect(await pictures.count()).toBe(0);
});

// Last: a window that is reloaded may have the chat that was open in the editor once more.
test('what is attached stays with the draft, whichever chat shows its session', async () => {
  const { window } = parley;
  const sidebar = new Chat(window);
  await sidebar.newSession('Demo agent');
  await sidebar.ask('help');
  await sidebar.input.fill('begun in the sidebar');
  await pastePicture(sidebar);
  const pictures = (chat: Chat) => chat.find('attachments').getByTestId('attachment');
  await pictures(sidebar).waitFor();

  await window.runCommand('Parley: Open Chat in Editor');
  await expect.poll(async () => (await window.chatsInSight()).length).toBe(2);
  const tab = new Chat(window, (await window.chatsInSight())[1]);
  await pictures(tab).waitFor();
  await tab.input.press('End');
  await window.page.keyboard.type(', changed in the editor');
  await expect.poll(() => tab.draft()).toBe('begun in the sidebar, changed in the editor');
  await pastePicture(tab);
  await expect.poll(() => pictures(tab).count()).toBe(2);

  await window.runCommand('View: Close Editor');
  await expect.poll(async () => (await window.chatsInSight()).length).toBe(1);
  await sidebar.switchTo('help');
  await expect.poll(() => sidebar.draft()).toBe('begun in the sidebar, changed in the editor');
  await expect.poll(() => pictures(sidebar).count()).toBe(2);
});
