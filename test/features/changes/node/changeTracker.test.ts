// What agents change in real files, however Parley learns of it, and what is open after a reload.
import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { StoredChanges } from '../../../../src/features/changes/node/storedChanges.ts';
import { GRACE_PERIOD_MS } from '../../../../src/features/changes/node/watch/agentActivity.ts';
import { repositoryKind } from '../../../support/changes/repositoryKind.ts';
import { asFile } from '../../../support/changes/lineEnds.ts';
import {
  ACP_SESSION,
  changes,
  finishTurn,
  KEY,
  listed,
  look,
  prompt,
  promptToRun,
  toolCall,
  type TrackedWindow,
  turn,
} from '../../../support/changes/trackedFolder.ts';
import { eventually, useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

/** The notices of the session. */
function notices({ store }: TrackedWindow): readonly string[] {
  return (store.state(KEY)?.entries.flat() ?? []).flatMap((entry) =>
    entry.kind === 'notice' ? entry.text : [],
  );
}

describe('code of an answer that the user applies', () => {
  test('is open for review like a change of the agent, before any turn, and can be undone', async () => {
    files.put('a.txt', 'one\ntwo\n');
    const window = files.openWindow();
    const path = files.path('a.txt');
    await window.tracker.whileApplying(KEY, path, async () => files.put('a.txt', 'one\n2\n'));
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
    await window.tracker.review.undo(KEY, path);
    expect(files.read('a.txt')).toBe('one\ntwo\n');
  });

  test('is open as well after a turn, beside what the agent changed', async () => {
    files.put('a.txt', 'one\n');
    const window = files.openWindow();
    await turn(window, () => files.put('b.txt', 'b\n'));
    await window.tracker.whileApplying(KEY, files.path('a.txt'), async () => files.put('a.txt', '1\n'));
    expect(listed(window)).toEqual(['modified a.txt +1 -1', 'created b.txt +1 -0']);
  });

  test('outside of the folder is only written', async () => {
    const window = files.openWindow();
    await window.tracker.whileApplying(KEY, files.beside('c.txt'), async () =>
      writeFileSync(files.beside('c.txt'), 'c'),
    );
    expect(existsSync(files.beside('c.txt'))).toBe(true);
    expect(listed(window)).toEqual([]);
  });
});

describe.skipIf(repositoryKind !== undefined)('a file that runs on its own', () => {
  test('is marked where the agent wrote it to the disk', async () => {
    const window = files.openWindow();
    await turn(window, () => {
      files.put('.vscode/tasks.json', '{}\n');
      files.put('a.txt', 'a\n');
    });
    expect(changes(window)?.files.map(({ name, runsCode }) => [name, runsCode])).toEqual([
      ['.vscode/tasks.json', 'editor'],
      ['a.txt', undefined],
    ]);
    expect(window.tracker.openProtected(KEY)).toEqual([
      { path: files.path('.vscode/tasks.json'), reason: 'editor' },
    ]);
    expect(window.tracker.openProtected(KEY, files.path('a.txt'))).toEqual([]);
    expect(notices(window)).toEqual([]);
  });

  test.each(['.git/config', '.git/hooks/pre-commit', '.git/config.worktree', '.git/modules/lib/config'])(
    'is reported after the turn where no snapshot holds it: %s',
    async (name) => {
      files.put('.git/HEAD', 'ref: refs/heads/main\n');
      files.put('.git/config', '[core]\n\tbare = false\n');
      const window = files.openWindow();
      await turn(window, () => undefined);
      expect(notices(window)).toEqual([]);
      await turn(window, () => files.put(name, '[core]\n\tfsmonitor = touch x\n'));
      await eventually(() =>
        expect(notices(window)).toEqual([
          `Files that can run code changed during this turn and are not listed with the changes: ${name}. Check them.`,
        ]),
      );
    },
  );

  test.each([
    ['is not reported where another program wrote it after the turn', false, false, undefined],
    ['is reported where it was written in the turn', true, true, undefined],
    ['is reported where a command goes on after the turn', false, true, 'in_progress'],
  ] as const)('%s', async (_, isInTurn, isReported, status) => {
    files.put('.git/HEAD', 'ref: refs/heads/main\n');
    const window = files.openWindow();
    const write = (): void => files.put('.git/hooks/pre-commit', 'touch x\n');
    await prompt(window);
    if (status !== undefined) toolCall(window, { toolCallId: '1', kind: 'execute', status });
    if (isInTurn) write();
    files.put('a.txt', 'a\n');
    await finishTurn(window);
    // Another program is at work later than the turn by more than clocks differ.
    await files.age('a.txt');
    if (!isInTurn) write();
    window.clock.advance(10_000);
    await look(window);
    await eventually(() => expect(notices(window)).toHaveLength(isReported ? 1 : 0));
  });

  test('is reported where git ignores it, and where git follows a file to the repository', async () => {
    files.put('.gitignore', '.envrc\n.vscode\n');
    files.put('.vscode/settings.json', '{}\n');
    files.put('repository/config', '');
    files.put('.git', 'gitdir: repository\n');
    const window = files.openWindow();
    await turn(window, () => {
      files.put('.envrc', 'touch x\n');
      files.put('.vscode/settings.json', '{ "a": 1 }\n');
      files.put('repository/hooks/post-checkout', 'touch x\n');
    });
    await eventually(() => expect(notices(window)[0]).toContain('.envrc, .vscode/settings.json'));
    expect(notices(window)).toHaveLength(1);
  });

  test('is not reported where the user saved it, or a branch was noted', async () => {
    files.put('.gitignore', '.envrc\n');
    files.put('.git/config', '[core]\n\tbare = false\n');
    const window = files.openWindow();
    await turn(window, async () => {
      files.put('.envrc', 'mine\n');
      await window.tracker.userSaved(files.path('.envrc'), 'mine\n');
      const branch = '[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n';
      files.put('.git/config', `[core]\n\tbare = false\n${branch}`);
    });
    await look(window);
    expect(notices(window)).toEqual([]);
  });
});

describe('changes', () => {
  test('of an agent that writes to the disk on its own are listed with their lines', async () => {
    files.put('edited.txt', 'a\nb\nc\n');
    files.put('deleted.txt', 'x\ny\n');
    files.put('same.txt', 'same\n');
    const window = files.openWindow();
    await turn(window, () => {
      files.put('edited.txt', 'a\nB\nc\nd\n');
      files.put('src/created.txt', 'new\n');
      rmSync(files.path('deleted.txt'));
    });
    expect(listed(window)).toEqual([
      'deleted deleted.txt +0 -2',
      'modified edited.txt +2 -1',
      'created src/created.txt +1 -0',
    ]);
  });

  test('are found while the turn runs, some time after the tool call that made them', async () => {
    files.put('a.txt', 'a\n');
    const window = files.openWindow();
    await prompt(window);
    files.put('a.txt', 'b\n');
    toolCall(window, { toolCallId: '1', kind: 'edit', status: 'completed' });
    window.clock.advance(10_000);
    await eventually(() => expect(listed(window)).toEqual(['modified a.txt +1 -1']));
  });

  test('of a process that outlives its turn for a moment are the agent’s, later ones are not', async () => {
    files.put('a.txt', 'a\n');
    files.put('b.txt', 'b\n');
    const window = files.openWindow();
    await turn(window, () => undefined);
    files.put('a.txt', 'late\n');
    window.clock.advance(10_000);
    await look(window);
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
    const ended = Date.now();
    await vi.waitUntil(() => Date.now() - ended > GRACE_PERIOD_MS + 100, { timeout: 10_000 });
    files.put('b.txt', 'mine\n');
    await turn(window, () => undefined);
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  });

  test('of several turns add up, from the text before the first', async () => {
    files.put('a.txt', 'one\n');
    const window = files.openWindow();
    await turn(window, () => files.put('a.txt', 'two\n'));
    await turn(window, () => files.put('a.txt', 'three\n'));
    expect(await window.tracker.textWithoutAgent(KEY, files.path('a.txt'))).toBe(asFile('one\n'));
  });

  test('that the user saved during a turn are not the agent’s', async () => {
    files.put('mine.txt', 'a\n');
    files.put('both.txt', '1\n2\n3\n4\n5\n');
    const window = files.openWindow();
    await promptToRun(window);
    const save = async (path: string, text: string): Promise<void> => {
      files.put(path, text);
      await window.tracker.userSaved(files.path(path), text);
    };
    await save('mine.txt', 'by me\n');
    await save('both.txt', '1 by me\n2\n3\n4\n5\n');
    files.put('both.txt', '1 by me\n2\n3\n4\n5 by the agent\n');
    await finishTurn(window);
    expect(listed(window)).toEqual(['modified both.txt +1 -1']);
    await window.tracker.review.undo(KEY);
    expect(files.read('both.txt')).toBe('1 by me\n2\n3\n4\n5\n');
  });

  test('written through Parley into unsaved text are known without a save', async () => {
    files.put('a.txt', 'on disk\n');
    const window = files.openWindow();
    window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
    const path = files.path('a.txt');
    window.editors.unsaved.set(path, 'typed\n');
    await prompt(window);
    await window.tracker.whileAgentWrites(ACP_SESSION, path, async () => {
      window.editors.unsaved.set(path, 'typed\nby the agent\n');
    });
    await finishTurn(window);
    expect(listed(window)).toEqual(['modified a.txt +1 -0']);
    await window.tracker.review.undo(KEY);
    expect(window.editors.unsaved.get(path)).toBe('typed\n');
    expect(files.read('a.txt')).toBe('on disk\n');
  });

  test.each([
    ['the later session', { agent: 'B', id: 'acp-1' }, [undefined, 'created a.txt +1 -0']],
    ['the earlier session', { agent: 'A', id: 'acp-1' }, ['created a.txt +1 -0', undefined]],
    [
      'neither, where the id is that of no session of the agent',
      { agent: 'C', id: 'acp-1' },
      [undefined, undefined],
    ],
  ])('of two agents that use the same id belong to %s', async (_name, session, expected) => {
    const window = files.openWindow();
    window.store.create('session-2', 'B', files.folder);
    for (const key of [KEY, 'session-2']) {
      window.store.dispatch(key, { type: 'opened', at: 1, sessionId: 'acp-1' });
      await prompt(window, key);
    }
    await window.tracker.whileAgentWrites(session, files.path('a.txt'), async () =>
      files.put('a.txt', 'x\n'),
    );
    for (const key of [KEY, 'session-2']) await look(window, key);
    expect([KEY, 'session-2'].map((key) => listed(window, key)?.[0])).toEqual(expected);
  });

  test('outside the folder are named, and not listed: there they cannot be undone', async () => {
    const window = files.openWindow();
    window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
    const outside = files.beside('outside.txt');
    await prompt(window);
    await window.tracker.whileAgentWrites(ACP_SESSION, outside, async () => writeFileSync(outside, 'x\n'));
    await finishTurn(window);
    expect(changes(window)).toMatchObject({ files: [], unlisted: expect.stringContaining(outside) });
  });

  test('of two agents at once belong to the one whose tool calls name the file', async () => {
    files.put('one.txt', '1\n');
    files.put('two.txt', '2\n');
    const window = files.openWindow();
    window.store.create('session-2', 'B', files.folder);
    await prompt(window);
    await prompt(window, 'session-2');
    for (const [key, name] of [
      [KEY, 'one.txt'],
      ['session-2', 'two.txt'],
    ] as const) {
      toolCall(window, { toolCallId: '1', kind: 'edit', locations: [{ path: files.path(name) }] }, key);
    }
    files.put('one.txt', 'changed\n');
    files.put('two.txt', 'changed\n');
    await look(window);
    await look(window, 'session-2');
    expect(listed(window)).toEqual(['modified one.txt +1 -1']);
    expect(listed(window, 'session-2')).toEqual(['modified two.txt +1 -1']);
  });
});

describe('a reload', () => {
  test('leaves open what was open, with what the user typed in between', async () => {
    files.put('a.txt', '1\n2\n3\n4\n');
    const window = files.openWindow();
    window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
    await turn(window, () => files.put('a.txt', '1\n2 agent\n3\n4\n'));
    window.tracker.dispose();
    files.put('a.txt', '1\n2 agent\n3\n4 me\n');
    const reloaded = files.openWindow();
    const load = async (): Promise<void> => {
      reloaded.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
      await look(reloaded);
    };
    await eventually(async () => {
      await load();
      expect(listed(reloaded)).toEqual(['modified a.txt +1 -1']);
    });
    await reloaded.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe('1\n2\n3\n4 me\n');
  });

  test('leaves open what was open, with what the agent writes before that is loaded', async () => {
    const session = { sessionId: ACP_SESSION.id, isOpened: true };
    files.put('a.txt', '1\n2\n3\n4\n');
    files.put('b.txt', 'b\n');
    const window = files.openWindow({ session });
    await turn(window, () => {
      files.put('a.txt', '1\n2 agent\n3\n4\n');
      files.put('b.txt', 'agent\n');
    });
    const stored = new StoredChanges(files.beside('changes'));
    await eventually(async () => {
      expect((await stored.load({ agent: ACP_SESSION.agent, sessionId: ACP_SESSION.id })).files.size).toBe(2);
    });
    window.tracker.dispose();
    const reloaded = files.openWindow({ session });
    const path = files.path('a.txt');
    await reloaded.tracker.whileAgentWrites(ACP_SESSION, path, async () => {
      files.put('a.txt', '1\n2 agent\n3\n4 agent\n');
    });
    await look(reloaded);
    expect(listed(reloaded)).toEqual(['modified a.txt +2 -2', 'modified b.txt +1 -1']);
    await reloaded.tracker.review.undo(KEY);
    expect([files.read('a.txt'), files.read('b.txt')]).toEqual(['1\n2\n3\n4\n', 'b\n']);
  });
});

test.each([0o600, 0o400, 0o700, 0o640])('a deleted file of mode %o gets it back by Undo', async (mode) => {
  files.put('secret.env', 'TOKEN=1\n');
  chmodSync(files.path('secret.env'), mode);
  const window = files.openWindow();
  await turn(window, () => rmSync(files.path('secret.env')));
  expect(listed(window)).toEqual(['deleted secret.env +0 -1']);
  await window.tracker.review.undo(KEY);
  expect(files.read('secret.env')).toBe('TOKEN=1\n');
  expect(statSync(files.path('secret.env')).mode & 0o777).toBe(mode);
});

test('a file that an agent puts another in place of, and opens to all, is private again after Undo', async () => {
  files.put('secret.env', 'TOKEN=1\n');
  chmodSync(files.path('secret.env'), 0o600);
  const window = files.openWindow();
  await turn(window, () => {
    rmSync(files.path('secret.env'));
    files.put('secret.env', 'TOKEN=2\n');
  });
  await turn(window, () => undefined);
  await window.tracker.review.undo(KEY);
  expect(files.read('secret.env')).toBe('TOKEN=1\n');
  expect(statSync(files.path('secret.env')).mode & 0o777).toBe(0o600);
});

test('a file with control characters in its name is undone', async () => {
  files.put('a\nb\u001b.txt', 'mine\n');
  const window = files.openWindow();
  await turn(window, () => {
    files.put('a\nb\u001b.txt', 'agent\n');
    files.put('new\r.txt', 'agent\n');
  });
  expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
  expect(files.read('a\nb\u001b.txt')).toBe('mine\n');
  expect(existsSync(files.path('new\r.txt'))).toBe(false);
});
