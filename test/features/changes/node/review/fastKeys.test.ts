// Keys and links on a change mean the one that is shown there: they come before the file, or the editor, has followed.
import { expect, test } from 'vitest';
import type { MeantLines } from '../../../../../src/features/changes/core/hunkText.ts';
import { KEY, listed, turn } from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const lines = Array.from({ length: 30 }, (_, index) => `line ${index}\n`);
/** Two equal insertions, a deletion, and a change of the line after the next. */
const changed = lines
  .toSpliced(22, 1, 'CHANGED\n')
  .toSpliced(20, 1)
  .toSpliced(10, 0, 'new\n', 'new\n')
  .toSpliced(5, 0, 'new\n', 'new\n')
  .join('');

/** A line of a text that an editor shows. */
function lineOf(text: string, line: number, isOriginal = false): MeantLines {
  return { start: line, end: line + 1, shown: { text, isOriginal } };
}

async function start(before = lines.join(''), after = changed) {
  files.put('a.txt', before);
  const window = files.openWindow();
  await turn(window, () => files.put('a.txt', after));
  const path = files.path('a.txt');
  const { review } = window.tracker;
  return {
    window,
    undo: (meant: MeantLines) => review.undoLines(KEY, path, meant),
    keep: (meant: MeantLines) => review.keepLines(KEY, path, meant),
  };
}

test('a second Undo of the same change does nothing, though an equal one is below it', async () => {
  const { undo } = await start();
  const results = await Promise.all([undo(lineOf(changed, 5)), undo(lineOf(changed, 5))]);
  expect(results).toEqual([
    { conflicts: [], failed: [] },
    { conflicts: [], failed: [], isMissing: true },
  ]);
  expect(files.read('a.txt').match(/new/g)).toHaveLength(2);
  expect(files.read('a.txt').indexOf('new')).toBe(lines.slice(0, 10).join('').length);
});

test('Undo of a change further down, shown as before the first Undo, is Undo of that change', async () => {
  const { undo, window } = await start();
  // The line of the second insertion is that of another one after the first Undo.
  await Promise.all([undo(lineOf(changed, 5)), undo(lineOf(changed, 13))]);
  expect(files.read('a.txt')).toBe(lines.toSpliced(22, 1, 'CHANGED\n').toSpliced(20, 1).join(''));
  expect(listed(window)).toEqual(['modified a.txt +1 -2']);
});

test('Keep and then Undo of the same change keeps it; Undo and then Keep undoes it', async () => {
  const { undo, keep } = await start();
  await Promise.all([keep(lineOf(changed, 5)), undo(lineOf(changed, 5))]);
  await Promise.all([undo(lineOf(changed, 12)), keep(lineOf(changed, 12))]);
  expect(files.read('a.txt')).toBe(
    lines.toSpliced(22, 1, 'CHANGED\n').toSpliced(20, 1).toSpliced(5, 0, 'new\n', 'new\n').join(''),
  );
});

test('a key at the line of a deletion affects no change beside it, and at a line without a change nothing', async () => {
  const { undo, keep, window } = await start();
  const before = listed(window);
  expect(await undo(lineOf(changed, 22))).toEqual({ conflicts: [], failed: [], isMissing: true });
  expect(await keep(lineOf(changed, 22))).toBe(false);
  expect(files.read('a.txt')).toBe(changed);
  expect(listed(window)).toEqual(before);
  expect(await keep(lineOf(changed, 5))).toBe(true);
  await undo(lineOf(changed, 24));
  expect(files.read('a.txt')).toContain('line 20\n');
  expect(files.read('a.txt')).toContain('CHANGED');
  await undo(lineOf(changed, 24));
  expect(files.read('a.txt')).toContain('CHANGED');
});

test('a key right before a deletion, where VS Code puts the cursor, means the deletion', async () => {
  const { undo } = await start();
  await undo(lineOf(changed, 23));
  expect(files.read('a.txt')).toBe(changed.replace('line 21\n', 'line 20\nline 21\n'));
});

test('a selection means all changes in it, also a deletion at its first line', async () => {
  const after = lines.toSpliced(29, 1).with(8, 'eight\n').with(4, 'four\n').toSpliced(0, 1).join('');
  const { undo } = await start(lines.join(''), after);
  await undo({ start: 0, end: 29, shown: { text: after, isOriginal: false } });
  expect(files.read('a.txt')).toBe(lines.join(''));
});

test('beside the text before, a line means the change that was shown there', async () => {
  const { keep, undo, window } = await start();
  const original = lines.join('');
  // Keep puts two lines into the text before, which the editor does not show yet.
  await Promise.all([keep(lineOf(changed, 5)), undo(lineOf(original, 22, true))]);
  expect(files.read('a.txt')).toContain('line 22\n');
  expect(listed(window)).toEqual(['modified a.txt +2 -1']);
});

test('the agent has changed the meant lines meanwhile: nothing is undone', async () => {
  const { undo, window } = await start();
  const again = changed.replace('CHANGED', 'CHANGED AGAIN');
  await turn(window, () => files.put('a.txt', again));
  await undo(lineOf(changed, 25));
  expect(files.read('a.txt')).toBe(again);
});

test.each([
  ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
  ['a byte order mark', (text: string) => `\uFEFF${text}`],
])('an editor shows the text of a file with %s in its own way', async (_name, as) => {
  const { undo, window } = await start(as(lines.join('')), as(lines.with(0, 'X\n').join('')));
  await undo(lineOf(lines.with(0, 'X\n').join(''), 0));
  expect(files.read('a.txt')).toBe(as(lines.join('')));
  expect(listed(window)).toEqual([]);
});
