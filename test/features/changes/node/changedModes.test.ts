// What an agent changes about who may run a file: listed, kept, undone, redone and restored, with or without its text.
import { chmodSync, renameSync, rmSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  changes,
  endTurn,
  KEY,
  listed,
  look,
  others,
  prompt,
  run,
  turn,
  type TrackedWindow,
} from '../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const yes = async (): Promise<boolean> => true;

function modeOf(name: string): number {
  return statSync(files.path(name)).mode & 0o777;
}

function put(name: string, mode: number, text = `${name}\n`): void {
  files.put(name, text);
  chmodSync(files.path(name), mode);
}

/** A window in which the agent has opened the session. */
function openedWindow(): TrackedWindow {
  const window = files.openWindow();
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  return window;
}

describe.skipIf(process.platform === 'win32')('a mode', () => {
  test.each([
    ['that makes a file a program', 0o644, 0o755],
    ['that makes it none', 0o755, 0o644],
    ['that others may not use either', 0o700, 0o600],
  ])('%s is listed, undone and redone', async (_name, before, after) => {
    put('a.sh', before);
    put('b.txt', 0o644);
    const window = files.openWindow();
    await turn(window, () => chmodSync(files.path('a.sh'), after));
    expect(listed(window)).toEqual(['modified a.sh +0 -0']);
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect([modeOf('a.sh'), files.read('a.sh'), listed(window)]).toEqual([before, 'a.sh\n', []]);
    await look(window);
    expect([listed(window), others(window)]).toEqual([[], []]);
    await window.tracker.review.redo(KEY);
    expect([modeOf('a.sh') & 0o100, listed(window)]).toEqual([after & 0o100, ['modified a.sh +0 -0']]);
  });

  test('that keeps others out is there again after Undo and Redo, of new files and of those that it changed', async () => {
    put('changed.txt', 0o644);
    put('open.sh', 0o700);
    const window = files.openWindow();
    await turn(window, () => {
      put('new.key', 0o600, 'k\n');
      put('changed.txt', 0o600, 'agent\n');
      put('open.sh', 0o755, 'agent\n');
    });
    await window.tracker.review.undo(KEY);
    expect([listed(window), modeOf('open.sh')]).toEqual([[], 0o700]);
    await window.tracker.review.redo(KEY);
    expect([files.read('new.key'), modeOf('new.key'), modeOf('changed.txt')]).toEqual(['k\n', 0o600, 0o600]);
    await window.tracker.review.undo(KEY);
    expect([modeOf('open.sh'), files.read('open.sh')]).toEqual([0o700, 'open.sh\n']);
  });

  test('that the agent changed with the text is undone with it, also after a reload', async () => {
    put('a.sh', 0o755);
    const first = openedWindow();
    await turn(first, () => {
      files.put('a.sh', 'agent\n');
      chmodSync(files.path('a.sh'), 0o644);
    });
    await first.tracker.flush();
    first.tracker.dispose();
    const second = openedWindow();
    await look(second);
    await second.tracker.review.undo(KEY);
    expect([modeOf('a.sh'), files.read('a.sh')]).toEqual([0o755, 'a.sh\n']);
  });

  test.each([
    ['deleted', () => rmSync(files.path('a.sh'))],
    ['deleted and made anew', () => (rmSync(files.path('a.sh')), put('a.sh', 0o644, 'agent\n'))],
    ['moved', () => renameSync(files.path('a.sh'), files.path('b.sh'))],
    ['replaced by a folder', () => (rmSync(files.path('a.sh')), put('a.sh/b', 0o644))],
  ])('of a file that the agent has %s comes back with it, also after a reload', async (_name, change) => {
    for (const mode of [0o755, 0o700, 0o600, 0o444]) {
      rmSync(files.path('a.sh'), { recursive: true, force: true });
      put('a.sh', mode);
      const first = openedWindow();
      await turn(first, change);
      await first.tracker.flush();
      first.tracker.dispose();
      const second = openedWindow();
      await look(second);
      await prompt(second);
      endTurn(second);
      expect(await second.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
      expect([modeOf('a.sh'), files.read('a.sh')]).toEqual([mode, 'a.sh\n']);
      await second.tracker.flush();
      second.tracker.dispose();
    }
  });

  test.each([
    ['that only the user had', 0o600, 0o644, ['modified a.sh +0 -0']],
    ['of a program that only the user had', 0o700, 0o755, ['modified a.sh +0 -0']],
    ['of a program', 0o755, 0o644, ['modified a.sh +0 -0']],
    ['that is as before', 0o600, 0o600, []],
  ])('%s comes back where the file was made anew with the same bytes', async (_name, before, after, rows) => {
    put('a.sh', before);
    const window = files.openWindow();
    await prompt(window);
    await run(window, async () => {
      rmSync(files.path('a.sh'));
      await look(window);
      put('a.sh', after);
    });
    endTurn(window);
    await look(window);
    expect(listed(window)).toEqual(rows);
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect([modeOf('a.sh'), files.read('a.sh'), listed(window)]).toEqual([before, 'a.sh\n', []]);
  });

  test('of a file that was deleted without a word comes back once it is added to the agent’s changes', async () => {
    put('a.sh', 0o700);
    const first = openedWindow();
    await prompt(first);
    rmSync(files.path('a.sh'));
    endTurn(first);
    await look(first);
    expect(others(first)).toEqual(['a.sh']);
    await first.tracker.flush();
    first.tracker.dispose();
    const second = openedWindow();
    await look(second);
    await second.tracker.review.claim(KEY);
    await second.tracker.review.undo(KEY);
    expect(modeOf('a.sh')).toBe(0o700);
  });

  test('stays when it is kept, and is not listed when somebody has changed it back', async () => {
    put('a.sh', 0o644);
    put('b.sh', 0o644);
    const window = files.openWindow();
    await turn(window, () => ['a.sh', 'b.sh'].forEach((name) => chmodSync(files.path(name), 0o755)));
    await window.tracker.review.keep(KEY, files.path('a.sh'));
    chmodSync(files.path('b.sh'), 0o644);
    await look(window);
    expect(changes(window)).toBeUndefined();
    await window.tracker.review.undo(KEY);
    expect([modeOf('a.sh'), modeOf('b.sh')]).toEqual([0o755, 0o644]);
  });

  test('is given back by Restore, and below text that the user has not saved', async () => {
    put('a.sh', 0o644);
    const window = files.openWindow();
    const entry = await turn(window, () => chmodSync(files.path('a.sh'), 0o755));
    window.editors.unsaved.set(files.path('a.sh'), 'mine\n');
    await window.tracker.review.undo(KEY);
    expect([modeOf('a.sh'), window.editors.unsaved.get(files.path('a.sh'))]).toEqual([0o644, 'mine\n']);
    window.editors.unsaved.clear();
    await turn(window, () => chmodSync(files.path('a.sh'), 0o755));
    await window.tracker.review.restore(KEY, entry, yes);
    expect([modeOf('a.sh'), listed(window)]).toEqual([0o644, []]);
  });

  test('that another program changes during the turn is listed apart', async () => {
    put('a.sh', 0o644);
    const window = files.openWindow();
    await prompt(window);
    chmodSync(files.path('a.sh'), 0o755);
    endTurn(window);
    await look(window);
    expect([listed(window), others(window)]).toEqual([[], ['a.sh']]);
    await window.tracker.review.undo(KEY);
    expect(modeOf('a.sh')).toBe(0o755);
  });
});
