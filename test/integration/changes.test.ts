// An agent's changes in a real editor: undo through documents, what the user typed, review, keep, redo, rewind, and files of the user.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { withoutMark } from '../../src/core/text/fileText.ts';
import { ChangeCommands } from '../../src/features/changes/host/changeCommands.ts';
import { OriginalTexts } from '../../src/features/changes/host/originalTexts.ts';
import { ReviewEditors } from '../../src/features/changes/host/reviewEditors.ts';
import { asTest } from '../support/changes/lineEnds.ts';
import { closeEditors, KEY, withProject, type TrackedProject } from './host/trackedProject.ts';
import { describe, it } from './suite.ts';
import { waitUntil } from '../support/wait.ts';

function openDocumentAt(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri, isClosed }) => uri.fsPath === path && !isClosed);
}

function unsavedFiles(): readonly string[] {
  return vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.fsPath);
}

/** Makes an open document show its file at once; on its own it does so some time later. */
async function follow(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.files.revert');
  assert.equal(
    withoutMark(readFileSync(document.uri.fsPath, 'utf8')).replaceAll('\r', ''),
    document.getText().replaceAll('\r', ''),
  );
}

async function type(document: vscode.TextDocument, line: number, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(line, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

function commandsOf({ tracker, store }: TrackedProject): ChangeCommands {
  const currentKey = async (): Promise<string> => KEY;
  return new ChangeCommands({
    tracker,
    store,
    shownKey: () => KEY,
    currentKey,
    showRewind: async () => undefined,
  });
}

/** Lets the agent change two files; resolves to the prompt, and to the files that a rewind to it lists. */
async function worked(project: TrackedProject) {
  project.put('a.txt', 'a\n');
  project.put('mine.txt', 'mine\n');
  const entry = await project.turn(() => {
    project.put('a.txt', 'agent\n');
    project.put('new.txt', 'agent\n');
  });
  project.put('mine.txt', 'edited\n');
  const files = (await project.tracker.review.filesToRestore(KEY, entry)) ?? [];
  return { entry, files, shown: files.map(({ path }) => path) };
}

describe('Marking a file as reviewed', () => {
  it(
    'marks the changes of all sessions that its editor shows, and of a comparison those of its session',
    withProject(async (project) => {
      const { tracker, store } = project;
      const other = 'session-2';
      project.put('a.txt', 'one\ntwo\nthree\nfour\nfive\n');
      await project.turn(() => project.put('a.txt', 'ONE\ntwo\nthree\nfour\nfive\n'));
      store.create(other, 'B', project.folder);
      store.dispatch(other, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] });
      await tracker.beforePrompt(other, project.folder);
      const command = { toolCallId: 'c', kind: 'execute' };
      store.dispatch(other, { type: 'tool_call', at: 1, call: { ...command, status: 'in_progress' } });
      project.put('a.txt', 'ONE\ntwo\nthree\nfour\nFIVE\n');
      store.dispatch(other, { type: 'tool_call', at: 2, call: { ...command, status: 'completed' } });
      store.dispatch(other, { type: 'turn_ended', at: 2, stopReason: 'end_turn' });
      await tracker.review.undo(other, 'nothing');
      const marked = (): readonly string[] =>
        [KEY, other].filter((key) => tracker.open(key).every(({ isReviewed }) => isReviewed));
      const commands = commandsOf(project);
      const originals = new OriginalTexts(tracker);
      const { uri } = await project.show('a.txt');
      assert.deepEqual([tracker.sessions(), marked()], [[KEY, other], []]);
      await commands.runOn('mark_reviewed');
      assert.deepEqual(marked(), [KEY, other]);
      await commands.runOn('mark_unreviewed', uri);
      assert.deepEqual(marked(), []);
      await commands.run(other, 'review', uri.fsPath);
      await waitUntil(
        () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff,
        'the comparison is shown',
      );
      await commands.runOn('mark_reviewed', uri);
      assert.deepEqual(marked(), [other]);
      await commands.runOn('mark_reviewed', uri);
      assert.deepEqual(marked(), [KEY, other]);
      originals.dispose();
    }),
  );
});

