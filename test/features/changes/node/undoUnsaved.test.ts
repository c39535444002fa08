// What Undo, Keep, Redo and Restore do to files that an editor shows with unsaved changes: none is overwritten or removed.
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { KEY, listed, turn } from '../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const lines = Array.from({ length: 9 }, (_, index) => `line ${index}\n`);
const changed = lines.with(1, 'ONE\n').with(7, 'SEVEN\n').join('');
const unsaved = expect.stringContaining('unsaved changes in an editor');
const yes = async (): Promise<boolean> => true;

describe('a notebook or a custom editor with unsaved changes', () => {
  test('is left by Undo, which names it and undoes the other files', async () => {
    files.put('a.ipynb', lines.join(''));
    files.put('b.txt', 'b\n');
    const window = files.openWindow();
    await turn(window, () => {
      files.put('a.ipynb', changed);
      files.put('b.txt', 'agent\n');
      files.put('new.ipynb', 'agent\n');
    });
    const [path, created] = [files.path('a.ipynb'), files.path('new.ipynb')];
    window.editors.unsavedNotebooks.add(path).add(created);
    expect(await window.tracker.review.undo(KEY)).toEqual({
      conflicts: [],
      failed: expect.arrayContaining([
        { path, reason: unsaved },
        { path: created, reason: unsaved },
      ]),
    });
    expect([files.read('a.ipynb'), files.read('b.txt'), existsSync(created)]).toEqual([changed, 'b\n', true]);
    expect(listed(window)).toEqual(['modified a.ipynb +2 -2', 'created new.ipynb +1 -0']);
    window.editors.unsavedNotebooks.clear();
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect([files.read('a.ipynb'), existsSync(created)]).toEqual([lines.join(''), false]);
  });

  test('is left by Undo of a part; Keep of a part writes nothing', async () => {
    files.put('a.ipynb', lines.join(''));
    const window = files.openWindow();
    await turn(window, () => files.put('a.ipynb', changed));
    const path = files.path('a.ipynb');
    window.editors.unsavedNotebooks.add(path);
    const result = await window.tracker.review.undoLines(KEY, path, { start: 1, end: 2 });
    expect(result?.failed).toEqual([{ path, reason: unsaved }]);
    await window.tracker.review.keepLines(KEY, path, { start: 7, end: 8 });
    expect(files.read('a.ipynb')).toBe(changed);
    window.editors.unsavedNotebooks.clear();
    await window.tracker.review.undo(KEY);
    expect(files.read('a.ipynb')).toBe(lines.with(7, 'SEVEN\n').join(''));
  });

  test('is left by Redo', async () => {
    files.put('a.ipynb', lines.join(''));
    const window = files.openWindow();
    await turn(window, () => files.put('a.ipynb', changed));
    await window.tracker.review.undo(KEY);
    window.editors.unsavedNotebooks.add(files.path('a.ipynb'));
    expect((await window.tracker.review.redo(KEY))?.conflicts).toEqual([files.path('a.ipynb')]);
    expect(files.read('a.ipynb')).toBe(lines.join(''));
  });

  test('is left by Restore, and can still be undone', async () => {
    files.put('a.ipynb', lines.join(''));
    files.put('b.txt', 'b\n');
    const window = files.openWindow();
    const entry = await turn(window, () => {
      files.put('a.ipynb', changed);
      files.put('b.txt', 'agent\n');
    });
    const path = files.path('a.ipynb');
    window.editors.unsavedNotebooks.add(path);
    expect((await window.tracker.review.restore(KEY, entry, yes))?.failed).toEqual([
      { path, reason: unsaved },
    ]);
    expect([files.read('a.ipynb'), files.read('b.txt')]).toEqual([changed, 'b\n']);
    window.editors.unsavedNotebooks.clear();
    await window.tracker.review.undo(KEY);
    expect(files.read('a.ipynb')).toBe(lines.join(''));
  });
});

describe('a text document with unsaved changes', () => {
  test('of a file that the agent has made is not removed from below it', async () => {
    const window = files.openWindow();
    await turn(window, () => files.put('new.txt', 'agent\n'));
    const path = files.path('new.txt');
    // What the user typed they have deleted again.
    window.editors.unsaved.set(path, 'agent\n');
    expect((await window.tracker.review.undo(KEY))?.failed).toEqual([{ path, reason: unsaved }]);
    expect(existsSync(path)).toBe(true);
    window.editors.unsaved.set(path, 'agent\nmine\n');
    expect((await window.tracker.review.undo(KEY))?.conflicts).toEqual([path]);
    expect([files.read('new.txt'), window.editors.unsaved.get(path)]).toEqual(['agent\n', 'mine\n']);
  });

  test('that was no text before is left', async () => {
    files.put('a.bin', Buffer.from([0, 1, 2]));
    const window = files.openWindow();
    await turn(window, () => files.put('a.bin', 'agent\n'));
    const path = files.path('a.bin');
    window.editors.unsaved.set(path, 'agent\nmine\n');
    expect((await window.tracker.review.undo(KEY))?.conflicts).toEqual([path]);
    expect(window.editors.unsaved.get(path)).toBe('agent\nmine\n');
  });

  test('that cannot be saved is left by Restore, which restores the others', async () => {
    files.put('a.txt', 'a\n');
    files.put('b.txt', 'b\n');
    const window = files.openWindow();
    const entry = await turn(window, () => {
      files.put('a.txt', 'agent\n');
      files.put('b.txt', 'agent\n');
    });
    const path = files.path('a.txt');
    window.editors.unsaved.set(path, 'agent\nmine\n');
    window.editors.failing.add(path);
    expect((await window.tracker.review.restore(KEY, entry, yes))?.failed).toEqual([
      { path, reason: unsaved },
    ]);
    expect([files.read('a.txt'), files.read('b.txt')]).toEqual(['agent\n', 'b\n']);
    expect(window.editors.unsaved.get(path)).toBe('agent\nmine\n');
  });
});
