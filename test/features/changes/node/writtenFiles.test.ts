// Files whose path, ignore rule, size or line ends make it hard to say what was there: listed as the agent's, and undone.
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  ACP_SESSION,
  finishTurn,
  KEY,
  listed,
  look,
  others,
  prompt,
  toolCall,
  turn,
  type TrackedWindow,
} from '../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

function report(window: TrackedWindow, path: string, change: () => void): void {
  toolCall(window, { toolCallId: path, kind: 'edit', status: 'in_progress', locations: [{ path }] });
  change();
  toolCall(window, { toolCallId: path, status: 'completed' });
}

async function openedSession(window: TrackedWindow): Promise<void> {
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  await prompt(window);
}

/** The file alone is listed, as the agent's, and Undo gives back what was there before. */
async function expectUndone(window: TrackedWindow, name: string): Promise<void> {
  expect([listed(window), others(window)]).toEqual([[`modified ${name} +1 -1`], []]);
  await window.tracker.review.undo(KEY);
  expect(files.read(name)).toBe('before\n');
}

describe('a file that the agent names through a link', () => {
  test('is changed by the agent, and undone, where the agent writes it itself', async () => {
    files.put('target.txt', 'before\n');
    symlinkSync('target.txt', files.path('link.txt'));
    const window = files.openWindow();
    await prompt(window);
    report(window, files.path('link.txt'), () => files.put('link.txt', 'agent\n'));
    await finishTurn(window);
    await expectUndone(window, 'target.txt');
  });

  test('is changed by the agent, and undone, where Parley writes it', async () => {
    files.put('folder/target.txt', 'before\n');
    symlinkSync('folder', files.path('linked'));
    const window = files.openWindow();
    await openedSession(window);
    await window.tracker.whileAgentWrites(ACP_SESSION, files.path('linked/target.txt'), async () =>
      files.put('folder/target.txt', 'agent\n'),
    );
    await finishTurn(window);
    await expectUndone(window, 'folder/target.txt');
  });

  test('may be the link itself: what the agent puts in its place is undone', async () => {
    files.put('target.txt', 'before\n');
    symlinkSync('target.txt', files.path('link.txt'));
    const window = files.openWindow();
    await prompt(window);
    report(window, files.path('link.txt'), () => {
      files.put('new.txt', 'agent\n');
      renameSync(files.path('new.txt'), files.path('link.txt'));
    });
    await finishTurn(window);
    await window.tracker.review.undo(KEY);
    expect([files.read('link.txt'), files.read('target.txt')]).toEqual(['before\n', 'before\n']);
  });
});

test('in a folder that was opened through a link, a file that the agent names by its real path is its own', async () => {
  files.put('a.txt', 'before\n');
  files.put('b.txt', 'before\n');
  const real = files.beside('real');
  renameSync(files.folder, real);
  symlinkSync(real, files.folder);
  const window = files.openWindow();
  await openedSession(window);
  report(window, `${real}/a.txt`, () => files.put('a.txt', 'agent\n'));
  await window.tracker.whileAgentWrites(ACP_SESSION, `${real}/b.txt`, async () =>
    files.put('b.txt', 'agent\n'),
  );
  await finishTurn(window);
  expect([listed(window), others(window)]).toEqual([['modified a.txt +1 -1', 'modified b.txt +1 -1'], []]);
  await window.tracker.review.undo(KEY);
  expect([files.read('a.txt'), files.read('b.txt')]).toEqual(['before\n', 'before\n']);
});

test.each([
  ['of another folder and back', (path: string) => path.replace('a b.txt', 'folder/../a b.txt')],
  ['as a URI', (path: string) => `file://${encodeURI(path)}`],
  ['with a line', (path: string) => `${path}:12`],
  ['with a range of lines', (path: string) => `${path}#L1-L4`],
  ['relative to the folder', () => './a b.txt'],
])('a path %s names the file that the agent changes', async (_, spelled) => {
  files.put('a b.txt', 'before\n');
  const window = files.openWindow();
  await prompt(window);
  report(window, spelled(files.path('a b.txt')), () => files.put('a b.txt', 'agent\n'));
  await finishTurn(window);
  expect([listed(window), others(window)]).toEqual([['modified a b.txt +1 -1'], []]);
});