/** Runs `body` with what saving does to files: a formatter of the file's language, trimming, a line end at the end. */
async function whileSavingChangesFiles(body: () => Promise<void>): Promise<void> {
  const { Global } = vscode.ConfigurationTarget;
  const values = {
    'editor.formatOnSave': true,
    'files.trimTrailingWhitespace': true,
    'files.insertFinalNewline': true,
  };
  const settings = vscode.workspace.getConfiguration();
  const formatter = vscode.languages.registerDocumentFormattingEditProvider(
    { scheme: 'file', language: 'plaintext' },
    {
      provideDocumentFormattingEdits: (document) => [
        vscode.TextEdit.insert(document.lineAt(document.lineCount - 1).range.end, '\nformatted'),
      ],
    },
  );
  try {
    for (const [name, value] of Object.entries(values)) await settings.update(name, value, Global);
    await body();
  } finally {
    for (const name of Object.keys(values)) await settings.update(name, undefined, Global);
    formatter.dispose();
  }
}

describe('What is written back where saving changes files', () => {
  const before = 'a hard break  \n\tno line end at the end';

  it(
    'is exact by Undo, Redo and Restore, and nothing is left unsaved',
    withProject(async (project) => {
      project.put('a.txt', before);
      project.put('mixed.txt', 'one\r\ntwo  \nthree');
      const documents = [await project.show('mixed.txt'), await project.show('a.txt')];
      const after = 'by the agent  \n\tno line end at the end';
      const entry = await project.turn(() => {
        project.put('a.txt', after);
        project.put('mixed.txt', 'one\r\nTWO  \nthree');
      });
      await whileSavingChangesFiles(async () => {
        for (const document of documents) await follow(document);
        assert.deepEqual(await project.tracker.review.undo(KEY), { conflicts: [], failed: [] });
        assert.deepEqual([project.read('a.txt'), project.read('mixed.txt')], [before, 'one\r\ntwo  \nthree']);
        await project.tracker.review.redo(KEY);
        assert.equal(project.read('a.txt'), after);
        await project.tracker.review.restore(KEY, entry, async () => true);
        assert.equal(project.read('a.txt'), before);
        await waitUntil(
          () => asTest(documents.at(-1)?.getText() ?? '') === before,
          'the editor shows the file',
        );
        assert.deepEqual(unsavedFiles(), []);
      });
    }),
  );

  it(
    'is exact where one hunk is undone in an editor that lags behind its file',
    withProject(async (project) => {
      const lines = Array.from({ length: 9 }, (_, index) => `line ${index}  \n`);
      project.put('a.txt', lines.join(''));
      await project.show('a.txt');
      await project.turn(() => project.put('a.txt', lines.with(1, 'ONE  \n').with(7, 'SEVEN  \n').join('')));
      await whileSavingChangesFiles(async () => {
        await project.tracker.review.undoLines(KEY, project.path('a.txt'), { start: 7, end: 8 });
        assert.equal(project.read('a.txt'), lines.with(1, 'ONE  \n').join(''));
        await project.tracker.review.keepLines(KEY, project.path('a.txt'), { start: 1, end: 2 });
        assert.equal(project.read('a.txt'), lines.with(1, 'ONE  \n').join(''));
      });
    }),
  );

  it(
    'leaves a document with unsaved changes that cannot have the line ends of before, and says so',
    withProject(async (project) => {
      project.put('a.txt', 'one\r\ntwo\r\n');
      const document = await project.show('a.txt');
      await project.turn(() => project.put('a.txt', 'one\ntwo\n'));
      await follow(document);
      await type(document, 2, 'typed');
      const shown = document.getText();
      const result = await project.tracker.review.undo(KEY);
      assert.deepEqual(
        result?.failed.map(({ path }) => path),
        [project.path('a.txt')],
      );
      assert.equal(document.getText(), shown);
      assert.equal(project.read('a.txt'), 'one\ntwo\n');
    }),
  );
});

