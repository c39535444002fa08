// Sessions with several folders: a window with several roots, which come and go, nest, are links, or are not there.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderGit } from '../../../support/changes/folderGit.ts';
import {
  changes,
  finishTurn,
  KEY,
  listed,
  look,
  prompt,
  promptToRun,
  toolCall,
  turn,
} from '../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const done = { conflicts: [], failed: [] };
const yes = async (): Promise<boolean> => true;

/** A folder beside the session's own, with a file. */
function makeRoot(name: string): string {
  const folder = files.beside(name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'f.txt'), 'before\n');
  return folder;
}

function textIn(folder: string, name = 'f.txt'): string | undefined {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function names(window: Parameters<typeof changes>[0]): readonly string[] {
  return changes(window)?.files.map(({ name }) => name) ?? [];
}

describe('names', () => {
  test('carry their folder where other folders than the session’s own have changes', async () => {
    const api = makeRoot('api');
    files.furtherFolders = [api];
    const window = files.openWindow();
    await turn(window, () => files.put('src/a.ts', 'agent\n'));
    expect(names(window)).toEqual(['src/a.ts']);
    await turn(window, () => writeFileSync(join(api, 'f.txt'), 'agent\n'));
    expect(names(window)).toEqual(['api/f.txt', 'project/src/a.ts']);
    expect(window.tracker.folderNames(KEY)(join(api, 'f.txt'))).toBe('api');
  });

  test('tell apart two folders with one name, and keep the path of what is in no folder', async () => {
    const [one, other] = [makeRoot('one/api'), makeRoot('other/api')];
    files.furtherFolders = [one, other];
    const window = files.openWindow();
    await turn(window, () => {
      for (const folder of [one, other]) writeFileSync(join(folder, 'f.txt'), 'agent\n');
    });
    expect(names(window)).toEqual(['one/api/f.txt', 'other/api/f.txt']);
  });
});

describe.skipIf(process.platform === 'win32')('a folder that is a link', () => {
  test.each([
    ['another folder', 'other'],
    ['a folder of that name somewhere else', 'elsewhere/real'],
  ])('and that the agent makes lead to %s: nothing is undone there', async (_what, name) => {
    const [real, other] = [makeRoot('real'), makeRoot(name)];
    writeFileSync(join(other, 'g.txt'), 'theirs\n');
    const link = files.beside('current');
    symlinkSync(real, link);
    files.furtherFolders = [link];
    const window = files.openWindow();
    await turn(window, () => {
      rmSync(link);
      symlinkSync(other, link);
    });
    await window.tracker.review.undo(KEY);
    expect([textIn(other), textIn(other, 'g.txt')]).toEqual(['before\n', 'theirs\n']);
    expect(textIn(real)).toBe('before\n');
  });

  test('and that leads there again: what the agent changed in it is undone', async () => {
    const [real, other] = [makeRoot('real'), makeRoot('other')];
    const link = files.beside('current');
    symlinkSync(real, link);
    files.furtherFolders = [link];
    const window = files.openWindow();
    await turn(window, () => writeFileSync(join(link, 'f.txt'), 'agent\n'));
    rmSync(link);
    symlinkSync(other, link);
    writeFileSync(join(other, 'f.txt'), 'theirs\n');
    await window.tracker.review.undo(KEY);
    expect([textIn(real), textIn(other)]).toEqual(['agent\n', 'theirs\n']);
    rmSync(link);
    symlinkSync(real, link);
    await window.tracker.review.undo(KEY);
    expect(textIn(real)).toBe('before\n');
  });
});

describe('a folder that joins', () => {
  test('during a turn is tracked from then on, and a restore says that it did not belong to the checkpoint', async () => {
    const late = makeRoot('late');
    files.put('a.txt', 'a\n');
    const window = files.openWindow();
    const entry = await promptToRun(window);
    files.put('a.txt', 'agent\n');
    files.furtherFolders = [late];
    window.tracker.followFolders();
    await look(window);
    writeFileSync(join(late, 'f.txt'), 'agent\n');
    await finishTurn(window);
    expect(names(window)).toEqual(['late/f.txt', 'project/a.txt']);
    const result = await window.tracker.review.restore(KEY, entry, yes);
    expect(result?.failed).toMatchObject([
      { path: join(late, 'f.txt'), reason: expect.stringContaining('checkpoint') },
    ]);
    expect([files.read('a.txt'), textIn(late), names(window)]).toEqual(['a\n', 'agent\n', ['late/f.txt']]);
    expect(await window.tracker.review.undo(KEY)).toEqual(done);
    expect(textIn(late)).toBe('before\n');
  });

  test('between turns is restored with the others', async () => {
    const late = makeRoot('late');
    const window = files.openWindow();
    await turn(window, () => files.put('a.txt', 'agent\n'));
    files.furtherFolders = [late];
    window.tracker.followFolders();
    const entry = await turn(window, () => rmSync(join(late, 'f.txt')));
    expect(listed(window)).toContain('deleted late/f.txt +0 -1');
    expect(await window.tracker.review.restore(KEY, entry, yes)).toEqual(done);
    expect([files.read('a.txt'), textIn(late)]).toEqual(['agent\n', 'before\n']);
  });
});

describe('a folder that leaves', () => {
  test('during a turn: what the agent changed there is listed and undone', async () => {
    const api = makeRoot('api');
    files.furtherFolders = [api];
    const window = files.openWindow();
    await promptToRun(window);
    writeFileSync(join(api, 'f.txt'), 'agent\n');
    files.furtherFolders = [];
    window.tracker.followFolders();
    await finishTurn(window);
    expect(names(window)).toEqual(['api/f.txt']);
    expect(await window.tracker.review.undo(KEY)).toEqual(done);
    expect(textIn(api)).toBe('before\n');
  });

  test('and is gone: its changes are out of reach, the others are undone, and nothing throws', async () => {
    const api = makeRoot('api');
    files.furtherFolders = [api];
    const window = files.openWindow();
    await turn(window, () => {
      writeFileSync(join(api, 'f.txt'), 'agent\n');
      files.put('a.txt', 'agent\n');
    });
    files.furtherFolders = [];
    renameSync(api, files.beside('away'));
    await turn(window, () => files.put('b.txt', 'agent\n'));
    await window.tracker.review.undo(KEY);
    expect([existsSync(files.path('a.txt')), existsSync(files.path('b.txt'))]).toEqual([false, false]);
    expect(textIn(files.beside('away'))).toBe('agent\n');
    expect(window.log.lines.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  test('and is opened anew after a reload: its changes are said to be outside', async () => {
    const api = makeRoot('api');
    files.furtherFolders = [api];
    const window = files.openWindow();
    window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
    await turn(window, () => writeFileSync(join(api, 'f.txt'), 'agent\n'));
    await window.tracker.flush();
    window.tracker.dispose();
    files.furtherFolders = [];
    const reloaded = files.openWindow();
    reloaded.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
    await look(reloaded);
    expect(names(reloaded)).toEqual([join(api, 'f.txt')]);
    const result = await reloaded.tracker.review.undo(KEY);
    expect(result?.failed).toMatchObject([{ path: join(api, 'f.txt') }]);
    expect(textIn(api)).toBe('agent\n');
  });
});

describe('what counts once', () => {
  test('a folder in another one', async () => {
    files.put('sub/a.txt', 'a\n');
    files.furtherFolders = [files.path('sub')];
    const window = files.openWindow();
    const entry = await turn(window, () => {
      files.put('sub/a.txt', 'agent\n');
      files.put('sub/new.txt', 'agent\n');
    });
    expect(listed(window)).toEqual(['modified sub/a.txt +1 -1', 'created sub/new.txt +1 -0']);
    expect(await window.tracker.review.undo(KEY)).toEqual(done);
    expect([files.read('sub/a.txt'), existsSync(files.path('sub/new.txt'))]).toEqual(['a\n', false]);
    await window.tracker.review.redo(KEY);
    expect(await window.tracker.review.restore(KEY, entry, yes)).toEqual(done);
    expect(files.read('sub/a.txt')).toBe('a\n');
  });

  test.each([
    ['one folder by a link', 'project', 'sub/f.txt'],
    ['a folder in another one by a link', 'project/sub', 'f.txt'],
    ['the session’s folder, which is opened by a link, in another one', 'outer', 'project/sub/f.txt'],
  ])('%s', async (_name, target, name) => {
    if (target === 'outer') {
      mkdirSync(files.beside('outer/project'), { recursive: true });
      rmSync(files.folder, { recursive: true });
      symlinkSync(files.beside('outer/project'), files.folder);
    }
    files.put('sub/f.txt', 'f\n');
    const link = files.beside('link');
    symlinkSync(files.beside(target), link);
    files.furtherFolders = [link];
    const window = files.openWindow();
    await turn(window, () => files.put('sub/f.txt', 'agent\n'));
    expect(changes(window)?.files).toHaveLength(1);
    await prompt(window);
    const path = join(link, name);
    toolCall(window, { toolCallId: 'e', kind: 'edit', status: 'in_progress', locations: [{ path }] });
    writeFileSync(path, 'agent again\n');
    toolCall(window, { toolCallId: 'e', status: 'completed' });
    await finishTurn(window);
    expect(changes(window)?.files).toHaveLength(1);
    expect(await window.tracker.review.undo(KEY)).toEqual(done);
    expect(files.read('sub/f.txt')).toBe('f\n');
  });
});

describe('a folder that is not there', () => {
  test('is said to be missing, and what is made in it is not taken for all of it', async () => {
    const missing = files.beside('missing');
    files.furtherFolders = [missing];
    const window = files.openWindow();
    await turn(window, () => files.put('a.txt', 'agent\n'));
    expect([listed(window), changes(window)?.note]).toEqual([
      ['created a.txt +1 -0'],
      expect.stringContaining('missing was not found'),
    ]);
    expect(changes(window)?.unlisted).toBeUndefined();
    await turn(window, () => void makeRoot('missing'));
    expect(changes(window)?.unlisted).toContain('missing');
    await turn(window, () => writeFileSync(join(missing, 'f.txt'), 'agent\n'));
    await window.tracker.review.undo(KEY);
    expect([textIn(missing), existsSync(files.path('a.txt'))]).toEqual(['before\n', false]);
  });

  test('because the agent removed it is given back by Undo, and by a restore', async () => {
    const api = makeRoot('api');
    files.furtherFolders = [api];
    const window = files.openWindow();
    const entry = await turn(window, () => rmSync(api, { recursive: true }));
    expect(listed(window)).toEqual(['deleted api/f.txt +0 -1']);
    expect(await window.tracker.review.undo(KEY)).toEqual(done);
    expect(textIn(api)).toBe('before\n');
    await window.tracker.review.redo(KEY);
    expect(textIn(api)).toBeUndefined();
    expect(await window.tracker.review.restore(KEY, entry, yes)).toEqual(done);
    expect(textIn(api)).toBe('before\n');
  });

  test.each([
    ['removed', () => rmSync(files.folder, { recursive: true })],
    ['moved away', () => renameSync(files.folder, files.beside('moved'))],
  ])('and is the session’s own, which the agent has %s, is given back as well', async (_name, remove) => {
    const { git, commitAll } = folderGit(files);
    files.put('src/a.txt', 'a\n');
    files.put('.vscode/tasks.json', '{}\n');
    git('init', '-q');
    commitAll('one');
    const window = files.openWindow();
    window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
    const entry = await turn(window, remove);
    expect(listed(window)).toEqual(['deleted .vscode/tasks.json +0 -1', 'deleted src/a.txt +0 -1']);
    const notices = window.store
      .state(KEY)
      ?.entries.flat()
      .filter(({ kind }) => kind === 'notice');
    expect(notices).toEqual([]);
    expect(changes(window)?.unlisted).toContain('deleted Git repositories');
    expect(await window.tracker.review.undo(KEY)).toEqual(done);
    expect(files.read('src/a.txt')).toBe('a\n');
    await window.tracker.review.redo(KEY);
    expect(existsSync(files.path('src/a.txt'))).toBe(false);
    expect(await window.tracker.review.restore(KEY, entry, yes)).toEqual(done);
    expect(files.read('.vscode/tasks.json')).toBe('{}\n');
  });

  test('for a moment loses nothing', async () => {
    const api = makeRoot('api');
    files.furtherFolders = [api];
    const window = files.openWindow();
    await promptToRun(window);
    writeFileSync(join(api, 'f.txt'), 'agent\n');
    renameSync(api, files.beside('away'));
    await look(window);
    renameSync(files.beside('away'), api);
    await finishTurn(window);
    expect(listed(window)).toEqual(['modified api/f.txt +1 -1']);
    expect(await window.tracker.review.undo(KEY)).toEqual(done);
    expect(textIn(api)).toBe('before\n');
  });
});

test('a folder without git beside one with git is tracked like it', async () => {
  const { git, commitAll } = folderGit(files);
  files.put('a.txt', 'a\n');
  git('init', '-q');
  commitAll('one');
  const plain = makeRoot('plain');
  files.furtherFolders = [plain];
  const window = files.openWindow();
  const entry = await turn(window, () => {
    files.put('a.txt', 'agent\n');
    writeFileSync(join(plain, 'f.txt'), 'agent\n');
    writeFileSync(join(plain, 'new.txt'), 'agent\n');
  });
  expect(names(window)).toEqual(['plain/f.txt', 'plain/new.txt', 'project/a.txt']);
  await window.tracker.review.undo(KEY);
  expect([files.read('a.txt'), textIn(plain), textIn(plain, 'new.txt')]).toEqual([
    'a\n',
    'before\n',
    undefined,
  ]);
  await window.tracker.review.redo(KEY);
  await window.tracker.review.restore(KEY, entry, yes);
  expect([files.read('a.txt'), textIn(plain)]).toEqual(['a\n', 'before\n']);
});
