// Measures how long it takes until files that are dropped on the chat are in the draft.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Frame } from 'playwright-core';
import { root } from '../../scripts/project.mjs';
import type { ParleyWindow } from '../e2e/harness/parleyWindow.ts';

/** How many files are dropped. */
export const DROPPED_FILES = 200;

/** Milliseconds until all files are mentioned in the draft, which is then empty again. */
export async function dropTime({ page }: ParleyWindow, frame: Frame): Promise<number> {
  const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .slice(0, DROPPED_FILES)
    .map(({ parentPath, name }) => pathToFileURL(join(parentPath, name)).href);
  const composer = frame.getByTestId('composer-input');
  await composer.click();
  const time = await frame.evaluate(drop, files);
  // A click may hit a chip, which opens its file.
  await composer.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  return time;
}

/** Runs in the frame, and must not use anything outside itself. The files are added in one change of the draft. */
async function drop(files: readonly string[]): Promise<number> {
  const input = document.querySelector('[data-testid="composer-input"]');
  if (input === null || input.querySelector('.mention-chip') !== null) {
    throw new Error('There is no empty composer to drop on.');
  }
  const dataTransfer = new DataTransfer();
  dataTransfer.setData('text/uri-list', files.join('\r\n'));
  const began = performance.now();
  for (const type of ['dragover', 'drop']) {
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }
  while (input.querySelector('.mention-chip') === null) {
    if (performance.now() - began > 20_000) throw new Error('No dropped file was added.');
    await new Promise(requestAnimationFrame);
  }
  return performance.now() - began;
}
