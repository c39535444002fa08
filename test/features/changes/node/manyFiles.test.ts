// Changes in many files: what is shown, undone and canceled.
import { chmodSync, rmSync, statSync, utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inNaturalOrder } from '../../../../src/core/paths/naturalOrder.ts';
import { FileAccessError } from '../../../../src/core/ports/fileAccess.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import type { RevertProgress } from '../../../../src/features/changes/node/fileRestorer.ts';
import { writeDiskFile } from '../../../../src/files/diskFile.ts';
import {
  changes,
  KEY,
  listed,
  look,
  turn,
  type TrackedWindow,
} from '../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

const COUNT = 250;
const names = Array.from({ length: COUNT }, (_, index) => `part-${index % 7}/file-${index}.txt`);

/** A turn in which an agent changes, makes and removes files. Resolves to the id of its prompt's entry. */
async function manyChanges(window: TrackedWindow): Promise<string> {
  return turn(window, () => {
    for (const [index, name] of names.entries()) {
      if (index % 5 === 4) rmSync(files.path(name));
      else files.put(name, `agent ${index}\n`);
    }
  });
}

function putAll(): void {
  for (const [index, name] of names.entries()) if (index % 5 !== 3) files.put(name, `user ${index}\n`);
}

/** What of all files is as before the turn. */
function restored(): readonly string[] {
  return names.filter((name, index) => {
    const text = readOrNothing(name);
    return text === (index % 5 === 3 ? undefined : `user ${index}\n`);
  });
}

function readOrNothing(name: string): string | undefined {
  try {
    return files.read(name);
  } catch {
    return undefined;
  }
}

/** Cancels after so many files. */
function cancelAfter(count: number): RevertProgress & { readonly totals: readonly number[] } {
  const controller = new AbortController();
  const totals: number[] = [];
  return {
    signal: controller.signal,
    totals,
    report: (done, total) => {
      totals.push(total);
      if (done === count) controller.abort();
    },
  };
}

test('an Undo that is canceled leaves the other files as they are, and another Undo does the rest', async () => {
  putAll();
  const window = files.openWindow();
  await manyChanges(window);
  expect(listed(window)).toHaveLength(COUNT);
  const progress = cancelAfter(60);
  const result = await window.tracker.review.undo(KEY, undefined, undefined, progress);
  const left = result?.left ?? [];
  expect(result).toMatchObject({ conflicts: [], failed: [] });
  expect(new Set(progress.totals)).toEqual(new Set([COUNT]));
  // Those that were begun are done.
  expect(left.length).toBeLessThanOrEqual(COUNT - 60);
  expect(left.length).toBeGreaterThan(COUNT - 80);
  expect(changes(window)?.files.map(({ path }) => path)).toEqual(left.toSorted(inNaturalOrder));
  expect(restored()).toHaveLength(COUNT - left.length);
  expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
  expect(restored()).toHaveLength(COUNT);
});

test('a Redo that is canceled can be repeated, and is of what was undone alone', async () => {
  putAll();
  const window = files.openWindow();
  await manyChanges(window);
  await window.tracker.review.undo(KEY);
  const result = await window.tracker.review.redo(KEY, cancelAfter(50));
  expect(result?.failed).toEqual([]);
  expect(changes(window)?.canRedo).toBe(true);
  expect(restored()).toHaveLength(result?.left?.length ?? 0);
  expect(await window.tracker.review.redo(KEY)).toEqual({ conflicts: [], failed: [] });
  expect(restored()).toEqual([]);
  expect(listed(window)).toHaveLength(COUNT);
  expect(changes(window)?.canRedo).toBe(false);
});

test('a restore that is canceled leaves the other files listed', async () => {
  putAll();
  const window = files.openWindow();
  const entry = await manyChanges(window);
  const result = await window.tracker.review.restore(KEY, entry, async () => true, cancelAfter(50));
  expect(changes(window)?.files.map(({ path }) => path)).toEqual(
    (result?.left ?? []).toSorted(inNaturalOrder),
  );
  expect(restored()).toHaveLength(COUNT - (result?.left?.length ?? 0));
  await window.tracker.review.restore(KEY, entry, async () => true);
  expect(restored()).toHaveLength(COUNT);
  expect(listed(window)).toEqual([]);
});

test('of many files those that cannot be written are named, and all others are undone', async () => {
  putAll();
  const isFull = (path: string): boolean => path.includes('part-3');
  const window = files.openWindow({
    write: async (real, bytes) => {
      if (isFull(real)) throw new FileAccessError('disk-full', 'No space is left.');
      await writeDiskFile(real, bytes);
    },
  });
  await manyChanges(window);
  const result = await window.tracker.review.undo(KEY);
  // Those that the agent made are removed, which needs no space.
  const failed = names.filter((name, index) => isFull(name) && index % 5 !== 3).map(files.path.bind(files));
  expect(result?.failed.map(({ path }) => path).toSorted()).toEqual(failed.toSorted());
  expect(changes(window)?.files.map(({ path }) => path)).toEqual(failed);
  expect(restored()).toHaveLength(COUNT - failed.length);
});

test('one change among many is posted alone, and the other rows stay the same objects', async () => {
  putAll();
  const window = files.openWindow();
  await manyChanges(window);
  const before = changes(window)?.files ?? [];
  const events: SessionEvent[] = [];
  window.store.onChange(({ event }) => events.push(event));
  await window.tracker.review.keep(KEY, files.path(names[7] ?? ''));
  expect(events).toMatchObject([
    { type: 'changes_patched', patch: { changed: [], settled: [files.path(names[7] ?? '')] } },
  ]);
  // In the same order, too: numbers in names count by their value.
  expect(changes(window)?.files).toEqual(before.filter(({ name }) => name !== names[7]));
  expect(changes(window)?.files.every((file) => before.includes(file))).toBe(true);
});

test('a file that was looked at is compared again when only its times say so, or only its modes', async () => {
  files.put('a.txt', 'one\n');
  files.put('b.txt', 'one\n');
  const window = files.openWindow();
  await turn(window, () => {
    files.put('a.txt', 'two\n');
    chmodSync(files.path('b.txt'), 0o755);
  });
  expect(listed(window)).toEqual(['modified a.txt +1 -1', 'modified b.txt +0 -0']);
  await files.age('a.txt');
  await look(window);
  const { atime, mtime } = statSync(files.path('a.txt'));
  files.put('a.txt', 'one\n');
  utimesSync(files.path('a.txt'), atime, mtime);
  chmodSync(files.path('b.txt'), 0o644);
  await look(window);
  expect(listed(window)).toEqual([]);
});