describe('Undo', () => {
  it(
    'goes through an open document, is saved, and can itself be undone in the editor',
    withProject(async (project) => {
      project.put('a.txt', 'one\ntwo\nthree\n');
      const document = await project.show('a.txt');
      await project.turn(() => project.put('a.txt', 'one\nTWO\nthree\n'));
      await follow(document);
      assert.deepEqual(await project.tracker.review.undo(KEY), { conflicts: [], failed: [] });
      assert.equal(asTest(document.getText()), 'one\ntwo\nthree\n');
      assert.equal(document.isDirty, false);
      assert.equal(project.read('a.txt'), 'one\ntwo\nthree\n');
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('undo');
      await waitUntil(() => asTest(document.getText()) === 'one\nTWO\nthree\n', 'the undo is undone');
    }),
  );

  it(
    'keeps unsaved text of the user, and leaves it unsaved',
    withProject(async (project) => {
      project.put('a.txt', 'one\ntwo\nthree\n');
      const document = await project.show('a.txt');
      await project.turn(() => project.put('a.txt', 'one\nTWO\nthree\n'));
      await follow(document);
      await type(document, 3, 'typed\n');
      assert.deepEqual(await project.tracker.review.undo(KEY), { conflicts: [], failed: [] });
      assert.equal(asTest(document.getText()), 'one\ntwo\nthree\ntyped\n');
      assert.equal(document.isDirty, true);
      assert.equal(project.read('a.txt'), 'one\nTWO\nthree\n');
    }),
  );

  it(
    'leaves a line that the user changed as well',
    withProject(async (project) => {
      project.put('a.txt', 'one\ntwo\nthree\n');
      const document = await project.show('a.txt');
      await project.turn(() => project.put('a.txt', 'one\nTWO\nthree\n'));
      await follow(document);
      await type(document, 1, 'my ');
      assert.deepEqual(await project.tracker.review.undo(KEY), {
        conflicts: [project.path('a.txt')],
        failed: [],
      });
      assert.equal(asTest(document.getText()), 'one\nmy TWO\nthree\n');
    }),
  );

  it(
    'of one hunk leaves the other, with Windows line ends and byte order mark as they are',
    withProject(async (project) => {
      const lines = Array.from({ length: 12 }, (_, index) => `line ${index}\r\n`);
      const text = (all: readonly string[]): string => `\uFEFF${all.join('')}`;
      project.put('a.txt', text(lines));
      const document = await project.show('a.txt');
      const changed = lines.with(2, 'first\r\n').with(9, 'second\r\n');
      await project.turn(() => project.put('a.txt', text(changed)));
      await follow(document);
      await project.tracker.review.undoLines(KEY, project.path('a.txt'), { start: 9, end: 10 });
      assert.equal(project.read('a.txt'), text(lines.with(2, 'first\r\n')));
      assert.equal(document.isDirty, false);
    }),
  );

  it(
    'writes a file with mixed line ends exactly, though an editor shows it',
    withProject(async (project) => {
      project.put('a.txt', 'one\r\ntwo\nthree\n');
      const document = await project.show('a.txt');
      await project.turn(() => project.put('a.txt', 'one\r\nTWO\nthree\n'));
      await follow(document);
      await project.tracker.review.undo(KEY);
      assert.equal(project.read('a.txt'), 'one\r\ntwo\nthree\n');
      await follow(document);
    }),
  );

  it(
    'does not count what the user saved during a turn as the agent’s change',
    withProject(async (project) => {
      project.put('a.txt', 'one\n');
      const document = await project.show('a.txt');
      project.store.dispatch(KEY, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'x' }] });
      await project.tracker.beforePrompt(KEY, project.folder);
      await type(document, 1, 'mine\n');
      await document.save();
      await project.tracker.review.undo(KEY, 'nothing');
      assert.deepEqual(project.tracker.open(KEY), []);
    }),
  );
});

