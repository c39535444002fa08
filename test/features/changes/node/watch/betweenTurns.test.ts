// What becomes of listed files between turns, by git, a terminal or the Explorer, is shown without a look at the folders.
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KEY, listed, turn, type TrackedWindow } from '../../../../support/changes/trackedFolder.ts';
import { eventually, useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

/** A window some time after a turn in which the agent has changed files. */
async function windowAfterTurn(): Promise<TrackedWindow> {
  files.put('a.txt', 'a\n');
  files.put('dir/b.txt', 'b\n');
  files.put('c.txt', 'c\n');
  const window = files.openWindow();
  await turn(window, () => {
    files.put('a.txt', 'agent\n');
    files.put('dir/b.txt', 'agent\n');
    files.put('new/d.txt', 'agent\n');
  });
  window.clock.advance(2_000);
  await window.tracker.review.undo(KEY, 'nothing');
  expect(listed(window)).toHaveLength(3);
  return window;
}

test('a file that is put back, one that is removed with its folder, and one that comes again', async () => {
  const window = await windowAfterTurn();
  files.put('a.txt', 'a\n');
  window.reportOnDisk('a.txt');
  window.clock.advance(500);
  await eventually(() =>
    expect(listed(window)).toEqual(['modified dir/b.txt +1 -1', 'created new/d.txt +1 -0']),
  );
  rmSync(files.path('new'), { recursive: true });
  window.reportOnDisk('new');
  window.clock.advance(500);
  await eventually(() => expect(listed(window)).toEqual(['modified dir/b.txt +1 -1']));
  files.put('new/d.txt', 'agent\n');
  window.reportOnDisk('new/d.txt');
  window.clock.advance(500);
  await eventually(() => expect(listed(window)).toHaveLength(2));
});

test('what happens to other files causes no work', async () => {
  const window = await windowAfterTurn();
  files.put('a.txt', 'a\n');
  window.reportOnDisk('c.txt');
  window.reportOnDisk('dir/other.txt');
  let refreshes = 0;
  window.tracker.onChange(() => refreshes++);
  window.clock.advance(500);
  // It runs after all that was asked of the files before.
  await window.tracker.turnFiles(KEY, []);
  expect([refreshes, listed(window).length]).toEqual([0, 3]);
});

test('what the user deletes in the Explorer is not listed any more', async () => {
  const window = await windowAfterTurn();
  rmSync(files.path('new'), { recursive: true });
  await window.tracker.userChanged([files.path('new')]);
  window.clock.advance(500);
  await eventually(() =>
    expect(listed(window)).toEqual(['modified a.txt +1 -1', 'modified dir/b.txt +1 -1']),
  );
});
