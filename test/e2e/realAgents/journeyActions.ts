// What a user does in the journey with a real agent: answers its requests, looks through the transcript.
import { expect } from 'vitest';
import { answerPermission } from '../harness/answerPermission.ts';
import type { Chat } from '../harness/chat.ts';
import type { ModelServer } from '../../support/modelServer.ts';

/** Ends a process at once. Some end with the one that was killed before them. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

/** What the user has said so far, as the model was asked last; empty before it was asked. */
export function saidToModel({ requests }: ModelServer): string {
  return requests.findLast(({ scenario }) => scenario === 'text')?.userTexts.join('\n') ?? '';
}

/** Answers the request that waits by its option of a kind. */
export async function answer(chat: Chat, kind: string): Promise<void> {
  const options = chat.find('permission-option');
  const kinds = await options.evaluateAll((all) => all.map((option) => option.getAttribute('data-kind')));
  await answerPermission(chat, String(kinds.indexOf(kind) + 1));
}

/** Edits an earlier prompt once no turn runs, and sends it. */
export async function editPrompt(chat: Chat, of: string, text: string): Promise<void> {
  await expect.poll(() => chat.find('connection-state').getAttribute('data-state')).toBe('ready');
  await chat.find('transcript').press('Home');
  const prompt = chat.entries('user').filter({ hasText: of });
  await prompt.hover();
  await prompt.getByTestId('edit-prompt').click();
  await chat.find('prompt-input').fill(`[[text]] ${text}`);
  await chat.find('prompt-input').press('Enter');
}

/** Sends a prompt, and allows once whatever the agent asks for until the turn ends. */
export async function askAllowing(chat: Chat, text: string): Promise<void> {
  const row = await chat.lastRow();
  await chat.send(text);
  let hasEnded = false;
  const end = chat.turnEnd(row).then(() => {
    hasEnded = true;
  });
  await expect
    .poll(
      async () => {
        if (!hasEnded && (await chat.find('permission').count()) > 0) await answer(chat, 'allow_once');
        return hasEnded;
      },
      { timeout: 60_000, interval: 100 },
    )
    .toBe(true);
  await end;
}

/** How often a prompt stands in the transcript: goes through it by keyboard, because only what is near is drawn. */
export async function promptsOf(chat: Chat, text: string): Promise<number> {
  const transcript = chat.find('transcript');
  const panel = await chat.document();
  await transcript.press('Home');
  let count = 0;
  let last: string | undefined;
  for (;;) {
    const { index, kind, content } = await panel.evaluate(() => {
      const entry = document.activeElement;
      return {
        index: entry?.closest('.transcript-row')?.getAttribute('data-index') ?? undefined,
        kind: entry?.getAttribute('data-kind'),
        content: entry?.textContent ?? '',
      };
    });
    if (index === undefined) throw new Error('No entry has the focus.');
    // The key stays on the last entry.
    if (index === last) return count;
    last = index;
    if (kind === 'user' && content.includes(text)) count += 1;
    await transcript.locator(':focus').press('ArrowDown');
  }
}
