// Work on many things that leaves the extension host free in between.
import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const SLICE_MS = 20;

/** Does the work for one after the other. */
export async function inSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void | Promise<void>,
): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began > SLICE_MS) {
      await setImmediate();
      began = performance.now();
    }
    await work(item);
  }
}