describe('A save of the user', () => {
  it(
    'over what the agent has just written is theirs, and the rest the agent’s',
    withProject(async (project) => {
      const lines = Array.from({ length: 9 }, (_, index) => `line ${index}\n`);
      project.put('a.txt', lines.join(''));
      const document = await project.show('a.txt');
      project.store.dispatch(KEY, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'x' }] });
      await project.tracker.beforePrompt(KEY, project.folder);
      const call = { toolCallId: '1', kind: 'execute', status: 'in_progress' };
      project.store.dispatch(KEY, { type: 'tool_call', at: 1, call });
      project.put('a.txt', lines.with(1, 'agent\n').join(''));
      await waitUntil(() => document.getText().includes('agent'), 'the editor shows what the agent wrote');
      await type(document, 7, 'mine ');
      assert.equal(await document.save(), true);
      project.store.dispatch(KEY, { type: 'turn_ended', at: 2, stopReason: 'end_turn' });
      assert.deepEqual(await project.tracker.review.undo(KEY), { conflicts: [], failed: [] });
      assert.equal(project.read('a.txt'), lines.with(7, 'mine line 7\n').join(''));
    }),
  );
});

/** By the name of a file: when the next editor has closed so far. */
const closingMoments: Readonly<Record<string, () => Promise<void>>> = {
  'atOnce.txt': () => Promise.resolve(),
  'tabGone.txt': () => next(vscode.window.tabGroups.onDidChangeTabs, ({ closed }) => closed.length > 0),
  'documentClosed.txt': () =>
    next(vscode.workspace.onDidCloseTextDocument, ({ uri }) => uri.scheme === 'file'),
};

/** Resolves as VS Code reports an event of this kind. */
function next<T>(event: vscode.Event<T>, isIt: (value: T) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const listener = event((value) => {
      if (!isIt(value)) return;
      listener.dispose();
      resolve();
    });
  });
}

describe('Redo', () => {
  /** A file that the agent has changed, shown in a review editor; resolves to the editor and to the document in it. */
  async function reviewed(project: TrackedProject, name: string) {
    project.put(name, 'one\n');
    await project.turn(() => project.put(name, 'agent\n'));
    const editors = new ReviewEditors(project.tracker);
    await editors.open(KEY, project.path(name));
    await waitUntil(() => openDocumentAt(project.path(name)) !== undefined, 'the file is shown');
    const document = openDocumentAt(project.path(name));
    assert.ok(document);
    return { editors, document };
  }

  it(
    'writes the file right after Undo, while the review editor is still closing',
    withProject(async (project) => {
      for (const [name, isReached] of Object.entries(closingMoments)) {
        const { editors } = await reviewed(project, name);
        assert.deepEqual(await project.tracker.review.undo(KEY), { conflicts: [], failed: [] });
        const reached = isReached();
        const closing = editors.closeFinished();
        await reached;
        assert.deepEqual(await project.tracker.review.redo(KEY), { conflicts: [], failed: [] });
        await closing;
        assert.equal(project.read(name), 'agent\n');
        assert.deepEqual(unsavedFiles(), []);
        await project.tracker.review.keep(KEY);
      }
    }),
  );
});

describe('Restore', () => {
  it(
    'saves unsaved text first, restores the files, and redo restores all of it',
    withProject(async (project) => {
      project.put('a.txt', 'one\n');
      const document = await project.show('a.txt');
      const entry = await project.turn(() => project.put('a.txt', 'agent\n'));
      await follow(document);
      await type(document, 1, 'mine\n');
      await project.tracker.review.restore(KEY, entry, async () => true);
      assert.equal(project.read('a.txt'), 'one\n');
      assert.equal(asTest(document.getText()), 'one\n');
      await project.tracker.review.redo(KEY);
      assert.equal(project.read('a.txt'), 'agent\nmine\n');
    }),
  );
});