describe('a file that an ignore rule kept out of the snapshot, when the agent removes the rule', () => {
  test('and replaces the file: Undo says that it cannot restore it, and leaves it', async () => {
    files.put('.gitignore', '.env\n');
    files.put('.env', 'secret=1\n');
    const window = files.openWindow();
    await turn(window, () => {
      files.put('.gitignore', '');
      files.put('.env.new', 'secret=changed\n');
      renameSync(files.path('.env.new'), files.path('.env'));
    });
    const result = await window.tracker.review.undo(KEY);
    expect(result?.failed).toMatchObject([{ path: files.path('.env') }]);
    expect([files.read('.env'), files.read('.gitignore')]).toEqual(['secret=changed\n', '.env\n']);
  });

  test('in a folder of its own: files that no rule named are new, and removed', async () => {
    files.put('sub/.gitignore', 'mine/\n');
    files.put('sub/mine/a.txt', 'mine\n');
    await files.age('sub/mine/a.txt');
    const window = files.openWindow();
    await turn(window, () => {
      files.put('sub/.gitignore', '');
      files.put('sub/new.txt', 'agent\n');
      files.put('mine/new.txt', 'agent\n');
    });
    const result = await window.tracker.review.undo(KEY);
    expect(result?.failed).toEqual([]);
    expect(files.read('sub/mine/a.txt')).toBe('mine\n');
    expect([existsSync(files.path('sub/new.txt')), existsSync(files.path('mine/new.txt'))]).toEqual([
      false,
      false,
    ]);
  });

  test('and names the file before it changes it: Undo gives back what was there', async () => {
    files.put('.gitignore', '.env\n');
    files.put('.env', 'secret=1\n');
    await files.age('.env');
    const window = files.openWindow();
    await prompt(window);
    const path = files.path('.env');
    toolCall(window, { toolCallId: '1', kind: 'edit', status: 'in_progress', locations: [{ path }] });
    await look(window);
    report(window, files.path('.gitignore'), () => files.put('.gitignore', ''));
    files.put('.env', 'secret=changed\n');
    toolCall(window, { toolCallId: '1', status: 'completed' });
    await finishTurn(window);
    await window.tracker.review.undo(KEY);
    expect([files.read('.env'), files.read('.gitignore')]).toEqual(['secret=1\n', '.env\n']);
  });
});

describe('a file that the agent makes too large for a snapshot', () => {
  const large = Buffer.alloc(1_300_000, '\0\u0001');

  test('is listed, and undone', async () => {
    const before = Buffer.alloc(900_000, '\0\u0002');
    files.put('image.bin', before);
    const window = files.openWindow();
    await turn(window, () => files.put('image.bin', large));
    expect(listed(window)).toEqual(['modified image.bin +0 -0']);
    await window.tracker.review.undo(KEY);
    expect(readFileSync(files.path('image.bin')).equals(before)).toBe(true);
  });

  test('and is new is listed, and removed by Undo', async () => {
    const window = files.openWindow();
    await turn(window, () => files.put('build/image.bin', large));
    expect(listed(window)).toEqual(['created build/image.bin +0 -0']);
    await window.tracker.review.undo(KEY);
    expect(existsSync(files.path('build/image.bin'))).toBe(false);
  });

  test('was too large before: nothing is said of it', async () => {
    files.put('image.bin', large);
    const window = files.openWindow();
    await turn(window, () => files.put('a.txt', 'agent\n'));
    expect(listed(window)).toEqual(['created a.txt +1 -0']);
  });
});

test('a file with line ends of two kinds is given back with them, also when an editor shows it', async () => {
  const before = 'one\r\ntwo\nthree\r\n';
  files.put('mixed.txt', before);
  const window = files.openWindow();
  await openedSession(window);
  await window.tracker.whileAgentWrites(ACP_SESSION, files.path('mixed.txt'), async () => {
    files.put('mixed.txt', 'ONE\r\ntwo\r\nthree\r\n');
    return { before: 'one\r\ntwo\r\nthree\r\n', after: 'ONE\r\ntwo\r\nthree\r\n', isEncoded: false };
  });
  await finishTurn(window);
  await window.tracker.review.undo(KEY);
  expect(files.read('mixed.txt')).toBe(before);
});

test('what a look finds while the agent writes through Parley is not listed apart as well', async () => {
  files.put('a.txt', 'before\n');
  const window = files.openWindow();
  await openedSession(window);
  await window.tracker.whileAgentWrites(ACP_SESSION, files.path('a.txt'), async () => {
    files.put('a.txt', 'agent\n');
    await look(window);
  });
  await finishTurn(window);
  expect([listed(window), others(window)]).toEqual([['modified a.txt +1 -1'], []]);
  await window.tracker.review.undo(KEY);
  expect([files.read('a.txt'), others(window)]).toEqual(['before\n', []]);
});

