// Restoring real files to a checkpoint, and redoing.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ShadowRepository } from '../../../../../src/snapshots/shadowRepository.ts';
import { asFile } from '../../../../support/changes/lineEnds.ts';
import {
  changes,
  endTurn,
  KEY,
  listed,
  look,
  prompt,
  turn,
  type TrackedWindow,
} from '../../../../support/changes/trackedFolder.ts';
import { readOnlyFolder } from '../../../../support/changes/readOnlyFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

const notices = ({ store }: TrackedWindow): readonly (readonly [string, string])[] =>
  (store.state(KEY)?.entries.flat() ?? []).flatMap((entry) =>
    entry.kind === 'notice' ? [[entry.severity, entry.text] as const] : [],
  );

const yes = async (): Promise<boolean> => true;

describe('checkpoints', () => {
  test('files are restored to before a prompt, and redone', async () => {
    files.put('a.txt', 'first\n');
    const window = files.openWindow();
    await turn(window, () => files.put('a.txt', 'second\n'));
    const entry = await turn(window, () => {
      files.put('a.txt', 'third\n');
      files.put('b.txt', 'new\n');
    });
    const asked: string[][] = [];
    const ask = async (paths: readonly string[]): Promise<boolean> => asked.push([...paths]) > 0;
    await window.tracker.review.restore(KEY, entry, ask);
    expect(asked).toEqual([[files.path('a.txt'), files.path('b.txt')]]);
    expect(files.read('a.txt')).toBe('second\n');
    expect(existsSync(files.path('b.txt'))).toBe(false);
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
    expect(changes(window)?.canRedo).toBe(true);
    await window.tracker.review.redo(KEY);
    expect(files.read('a.txt')).toBe('third\n');
    expect(files.read('b.txt')).toBe('new\n');
    expect(listed(window)).toEqual(['modified a.txt +1 -1', 'created b.txt +1 -0']);
    expect(changes(window)?.canRedo).toBe(false);
  });

  test('in a folder that became read-only nothing is restored, which is reported of each file', async ({
    skip,
    onTestFinished,
  }) => {
    files.put('a.txt', 'a\n');
    files.put('b.txt', 'b\n');
    const window = files.openWindow();
    const entry = await turn(window, () => {
      files.put('a.txt', 'agent\n');
      files.put('new.txt', 'agent\n');
    });
    const denied = (name: string) => ({ path: files.path(name), reason: 'Permission denied.' });
    const readOnly = readOnlyFolder(files.folder);
    if (readOnly === undefined) return skip();
    onTestFinished(() => readOnly.dispose());
    const result = await window.tracker.review.restore(KEY, entry, yes);
    readOnly.dispose();
    expect(result?.failed.toSorted((one, other) => one.path.localeCompare(other.path))).toEqual(
      ['a.txt', 'new.txt'].map(denied),
    );
    expect([files.read('a.txt'), files.read('new.txt')]).toEqual(['agent\n', 'agent\n']);
    expect(notices(window)).toEqual([['error', '2 files could not be restored to the checkpoint.']]);
    expect(changes(window)?.canRedo).toBe(false);

    expect(await window.tracker.review.restore(KEY, entry, yes)).toEqual({ conflicts: [], failed: [] });
    expect([files.read('a.txt'), existsSync(files.path('new.txt'))]).toEqual(['a\n', false]);
    expect(notices(window).at(-1)).toEqual(['info', 'Restored 2 files to the checkpoint.']);
  });

  test('what the user typed since is saved first, so that redo restores it', async () => {
    files.put('a.txt', 'a\n');
    const window = files.openWindow();
    const entry = await turn(window, () => files.put('a.txt', 'agent\n'));
    window.editors.unsaved.set(files.path('a.txt'), 'agent\nme\n');
    await window.tracker.review.restore(KEY, entry, yes);
    expect(files.read('a.txt')).toBe('a\n');
    await window.tracker.review.redo(KEY);
    expect(files.read('a.txt')).toBe('agent\nme\n');
  });

  test('redo leaves what was changed after the restore', async () => {
    files.put('a.txt', 'a\n');
    files.put('b.txt', 'b\n');
    const window = files.openWindow();
    const entry = await turn(window, () => {
      files.put('a.txt', 'agent\n');
      files.put('b.txt', 'agent\n');
    });
    await window.tracker.review.restore(KEY, entry, yes);
    files.put('a.txt', 'mine since\n');
    const result = await window.tracker.review.redo(KEY);
    expect(result).toEqual({ conflicts: [files.path('a.txt')], failed: [] });
    expect(files.read('a.txt')).toBe('mine since\n');
    expect(files.read('b.txt')).toBe('agent\n');
  });

  test('an undo can be redone', async () => {
    files.put('a.txt', 'a\n');
    const window = files.openWindow();
    await turn(window, () => files.put('a.txt', 'agent\n'));
    await window.tracker.review.undo(KEY);
    expect(changes(window)).toEqual({ files: [], reviewed: 1, canRedo: true });
    await window.tracker.review.redo(KEY);
    expect(files.read('a.txt')).toBe('agent\n');
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  });

  test('so can the undo of one change, which is then the last', async () => {
    const lines = Array.from({ length: 9 }, (_, index) => `${index}\n`);
    const agents = lines.with(1, 'one\n').with(7, 'seven\n').join('');
    files.put('a.txt', lines.join(''));
    files.put('b.txt', 'b\n');
    const window = files.openWindow();
    await turn(window, () => {
      files.put('a.txt', agents);
      files.put('b.txt', 'agent\n');
    });
    await window.tracker.review.undo(KEY, files.path('b.txt'));
    await window.tracker.review.undoLines(KEY, files.path('a.txt'), { start: 1, end: 2 });
    expect(files.read('a.txt')).toBe(lines.with(7, 'seven\n').join(''));
    expect(changes(window)?.canRedo).toBe(true);
    expect(await window.tracker.review.redo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect([files.read('a.txt'), files.read('b.txt')]).toEqual([agents, 'b\n']);
    expect(listed(window)).toEqual(['modified a.txt +2 -2']);
    expect(changes(window)?.canRedo).toBe(false);
    // One that changes nothing takes no redo away.
    await window.tracker.review.undo(KEY);
    await window.tracker.review.undoLines(KEY, files.path('a.txt'), { start: 4, end: 5 });
    expect(changes(window)?.canRedo).toBe(true);
  });

  test.each([
    ['\n', 'unsaved'],
    ['\r\n', 'unsaved'],
    ['\n', 'saved since'],
    ['\n', 'typed into since'],
  ])(
    'so can an undo in a document with unsaved changes, with lines that end in %j, %s',
    async (end, since) => {
      const withEnds = (text: string): string => text.replaceAll('\n', end);
      files.put('a.txt', withEnds('1\n2\n3\n'));
      const window = files.openWindow();
      const path = files.path('a.txt');
      const { unsaved } = window.editors;
      await turn(window, () => files.put('a.txt', withEnds('agent\n2\n3\n')));
      unsaved.set(path, 'agent\n2\nmine\n');
      expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
      // An editor has its own kind of line end.
      expect(unsaved.exact(path)).toBe(asFile(withEnds('1\n2\nmine\n')));
      unsaved.set(path, '1\n2\nmine\n');
      if (since === 'saved since') await window.editors.save([path]);
      if (since === 'typed into since') unsaved.set(path, '1\n2\nmine, too\n');
      const isLeft = since === 'typed into since';
      const result = await window.tracker.review.redo(KEY);
      expect(result).toEqual({ conflicts: isLeft ? [path] : [], failed: [] });
      const now = unsaved.exact(path) ?? readFileSync(path, 'utf8');
      expect(now).toBe(asFile(isLeft ? '1\n2\nmine, too\n' : withEnds('agent\n2\nmine\n')));
      expect(listed(window)).toEqual(isLeft ? [] : ['modified a.txt +1 -1']);
    },
  );

  test('a redo that could not write a file can be repeated', async () => {
    files.put('a.txt', 'a\n');
    files.put('b.txt', 'b\n');
    const window = files.openWindow();
    const path = files.path('a.txt');
    await turn(window, () => {
      files.put('a.txt', 'agent\n');
      files.put('b.txt', 'agent\n');
    });
    await window.tracker.review.undo(KEY);
    window.editors.failing.add(path);
    const failed = [{ path, reason: 'The document cannot be written.' }];
    expect(await window.tracker.review.redo(KEY)).toEqual({ conflicts: [], failed });
    expect(files.read('b.txt')).toBe('agent\n');
    expect(changes(window)?.canRedo).toBe(true);
    window.editors.failing.clear();
    expect(await window.tracker.review.redo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect(files.read('a.txt')).toBe('agent\n');
    expect(changes(window)?.canRedo).toBe(false);
  });

  test('a redo reports that it cannot read the folder, and can be repeated', async () => {
    files.put('a.txt', 'a\n');
    const window = files.openWindow();
    await turn(window, () => files.put('a.txt', 'agent\n'));
    await window.tracker.review.undo(KEY);
    const take = vi
      .spyOn(ShadowRepository.prototype, 'takeSnapshot')
      .mockRejectedValue(new Error('disk full'));
    // Another root is named as well.
    expect((await window.tracker.review.redo(KEY))?.failed[0]).toMatchObject({ path: files.path('a.txt') });
    expect(files.read('a.txt')).toBe('a\n');
    take.mockRestore();
    expect(await window.tracker.review.redo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect(files.read('a.txt')).toBe('agent\n');
  });

  test('a folder that cannot be read keeps the records of its files, which are named; the other folder is restored', async () => {
    const second = files.beside('second');
    mkdirSync(second);
    const inSecond = join(second, 'b.txt');
    files.furtherFolders = [second];
    files.put('a.txt', 'a\n');
    writeFileSync(inSecond, 'b\n');
    const window = files.openWindow();
    const entry = await turn(window, () => {
      files.put('a.txt', 'agent\n');
      writeFileSync(inSecond, 'agent\n');
    });
    renameSync(second, files.beside('away'));
    writeFileSync(second, 'no folder');
    const result = await window.tracker.review.restore(KEY, entry, yes);
    expect(result).toEqual({ conflicts: [], failed: [{ path: inSecond, reason: expect.any(String) }] });
    expect(files.read('a.txt')).toBe('a\n');
    rmSync(second);
    renameSync(files.beside('away'), second);
    await look(window);
    expect(listed(window)).toEqual([expect.stringContaining('b.txt')]);
    await window.tracker.review.undo(KEY);
    expect(readFileSync(inSecond, 'utf8')).toBe('b\n');
  });

  test('where nothing can be read, nothing is done, and the changed files are named', async () => {
    files.put('a.txt', 'a\n');
    files.put('same.txt', 'same\n');
    const window = files.openWindow();
    const entry = await turn(window, () => files.put('a.txt', 'agent\n'));
    const take = vi.spyOn(ShadowRepository.prototype, 'takeSnapshot').mockRejectedValue(new Error('no'));
    const result = await window.tracker.review.restore(KEY, entry, yes);
    expect(result?.failed[0]).toMatchObject({ path: files.path('a.txt') });
    take.mockRestore();
    await look(window);
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  });

  test('nothing is done when the user cancels, or while a turn runs', async () => {
    files.put('a.txt', 'a\n');
    const window = files.openWindow();
    const entry = await turn(window, () => files.put('a.txt', 'b\n'));
    expect(await window.tracker.review.restore(KEY, entry, async () => false)).toBeUndefined();
    await prompt(window);
    expect(await window.tracker.review.restore(KEY, entry, yes)).toBeUndefined();
    expect(files.read('a.txt')).toBe('b\n');
  });

  test('survive a reload', async () => {
    files.put('a.txt', 'a\n');
    const window = files.openWindow();
    await turn(window, () => files.put('a.txt', 'b\n'));
    const before = window.store.state(KEY)?.entries.flat()[0];
    window.tracker.dispose();
    const reloaded = files.openWindow();
    if (before?.kind !== 'user' || before.checkpoint === undefined) throw new Error('no checkpoint');
    reloaded.store.dispatch(KEY, { type: 'prompt_started', at: 1, content: before.content });
    reloaded.store.dispatch(KEY, { type: 'checkpoint_made', at: 1, checkpoint: before.checkpoint });
    endTurn(reloaded);
    const entry = reloaded.store.state(KEY)?.entries.flat()[0]?.id ?? '';
    await reloaded.tracker.review.restore(KEY, entry, yes);
    expect(files.read('a.txt')).toBe('a\n');
    await reloaded.tracker.review.redo(KEY);
    expect(files.read('a.txt')).toBe('b\n');
  });

  test('a checkpoint that no longer exists is reported', async () => {
    const window = files.openWindow();
    const entry = await turn(window, () => undefined);
    rmSync(files.beside('checkpoints'), { recursive: true });
    expect(await window.tracker.review.restore(KEY, entry, yes)).toBeUndefined();
    expect(window.store.state(KEY)?.entries.flat().at(-1)).toMatchObject({
      kind: 'notice',
      severity: 'error',
    });
  });
});
