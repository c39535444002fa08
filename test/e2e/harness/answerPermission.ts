// Answers a permission request by key.
import { expect } from 'vitest';
import type { Chat } from './chat.ts';

/** Presses a number until the card takes it: in its first moments it takes no answer. */
export async function answerPermission(chat: Chat, key: string): Promise<void> {
  await expect
    .poll(async () => {
      await chat.input.press(key);
      return chat.find('permission').count();
    })
    .toBe(0);
}