describe('The editor in which several changes are reviewed', () => {
  const titles = (): readonly string[] =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
  const ours = (): number =>
    titles().filter((title) => /^Agent Changes|\(Agent Changes\)/.test(title)).length;

  it(
    'closes when all of them were kept or undone, and no other one does',
    withProject(async (project) => {
      for (const name of ['changed.txt', 'gone.txt', 'other.txt']) project.put(name, 'one\n');
      const uri = vscode.Uri.file(project.path('other.txt'));
      await project.turn(() => {
        project.put('changed.txt', 'agent\n');
        project.put('new.txt', 'agent\n');
        rmSync(project.path('gone.txt'));
      });
      const editors = new ReviewEditors(project.tracker);
      await editors.open(KEY, undefined);
      await vscode.commands.executeCommand('workbench.action.keepEditor');
      await vscode.commands.executeCommand('vscode.changes', 'Somebody else’s', [[uri, uri, uri]]);
      assert.equal(titles().length, 2);
      await project.tracker.review.keep(KEY, project.path('changed.txt'));
      await editors.closeFinished();
      assert.equal(ours(), 1);
      await project.tracker.review.undo(KEY);
      await editors.closeFinished();
      assert.equal(ours(), 0);
      assert.equal(titles().length, 1);
    }),
  );

  it(
    'closes also when it shows one new file, while others are still open',
    withProject(async (project) => {
      await project.turn(() => {
        project.put('a.txt', 'agent\n');
        project.put('b.txt', 'agent\n');
      });
      const editors = new ReviewEditors(project.tracker);
      await editors.open(KEY, project.path('a.txt'));
      await project.tracker.review.keep(KEY, project.path('b.txt'));
      await editors.closeFinished();
      assert.equal(ours(), 1);
      await project.tracker.review.keep(KEY, project.path('a.txt'));
      await editors.closeFinished();
      assert.equal(ours(), 0);
    }),
  );

  it(
    'closes also when a window before this one has opened it',
    withProject(async (project) => {
      for (const name of ['a.txt', 'b.txt']) project.put(name, 'one\n');
      await project.turn(() => {
        for (const name of ['a.txt', 'b.txt']) project.put(name, 'agent\n');
      });
      await new ReviewEditors(project.tracker).open(KEY, undefined);
      const editors = new ReviewEditors(project.tracker);
      await editors.closeFinished();
      assert.equal(ours(), 1);
      await project.tracker.review.undo(KEY);
      await editors.closeFinished();
      assert.equal(ours(), 0);
    }),
  );

  it(
    'stays where the user has text in it that is not saved',
    withProject(async (project) => {
      for (const name of ['a.txt', 'b.txt']) project.put(name, 'one\n');
      const document = await project.show('a.txt');
      await project.turn(() => {
        for (const name of ['a.txt', 'b.txt']) project.put(name, 'agent\n');
      });
      await follow(document);
      const editors = new ReviewEditors(project.tracker);
      await editors.open(KEY, undefined);
      await type(document, 1, 'mine\n');
      await project.tracker.review.keep(KEY);
      await editors.closeFinished();
      assert.equal(ours(), 1);
      await document.save();
    }),
  );
});

