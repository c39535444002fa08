// What a permission request is about and its answers are in view, however small the panel is, in a real window.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { answerPermission } from './harness/answerPermission.ts';
import { Chat } from './harness/chat.ts';
import { useParley } from './harness/useParley.ts';

/** A change far below the first line, with unchanged lines around it. */
const poem = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join('\n');

const parley = useParley({ files: { 'notes.txt': `${poem}\n` }, viewport: { width: 1280, height: 680 } });

/** Windows and chats in CSS pixels; the last is what 200 % of the zoom leaves of 1280 × 680. */
const sizes = [
  { window: { width: 1280, height: 680 }, chat: 300 },
  { window: { width: 1280, height: 680 }, chat: 420 },
  { window: { width: 640, height: 340 }, chat: 300 },
];

async function opened(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.connected();
  await chat.newSession();
  return chat;
}

test('the first changed line and every answer are in view in small windows and at 200 % zoom', async () => {
  const chat = await opened();
  await chat.send('edit notes.txt');
  await chat.find('permission').waitFor();
  await expectInView(
    chat,
    chat.find('permission').locator('.diff-line:not([data-sign=" "])').first(),
    'edit',
  );
  await answerPermission(chat, '2');
});

test('a command and every answer are in view in small windows and at 200 % zoom', async () => {
  const chat = await opened();
  await chat.send('run echo the command that is asked about');
  await chat.find('permission').waitFor();
  await expectInView(chat, chat.find('permission').locator('[data-subject]'), 'command');
  await parley.window.page.keyboard.press('Shift+Tab');
  await expect
    .poll(async () => {
      await chat.input.press('ControlOrMeta+Shift+Backspace');
      return chat.find('permission').count();
    })
    .toBe(0);
});

test('why a file that runs on its own is asked about is in view with every answer, at 200 % zoom too', async () => {
  const chat = await opened();
  await chat.send('outside .vscode/tasks.json');
  await chat.find('permission').waitFor();
  await expectInView(
    chat,
    chat.find('permission-protected').getByText('run tasks and programs'),
    'protected',
  );
  await answerPermission(chat, '2');
});

async function expectInView(chat: Chat, subject: Locator, name: string): Promise<void> {
  const { window } = parley;
  for (const { window: size, chat: width } of sizes) {
    await window.page.setViewportSize(size);
    await window.setChatWidth(width);
    const at = `${name} ${size.width} × ${size.height}, ${width} px`;
    await expect.poll(() => isWhollyInView(subject), { message: at }).toBe(true);
    // That of a file that runs on its own is in the title as well.
    const paths = name === 'protected' ? [] : await chat.find('permission').locator('.diff-path').all();
    for (const path of paths) {
      await expect.poll(() => isWhollyInView(path), { message: `path, ${at}` }).toBe(true);
    }
    for (const option of await chat.find('permission-option').all()) {
      await expect.poll(() => isWhollyInView(option), { message: at }).toBe(true);
    }
    await expect.poll(() => isWhollyInView(chat.input), { message: at }).toBe(true);
    await window.screenshot(`in-view-${name}-${size.height}-${width}`);
  }
  await window.page.setViewportSize({ width: 1280, height: 680 });
}

/** Whether neither another element nor the edge of an area that scrolls hides the top or the bottom of an element. */
function isWhollyInView(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { left, top, bottom, width } = node.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => {
      const hit = document.elementFromPoint(left + Math.min(width / 2, 40), y);
      return hit !== null && node.contains(hit);
    });
  });
}
