// Measures how long a key waits while an answer streams in.
import type { Frame } from 'playwright-core';
import type { ParleyWindow } from '../e2e/harness/parleyWindow.ts';

const TEXT = 'Please also say what it costs and how long it takes. ';

declare global {
  interface Window {
    /** Milliseconds of each key so far, from the key to its character in the composer. */
    benchKeys?: number[];
  }
}

/**
 * Types into the composer for as long as the turn runs. Resolves to the 95th percentile of the milliseconds from a key
 * to its character in the composer. To be called when the turn is about to begin, and with its end.
 */
export async function typingLatency(
  { page }: ParleyWindow,
  frame: Frame,
  turn: Promise<unknown>,
): Promise<number> {
  await frame.evaluate(recordKeys);
  const stop = frame.getByTestId('stop');
  await stop.waitFor();
  for (let index = 0; await stop.isVisible(); index++) {
    const character = TEXT[index % TEXT.length] ?? ' ';
    await page.keyboard.press(character === ' ' ? 'Space' : character);
  }
  await turn;
  const times = (await frame.evaluate(() => window.benchKeys)) ?? [];
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}

/** Runs in the frame, and must not use anything outside itself. */
function recordKeys(): void {
  const times: number[] = [];
  window.benchKeys = times;
  let keyAt: number | undefined;
  window.addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      keyAt = key.length === 1 ? timeStamp : undefined;
    },
    true,
  );
  // React has rendered the text when the microtasks that its handlers queue have run.
  window.addEventListener('input', () => {
    const from = keyAt;
    keyAt = undefined;
    if (from !== undefined) queueMicrotask(() => times.push(performance.now() - from));
  });
}