describe('Changes of the demo agent', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;

  /** Runs a command, which does nothing as long as it is too early for it, until it has done its work. */
  async function repeatUntil(command: string, isDone: () => boolean): Promise<void> {
    let isRunning = false;
    const ended = (): void => {
      isRunning = false;
    };
    await waitUntil(
      () => {
        if (isRunning) return false;
        if (isDone()) return true;
        isRunning = true;
        void vscode.commands.executeCommand(command).then(ended, ended);
        return false;
      },
      command,
      60,
    );
  }

  /** Has the demo agent replace words in a file of the workspace, and allows it. */
  async function edit(uri: vscode.Uri, from: string, to: string): Promise<string> {
    const before = readFileSync(uri.fsPath, 'utf8');
    await vscode.commands.executeCommand('parley.newSession', 'demo');
    const name = vscode.workspace.asRelativePath(uri);
    await vscode.commands.executeCommand('parley.sendPrompt', `edit ${name} replace ${from} with ${to}`);
    await repeatUntil('parley.allowOnce', () => readFileSync(uri.fsPath, 'utf8') !== before);
    return before;
  }

  function shown(): vscode.TabInputTextDiff | undefined {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputTextDiff ? input : undefined;
  }

  const isComparedUndoneAndKept = async (): Promise<void> => {
    assert.ok(folder);
    const uri = vscode.Uri.joinPath(folder, 'README.md');
    const before = await edit(uri, 'Tea', 'Coffee');
    const after = readFileSync(uri.fsPath, 'utf8');
    try {
      await repeatUntil('parley.reviewChanges', () => shown() !== undefined);
      const original = shown()?.original;
      assert.equal(original?.scheme, 'parley-before');
      assert.equal((await vscode.workspace.openTextDocument(original)).getText(), before);
      await vscode.commands.executeCommand('parley.undoChanges');
      assert.equal(readFileSync(uri.fsPath, 'utf8'), before);
      assert.equal(shown(), undefined);
      await vscode.commands.executeCommand('parley.redoFiles');
      assert.equal(readFileSync(uri.fsPath, 'utf8'), after);
      const line = after.split('\n').findIndex((text, index) => text !== before.split('\n')[index]);
      const change = { modifiedStartLineNumber: line + 1, modifiedEndLineNumber: line + 1 };
      await vscode.commands.executeCommand('parley.undoHunk', uri, [change], 0);
      assert.notEqual(readFileSync(uri.fsPath, 'utf8'), after);
      await vscode.commands.executeCommand('parley.keepChanges');
      await vscode.commands.executeCommand('parley.undoChanges');
      assert.notEqual(readFileSync(uri.fsPath, 'utf8'), after);
    } finally {
      await closeEditors();
      writeFileSync(uri.fsPath, before);
    }
  };

  it('are compared with the text before, undone, redone, kept', isComparedUndoneAndKept, 150_000);
});

interface Deed {
  readonly name: string;
  readonly edit: (edit: vscode.WorkspaceEdit, uri: (name: string) => vscode.Uri) => void;
  /** What is there afterwards, and after Undo. */
  readonly left: readonly string[];
}

const deeds: readonly Deed[] = [
  {
    name: 'deletes files and folders',
    edit: (edit, uri) => {
      edit.deleteFile(uri('a.txt'));
      edit.deleteFile(uri('folder'), { recursive: true });
    },
    left: ['b.txt'],
  },
  {
    name: 'renames files and moves folders',
    edit: (edit, uri) => {
      edit.renameFile(uri('a.txt'), uri('c.txt'));
      edit.renameFile(uri('folder'), uri('made/folder'));
      edit.renameFile(uri('b.txt'), uri('made/folder/b.txt'));
    },
    left: ['c.txt', 'made/folder/b.txt', 'made/folder/deep/in.txt'],
  },
  {
    name: 'creates files',
    edit: (edit, uri) => {
      edit.createFile(uri('empty.txt'));
      edit.createFile(uri('made/full.txt'), { contents: Buffer.from('mine') });
    },
    left: ['a.txt', 'b.txt', 'empty.txt', 'folder/deep/in.txt', 'made/full.txt'],
  },
];

const NAMES = [...new Set(deeds.flatMap(({ left }) => left))].toSorted();

