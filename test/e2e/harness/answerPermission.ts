// Answers a permission request by keys.
import { expect } from 'vitest';
import type { Chat } from './chat.ts';

/** Selects an option of the request by its number, in the composer. */
export async function selectAnswer(chat: Chat, key: string): Promise<void> {
  // In its first moments the card accepts no answer.
  await expect
    .poll(async () => {
      await chat.input.fill('');
      await chat.input.press(key);
      return chat.find('permission').locator('[data-armed]').count();
    })
    .toBe(1);
}

/** Selects an option by its number and confirms it with Enter, until no request waits. */
export async function answerPermission(chat: Chat, key: string): Promise<void> {
  await selectAnswer(chat, key);
  await chat.input.press('Enter');
  await expect.poll(() => chat.find('permission').count()).toBe(0);
}
