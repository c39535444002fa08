// Resizes the sidebar that holds a view by dragging its sash, as a user does.
import type { Locator, Page } from 'playwright-core';

/** How often the layout is looked at until it has come to rest. */
const FRAMES = 60;

/**
 * Drags the sash beside the view until the view has this width, give or take two pixels.
 * Works for a view in either sidebar; fails when the window is too small for it.
 */
export async function dragToWidth(page: Page, view: Locator, pixels: number): Promise<void> {
  for (let attempt = 0; attempt < 4; attempt++) {
    const { x, y, edge, width } = await sashBeside(page, view);
    if (Math.abs(width - pixels) <= 2) return;
    const change = (pixels - width) * (edge === 'right' ? 1 : -1);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + change, y, { steps: 3 });
    await page.mouse.up();
    await settled(view);
  }
  throw new Error(`The view is ${(await boxOf(view)).width} px wide and cannot be made ${pixels} px wide.`);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxOf(view: Locator): Promise<Box> {
  const box = await view.boundingBox();
  if (!box) throw new Error('The view is not visible.');
  return box;
}

interface Sash {
  readonly x: number;
  readonly y: number;
  /** Which edge of the view it moves. */
  readonly edge: 'left' | 'right';
  /** Of the view. */
  readonly width: number;
}

/** Waits for the sash: after a change of the window's size a webview follows the part that it lies over in a later frame. */
async function sashBeside(page: Page, view: Locator): Promise<Sash> {
  for (let attempt = 0; attempt < FRAMES; attempt++) {
    const box = await boxOf(view);
    const sashes = await page.locator('.monaco-sash.vertical:not(.disabled)').all();
    const boxes = await Promise.all(sashes.map((sash) => sash.boundingBox()));
    const middles = boxes.flatMap((sash) => (sash && sash.height > 200 ? [sash.x + sash.width / 2] : []));
    const candidates = middles.flatMap((x) => [
      { x, edge: 'left' as const, distance: Math.abs(x - box.x) },
      { x, edge: 'right' as const, distance: Math.abs(x - box.x - box.width) },
    ]);
    const nearest = candidates.sort((one, other) => one.distance - other.distance)[0];
    if (nearest && nearest.distance <= 24)
      return { x: nearest.x, y: box.y + box.height / 2, edge: nearest.edge, width: box.width };
    await nextFrames(view);
  }
  throw new Error('There is no sash beside the view.');
}

/** Waits until the width is the same in two frames that follow each other. */
async function settled(view: Locator): Promise<void> {
  let before = -1;
  for (let frame = 0; frame < FRAMES; frame++) {
    const { width } = await boxOf(view);
    if (width === before) return;
    before = width;
    await nextFrames(view);
  }
}

async function nextFrames(view: Locator): Promise<void> {
  await view.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
