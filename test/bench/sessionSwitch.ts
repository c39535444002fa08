// Measures how long a long session takes to be painted when the user switches to it.
import type { Frame } from 'playwright-core';
import type { ParleyWindow } from '../e2e/harness/parleyWindow.ts';
import { closingText } from './markdownText.ts';

/** Entries of the session, and how the agent is asked for them. */
export const LONG_SESSION = { kind: 'entries', count: 5_000 } as const;

/** Switched to so many times; the figure is the median. */
const TIMES = 3;
const DEADLINE = 30_000;

declare global {
  interface Window {
    /** Milliseconds from the arrival of the session to the frame that shows its end. */
    benchSwitch?: Promise<number>;
  }
}

/** Milliseconds. A session that ends like that one must be the one shown before the one that is shown now. */
export async function switchTime(
  opener: ParleyWindow,
  frame: Frame,
  { kind, count }: { readonly kind: string; readonly count: number } = LONG_SESSION,
): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < TIMES; number++) {
    const words = closingText(count, kind);
    await frame.evaluate(recordSwitch, { words, deadline: DEADLINE });
    await toSessionBefore(opener, frame);
    times.push((await frame.evaluate(() => window.benchSwitch)) ?? Number.NaN);
    if (number < TIMES - 1) await toSessionBefore(opener, frame);
  }
  return times.sort((one, other) => one - other)[Math.floor(TIMES / 2)] ?? Number.NaN;
}

/** What the key and Enter do. The composer gets the focus then: what is typed into the palette before that is in the draft. */
async function toSessionBefore(opener: ParleyWindow, frame: Frame): Promise<void> {
  await opener.runCommand('Parley: Switch Session…');
  await opener.quickPick.and(opener.page.locator('.focused')).waitFor();
  await opener.page.keyboard.press('Enter');
  await opener.quickPick.first().waitFor({ state: 'hidden' });
  await composerFocus(frame);
}

/** Resolves when the composer has the focus, in a window that has it. */
export async function composerFocus(frame: Frame): Promise<void> {
  await frame.waitForFunction(
    () => document.hasFocus() && document.activeElement?.matches('[data-testid="composer-input"]') === true,
    undefined,
    { timeout: DEADLINE },
  );
}

/** Runs in the frame, and must not use anything outside itself. */
function recordSwitch({ words, deadline }: { words: string; deadline: number }): void {
  window.benchSwitch = new Promise((resolve, reject) => {
    const onMessage = (event: MessageEvent<unknown>): void => {
      const { data, timeStamp } = event;
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'snapshot') return;
      window.removeEventListener('message', onMessage, true);
      const look = (): void => {
        const text = document.querySelector('[data-testid="transcript"]')?.textContent ?? '';
        // What stands there when a frame begins has been painted when the next one does.
        if (text.includes(words)) requestAnimationFrame(() => resolve(performance.now() - timeStamp));
        else if (performance.now() - timeStamp > deadline) reject(new Error(`“${words}” was not shown.`));
        else requestAnimationFrame(look);
      };
      look();
    };
    window.addEventListener('message', onMessage, true);
  });
}
