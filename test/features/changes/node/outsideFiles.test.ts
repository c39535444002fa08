// Files outside of the session's folders, and other names of files inside them.
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { asFile } from '../../../support/changes/lineEnds.ts';
import {
  ACP_SESSION,
  changes,
  finishTurn,
  KEY,
  listed,
  look,
  prompt,
  run,
  toolCall,
  turn,
  type TrackedWindow,
} from '../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

function edit(window: TrackedWindow, path: string, work: () => void): void {
  toolCall(window, { toolCallId: path, kind: 'edit', status: 'in_progress', locations: [{ path }] });
  work();
  toolCall(window, { toolCallId: path, status: 'completed' });
}

describe('a file outside of the folders that the agent changes is named in the bar', () => {
  test('through a link, by its own path, and where Parley writes it', async () => {
    for (const name of ['linked.txt', 'beside.txt', 'written.txt', 'read.txt'])
      writeFileSync(files.beside(name), '1\n');
    symlinkSync('../linked.txt', files.path('link.txt'));
    const window = files.openWindow({ session: { sessionId: ACP_SESSION.id, isOpened: true } });
    await prompt(window);
    edit(window, files.path('link.txt'), () => writeFileSync(files.beside('linked.txt'), '2\n'));
    edit(window, files.beside('beside.txt'), () => writeFileSync(files.beside('beside.txt'), '2\n'));
    await window.tracker.whileAgentWrites(ACP_SESSION, files.beside('written.txt'), async () =>
      writeFileSync(files.beside('written.txt'), '2\n'),
    );
    await finishTurn(window);
    expect(listed(window)).toEqual([]);
    for (const name of ['link.txt', 'beside.txt', 'written.txt'])
      expect(changes(window)?.unlisted).toContain(name);
    for (const name of ['linked.txt', 'beside.txt']) rmSync(files.beside(name));
    await look(window);
    // The link is there, and what was written through it is not.
    expect(changes(window)?.unlisted).toContain('written.txt');
    expect(changes(window)?.unlisted).not.toContain('beside.txt');
    await prompt(window);
    await look(window);
    expect(changes(window)?.unlisted).toBeUndefined();
  });

  test('also where it cannot be looked at any more, and all else is still found', async () => {
    mkdirSync(files.beside('dir'));
    writeFileSync(files.beside('dir/a.txt'), '1\n');
    files.put('inside.txt', '1\n');
    const window = files.openWindow({ session: { sessionId: ACP_SESSION.id, isOpened: true } });
    await prompt(window);
    edit(window, files.beside('dir/a.txt'), () => writeFileSync(files.beside('dir/a.txt'), '2\n'));
    await look(window);
    rmSync(files.beside('dir'), { recursive: true });
    symlinkSync('dir', files.beside('dir'));
    edit(window, files.path('inside.txt'), () => files.put('inside.txt', '2\n'));
    await finishTurn(window);
    expect(listed(window)).toEqual(['modified inside.txt +1 -1']);
    expect(changes(window)?.unlisted).toContain('a.txt');
  });

  test('also where a look waits when the call ends', async () => {
    const path = files.beside('waiting.txt');
    writeFileSync(path, '1\n');
    const window = files.openWindow();
    await prompt(window);
    toolCall(window, { toolCallId: 'call', kind: 'edit', status: 'in_progress', locations: [{ path }] });
    writeFileSync(path, '2\n');
    const looking = look(window);
    toolCall(window, { toolCallId: 'call', status: 'completed' });
    await looking;
    await finishTurn(window);
    expect(changes(window)?.unlisted).toContain('waiting.txt');
  });

  test('but not where it was not changed, or only read, and not where a link stays inside', async () => {
    writeFileSync(files.beside('old.txt'), '1\n');
    files.put('inner.txt', '1\n');
    symlinkSync('inner.txt', files.path('link.txt'));
    const window = files.openWindow();
    await turn(window, () => undefined);
    await files.age('inner.txt');
    await prompt(window);
    edit(window, files.beside('old.txt'), () => undefined);
    edit(window, files.path('link.txt'), () => files.put('inner.txt', '2\n'));
    await finishTurn(window);
    expect(changes(window)?.unlisted).toBeUndefined();
    expect(listed(window)).toEqual(['modified inner.txt +1 -1']);
  });
});

describe('a file with several names', () => {
  test('has its bytes under all of them after Undo and Redo, outside of the folder as well', async () => {
    files.put('a.txt', '1\n2\n');
    linkSync(files.path('a.txt'), files.beside('outside.txt'));
    const window = files.openWindow();
    await turn(window, () => files.put('a.txt', 'a longer text\n'));
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect(readFileSync(files.beside('outside.txt'), 'utf8')).toBe(asFile('1\n2\n'));
    expect(files.read('a.txt')).toBe('1\n2\n');
    expect(statSync(files.path('a.txt')).nlink).toBe(2);
    await window.tracker.review.redo(KEY);
    expect(readFileSync(files.beside('outside.txt'), 'utf8')).toBe(asFile('a longer text\n'));
  });
});

describe('a file that is moved', () => {
  test('and changed in one command, can be undone', async () => {
    const text = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');
    files.put('src/old.ts', text);
    files.put('a.txt', 'mine\n');
    await files.age('a.txt');
    const window = files.openWindow();
    await turn(window, () => {
      renameSync(files.path('src'), files.path('lib'));
      writeFileSync(files.path('lib/old.ts'), asFile(`${text}more\n`), { flag: 'r+' });
      renameSync(files.path('a.txt'), files.path('a.txt.bak'));
      files.put('a.txt', 'new\n');
    });
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect([files.read('src/old.ts'), files.read('a.txt')]).toEqual([text, 'mine\n']);
    expect([existsSync(files.path('lib')), existsSync(files.path('a.txt.bak'))]).toEqual([false, false]);
  });

  test('from outside, where the agent has made it in this turn, is new', async () => {
    files.put('a.txt', 'mine\n');
    const window = files.openWindow();
    await prompt(window);
    await run(window, async () => {
      writeFileSync(files.beside('download'), 'made\n');
      await files.age('a.txt');
      await look(window);
      await files.age('a.txt');
      renameSync(files.beside('download'), files.path('download'));
    });
    await finishTurn(window);
    expect(listed(window)).toEqual(['created download +1 -0']);
    await window.tracker.review.undo(KEY);
    expect(existsSync(files.path('download'))).toBe(false);
  });

  test('by the user, or deleted by them, has nothing to review; brought back, it has', async () => {
    files.put('a.txt', '1\n');
    files.put('b.txt', '1\n');
    const window = files.openWindow();
    await turn(window, () => {
      files.put('a.txt', 'A\n');
      files.put('b.txt', 'B\n');
    });
    renameSync(files.path('a.txt'), files.path('moved.txt'));
    rmSync(files.path('b.txt'));
    await window.tracker.userChanged(['a.txt', 'moved.txt', 'b.txt'].map((name) => files.path(name)));
    await look(window);
    expect(listed(window)).toEqual([]);
    renameSync(files.path('moved.txt'), files.path('a.txt'));
    await window.tracker.userChanged(['a.txt', 'moved.txt'].map((name) => files.path(name)));
    await look(window);
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  });
});
