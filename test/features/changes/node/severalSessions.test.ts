// One file changed by two sessions: each knows its own hunks, together they are all that differs from the first text;
// and how many of a session's files are reviewed.
import { expect, test } from 'vitest';
import { differences, splitLines } from '../../../../src/core/changes/lines.ts';
import { asTest } from '../../../support/changes/lineEnds.ts';
import {
  changes,
  KEY,
  listed,
  look,
  prompt,
  promptToRun,
  run,
  toolCall,
  turn,
  type TrackedWindow,
} from '../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const OTHER = 'session-2';
const lines = Array.from({ length: 20 }, (_, index) => `line ${index}\n`);
const files = useTrackedFolder();

/** A turn of the other session, in which its agent does `work`. */
async function otherTurn(window: TrackedWindow, work: () => void): Promise<void> {
  const { store, tracker } = window;
  if (store.state(OTHER) === undefined) store.create(OTHER, 'B', files.folder);
  store.dispatch(OTHER, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] });
  await tracker.beforePrompt(OTHER, files.folder);
  await run(window, work, OTHER);
  store.dispatch(OTHER, { type: 'turn_ended', at: 2, stopReason: 'end_turn' });
  await tracker.review.undo(OTHER, 'nothing');
}

/** The lines (0-based) at which a session has a hunk. */
function hunkLines({ tracker }: TrackedWindow, key: string): readonly number[] {
  return tracker.open(key).flatMap(({ review }) => review.hunks.map(({ current }) => current.start));
}

test('each session has its own hunks, and together they are all that differs from the first text', async () => {
  files.put('a.txt', lines.join(''));
  const window = files.openWindow();
  await turn(window, () => files.put('a.txt', lines.with(3, 'mine\n').join('')));
  const both = lines.with(3, 'mine\n').with(12, 'other\n');
  await otherTurn(window, () => files.put('a.txt', both.join('')));
  await window.tracker.review.undo(KEY, 'nothing');
  expect(hunkLines(window, KEY)).toEqual([3]);
  expect(hunkLines(window, OTHER)).toEqual([12]);

  const { tracker } = window;
  const [mine = '', other = ''] = [
    await tracker.textWithoutAgent(KEY, files.path('a.txt')),
    await tracker.textWithoutAgent(OTHER, files.path('a.txt')),
  ].map((text) => asTest(text ?? ''));
  expect(splitLines(mine)).toEqual(lines.with(12, 'other\n'));
  expect(splitLines(other)).toEqual(lines.with(3, 'mine\n'));
  const marked = [mine, other].flatMap((text) =>
    differences(splitLines(text), both).map(({ to }) => to.start),
  );
  expect(marked).toEqual(differences(lines, both).map(({ to }) => to.start));
});

test('undoing the lines of one session leaves those of the other, open and as they are', async () => {
  files.put('a.txt', lines.join(''));
  const window = files.openWindow();
  await turn(window, () => files.put('a.txt', lines.with(3, 'mine\n').join('')));
  await otherTurn(window, () => files.put('a.txt', lines.with(3, 'mine\n').with(12, 'other\n').join('')));
  await window.tracker.review.undoLines(OTHER, files.path('a.txt'), { start: 12, end: 13 });
  await window.tracker.review.undo(KEY, 'nothing');
  expect(files.read('a.txt')).toBe(lines.with(3, 'mine\n').join(''));
  expect(hunkLines(window, KEY)).toEqual([3]);
  expect(window.tracker.open(OTHER)).toEqual([]);
});

test('a line that two sessions changed is undone in the order back, and never over the later change', async () => {
  files.put('a.txt', lines.join(''));
  const window = files.openWindow();
  await turn(window, () => files.put('a.txt', lines.with(3, 'mine\n').join('')));
  await otherTurn(window, () => files.put('a.txt', lines.with(3, 'other\n').join('')));
  const path = files.path('a.txt');
  expect((await window.tracker.review.undo(KEY, path))?.conflicts).toEqual([path]);
  expect(files.read('a.txt')).toBe(lines.with(3, 'other\n').join(''));
  await window.tracker.review.undo(OTHER, path);
  expect(files.read('a.txt')).toBe(lines.with(3, 'mine\n').join(''));
  await window.tracker.review.undo(KEY, path);
  expect(files.read('a.txt')).toBe(lines.join(''));
});

test('files count as reviewed once they are kept or undone, until the list is empty', async () => {
  const window = files.openWindow();
  await turn(window, () => {
    for (const name of ['a', 'b', 'c']) files.put(name, `${name}\n`);
  });
  const counts = (): unknown => {
    const { files: left = [], reviewed = 0 } = changes(window) ?? {};
    return [reviewed, left.length + reviewed];
  };
  expect(counts()).toEqual([0, 3]);
  await window.tracker.review.keep(KEY, files.path('a'));
  expect(counts()).toEqual([1, 3]);
  await window.tracker.review.undo(KEY, files.path('b'));
  expect(counts()).toEqual([2, 3]);
  await window.tracker.review.redo(KEY);
  expect(counts()).toEqual([1, 3]);
  await window.tracker.review.keep(KEY);
  expect(changes(window)?.files ?? []).toEqual([]);
  await prompt(window);
  expect(changes(window)?.reviewed).toBeUndefined();
});

test('a change that no tool call names belongs to the session that runs a command', async () => {
  const window = files.openWindow();
  window.store.create(OTHER, 'B', files.folder);
  await prompt(window);
  await prompt(window, OTHER);
  toolCall(window, { toolCallId: 'run', kind: 'execute', status: 'in_progress' }, OTHER);
  files.put('built.txt', 'built\n');
  await look(window);
  await look(window, OTHER);
  expect([listed(window), listed(window, OTHER)]).toEqual([[], ['created built.txt +1 -0']]);
});

test('a change that may be of either session is listed in one of them', async () => {
  const window = files.openWindow();
  window.store.create(OTHER, 'B', files.folder);
  await promptToRun(window);
  await promptToRun(window, OTHER);
  files.put('a.txt', 'a\n');
  await look(window);
  await look(window, OTHER);
  expect([...listed(window), ...listed(window, OTHER)]).toHaveLength(1);
});
