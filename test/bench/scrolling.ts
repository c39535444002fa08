// Measures how smoothly a long session scrolls.
import type { Frame } from 'playwright-core';
import type { ParleyWindow } from '../e2e/harness/parleyWindow.ts';

/** Turns of the wheel, and how far each scrolls. */
const TURNS = 60;
const TURN_PX = 400;

declare global {
  interface Window {
    /** Ends the recording of frames and returns the longest, in milliseconds. */
    benchFrames?: () => number;
  }
}

/** Scrolls up from the end with the wheel. Resolves to the longest frame meanwhile, in milliseconds. */
export async function longestScrollFrame({ page }: ParleyWindow, frame: Frame): Promise<number> {
  const transcript = frame.getByTestId('transcript');
  await transcript.hover();
  const top = await transcript.evaluate((element) => element.scrollTop);
  await frame.evaluate(recordFrames);
  for (let turn = 0; turn < TURNS; turn++) await page.mouse.wheel(0, -TURN_PX);
  const longest = (await frame.evaluate(() => window.benchFrames?.())) ?? Number.NaN;
  if ((await transcript.evaluate((element) => element.scrollTop)) >= top)
    throw new Error('The transcript did not scroll.');
  return longest;
}

/** Runs in the frame, and must not use anything outside itself. */
function recordFrames(): void {
  let longest = 0;
  let last: number | undefined;
  let request = requestAnimationFrame(function next(now) {
    if (last !== undefined) longest = Math.max(longest, now - last);
    last = now;
    request = requestAnimationFrame(next);
  });
  window.benchFrames = () => {
    cancelAnimationFrame(request);
    return longest;
  };
}
