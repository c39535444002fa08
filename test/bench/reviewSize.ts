// `npm run bench -- review [--files 5000] [--hunks 10000]`
//
// What a review costs by its size: until changed files are listed, one file is kept, many are undone, and hunk by hunk in
// one long file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import {
  changes,
  endTurn,
  finishTurn,
  KEY,
  look,
  prompt,
  run,
  TrackedFolder,
} from '../support/changes/trackedFolder.ts';
import type { TrackedWindow } from '../support/changes/trackedFolder.ts';
import { treeWatcherProgram } from '../support/changes/treeWatcherProgram.ts';
import { waitUntil } from '../support/wait.ts';

const LINES_A_HUNK = 20;
/** How many hunks are kept, and undone, one after the other. */
const STEPS = 5;

/** Measures what the command line says, and prints a table. */
export async function benchReview(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { files: { type: 'string', default: '5000' }, hunks: { type: 'string', default: '10000' } },
  });
  console.log('| what | ms | CPU ms | blocked ms |\n| --- | --- | --- | --- |');
  for (const files of values.files.split(',').map(Number))
    await inWindow((...args) => manyFiles(files, ...args));
  for (const hunks of values.hunks.split(',').map(Number))
    await inWindow((...args) => longFile(hunks, ...args));
}

async function inWindow(
  work: (folder: TrackedFolder, window: TrackedWindow) => Promise<void>,
): Promise<void> {
  const folder = new TrackedFolder().open();
  const window = folder.openWindow({ watcher: treeWatcherProgram });
  try {
    await work(folder, window);
  } finally {
    folder.dispose();
  }
}

async function manyFiles(count: number, folder: TrackedFolder, window: TrackedWindow): Promise<void> {
  const pathOf = (index: number): string => folder.path(`part-${index % 50}/file-${index}.ts`);
  const write = (round: number): void => {
    for (let index = 0; index < count; index++) {
      mkdirSync(dirname(pathOf(index)), { recursive: true });
      writeFileSync(pathOf(index), text(index, round));
    }
  };
  write(0);
  const { review } = window.tracker;
  window.store.dispatch(KEY, { type: 'opening', at: 1 });
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  await prompt(window);
  await waitUntil(window.isFollowing, 'the folder being followed', 60);
  // What came before the folder was followed is looked at now, and not while the agent writes.
  await look(window);
  await run(window, () => write(1));
  await measure(`${count} files: until listed`, () => {
    endTurn(window);
    return waitUntilListed(window, count);
  });
  await measure(`${count} files: until their lines are listed`, () => window.tracker.whenRead(KEY));
  await measure(`${count} files: until stored`, () => look(window));
  await measure(`${count} files: looked at again`, () => review.undo(KEY, 'nothing'));
  await measure(`${count} files: the next prompt`, () => prompt(window));
  await run(window, () => writeFileSync(pathOf(7), text(7, 2)));
  await measure(`${count} files: one more change`, () => finishTurn(window));
  await measure(`${count} files: mark one`, () => review.markReviewed(KEY, pathOf(1), true));
  await measure(`${count} files: keep one`, () => review.keep(KEY, pathOf(2)));
  await measure(`${count} files: undo one`, () => review.undo(KEY, pathOf(3)));
  const some = Array.from({ length: Math.floor((count * 2) / 5) }, (_, index) => pathOf(10 + index));
  await measure(`undo ${some.length} of them`, () => review.undo(KEY, undefined, { paths: some }));
  await measure('redo', () => review.redo(KEY));
  await measure('keep the rest', () => review.keep(KEY));
  if ((changes(window)?.files ?? []).length > 0) throw new Error('Not everything was kept.');
}

async function longFile(hunks: number, folder: TrackedFolder, window: TrackedWindow): Promise<void> {
  const lines = (round: number): string =>
    Array.from({ length: hunks * LINES_A_HUNK }, (_, line) =>
      line % LINES_A_HUNK === 0 ? `const value${line} = ${round};\n` : `// line ${line} says this\n`,
    ).join('');
  const path = folder.path('long.ts');
  folder.put('long.ts', lines(0));
  const { tracker } = window;
  await prompt(window);
  await run(window, () => writeFileSync(path, lines(1)));
  const name = `${hunks} hunks in ${hunks * LINES_A_HUNK} lines`;
  await measure(`${name}: until listed`, () => finishTurn(window));
  const found = tracker.open(KEY)[0]?.review.hunks.length;
  console.log(`(${found} hunks)`);
  for (let step = 1; step <= STEPS; step++) {
    const at = { start: step * LINES_A_HUNK, end: step * LINES_A_HUNK + 1 };
    await measure(`${name}: keep one`, () => tracker.review.keepLines(KEY, path, at));
    const back = { start: at.start + 100 * LINES_A_HUNK, end: at.end + 100 * LINES_A_HUNK };
    await measure(`${name}: undo one`, () => tracker.review.undoLines(KEY, path, back));
  }
  await measure(`${name}: undo all`, () => tracker.review.undo(KEY, path));
}

/** Resolves at the event that lists so many files. */
async function waitUntilListed(window: TrackedWindow, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const listening = window.store.onChange(() => {
    if (changes(window)?.files.length === count) resolve(undefined);
  });
  await promise;
  listening.dispose();
}

/** No two are the same. */
function text(index: number, round: number): string {
  return Array.from(
    { length: 20 },
    (_, line) => `export const value${line} = '${index}.${line}.${round}';\n`,
  ).join('');
}

async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const before = process.cpuUsage();
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  await new Promise((resolve) => setTimeout(resolve, 5));
  delays.disable();
  console.log(
    `| ${[what, ms.toFixed(0), ((user + system) / 1_000).toFixed(0), (delays.max / 1e6).toFixed(0)].join(' | ')} |`,
  );
}
