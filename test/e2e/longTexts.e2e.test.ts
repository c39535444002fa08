// 200,000 characters without a blank, in a real window: shown in every place, and the page goes on answering.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerPermission } from './harness/answerPermission.ts';
import { Chat } from './harness/chat.ts';
import { useParley } from './harness/useParley.ts';

/**
 * Milliseconds. On a machine of its own a task takes less than 100; while other tests run, a few times that. Laid out
 * as one run, the text takes seconds.
 */
const LONGEST_TASK = 800;

const parley = useParley({
  machineSettings: {
    'parley.agents': {
      LongText: {
        command: process.execPath,
        args: [join(import.meta.dirname, 'agents', 'longTextAgent.ts')],
      },
    },
    'parley.defaultAgent': 'LongText',
  },
});

/** Starts to watch the panel's main thread. The function returned resolves to its longest task, in milliseconds. */
async function watchTasks(chat: Chat): Promise<() => Promise<number>> {
  const panel = await chat.document();
  const stop = await panel.evaluateHandle(() => {
    const durations: number[] = [];
    const observer = new PerformanceObserver((list) =>
      durations.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask' });
    return async (): Promise<number> => {
      // Layout and paint of what was shown last belong to a frame, and tasks are reported after it.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve));
      durations.push(...observer.takeRecords().map(({ duration }) => duration));
      observer.disconnect();
      return Math.max(0, ...durations);
    };
  });
  return () => panel.evaluate((longest) => longest(), stop);
}

async function newSession(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.connected();
  await chat.newSession();
  return chat;
}

test.each(['answer', 'thought', 'output', 'title', 'diff', 'terminal'] as const)(
  'F7 the panel does not freeze at a long text in the place: %s',
  async (place) => {
    const chat = await newSession();
    const longestTask = await watchTasks(chat);
    await chat.ask(place);
    const entry = chat.entries(place === 'answer' ? 'agent' : place === 'thought' ? 'thought' : 'tool');
    const folded = entry.locator('[aria-expanded="false"]').first();
    if ((await folded.count()) > 0) await folded.click();
    await entry
      .getByText(/[a-z\u05D0-\u05EA]{200}/)
      .first()
      .waitFor();
    expect(await longestTask()).toBeLessThan(LONGEST_TASK);
  },
);

test('F7 the panel does not freeze at a permission request with long texts', async () => {
  const chat = await newSession();
  const longestTask = await watchTasks(chat);
  await chat.send('permission');
  await chat.find('permission-option').first().waitFor();
  await answerPermission(chat, '2');
  expect(await longestTask()).toBeLessThan(LONGEST_TASK);
});

test('F7 a long paste is attached, and the composer does not freeze', async () => {
  const chat = await newSession();
  const panel = await chat.document();
  await chat.input.fill('What is this?');
  const longestTask = await watchTasks(chat);
  await panel.evaluate(() => {
    const letters = 'abcdefghijklmnopqrstuvwxyz\u05D0\u05D1\u05D2\u05E9\u05DC\u05D5\u05DD';
    const text = Array.from({ length: 200_000 }, () => letters[Math.floor(Math.random() * letters.length)]);
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text.join(''));
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  });
  const chip = chat.find('attachment');
  await chip.getByText(/^Pasted text/).waitFor();
  expect(await longestTask()).toBeLessThan(LONGEST_TASK);
  expect(await chat.draft()).toBe('What is this?');
  await chat.input.press('Enter');
  await chat
    .entries('user')
    .getByText(/^Pasted text/)
    .waitFor();
});
