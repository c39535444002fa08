// What the user does with files in VS Code while a command of the agent runs is theirs: deleting, moving, creating, and saving
// what is no text document.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  finishTurn,
  KEY,
  listed,
  look,
  promptToRun,
  type TrackedWindow,
} from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

/** A turn in which a command runs while the user does something. */
async function whileRunning(work: (window: TrackedWindow) => Promise<void>): Promise<TrackedWindow> {
  const window = files.openWindow();
  await promptToRun(window);
  await work(window);
  await finishTurn(window);
  return window;
}

function changedAt({ tracker }: TrackedWindow, ...names: readonly string[]): Promise<void> {
  return tracker.userChanged(names.map((name) => files.path(name)));
}

function there(...names: readonly string[]): readonly boolean[] {
  return names.map((name) => existsSync(files.path(name)));
}

test('a file and a folder that they delete', async () => {
  files.put('gone.txt', 'mine\n');
  for (const name of ['a', 'deep/b', 'deep/c']) files.put(`folder/${name}.txt`, 'mine\n');
  const window = await whileRunning(async (running) => {
    rmSync(files.path('gone.txt'));
    rmSync(files.path('folder'), { recursive: true });
    await changedAt(running, 'gone.txt', 'folder');
    files.put('folder/agent.txt', 'agent\n');
  });
  expect(listed(window)).toEqual(['created folder/agent.txt +1 -0']);
  await window.tracker.review.undo(KEY);
  expect(there('gone.txt', 'folder/a.txt', 'folder/deep/b.txt', 'folder/agent.txt')).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('a file and a folder that they move, also over another file', async () => {
  files.put('old.bin', '\0mine');
  files.put('under.txt', 'mine\n');
  files.put('over.txt', 'mine, too\n');
  files.put('folder/deep/in.txt', 'mine\n');
  const window = await whileRunning(async (running) => {
    const moves = [
      ['old.bin', 'new.bin'],
      ['over.txt', 'under.txt'],
      ['folder', 'moved'],
    ] as const;
    for (const [from, to] of moves) {
      await running.tracker.willMove([files.path(from)]);
      renameSync(files.path(from), files.path(to));
      await changedAt(running, from, to);
    }
  });
  expect(listed(window)).toEqual([]);
  await window.tracker.review.undo(KEY);
  expect(there('old.bin', 'new.bin', 'folder', 'moved/deep/in.txt')).toEqual([false, true, false, true]);
  expect(files.read('under.txt')).toBe('mine, too\n');
});

test('a file and a folder with files that they create', async () => {
  files.put('before.txt', '');
  const window = await whileRunning(async (running) => {
    files.put('mine.txt', '');
    mkdirSync(files.path('empty'));
    files.put('pasted/deep/in.txt', 'mine\n');
    await changedAt(running, 'mine.txt', 'empty', 'pasted');
  });
  expect(listed(window)).toEqual([]);
  await window.tracker.review.undo(KEY);
  expect(there('mine.txt', 'empty', 'pasted/deep/in.txt')).toEqual([true, true, true]);
});

test('a notebook that they save', async () => {
  files.put('n.ipynb', '{}\n');
  const window = await whileRunning(async (running) => {
    await running.tracker.willSave(files.path('n.ipynb'));
    files.put('n.ipynb', '{"cells":[]}\n');
    await changedAt(running, 'n.ipynb');
  });
  expect(listed(window)).toEqual([]);
  expect(files.read('n.ipynb')).toBe('{"cells":[]}\n');
});

test('but what the agent changes before they move a file, or after it, is not theirs', async () => {
  files.put('later.txt', 'before\n');
  files.put('earlier.txt', 'before\n');
  const window = await whileRunning(async (running) => {
    files.put('earlier.txt', 'agent\n');
    for (const name of ['later', 'earlier']) {
      await running.tracker.willMove([files.path(`${name}.txt`)]);
      renameSync(files.path(`${name}.txt`), files.path(`${name}-moved.txt`));
      await changedAt(running, `${name}.txt`, `${name}-moved.txt`);
    }
    files.put('later-moved.txt', 'agent\n');
  });
  expect(listed(window)).toEqual(['modified later-moved.txt +1 -1']);
  await window.tracker.review.undo(KEY);
  expect(files.read('later-moved.txt')).toBe('before\n');
  // It was moved: nothing brings it back to where it was.
  expect(there('earlier.txt', 'earlier-moved.txt')).toEqual([false, true]);
});

test('but what the agent deletes, moves or makes again later is not theirs', async () => {
  files.put('a.txt', 'mine\n');
  files.put('b.txt', 'mine\n');
  const window = await whileRunning(async (running) => {
    rmSync(files.path('a.txt'));
    await changedAt(running, 'a.txt');
    await look(running);
    files.put('a.txt', 'agent\n');
    rmSync(files.path('b.txt'));
  });
  expect(listed(window)).toEqual(['created a.txt +1 -0', 'deleted b.txt +0 -1']);
});

test('a file that they save in an encoding whose bytes are also a text in UTF-8', async () => {
  // “Â©” and “ยน”, and “é” where the bytes are no UTF-8.
  const saved = { 'latin.txt': '\xC2\xA9', 'thai.txt': '\xC2\xB9', 'other.txt': '\xE9' };
  for (const name of Object.keys(saved)) files.put(name, 'mine\n');
  const window = await whileRunning(async ({ tracker }) => {
    for (const [name, bytes] of Object.entries(saved)) {
      await tracker.willSave(files.path(name));
      files.put(name, Buffer.from(bytes, 'latin1'));
      await tracker.userSaved(files.path(name), undefined);
    }
  });
  expect(listed(window)).toEqual([]);
  await window.tracker.review.undo(KEY);
  for (const [name, bytes] of Object.entries(saved))
    expect(readFileSync(files.path(name), 'latin1')).toBe(bytes);
});

test('a file in such an encoding, in which the agent changes another line after the save', async () => {
  files.put('latin.txt', Buffer.from('one\ntwo\n'));
  const window = await whileRunning(async ({ tracker }) => {
    await tracker.willSave(files.path('latin.txt'));
    files.put('latin.txt', Buffer.from('\xC2\xA9\ntwo\n', 'latin1'));
    await tracker.userSaved(files.path('latin.txt'), undefined);
    files.put('latin.txt', Buffer.from('\xC2\xA9\nagent\n', 'latin1'));
  });
  expect(listed(window)).toEqual(['modified latin.txt +1 -1']);
  await window.tracker.review.undo(KEY);
  expect(readFileSync(files.path('latin.txt'), 'latin1')).toBe('\xC2\xA9\ntwo\n');
});
