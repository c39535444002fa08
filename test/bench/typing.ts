// Measures how long a key waits: while an answer streams in, and with a long draft.
import type { Frame, Page } from 'playwright-core';
import type { ParleyWindow } from '../e2e/harness/parleyWindow.ts';

const TEXT = 'Please also say what it costs and how long it takes. ';

declare global {
  interface Window {
    /** Milliseconds of each key so far, from the key to its character in the composer. */
    benchKeys?: number[];
  }
}

/** Of fewer, the 95th percentile would be that of one or two keys. */
const KEYS = 100;

/**
 * Types into the composer for as long as a turn runs, in turn after turn, until there were {@link KEYS}. Resolves to the
 * 95th percentile of the milliseconds from a key to its character in the composer.
 */
export async function typingLatency(
  { page }: ParleyWindow,
  frame: Frame,
  turn: () => Promise<unknown>,
): Promise<number> {
  const stop = frame.getByTestId('stop');
  const times: number[] = [];
  while (times.length < KEYS) {
    const ended = turn();
    await stop.waitFor();
    await frame.evaluate(recordKeys);
    for (let index = 0; await stop.isVisible(); index++) await press(page, index);
    await ended;
    times.push(...(await recordedKeys(frame)));
  }
  return percentile(times);
}

/** How a draft of 100,000 characters is divided into lines. */
export type LongDraft = 'one line' | 'lines';

/** No more is put in at once: a longer text is attached. */
const PART_LENGTH = 10_000;
const PARTS = 10;

/**
 * Types behind a draft of 100,000 characters. Resolves to the 95th percentile of the milliseconds from a key to its
 * character in the composer, which is then empty again.
 */
export async function longDraftLatency(
  { page }: ParleyWindow,
  frame: Frame,
  draft: LongDraft,
): Promise<number> {
  await writeLongDraft(page, frame, draft);
  await frame.evaluate(recordKeys);
  for (let index = 0; index < KEYS; index++) await press(page, index);
  const latency = percentile(await recordedKeys(frame));
  await emptyDraft(page);
  return latency;
}

/**
 * Types behind a draft of 100,000 characters for as long as the turn runs. To be called when the turn is about
 * to begin, and with its end. Resolves as {@link typingLatency}; the composer is empty then.
 */
export async function streamedDraftLatency(
  { page }: ParleyWindow,
  frame: Frame,
  turn: Promise<unknown>,
): Promise<number> {
  const stop = frame.getByTestId('stop');
  await stop.waitFor();
  await writeLongDraft(page, frame, 'lines');
  await frame.evaluate(recordKeys);
  for (let index = 0; await stop.isVisible(); index++) await press(page, index);
  await turn;
  const latency = percentile(await recordedKeys(frame));
  await emptyDraft(page);
  return latency;
}

async function writeLongDraft(page: Page, frame: Frame, draft: LongDraft): Promise<void> {
  await frame.getByTestId('composer-input').click();
  const line = TEXT.repeat(draft === 'lines' ? 2 : 200).slice(0, PART_LENGTH);
  const part = draft === 'lines' ? `${line}\n`.repeat(Math.floor(PART_LENGTH / (line.length + 1))) : line;
  for (let index = 0; index < PARTS; index++) await page.keyboard.insertText(part);
}

async function emptyDraft(page: Page): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
}

async function press(page: Page, index: number): Promise<void> {
  const character = TEXT[index % TEXT.length] ?? ' ';
  await page.keyboard.press(character === ' ' ? 'Space' : character);
}

async function recordedKeys(frame: Frame): Promise<readonly number[]> {
  return (await frame.evaluate(() => window.benchKeys)) ?? [];
}

/** The 95th percentile. */
function percentile(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}

/** Runs in the frame, and must not use anything outside itself. */
function recordKeys(): void {
  const isFirst = window.benchKeys === undefined;
  window.benchKeys = [];
  if (!isFirst) return;
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
    if (from !== undefined) queueMicrotask(() => window.benchKeys?.push(performance.now() - from));
  });
}