test.each([
  ['whose text is another one in UTF-8', 'Ã¼\n', Buffer.from('Ã¼\n', 'latin1'), Buffer.from('ue\n')],
  ['of which the agent takes what is not ASCII', 'ü\n', Buffer.from('ü\n', 'latin1'), Buffer.from('ue\n')],
  ['that is no text in UTF-8', 'ü\n', Buffer.from('ü\n', 'utf16le'), Buffer.from('ue\n', 'utf16le')],
])('a file of another encoding %s gets its bytes back', async (_name, text, before, after) => {
  files.put('a.txt', before);
  const window = files.openWindow();
  await openedSession(window);
  await window.tracker.whileAgentWrites(ACP_SESSION, files.path('a.txt'), async () => {
    files.put('a.txt', after);
    return { before: text, after: 'ue\n', isEncoded: true };
  });
  await finishTurn(window);
  expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
  expect([readFileSync(files.path('a.txt')), listed(window)]).toEqual([before, []]);
});

describe('a command that runs on when another prompt is sent', () => {
  const terminal = { type: 'terminal_started', at: 1, terminalId: 't', isForeign: false } as const;

  test('accounts for what it writes during that turn, and after it', async () => {
    const window = files.openWindow();
    await prompt(window);
    window.store.dispatch(KEY, { ...terminal, command: 'make watch' });
    await finishTurn(window);
    await prompt(window);
    files.put('during.txt', 'agent\n');
    await finishTurn(window);
    window.clock.advance(10_000);
    await look(window);
    files.put('after.txt', 'agent\n');
    await look(window);
    expect([listed(window), others(window)]).toEqual([
      ['created after.txt +1 -0', 'created during.txt +1 -0'],
      [],
    ]);
  });

  test('accounts for nothing once it has ended', async () => {
    const window = files.openWindow();
    await prompt(window);
    window.store.dispatch(KEY, { ...terminal, command: 'make' });
    window.store.dispatch(KEY, {
      type: 'terminal_exited',
      at: 1,
      terminalId: 't',
      exit: { code: 0, signal: null },
    });
    await finishTurn(window);
    await prompt(window);
    // The times of files and of the command are compared with some tolerance.
    files.put('../later.txt', '');
    await files.age('../later.txt');
    files.put('folder/program.txt', 'program\n');
    await finishTurn(window);
    expect([listed(window), others(window)]).toEqual([[], ['folder/program.txt']]);
  });
});

describe('a call that is still open when its turn ends', () => {
  test('accounts for the files that it names, and for no others', async () => {
    files.put('a.txt', 'a\n');
    const window = files.openWindow();
    await prompt(window);
    const path = files.path('a.txt');
    toolCall(window, { toolCallId: '1', kind: 'edit', status: 'in_progress', locations: [{ path }] });
    await finishTurn(window);
    window.clock.advance(10_000);
    await look(window);
    files.put('a.txt', 'agent\n');
    files.put('mine.txt', 'mine\n');
    await look(window);
    expect([listed(window), others(window)]).toEqual([['modified a.txt +1 -1'], []]);
  });

  test('still names its files when its end is reported after another prompt', async () => {
    files.put('a.txt', 'a\n');
    const window = files.openWindow();
    await prompt(window);
    const path = files.path('a.txt');
    toolCall(window, { toolCallId: '1', kind: 'edit', status: 'in_progress', locations: [{ path }] });
    await finishTurn(window);
    await turn(window, () => undefined);
    window.clock.advance(10_000);
    await look(window);
    await look(window);
    files.put('a.txt', 'agent\n');
    toolCall(window, { toolCallId: '1', status: 'completed' });
    await look(window);
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  });
});

describe('a file that the agent writes through Parley and deletes by itself', () => {
  async function write(window: TrackedWindow, text: string): Promise<void> {
    await window.tracker.whileAgentWrites(ACP_SESSION, files.path('a.txt'), async () =>
      files.put('a.txt', text),
    );
  }

  function remove(window: TrackedWindow): void {
    report(window, files.path('a.txt'), () => rmSync(files.path('a.txt')));
  }

  test('between two writes comes back as it was before the first', async () => {
    files.put('a.txt', 'before\n');
    const window = files.openWindow();
    await openedSession(window);
    await write(window, 'one\n');
    remove(window);
    await write(window, 'two\n');
    await finishTurn(window);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe('before\n');
  });

  test('after a write that brought it back comes back as well', async () => {
    files.put('a.txt', 'before\n');
    const window = files.openWindow();
    await openedSession(window);
    remove(window);
    await look(window);
    await write(window, 'one\n');
    remove(window);
    await finishTurn(window);
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect(files.read('a.txt')).toBe('before\n');
  });
});
