// Whose a change is that is found on the disk: the agent's, another program's, the user's or git's.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { folderGit } from '../../../support/changes/folderGit.ts';
import {
  ACP_SESSION,
  changes,
  endTurn,
  finishTurn,
  KEY,
  listed,
  look,
  others,
  prompt,
  promptToRun,
  toolCall,
  type TrackedWindow,
  turn,
} from '../../../support/changes/trackedFolder.ts';
import { eventually, useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

/** A tool call of the agent that names a file, and changes it. */
function edit(window: TrackedWindow, name: string, text: string, toolCallId = name): void {
  const path = files.path(name);
  toolCall(window, { toolCallId, kind: 'edit', status: 'in_progress', locations: [{ path }] });
  files.put(name, text);
  toolCall(window, { toolCallId, status: 'completed' });
}

describe('what another program changes during a turn', () => {
  test('is listed apart, and Undo leaves it', async () => {
    files.put('a.txt', 'a\n');
    files.put('b.txt', 'b\n');
    const window = files.openWindow();
    await prompt(window);
    files.put('a.txt', 'program\n');
    edit(window, 'b.txt', 'agent\n');
    files.put('c.txt', 'program\n');
    await finishTurn(window);
    expect(listed(window)).toEqual(['modified b.txt +1 -1']);
    expect(others(window)).toEqual(['a.txt', 'c.txt']);
    await window.tracker.review.undo(KEY);
    expect([files.read('a.txt'), files.read('b.txt'), files.read('c.txt')]).toEqual([
      'program\n',
      'b\n',
      'program\n',
    ]);
  });

  test('can be made a change of the agent by the user, and is undone then', async () => {
    files.put('a.txt', 'a\n');
    const window = files.openWindow();
    await prompt(window);
    files.put('a.txt', 'silent agent\n');
    rmSync(files.path('a.txt'));
    files.put('b.txt', 'program\n');
    await finishTurn(window);
    expect(others(window)).toEqual(['a.txt', 'b.txt']);
    await window.tracker.review.claim(KEY, files.path('a.txt'));
    expect([listed(window), others(window)]).toEqual([['deleted a.txt +0 -1'], ['b.txt']]);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe('a\n');
    await window.tracker.review.dismiss(KEY);
    expect(others(window)).toEqual([]);
    expect(files.read('b.txt')).toBe('program\n');
  });

  test('is listed no longer when it is as before, and is there after a reload', async () => {
    files.put('a.txt', 'a\n');
    files.put('b.txt', 'b\n');
    const window = files.openWindow();
    window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
    await prompt(window);
    files.put('a.txt', 'torn');
    files.put('b.txt', 'program\n');
    await look(window);
    files.put('a.txt', 'a\n');
    await finishTurn(window);
    expect(others(window)).toEqual(['b.txt']);
    window.tracker.dispose();
    const reloaded = files.openWindow();
    await eventually(async () => {
      reloaded.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
      await look(reloaded);
      expect(others(reloaded)).toEqual(['b.txt']);
    });
  });

  test('in a file that the agent has changed counts as the user’s: Undo leaves its lines', async () => {
    files.put('a.txt', '1\n2\n3\n4\n5\n');
    const window = files.openWindow();
    await turn(window, () => files.put('a.txt', '1 agent\n2\n3\n4\n5\n'));
    await prompt(window);
    files.put('a.txt', '1 agent\n2\n3\n4\n5 program\n');
    await finishTurn(window);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe('1\n2\n3\n4\n5 program\n');
  });

  test('counts as the agent’s while a command or a call runs that names no files', async () => {
    const window = files.openWindow();
    await promptToRun(window);
    files.put('a.txt', 'built\n');
    await finishTurn(window);
    await prompt(window);
    window.store.dispatch(KEY, {
      type: 'terminal_started',
      at: 1,
      terminalId: 't',
      isForeign: false,
      command: 'make',
    });
    files.put('b.txt', 'built\n');
    window.store.dispatch(KEY, {
      type: 'terminal_exited',
      at: 1,
      terminalId: 't',
      exit: { code: 0, signal: null },
    });
    await finishTurn(window);
    expect(listed(window)).toEqual(['created a.txt +1 -0', 'created b.txt +1 -0']);
  });

  test('does not count as the agent’s while it reads or thinks', async () => {
    const window = files.openWindow();
    await prompt(window);
    toolCall(window, { toolCallId: '1', kind: 'read', status: 'in_progress' });
    toolCall(window, { toolCallId: '1', locations: [{ path: files.path('a.txt') }] });
    files.put('a.txt', 'program\n');
    await finishTurn(window);
    expect([listed(window), others(window)]).toEqual([[], ['a.txt']]);
  });
});

describe('what is on the disk when the user saves over it, and nobody has looked yet,', () => {
  const lines = Array.from({ length: 9 }, (_, index) => `line ${index}\n`);
  const by = (...changes: readonly (readonly [number, string])[]): string =>
    changes.reduce((all, [index, who]) => all.with(index, `${who}\n`), lines).join('');

  async function save(window: TrackedWindow, text: string): Promise<void> {
    await window.tracker.willSave(files.path('a.txt'));
    files.put('a.txt', text);
    await window.tracker.userSaved(files.path('a.txt'), text);
  }

  test('is what they save, also where a look finds that before VS Code says it', async () => {
    files.put('a.txt', by());
    const window = files.openWindow();
    await promptToRun(window);
    files.put('a.txt', by([0, 'agent']));
    await look(window);
    await window.tracker.willSave(files.path('a.txt'));
    files.put('a.txt', by([0, 'agent'], [8, 'mine']));
    await look(window);
    await window.tracker.userSaved(files.path('a.txt'), by([0, 'agent'], [8, 'mine']));
    files.put('a.txt', by([0, 'agent'], [4, 'more'], [8, 'mine']));
    await finishTurn(window);
    expect(listed(window)).toEqual(['modified a.txt +2 -2']);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe(by([8, 'mine']));
  });

  test.each(['', '*.txt\n'])('is undone where it is the agent’s (ignored: %j)', async (ignored) => {
    files.put('.gitignore', ignored);
    files.put('a.txt', by());
    await files.age('a.txt');
    const window = files.openWindow();
    await prompt(window);
    // The read at the announcement has to be done before the write.
    const path = files.path('a.txt');
    toolCall(window, { toolCallId: '1', kind: 'edit', status: 'in_progress', locations: [{ path }] });
    await look(window);
    files.put('a.txt', by([1, 'agent']));
    toolCall(window, { toolCallId: '1', status: 'completed' });
    await save(window, by([1, 'agent'], [3, 'mine']));
    edit(window, 'a.txt', by([1, 'agent'], [3, 'mine'], [5, 'agent']));
    await save(window, by([1, 'agent'], [3, 'mine'], [5, 'agent'], [7, 'mine']));
    await finishTurn(window);
    expect(listed(window)).toEqual(['modified a.txt +2 -2']);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe(by([3, 'mine'], [7, 'mine']));
  });

  test('is undone where a command of the agent wrote it', async () => {
    files.put('a.txt', by());
    const window = files.openWindow();
    await promptToRun(window);
    files.put('a.txt', by([1, 'agent']));
    await save(window, by([1, 'agent'], [3, 'mine']));
    await finishTurn(window);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe(by([3, 'mine']));
  });

  test('is undone where the agent writes the file through Parley afterwards', async () => {
    files.put('a.txt', by());
    const window = files.openWindow({ session: { sessionId: ACP_SESSION.id, isOpened: true } });
    await prompt(window);
    edit(window, 'a.txt', by([1, 'agent']));
    await save(window, by([1, 'agent'], [3, 'mine']));
    const text = by([1, 'agent'], [3, 'mine'], [5, 'agent']);
    await window.tracker.whileAgentWrites(ACP_SESSION, files.path('a.txt'), async () => {
      files.put('a.txt', text);
    });
    await finishTurn(window);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe(by([3, 'mine']));
  });

  test('is listed apart where it is another program’s, and left by Undo', async () => {
    files.put('a.txt', by());
    const window = files.openWindow();
    await prompt(window);
    files.put('a.txt', by([1, 'program']));
    await save(window, by([1, 'program'], [3, 'mine']));
    edit(window, 'b.txt', 'agent\n');
    await finishTurn(window);
    expect([listed(window), others(window)]).toEqual([['created b.txt +1 -0'], ['a.txt']]);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe(by([1, 'program'], [3, 'mine']));
  });
});

describe('what another program writes to the file of a call that has just ended', () => {
  const LINES = 'one\ntwo\nthree\nfour\n';
  /** A call has changed the first line, and a look has found that; then another program changes the last one. */
  async function edited(between: (window: TrackedWindow) => void | Promise<void>): Promise<TrackedWindow> {
    files.put('a.txt', LINES);
    const window = files.openWindow();
    await prompt(window);
    edit(window, 'a.txt', LINES.replace('one', 'ONE'));
    await look(window);
    await between(window);
    await finishTurn(window);
    return window;
  }
  const program = (): void => files.put('a.txt', files.read('a.txt').replace('four', 'FOUR'));

  test('is not the agent’s once a look has found what the call did', async () => {
    const window = await edited(program);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe(LINES.replace('four', 'FOUR'));
  });

  test('also where the call is reported once more, without a word about its state', async () => {
    const window = await edited((running) => {
      toolCall(running, { toolCallId: 'a.txt', title: 'Edited a.txt' });
      program();
    });
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe(LINES.replace('four', 'FOUR'));
  });

  test('but the next call, and a command that runs, change it for the agent', async () => {
    const window = await edited(async (running) => {
      edit(running, 'a.txt', files.read('a.txt').replace('two', 'TWO'), 'second');
      await look(running);
      toolCall(running, { toolCallId: 'command', kind: 'execute', status: 'in_progress' });
      // The times of files are behind the clock by some milliseconds, in which no command gets to write.
      await setTimeout(20);
      program();
    });
    expect(listed(window)).toEqual(['modified a.txt +3 -3']);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe(LINES);
  });
});

describe('what another program writes right after an Undo', () => {
  test('is not the agent’s, whose command ended a moment ago; the next Undo leaves it', async () => {
    files.put('a.txt', 'before\n');
    const window = files.openWindow();
    await turn(window, () => files.put('a.txt', 'agent\n'));
    await window.tracker.review.undo(KEY);
    await setTimeout(20);
    files.put('a.txt', 'program\n');
    await look(window);
    expect(listed(window)).toEqual([]);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe('program\n');
  });

  test('is the agent’s where a command of it still runs', async () => {
    files.put('a.txt', 'before\n');
    const window = files.openWindow();
    await turn(window, () => files.put('a.txt', 'agent\n'));
    await promptToRun(window);
    endTurn(window);
    await window.tracker.review.undo(KEY);
    await promptToRun(window);
    files.put('a.txt', 'agent again\n');
    await look(window);
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  });
});

describe('what the user saves between two changes of the agent, the second of which takes it back', () => {
  test.each([
    ['deletes the file that the user has made anew', 'before\n', undefined],
    ['writes what it wrote before', 'before\n', 'agent\n'],
    ['deletes a file of the agent’s own that the user has rewritten', undefined, undefined],
  ])('is given back by Undo where the agent %s', async (_name, before, agent) => {
    const write = (): void => (agent === undefined ? rmSync(files.path('a.txt')) : files.put('a.txt', agent));
    if (before !== undefined) files.put('a.txt', before);
    const window = files.openWindow();
    await promptToRun(window);
    if (before === undefined) files.put('a.txt', 'agent\n');
    write();
    await look(window);
    files.put('a.txt', 'mine\n');
    await window.tracker.userSaved(files.path('a.txt'), 'mine\n');
    write();
    await finishTurn(window);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe('mine\n');
  });
});

describe('what git brings during a turn', () => {
  const { git, commitAll } = folderGit(files);

  /** What the changes bar says beside the files. */
  const said = (window: TrackedWindow): string => changes(window)?.unlisted ?? '';

  /** Two branches: `other` has another a.txt, and o.txt. */
  function makeRepository(): void {
    git('init', '-q');
    files.put('a.txt', 'main\n');
    files.put('b.txt', 'b\n');
    commitAll('one');
    git('checkout', '-q', '-b', 'other');
    files.put('a.txt', 'other\n');
    files.put('o.txt', 'o\n');
    commitAll('two');
    git('checkout', '-q', 'main');
  }

  test('by a checkout is not the agent’s, even if a command of the agent did it', async () => {
    makeRepository();
    const window = files.openWindow();
    await turn(window, () => {
      git('checkout', '-q', 'other');
      files.put('b.txt', 'agent\n');
    });
    expect(listed(window)).toEqual(['modified b.txt +1 -1']);
    expect([others(window), said(window)]).toEqual([[], expect.stringContaining(': switched to other.')]);
    await window.tracker.review.undo(KEY);
    expect([files.read('a.txt'), files.read('b.txt'), files.read('o.txt')]).toEqual([
      'other\n',
      'b\n',
      'o\n',
    ]);
  });

  test.each([
    ['merge', ['merge', '-q', 'other'], 'merged other'],
    ['rebase', ['rebase', '-q', 'other'], 'rebased'],
    ['reset', ['reset', '-q', '--hard', 'other'], 'reset to other'],
  ])('by %s is not the agent’s', async (_, args, what) => {
    makeRepository();
    const window = files.openWindow();
    await turn(window, () => git(...args));
    expect([listed(window), others(window)]).toEqual([[], []]);
    expect(said(window)).toBe(
      `Git activity since the last prompt: ${what}. Files that Git changed are not listed, and Undo leaves them.`,
    );
  });

  test('with other line ends than it stores is not the agent’s, and what the agent adds to it is', async () => {
    files.put('.gitattributes', '*.txt text eol=crlf\n');
    makeRepository();
    const window = files.openWindow();
    await turn(window, () => git('merge', '-q', 'other'));
    expect(readFileSync(files.path('o.txt'), 'utf8')).toBe('o\r\n');
    expect([listed(window), others(window)]).toEqual([[], []]);
    await turn(window, () => files.put('o.txt', 'o\r\nagent\r\n'));
    await window.tracker.review.undo(KEY);
    expect(files.read('o.txt')).toBe('o\r\n');
  });

  test('by stash, and by taking it back, is not the agent’s', async () => {
    makeRepository();
    files.put('a.txt', 'mine\n');
    files.put('n.txt', 'mine\n');
    const window = files.openWindow();
    await turn(window, () => git('stash', '-q', '-u'));
    expect([listed(window), others(window)]).toEqual([[], []]);
    expect(said(window)).toContain(': stashed changes.');
    await window.tracker.review.undo(KEY);
    await turn(window, () => git('stash', 'pop', '-q'));
    expect([listed(window), others(window)]).toEqual([[], []]);
    expect(said(window)).toContain(': applied or dropped a stash.');
    expect([files.read('a.txt'), files.read('n.txt')]).toEqual(['mine\n', 'mine\n']);
  });

  test.each([
    ['a merge that waits', ['merge', '--no-commit', '--no-ff', 'other']],
    ['a squashed merge', ['merge', '--squash', 'other']],
  ])('by %s is not the agent’s, though it moves no HEAD', async (_, args) => {
    makeRepository();
    const window = files.openWindow();
    await turn(window, () => git(...args));
    expect([listed(window), others(window)]).toEqual([[], []]);
    expect(said(window)).toContain(': began to merge.');
    await turn(window, () => files.put('o.txt', 'o\nagent\n'));
    await window.tracker.review.undo(KEY);
    expect([files.read('a.txt'), files.read('o.txt')]).toEqual(['other\n', 'o\n']);
  });

  test.each([
    ['a merge', () => git('merge', 'other')],
    ['a cherry-pick', () => git('cherry-pick', 'other')],
  ])('with conflicts, by %s, is not the agent’s, and how the agent resolves them is', async (_, run) => {
    makeRepository();
    files.put('a.txt', 'mine\n');
    commitAll('three');
    const window = files.openWindow();
    await turn(window, () => expect(run).toThrow());
    expect(listed(window)).toEqual([]);
    expect([others(window), said(window)]).toEqual([[], expect.stringContaining(': began to merge.')]);
    const conflict = files.read('a.txt');
    expect(conflict).toContain('<<<<<<<');
    await turn(window, () => files.put('a.txt', 'resolved\n'));
    expect(listed(window)).toHaveLength(1);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe(conflict);
  });

  test('by a stash that is applied and stays is not the agent’s', async () => {
    makeRepository();
    files.put('b.txt', 'mine\n');
    git('stash', '-q');
    const window = files.openWindow();
    await turn(window, () => {
      git('stash', 'apply', '-q');
      files.put('n.txt', 'agent\n');
    });
    expect([listed(window), others(window)]).toEqual([['created n.txt +1 -0'], []]);
    expect(said(window)).toContain(': changed files.');
    await window.tracker.review.undo(KEY);
    expect([files.read('b.txt'), existsSync(files.path('n.txt'))]).toEqual(['mine\n', false]);
  });

  test('is the agent’s where it removes a file that a stash that stays has not either', async () => {
    makeRepository();
    const before = files.read('b.txt');
    rmSync(files.path('b.txt'));
    git('stash', '-q');
    const window = files.openWindow();
    await turn(window, () => {
      rmSync(files.path('b.txt'));
      git('add', '-A');
    });
    expect([listed(window), said(window)]).toEqual([[expect.stringMatching(/^deleted b\.txt/)], '']);
    await window.tracker.review.undo(KEY);
    expect(files.read('b.txt')).toBe(before);
  });

  test('by a merge that is given up is not the agent’s', async () => {
    makeRepository();
    files.put('a.txt', 'mine\n');
    commitAll('three');
    const window = files.openWindow();
    await turn(window, () => expect(() => git('merge', '-q', 'other')).toThrow());
    await turn(window, () => git('merge', '--abort'));
    expect([listed(window), others(window)]).toEqual([[], []]);
    expect(said(window)).toContain(': aborted a merge.');
    await window.tracker.review.undo(KEY);
    expect([files.read('a.txt'), existsSync(files.path('o.txt'))]).toEqual(['mine\n', false]);
  });

  test('is said of a commit alone, after a reload too, and no longer once all is kept', async () => {
    makeRepository();
    const window = files.openWindow();
    window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
    await turn(window, () => {
      files.put('a.txt', 'agent\n');
      commitAll('by the agent');
    });
    const text = 'Git activity since the last prompt: committed. Undo changes files, but no commits.';
    expect([listed(window), said(window)]).toEqual([['modified a.txt +1 -1'], text]);
    await window.tracker.flush();
    window.tracker.dispose();
    const reloaded = files.openWindow();
    await eventually(async () => {
      reloaded.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
      await look(reloaded);
      expect(said(reloaded)).toBe(text);
    });
    await reloaded.tracker.review.keep(KEY);
    expect([listed(reloaded), said(reloaded)]).toEqual([[], '']);
  });

  test('between two turns is said with the next one, and Undo leaves it', async () => {
    makeRepository();
    const window = files.openWindow();
    await turn(window, () => files.put('b.txt', 'agent\n'));
    git('checkout', '-q', 'other');
    await turn(window, () => files.put('n.txt', 'agent\n'));
    expect(listed(window)).toEqual(['modified b.txt +1 -1', 'created n.txt +1 -0']);
    expect(said(window)).toContain('Git activity before the last prompt: switched to other.');
    await window.tracker.review.undo(KEY);
    expect([files.read('a.txt'), files.read('b.txt'), existsSync(files.path('n.txt'))]).toEqual([
      'other\n',
      'b\n',
      false,
    ]);
    await turn(window, () => undefined);
    expect(said(window)).toBe('');
  });

  test('after the turn, before an Undo, is said and left', async () => {
    makeRepository();
    const window = files.openWindow();
    await turn(window, () => files.put('b.txt', 'agent\n'));
    git('checkout', '-q', 'other');
    await window.tracker.review.undo(KEY);
    expect([files.read('a.txt'), files.read('b.txt'), files.read('o.txt')]).toEqual([
      'other\n',
      'b\n',
      'o\n',
    ]);
    expect(said(window)).toContain(': switched to other.');
  });

  test('in two folders is said of each by name, and of one repository around both once', async () => {
    makeRepository();
    const beside = files.beside('api');
    const inBeside = folderGit({ folder: beside });
    mkdirSync(beside);
    writeFileSync(join(beside, 'f.txt'), 'f\n');
    inBeside.git('init', '-q');
    inBeside.commitAll('one');
    mkdirSync(files.path('sub'));
    files.furtherFolders = [beside, files.path('sub')];
    const window = files.openWindow();
    await turn(window, () => {
      git('checkout', '-q', 'other');
      writeFileSync(join(beside, 'f.txt'), 'agent\n');
      inBeside.commitAll('two');
    });
    expect(listed(window)).toEqual(['modified api/f.txt +1 -1']);
    expect(said(window)).toBe(
      'Git activity in project since the last prompt: switched to other. ' +
        'Git activity in api since the last prompt: committed. ' +
        'Files that Git changed are not listed, and Undo leaves them. Undo changes files, but no commits.',
    );
  });

  test('by a stash that it takes back at once stays the agent’s', async () => {
    makeRepository();
    const window = files.openWindow();
    await turn(window, () => {
      files.put('a.txt', 'agent\n');
      git('stash', '-q');
      git('stash', 'pop', '-q');
    });
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe('main\n');
  });

  test('is the agent’s where the agent commits what it has changed, also when it merges that', async () => {
    makeRepository();
    const window = files.openWindow();
    await turn(window, () => {
      git('checkout', '-q', '-b', 'feature');
      files.put('a.txt', 'agent\n');
      files.put('new.txt', 'agent\n');
      commitAll('three');
      git('checkout', '-q', 'main');
      git('merge', '-q', 'feature');
    });
    expect(listed(window)).toEqual(['modified a.txt +1 -1', 'created new.txt +1 -0']);
    expect(said(window)).toContain('switched to feature, committed, switched to main, merged feature.');
    expect(said(window)).toContain('Undo changes files, but no commits.');
    await window.tracker.review.undo(KEY);
    expect([files.read('a.txt'), existsSync(files.path('new.txt'))]).toEqual(['main\n', false]);
  });

  test.each([
    ['is left by Undo', 'main\n', { failed: [], text: 'other\n' }],
    ['is not undone over uncommitted lines: what was before is unknown', 'mine\n', undefined],
  ])('and the agent changes afterwards, both unseen, %s', async (_, before, expected) => {
    makeRepository();
    files.put('a.txt', before);
    const window = files.openWindow();
    await turn(window, () => {
      git('checkout', '-q', '-f', 'other');
      files.put('a.txt', 'other\nagent\n');
    });
    expect(listed(window)).toEqual([`modified a.txt +${expected === undefined ? 2 : 1} -0`]);
    const result = await window.tracker.review.undo(KEY);
    const { failed, text } = expected ?? { failed: [{ path: files.path('a.txt') }], text: 'other\nagent\n' };
    expect(result?.failed).toMatchObject(failed);
    expect(files.read('a.txt')).toBe(text);
  });

  test('to files that the agent discards with a command is the agent’s, and undone', async () => {
    makeRepository();
    files.put('a.txt', 'mine\n');
    const window = files.openWindow();
    await turn(window, () => git('checkout', '-q', '--', 'a.txt'));
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe('mine\n');
  });
});

describe('work after the end of a turn', () => {
  test('through Parley and on the disk is the agent’s, listed and undone', async () => {
    files.put('disk.txt', 'before\n');
    const window = files.openWindow();
    window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
    await prompt(window);
    await finishTurn(window);
    window.clock.advance(10_000);
    await look(window);
    files.put('mine.txt', 'mine\n');
    const client = files.path('client.txt');
    const locations = [{ path: client }, { path: files.path('disk.txt') }];
    toolCall(window, { toolCallId: 'bg', kind: 'edit', status: 'in_progress', locations });
    await window.tracker.whileAgentWrites(ACP_SESSION, client, async () =>
      files.put('client.txt', 'agent\n'),
    );
    files.put('disk.txt', 'agent\n');
    toolCall(window, { toolCallId: 'bg', status: 'completed' });
    window.clock.advance(10_000);
    await eventually(() =>
      expect(listed(window)).toEqual(['created client.txt +1 -0', 'modified disk.txt +1 -1']),
    );
    expect(others(window)).toEqual([]);
    await window.tracker.review.undo(KEY);
    expect([files.read('disk.txt'), existsSync(client), files.read('mine.txt')]).toEqual([
      'before\n',
      false,
      'mine\n',
    ]);
  });

  test('before any prompt of this window is known as well', async () => {
    const window = files.openWindow({ session: { sessionId: 'acp-1', isOpened: true } });
    const path = files.path('a.txt');
    await window.tracker.whileAgentWrites(ACP_SESSION, path, async () => files.put('a.txt', 'agent\n'));
    await eventually(() => expect(listed(window)).toEqual(['created a.txt +1 -0']));
    await window.tracker.review.undo(KEY);
    expect(existsSync(path)).toBe(false);
  });

  test('that began in the turn and is reported as done later is the agent’s', async () => {
    files.put('a.txt', 'a\n');
    const window = files.openWindow();
    await prompt(window);
    toolCall(window, { toolCallId: 'bg', kind: 'execute', status: 'in_progress' });
    await finishTurn(window);
    files.put('a.txt', 'late\n');
    toolCall(window, { toolCallId: 'bg', status: 'completed' });
    await look(window);
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  });

  test('that the agent reports of earlier turns, while a session is opened, is no work', async () => {
    const window = files.openWindow({ session: { sessionId: 'acp-1', isOpened: false } });
    toolCall(window, { toolCallId: '1', kind: 'execute', status: 'in_progress' });
    files.put('a.txt', 'mine\n');
    await look(window);
    expect(changes(window)).toBeUndefined();
  });
});

describe('repositories and rules that come and go during a turn', () => {
  test('files that were ignored before are not taken for new ones', async () => {
    files.put('.gitignore', '*.log\n');
    files.put('mine.log', 'mine\n');
    await files.age('mine.log');
    const window = files.openWindow();
    await turn(window, () => {
      files.put('.gitignore', '');
      files.put('new.log', 'agent\n');
    });
    const result = await window.tracker.review.undo(KEY);
    expect(files.read('mine.log')).toBe('mine\n');
    // It may have replaced a file that the rule kept out of the snapshot.
    expect(result?.failed).toMatchObject([{ path: files.path('new.log') }]);
    expect(files.read('.gitignore')).toBe('*.log\n');
  });

  test('files of a nested repository that is one no longer are not taken for new ones', async () => {
    mkdirSync(files.path('sub'));
    execFileSync('git', ['init', '-q'], { cwd: files.path('sub') });
    files.put('sub/mine.txt', 'mine\n');
    const window = files.openWindow();
    await turn(window, () => {
      rmSync(files.path('sub/.git'), { recursive: true });
      writeFileSync(files.path('sub/mine.txt'), 'agent\n');
    });
    await window.tracker.review.undo(KEY);
    expect(files.read('sub/mine.txt')).toBe('mine\n');
  });
});

test('a call that comes again under the id of a finished one is evidence again', async () => {
  files.put('a.txt', 'a\n');
  const window = files.openWindow();
  await turn(window, () => undefined);
  await prompt(window);
  edit(window, 'a.txt', 'one\n', 'call_0');
  await look(window);
  edit(window, 'b.txt', 'two\n', 'call_0');
  await finishTurn(window);
  expect(listed(window)).toEqual(['modified a.txt +1 -1', 'created b.txt +1 -0']);
});
