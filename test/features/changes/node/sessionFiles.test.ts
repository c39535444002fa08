// Keeping and undoing what an agent changed in real files.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  ACP_SESSION,
  changes,
  endTurn,
  finishTurn,
  KEY,
  listed,
  look,
  prompt,
  promptToRun,
  turn,
  type TrackedWindow,
} from '../../../support/changes/trackedFolder.ts';
import { eventually, useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

/** A window in which the agent has opened the session: what an earlier one stored is known. */
function openedWindow(): TrackedWindow {
  const window = files.openWindow();
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  return window;
}

describe('keep and undo', () => {
  test('undo all restores everything: texts, bytes, modes, links, deleted and new files', async () => {
    const bytes = Buffer.from([0, 1, 2, 255]);
    files.put('text.txt', 'a\r\nb\r\n');
    files.put('bytes.bin', bytes);
    files.put('run.sh', '#!/bin/sh\n');
    chmodSync(files.path('run.sh'), 0o755);
    files.put('dir/inside.txt', 'x\n');
    const window = files.openWindow();
    await turn(window, () => {
      files.put('text.txt', 'a\r\nB\r\n');
      files.put('bytes.bin', Buffer.from([9, 0, 9]));
      rmSync(files.path('run.sh'));
      rmSync(files.path('dir'), { recursive: true });
      files.put('new/folder/file.txt', 'x\n');
      symlinkSync('text.txt', files.path('link'));
    });
    expect(changes(window)?.files).toHaveLength(6);
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect(files.read('text.txt')).toBe('a\r\nb\r\n');
    expect(readFileSync(files.path('bytes.bin'))).toEqual(bytes);
    expect(statSync(files.path('run.sh')).mode & 0o777).toBe(0o755);
    expect(files.read('dir/inside.txt')).toBe('x\n');
    expect(existsSync(files.path('new'))).toBe(false);
    expect(existsSync(files.path('link'))).toBe(false);
    expect(changes(window)?.files).toEqual([]);
  });

  test.each([
    ['a/b/c.txt', 'a'],
    ['a/b/c.txt', 'a/b'],
    ['a/b/c/d.txt', 'a'],
  ])('undo gives back %s where the agent has put a file in the place of %s', async (name, place) => {
    files.put(name, '1\n');
    files.put('other.txt', '1\n');
    const window = files.openWindow();
    await turn(window, () => {
      rmSync(files.path(place), { recursive: true });
      files.put(place, 'agent\n');
      files.put('other.txt', 'agent\n');
    });
    expect(listed(window)).toEqual([
      `created ${place} +1 -0`,
      `deleted ${name} +0 -1`,
      'modified other.txt +1 -1',
    ]);
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect([files.read(name), files.read('other.txt')]).toEqual(['1\n', '1\n']);
  });

  test('folders that the agent made go with their last file, and those that were empty before stay', async () => {
    mkdirSync(files.path('empty/deep'), { recursive: true });
    await files.age('empty/deep');
    const write = (): void => {
      files.put('empty/deep/a.txt', 'agent\n');
      files.put('empty/new/b.txt', 'agent\n');
      files.put('other/new/c.txt', 'agent\n');
    };
    const there = (): readonly boolean[] =>
      ['empty/deep', 'empty/new', 'other'].map((name) => existsSync(files.path(name)));
    const window = files.openWindow();
    window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: ACP_SESSION.id });
    await turn(window, write);
    await window.tracker.flush();
    // In the next window, too.
    const next = files.openWindow();
    next.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: ACP_SESSION.id });
    await look(next);
    await next.tracker.review.undo(KEY);
    expect(there()).toEqual([true, false, false]);
    await next.tracker.review.redo(KEY);
    await next.tracker.review.undo(KEY);
    expect(there()).toEqual([true, false, false]);
    const entry = await turn(next, write);
    await next.tracker.review.restore(KEY, entry, async () => true);
    expect(there()).toEqual([true, false, false]);
    await prompt(next);
    await next.tracker.whileAgentWrites(ACP_SESSION, files.path('empty/deep/a.txt'), async () => write());
    endTurn(next);
    await next.tracker.review.undo(KEY);
    expect(there()[0]).toBe(true);
  });

  test('one hunk is undone, another kept', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}\n`);
    files.put('a.txt', lines.join(''));
    const window = files.openWindow();
    await turn(window, () => files.put('a.txt', lines.with(2, 'first\n').with(15, 'second\n').join('')));
    const path = files.path('a.txt');
    await window.tracker.review.undoLines(KEY, path, { start: 2, end: 3 });
    expect(files.read('a.txt')).toBe(lines.with(15, 'second\n').join(''));
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
    await window.tracker.review.keepLines(KEY, path, { start: 15, end: 16 });
    expect(changes(window)).toEqual({ files: [], reviewed: 1, canRedo: true });
    expect(files.read('a.txt')).toBe(lines.with(15, 'second\n').join(''));
  });

  test('undo leaves what the user typed since, and reports it', async () => {
    files.put('a.txt', '1\n2\n3\n4\n5\n');
    const window = files.openWindow();
    const path = files.path('a.txt');
    await turn(window, () => files.put('a.txt', '1\n2 agent\n3\n4\n5 agent\n'));
    window.editors.unsaved.set(path, '1\n2 agent and me\n3\n4\n5 agent\nme\n');
    window.tracker.edited(path);
    await eventually(() => expect(changes(window)?.files).toMatchObject([{ hasConflict: true }]));
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [path], failed: [] });
    expect(window.editors.unsaved.get(path)).toBe('1\n2 agent and me\n3\n4\n5\nme\n');
  });

  test('of 500 files that change at once each line can be reviewed and undone', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `f${index}.txt`);
    for (const name of names) files.put(name, `${name}\n2\n3\n`);
    const window = files.openWindow();
    await turn(window, () => {
      for (const name of names) files.put(name, 'agent\n2\n3\n');
    });
    expect(new Set(listed(window).map((line) => line.replace(/f\d+/, 'f')))).toEqual(
      new Set(['modified f.txt +1 -1']),
    );
    const last = [...names].sort().at(-1) ?? '';
    files.put(last, 'agent\n2\nmine\n');
    await window.tracker.userSaved(files.path(last), 'agent\n2\nmine\n');
    const result = await window.tracker.review.undo(KEY, files.path(last));
    expect(result).toEqual({ conflicts: [], failed: [] });
    expect(files.read(last)).toBe(`${last}\n2\nmine\n`);
  });

  const block = Array.from({ length: 12 }, (_, index) => `agent ${index}\n`);
  const save = async (window: TrackedWindow, lines: readonly string[]): Promise<void> => {
    const path = files.path('a.txt');
    await window.tracker.willSave(path);
    files.put('a.txt', lines.join(''));
    await window.tracker.userSaved(path, lines.join(''));
  };

  test.each([
    ['a file', ['a\n', 'z\n']],
    ['a new file', []],
  ])(
    'lines of the agent’s in %s that the user corrects are theirs, the others stay open',
    async (_, around) => {
      const mine = block.with(4, 'mine 4\n');
      const [first = '', ...last] = around;
      const between = (lines: readonly string[]): readonly string[] => [first, ...lines, ...last];
      if (around.length > 0) files.put('a.txt', around.join(''));
      let window = openedWindow();
      const path = files.path('a.txt');
      await turn(window, () => files.put('a.txt', between(block).join('')));
      await save(window, between(mine));
      await window.tracker.flush();
      window.tracker.dispose();
      window = openedWindow();
      // The agent changes something else, with the user's next line saved in the middle of it.
      await promptToRun(window);
      files.put('a.txt', between([...mine, 'agent 12\n']).join(''));
      await save(window, between([...mine.with(9, 'mine 9\n'), 'agent 12\n']));
      const left = between(['mine 4\n', 'mine 9\n']).join('');
      const now = between([...mine.with(9, 'mine 9\n').with(0, 'agent again\n'), 'agent 12\n']).join('');
      files.put('a.txt', now);
      await finishTurn(window);
      expect(changes(window)?.files).toMatchObject([{ added: 11, removed: 0, hasConflict: true }]);
      await window.tracker.flush();
      window.tracker.dispose();
      window = openedWindow();
      await look(window);
      expect(changes(window)?.files).toMatchObject([{ added: 11, removed: 0, hasConflict: true }]);
      expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [path], failed: [] });
      expect(files.read('a.txt')).toBe(left);
      expect(await window.tracker.review.redo(KEY)).toEqual({ conflicts: [], failed: [] });
      expect(files.read('a.txt')).toBe(now);
      expect(listed(window)).toEqual(['modified a.txt +11 -0']);
    },
  );

  test.each([
    ['writes', () => files.put('a.txt', '1 agent\n2\n'), '1 agent\n2\n'],
    ['deletes', () => rmSync(files.path('a.txt')), undefined],
  ])(
    'a document with unsaved text from before the agent %s the file is left, which is said',
    async (_, act, left) => {
      files.put('a.txt', '1\n2\n');
      const window = files.openWindow();
      const path = files.path('a.txt');
      window.editors.unsaved.set(path, '1\n2\nmine\n');
      await turn(window, act);
      expect(changes(window)?.files).toMatchObject([{ hasConflict: true }]);
      const reason = 'The file has unsaved changes in an editor. Save or revert them, then try again.';
      expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [{ path, reason }] });
      expect(window.editors.unsaved.get(path)).toBe('1\n2\nmine\n');
      expect(existsSync(path) ? files.read('a.txt') : undefined).toBe(left);
    },
  );

  test('undo while the agent still works does not count as the agent’s change', async () => {
    files.put('a.txt', 'a\n');
    const window = files.openWindow();
    await promptToRun(window);
    files.put('a.txt', 'b\n');
    const undone = window.tracker.review.undo(KEY);
    await eventually(() => expect(changes(window)?.files).toMatchObject([{ undoWaits: true }]));
    endTurn(window);
    await undone;
    expect(files.read('a.txt')).toBe('a\n');
    await look(window);
    expect(changes(window)?.files).toEqual([]);
  });

  test('undo does not write through a link that leads out of the folder', async () => {
    files.put('dir/a.txt', 'a\n');
    const outside = files.beside('outside');
    mkdirSync(outside);
    const window = files.openWindow();
    await turn(window, () => {
      rmSync(files.path('dir'), { recursive: true });
      symlinkSync(outside, files.path('dir'));
    });
    const result = await window.tracker.review.undo(KEY, files.path('dir/a.txt'));
    expect(result?.failed).toMatchObject([{ path: files.path('dir/a.txt') }]);
    expect(existsSync(join(outside, 'a.txt'))).toBe(false);
    await window.tracker.review.undo(KEY);
    expect(files.read('dir/a.txt')).toBe('a\n');
  });

  test('hundreds of files at once', async () => {
    for (let index = 0; index < 420; index++) files.put(`f${index}.txt`, `${index}\n`);
    const window = files.openWindow({ write: writeFile });
    await turn(window, () => {
      for (let index = 0; index < 420; index++) files.put(`f${index}.txt`, `${index} changed\n`);
    });
    await turn(window, () => {
      for (let index = 0; index < 420; index++) files.put(`f${index}.txt`, `${index} changed again\n`);
    });
    expect(changes(window)?.files).toHaveLength(420);
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    for (let index = 0; index < 420; index++) expect(files.read(`f${index}.txt`)).toBe(`${index}\n`);
  }, 60_000);
});