function filesIn(project: TrackedProject): readonly string[] {
  return NAMES.filter((name) => existsSync(project.path(name)));
}

describe('Where the user, while a command of the agent runs,', () => {
  for (const { name, edit, left } of deeds) {
    it(
      `${name}: it is theirs, and what the command writes is the agent’s`,
      withProject(async (project) => {
        mkdirSync(project.path('folder/deep'), { recursive: true });
        for (const each of ['a.txt', 'b.txt', 'folder/deep/in.txt']) project.put(each, `${each}\n`);
        await project.turn(async () => {
          const change = new vscode.WorkspaceEdit();
          edit(change, (each) => vscode.Uri.file(project.path(each)));
          assert.equal(await vscode.workspace.applyEdit(change), true);
          project.put('agent.txt', 'agent\n');
          await waitUntil(() => filesIn(project).join() === left.join(), 'the files are as the user wants');
        });
        const listed = project.tracker.open(KEY).map(({ path }) => path);
        assert.deepEqual(listed, [project.path('agent.txt')]);
        assert.deepEqual(await project.tracker.review.undo(KEY), { conflicts: [], failed: [] });
        assert.deepEqual([filesIn(project), existsSync(project.path('agent.txt'))], [left, false]);
      }),
    );
  }
});

describe('Rewinding files', () => {
  it(
    'restores those that the user was shown, their own edits too, and Redo gives all back',
    withProject(async (project) => {
      const { entry, files, shown } = await worked(project);
      assert.deepEqual(files.map(({ name, becomes }) => `${becomes} ${name}`).toSorted(), [
        'deleted new.txt',
        'modified a.txt',
        'modified mine.txt',
      ]);
      const commands = commandsOf(project);
      assert.equal(await commands.restore(KEY, entry, shown), true);
      assert.deepEqual([project.read('a.txt'), project.read('mine.txt')], ['a\n', 'mine\n']);
      assert.equal(existsSync(project.path('new.txt')), false);
      await commands.redo(KEY);
      assert.deepEqual([project.read('a.txt'), project.read('mine.txt')], ['agent\n', 'edited\n']);
      assert.equal(project.read('new.txt'), 'agent\n');
      assert.equal(await commands.restore(KEY, entry, shown), true);
    }),
  );

  it(
    'is not done where no file can be written, nor without a checkpoint; where some can, it is',
    withProject(async (project) => {
      project.put('a.txt', 'a\n');
      project.put('b.txt', 'b\n');
      const entry = await project.turn(() => {
        project.put('a.txt', 'agent\n');
        project.put('b.txt', 'agent\n');
      });
      const shown = [project.path('a.txt'), project.path('b.txt')];
      const commands = commandsOf(project);
      project.readOnly = shown;
      assert.equal(await commands.restore(KEY, entry, shown), false);
      assert.deepEqual([project.read('a.txt'), project.read('b.txt')], ['agent\n', 'agent\n']);
      assert.equal(await commands.restore(KEY, 'e99', shown), false);
      project.readOnly = [project.path('a.txt')];
      assert.equal(await commands.restore(KEY, entry, shown), true);
      assert.deepEqual([project.read('a.txt'), project.read('b.txt')], ['agent\n', 'b\n']);
    }),
  );

  it(
    'is done where nothing has changed, and not while the agent works',
    withProject(async (project) => {
      project.put('a.txt', 'a\n');
      const entry = await project.turn(() => undefined);
      const commands = commandsOf(project);
      assert.equal(await commands.restore(KEY, entry, []), true);
      project.store.dispatch(KEY, {
        type: 'prompt_started',
        at: 3,
        content: [{ type: 'text', text: 'more' }],
      });
      project.put('a.txt', 'agent\n');
      assert.equal(await commands.restore(KEY, entry, [project.path('a.txt')]), false);
      assert.equal(project.read('a.txt'), 'agent\n');
    }),
  );
});
