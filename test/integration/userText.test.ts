// The user's own text, and what agents write and Undo writes back: whose lines stay, and what is refused. Files in notebooks and
// custom editors with unsaved changes are left, and named.
import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { WrittenText } from '../../src/core/ports/fileAccess.ts';
import { editorTexts } from '../../src/features/changes/host/editorTexts.ts';
import { EditorFileSystem } from '../../src/host/editors/editorFileSystem.ts';
import { describe, it } from './suite.ts';
import { KEY, withProject, type TrackedProject } from './host/trackedProject.ts';
import { waitUntil } from '../support/wait.ts';
import { onDesk, refused, show, type, withSetting, type Desk } from './host/desk.ts';

const LINES = 'one\ntwo\nthree\nfour\n';

async function typeAtEnd(editor: vscode.TextEditor, text: string): Promise<void> {
  const { document } = editor;
  const end = document.lineAt(document.lineCount - 1).range.end;
  assert.equal(await editor.edit((builder) => builder.insert(end, text)), true);
}

const SENTENCE = 'The quick brown fox jumps over the lazy dog, and back again.';

/** The file that an agent rewrites: its version, and what the user has typed at the end. */
function versionOf(version: number, typed = ''): string {
  return `v${version}\n\nend${typed}\n`;
}

/** A user who types at the end of the last line but one, one key at a time. */
async function typist(desk: Desk): Promise<{
  readonly editor: vscode.TextEditor;
  readonly press: (letter: string) => Promise<void>;
}> {
  const editor = await show(desk.put('a.txt', versionOf(0)));
  const press = async (letter: string): Promise<void> => {
    const insert = (builder: vscode.TextEditorEdit): void =>
      builder.insert(editor.document.lineAt(2).range.end, letter);
    // An edit that meets another one is not made; keys are never lost in this way.
    while (!(await editor.edit(insert))) continue;
  };
  return { editor, press };
}

describe('What the user types while an Undo is made', () => {
  const undone = 'one\nTWO\nthree\nfour\n';
  const typesOn = onDesk(async (desk) => {
    const path = desk.put('a.txt', LINES);
    const editor = await show(path);
    await typeAtEnd(editor, 'mine');
    const from = editor.document.getText();
    await typeAtEnd(editor, ' and more');
    assert.equal(await editorTexts.replaceUnsaved(path, `${undone}mine`, from), true);
    assert.equal(editor.document.getText(), `${undone}mine and more`);
  });

  it('stays in the lines that are not undone', typesOn);

  it(
    'is not overwritten in the same lines: the Undo is refused',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      const editor = await show(path);
      await typeAtEnd(editor, 'mine');
      const from = editor.document.getText();
      await editor.edit((builder) => builder.insert(new vscode.Position(1, 3), '!'));
      const text = editor.document.getText();
      await assert.rejects(editorTexts.replaceUnsaved(path, `${undone}mine`, from));
      assert.equal(editor.document.getText(), text);
    }),
  );
});

describe('What another program changed since the agent read a file', () => {
  it(
    'stays when the agent writes other lines, and in its next write',
    onDesk(async (desk) => {
      desk.hasRun = false;
      const path = desk.put('a.txt', LINES);
      await desk.read(path);
      desk.put('a.txt', LINES.replace('four', 'theirs'));
      assert.equal(await desk.write(path, LINES.replace('one', '1')), '1\ntwo\nthree\ntheirs\n');
      await desk.write(path, LINES.replace('one', '1').replace('two', '2'));
      assert.equal(desk.bytes('a.txt').toString(), '1\n2\nthree\ntheirs\n');
    }),
  );

  it(
    'is not overwritten in the same lines: the write is refused until the agent reads again',
    onDesk(async (desk) => {
      desk.hasRun = false;
      const path = desk.put('a.txt', LINES);
      await desk.read(path);
      desk.put('a.txt', LINES.replace('one', 'theirs'));
      await refused(desk.write(path, LINES.replace('one', '1')), 'conflict');
      await desk.read(path);
      assert.equal(await desk.write(path, LINES.replace('one', '1')), LINES.replace('one', '1'));
    }),
  );

  it(
    'is replaced where the agent writes again what it has written: it was asked to',
    onDesk(async (desk) => {
      desk.hasRun = false;
      const path = desk.put('a.txt', LINES);
      await desk.read(path);
      await desk.write(path, LINES.replace('one', '1'));
      desk.put('a.txt', LINES);
      assert.equal(await desk.write(path, LINES.replace('one', '1')), LINES.replace('one', '1'));
    }),
  );

  it(
    'is what the agent may have changed itself where it has run something, or has not read the file here',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      for (const hasRun of [true, undefined]) {
        desk.hasRun = hasRun;
        await desk.read(path);
        desk.put('a.txt', LINES.replace('four', 'theirs'));
        assert.equal(await desk.write(path, LINES.replace('one', '1')), LINES.replace('one', '1'));
      }
      desk.hasRun = false;
      const other = desk.put('b.txt', LINES);
      await desk.write(other, LINES.replace('one', '1'));
      desk.put('b.txt', LINES);
      assert.equal(await desk.write(other, LINES.replace('two', '2')), LINES.replace('two', '2'));
    }),
  );
});

describe('What the user typed and saved since the agent read a file by itself', () => {
  const MINE = `${LINES}mine\n`;
  const saveMine = async (desk: Desk): Promise<string> => {
    const path = desk.put('a.txt', LINES);
    const editor = await show(path);
    await typeAtEnd(editor, 'mine\n');
    assert.equal(await editor.document.save(), true);
    return path;
  };

  it(
    'stays when the agent writes other lines, also in its next write and when the file was closed',
    onDesk(async (desk) => {
      const path = await saveMine(desk);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      assert.equal(await desk.write(path, LINES.replace('one', '1')), MINE.replace('one', '1'));
      await desk.write(path, LINES.replace('one', '1').replace('two', '2'));
      assert.equal(desk.bytes('a.txt').toString(), MINE.replace('one', '1').replace('two', '2'));
    }),
  );

  it(
    'is not overwritten in the same lines: the write is refused until the agent has read again',
    onDesk(async (desk) => {
      desk.mayHaveReadSince = () => false;
      const path = await saveMine(desk);
      const stale = `${LINES}agent\n`;
      await refused(desk.write(path, stale), 'conflict');
      await refused(desk.write(path, stale), 'conflict');
      assert.equal(desk.bytes('a.txt').toString(), MINE);
      desk.mayHaveReadSince = () => true;
      assert.equal(await desk.write(path, stale), stale);
    }),
  );

  it(
    'may be replaced by an agent that was refused and writes something else, but not what was saved after that',
    onDesk(async (desk) => {
      const path = await saveMine(desk);
      await refused(desk.write(path, `${LINES}agent\n`), 'conflict');
      assert.equal(await desk.write(path, `${LINES}mine, agent\n`), `${LINES}mine, agent\n`);
      const other = desk.put('b.txt', LINES);
      const editor = await show(other);
      await typeAtEnd(editor, 'mine\n');
      await editor.document.save();
      await refused(desk.write(other, `${LINES}agent\n`), 'conflict');
      const refusedAt = Date.now();
      await waitUntil(() => Date.now() > refusedAt, 'the time after the refusal');
      await type(editor, 'zero\n');
      await editor.document.save();
      assert.equal(await desk.write(other, `${MINE}agent\n`), `zero\n${MINE}agent\n`);
    }),
  );

  it(
    'is the agent’s to change where its text has it, or it may have read the file since',
    onDesk(async (desk) => {
      const path = await saveMine(desk);
      assert.equal(await desk.write(path, MINE.replace('four', '4')), MINE.replace('four', '4'));
      const other = desk.put('b.txt', LINES);
      const editor = await show(other);
      await typeAtEnd(editor, 'mine\n');
      await editor.document.save();
      const readAt = Date.now() + 1;
      await waitUntil(() => Date.now() > readAt, 'the time after the read');
      desk.mayHaveReadSince = (at) => at < readAt;
      await type(editor, 'zero\n');
      await editor.document.save();
      assert.equal(await desk.write(other, LINES), `zero\n${LINES}`);
    }),
  );

  it(
    'stays when typing and saving is taken back and done again, and what a formatter made of it stays too',
    onDesk(async (desk) => {
      await withSetting('trimTrailingWhitespace', true, async () => {
        const path = desk.put('a.txt', LINES);
        const editor = await show(path);
        await typeAtEnd(editor, 'gone');
        await vscode.commands.executeCommand('undo');
        await typeAtEnd(editor, 'mine  \n');
        await editor.document.save();
        assert.equal(await desk.write(path, LINES.replace('one', '1')), MINE.replace('one', '1'));
      });
    }),
  );
});

describe('What another program saved since the agent read a file by itself', () => {
  it(
    'stays when the agent writes other lines, and is not overwritten in the same ones',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', `${LINES}theirs\n`);
      desk.textBeforeOthers = () => Promise.resolve(LINES);
      await refused(desk.write(path, `${LINES}agent\n`), 'conflict');
      assert.equal(await desk.write(path, `${LINES}theirs\nagent\n`), `${LINES}theirs\nagent\n`);
      const other = desk.put('b.txt', `${LINES}theirs\n`);
      await desk.write(other, LINES.replace('one', '1'));
      assert.equal(desk.bytes('b.txt').toString(), `${LINES.replace('one', '1')}theirs\n`);
    }),
  );
});

describe('What the user typed since the agent read a file', () => {
  it(
    'stays when the agent writes other lines, and is unsaved as before',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      const editor = await show(path);
      await desk.read(path);
      await typeAtEnd(editor, 'mine\n');
      assert.equal(await desk.write(path, LINES.replace('one', '1')), '1\ntwo\nthree\nfour\nmine\n');
      assert.equal(editor.document.getText(), '1\ntwo\nthree\nfour\nmine\n');
      assert.equal(editor.document.isDirty, true);
    }),
  );

  it(
    'stays when it was saved, and also in the next writes of an agent that does not read again',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      const editor = await show(path);
      await desk.read(path);
      await typeAtEnd(editor, 'mine\n');
      await editor.document.save();
      await desk.write(path, LINES.replace('one', '1'));
      await desk.write(path, LINES.replace('one', '1').replace('two', '2'));
      assert.equal(desk.bytes('a.txt').toString(), '1\n2\nthree\nfour\nmine\n');
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await desk.write(path, LINES.replace('three', '3'));
      assert.equal(desk.bytes('a.txt').toString(), 'one\ntwo\n3\nfour\nmine\n');
    }),
  );

  it(
    'is not overwritten where the agent writes the same lines: the write is refused until the agent reads again',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      const editor = await show(path);
      await desk.read(path);
      await type(editor, 'mine ');
      await refused(desk.write(path, LINES.replace('one', '1')), 'conflict');
      assert.equal(editor.document.getText(), `mine ${LINES}`);
      const text = await desk.read(path);
      await desk.write(path, text.replace('one', '1'));
      assert.equal(editor.document.getText(), `mine ${LINES.replace('one', '1')}`);
    }),
  );

  it(
    'is merged with the file on the disk where the agent has read nothing through Parley',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      const editor = await show(path);
      await typeAtEnd(editor, 'mine\n');
      await desk.write(path, LINES.replace('one', '1'));
      assert.equal(editor.document.getText(), '1\ntwo\nthree\nfour\nmine\n');
    }),
  );

  it(
    'has all its characters after an agent has rewritten the file again and again meanwhile',
    onDesk(async (desk) => {
      const { editor, press } = await typist(desk);
      let version = 0;
      for (const letter of SENTENCE) {
        const writing = desk.write(desk.path('a.txt'), versionOf(++version));
        // Each key comes at another moment of a write: while the file is read, edited or saved, or after it.
        for (let turn = (version * 7) % 60; turn > 0; turn--) await setImmediate();
        await Promise.all([press(letter), writing]);
      }
      assert.equal(editor.document.getText(), versionOf(version, SENTENCE));
    }),
  );

  it(
    'has the characters that were typed while the write was being recorded',
    onDesk(async (desk) => {
      const { editor, press } = await typist(desk);
      const path = desk.path('a.txt');
      desk.record = async (run) => {
        await run();
        await press('!');
      };
      await desk.write(path, versionOf(1));
      desk.record = undefined;
      await desk.write(path, versionOf(2));
      await press('?');
      await desk.write(path, versionOf(3));
      assert.equal(editor.document.getText(), versionOf(3, '!?'));
    }),
  );
});

describe('What an agent changes itself', () => {
  it(
    'counts as the agent’s, and its next write replaces it',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      await show(path);
      await desk.read(path);
      desk.put('a.txt', LINES.toUpperCase());
      await desk.write(path, LINES);
      assert.equal(desk.bytes('a.txt').toString(), LINES);
    }),
  );
});

describe('A file that changes while a question about it waits', () => {
  it(
    'is shown anew, with the lines of the user, and only what was shown is written',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      const editor = await show(path);
      desk.whileAsked = async (question) => {
        if (question === 1) await typeAtEnd(editor, 'mine\n');
      };
      await desk.write(path, LINES.replace('one', '1'));
      const merged = '1\ntwo\nthree\nfour\nmine\n';
      assert.deepEqual(desk.shown, [
        { before: LINES, content: LINES.replace('one', '1') },
        { before: `${LINES}mine\n`, content: merged },
      ]);
      assert.equal(editor.document.getText(), merged);
    }),
  );

  it(
    'by another program is shown anew, too',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      desk.whileAsked = async (question) => {
        if (question === 1) desk.put('a.txt', `${LINES}theirs\n`);
      };
      await desk.write(path, LINES.replace('one', '1'));
      assert.equal(desk.shown.length, 2);
      assert.equal(desk.bytes('a.txt').toString(), '1\ntwo\nthree\nfour\ntheirs\n');
    }),
  );

  it(
    'in the very lines of the agent is the user’s to decide',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      const editor = await show(path);
      desk.whileAsked = async (question) => {
        if (question === 1) await type(editor, 'mine ');
      };
      await desk.write(path, LINES.replace('one', '1'));
      assert.deepEqual(desk.shown.at(-1), { before: `mine ${LINES}`, content: LINES.replace('one', '1') });
      assert.equal(editor.document.getText(), LINES.replace('one', '1'));
    }),
  );
});

describe('An open file that is formatted when it is saved', () => {
  it(
    'is reported to the agent as what it is now',
    onDesk(async (desk) => {
      await withSetting('trimTrailingWhitespace', true, async () => {
        const path = desk.put('a.txt', 'one\n');
        await show(path);
        assert.equal(await desk.write(path, 'two  \n'), 'two\n');
        assert.equal(readFileSync(path, 'utf8'), 'two\n');
        assert.equal(await desk.write(path, 'three\n'), 'three\n');
      });
    }),
  );
});

const yes = async (): Promise<boolean> => true;

/** A kind of editor: opens a file, changes what it holds, and saves that. */
interface Kind {
  readonly name: string;
  readonly text: (word: string) => string;
  /** Opens the file with an unsaved change, which adds `typed`. */
  readonly change: (uri: vscode.Uri) => Promise<void>;
}

function isDirty(): boolean {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.isDirty === true;
}

const kinds: readonly Kind[] = [
  {
    name: 'a.ipynb',
    text: (word) => {
      const cell = { cell_type: 'raw', metadata: {}, source: [word] };
      return JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 });
    },
    change: async (uri) => {
      const notebook = await vscode.workspace.openNotebookDocument(uri);
      await vscode.window.showNotebookDocument(notebook);
      const edit = new vscode.WorkspaceEdit();
      const added = new vscode.NotebookCellData(vscode.NotebookCellKind.Markup, 'typed', 'markdown');
      edit.set(uri, [vscode.NotebookEdit.insertCells(0, [added])]);
      assert.equal(await vscode.workspace.applyEdit(edit), true);
    },
  },
  {
    name: 'a.custom',
    text: (word) => `${word}\n`,
    change: async (uri) => {
      await vscode.commands.executeCommand('vscode.openWith', uri, 'parleyTest.custom');
      await vscode.commands.executeCommand('parleyTest.type', uri, 'typed\n');
    },
  },
];

/** Runs `body` with a file that the agent has changed and that is open with unsaved changes. */
function withUnsaved(
  { name, text, change }: Kind,
  body: (project: TrackedProject, entry: string) => Promise<void>,
): () => Promise<void> {
  return withProject(async (project) =>
    withSetting('autoSave', 'off', async () => {
      project.put(name, text('before'));
      project.put('other.txt', 'before\n');
      const entry = await project.turn(() => {
        project.put(name, text('agent'));
        project.put('other.txt', 'agent\n');
      });
      await change(vscode.Uri.file(project.path(name)));
      await waitUntil(isDirty, 'the editor has unsaved changes');
      await body(project, entry);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }),
  );
}

for (const kind of kinds) {
  const { name, text, change } = kind;

  describe(`${name} in an editor of its own with unsaved changes`, () => {
    it(
      'is left by Undo, which undoes other files, and is undone once it is saved or reverted',
      withUnsaved(kind, async (project) => {
        const result = await project.tracker.review.undo(KEY);
        assert.deepEqual(
          result?.failed.map(({ path }) => path),
          [project.path(name)],
        );
        assert.match(result?.failed[0]?.reason ?? '', /unsaved changes in an editor/);
        assert.deepEqual([project.read(name), project.read('other.txt')], [text('agent'), 'before\n']);
        assert.equal(isDirty(), true);
        await vscode.commands.executeCommand('workbench.action.files.revert');
        await waitUntil(() => !isDirty(), 'the editor is as its file');
        assert.deepEqual(await project.tracker.review.undo(KEY), { conflicts: [], failed: [] });
        assert.equal(project.read(name), text('before'));
      }),
    );

    it(
      'is saved by the user while a command of the agent runs: that is theirs',
      withProject(async (project) =>
        withSetting('autoSave', 'off', async () => {
          project.put(name, text('before'));
          await project.turn(async () => {
            await change(vscode.Uri.file(project.path(name)));
            await waitUntil(isDirty, 'the editor has unsaved changes');
            await vscode.commands.executeCommand('workbench.action.files.save');
            await waitUntil(() => !isDirty() && project.read(name).includes('typed'), 'it is saved');
            project.put('agent.txt', 'agent\n');
          });
          const listed = project.tracker.open(KEY).map(({ path }) => path);
          assert.deepEqual(listed, [project.path('agent.txt')]);
          await project.tracker.review.undo(KEY);
          assert.match(project.read(name), /typed/);
        }),
      ),
    );

    it(
      'is left by Restore',
      withUnsaved(kind, async (project, entry) => {
        const result = await project.tracker.review.restore(KEY, entry, yes);
        assert.deepEqual(
          result?.failed.map(({ path }) => path),
          [project.path(name)],
        );
        assert.deepEqual([project.read(name), project.read('other.txt')], [text('agent'), 'before\n']);
        assert.equal(isDirty(), true);
      }),
    );

    it(
      'is left by Redo',
      withProject(async (project) =>
        withSetting('autoSave', 'off', async () => {
          project.put(name, text('before'));
          await project.turn(() => project.put(name, text('agent')));
          await project.tracker.review.undo(KEY);
          await change(vscode.Uri.file(project.path(name)));
          await waitUntil(isDirty, 'the editor has unsaved changes');
          assert.deepEqual((await project.tracker.review.redo(KEY))?.conflicts, [project.path(name)]);
          assert.equal(project.read(name), text('before'));
          await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
        }),
      ),
    );

    it(
      'is neither read nor written for an agent until the user has saved it',
      onDesk(async (desk) => {
        const path = desk.put(name, text('before'));
        await change(vscode.Uri.file(path));
        await waitUntil(isDirty, 'the editor has unsaved changes');
        await refused(desk.read(path), 'conflict');
        await refused(desk.write(path, '{}'), 'conflict');
        assert.equal(desk.bytes(name).toString(), text('before'));
        await vscode.commands.executeCommand('workbench.action.files.save');
        await waitUntil(() => !isDirty(), 'the editor is saved');
        assert.match(await desk.read(path), /typed/);
      }),
    );

    it(
      'is left also where the editor has it by a link and is behind another one, and keeps nobody from other files',
      onDesk(async (desk) => {
        const path = desk.put(name, text('before'));
        const link = join(desk.base, 'link');
        symlinkSync(desk.root, link);
        const other = desk.put('b.txt', 'b\n');
        await change(vscode.Uri.file(join(link, name)));
        await waitUntil(isDirty, 'the editor has unsaved changes');
        await show(other);
        await refused(desk.read(path), 'conflict');
        await refused(desk.write(path, '{}'), 'conflict');
        assert.equal(desk.bytes(name).toString(), text('before'));
        await desk.write(other, 'agent\n');
        assert.equal(desk.bytes('b.txt').toString(), 'agent\n');
        await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }),
    );

    it(
      'is left where it was changed while the question about the write waited',
      onDesk(async (desk) => {
        const path = desk.put(name, text('before'));
        desk.whileAsked = async () => {
          await change(vscode.Uri.file(path));
          await waitUntil(isDirty, 'the editor has unsaved changes');
        };
        await refused(desk.write(path, '{}'), 'conflict');
        assert.equal(desk.bytes(name).toString(), text('before'));
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }),
    );
  });
}

describe('a text document with unsaved changes', () => {
  it(
    'of a file that the agent has made is not removed from below it',
    withProject(async (project) =>
      withSetting('autoSave', 'off', async () => {
        await project.turn(() => project.put('new.txt', 'agent\n'));
        const document = await project.show('new.txt');
        const editor = vscode.window.activeTextEditor;
        const start = new vscode.Position(0, 0);
        await editor?.edit((edit) => edit.insert(start, 'mine'));
        assert.deepEqual((await project.tracker.review.undo(KEY))?.conflicts, [project.path('new.txt')]);
        await editor?.edit((edit) => edit.delete(new vscode.Range(start, start.translate(0, 4))));
        assert.deepEqual([document.isDirty, document.getText()], [true, 'agent\n']);
        assert.equal((await project.tracker.review.undo(KEY))?.failed.length, 1);
        assert.equal(project.read('new.txt'), 'agent\n');
        assert.equal(document.isDirty, true);
      }),
    ),
  );

  const lines = Array.from({ length: 9 }, (_, index) => `line ${index}\n`);
  const byAgent = lines.with(1, 'agent\n').with(7, 'agent\n');
  const ways: Readonly<Record<string, (project: TrackedProject) => string>> = {
    'a link beside it': (project) => {
      symlinkSync('a.txt', project.path('link.txt'));
      return project.path('link.txt');
    },
    'a link to the folder in another folder': (project) => {
      symlinkSync(project.folder, project.path('folder'));
      return join(project.path('folder'), 'a.txt');
    },
    'links that lead to links': (project) => {
      symlinkSync('a.txt', project.path('one.txt'));
      symlinkSync('one.txt', project.path('two.txt'));
      symlinkSync('.', project.path('here'));
      return join(project.path('here'), 'here', 'two.txt');
    },
  };
  for (const [name, pathOf] of Object.entries(ways)) {
    it(
      `that is open by ${name} keeps what the user typed: Undo, Keep and Undo of a part, Redo and Restore see it`,
      withProject(async (project) =>
        withSetting('autoSave', 'off', async () => {
          const { review } = project.tracker;
          const path = project.path('a.txt');
          project.put('a.txt', lines.join(''));
          const link = pathOf(project);
          const prompt = await project.turn(() => project.put('a.txt', byAgent.join('')));
          const document = await vscode.workspace.openTextDocument(link);
          const edit = new vscode.WorkspaceEdit();
          edit.insert(document.uri, new vscode.Position(4, 0), 'mine ');
          assert.ok(await vscode.workspace.applyEdit(edit));
          const typed = byAgent.with(4, 'mine line 4\n');
          await review.keepLines(KEY, path, { start: 1, end: 2 });
          assert.deepEqual([document.getText(), project.read('a.txt')], [typed.join(''), byAgent.join('')]);
          assert.deepEqual(await review.undoLines(KEY, path, { start: 7, end: 8 }), {
            conflicts: [],
            failed: [],
          });
          const kept = typed.with(7, 'line 7\n').join('');
          assert.deepEqual([document.getText(), document.isDirty], [kept, true]);
          assert.equal(project.read('a.txt'), byAgent.join(''));
          assert.deepEqual((await review.redo(KEY))?.conflicts ?? [], []);
          const result = await review.restore(KEY, prompt, async () => true);
          assert.deepEqual(result?.failed.map((each) => each.path) ?? [], []);
          await vscode.window.showTextDocument(document);
          await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
        }),
      ),
    );
  }
});

/** Writes a file of an open document as an agent does by the client's `fs/write_text_file`. */
async function agentWrites(project: TrackedProject, name: string, text: string): Promise<void> {
  const files = new EditorFileSystem();
  const session = { agent: 'A', id: 'acp-1', roots: [project.folder] };
  project.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: session.id });
  await project.turn(() => undefined);
  const request = {
    session,
    path: project.path(name),
    signal: new AbortController().signal,
    permit: async () => ({}),
  };
  await files.readTextFile(request);
  const record = (write: () => Promise<WrittenText | undefined>): Promise<void> =>
    project.tracker.whileAgentWrites(session, request.path, write);
  await files.writeTextFile({ ...request, record }, text);
  files.dispose();
}

describe('A file of another encoding than UTF-8 that the agent writes while it is open', () => {
  const latin = Buffer.from('% über\nzwei\n', 'latin1');
  const cases = [
    { encoding: 'iso88591', before: latin, text: '% ueber\nzwei\n' },
    { encoding: 'iso88591', before: latin, text: '% öber\nzwei\n' },
    { encoding: 'utf16be', before: Buffer.from('\uFEFFA\nB\n', 'utf16le').swap16(), text: 'A\nC\n' },
    { encoding: 'utf8', before: Buffer.from('\uFEFFü\r\n'), text: 'ue\r\n' },
  ];
  for (const { encoding, before, text } of cases) {
    it(
      `gets its bytes back: ${encoding}, ${JSON.stringify(text)}`,
      withProject(async (project) =>
        withSetting('encoding', encoding, async () => {
          writeFileSync(project.path('a.txt'), before);
          await project.show('a.txt');
          await agentWrites(project, 'a.txt', text);
          assert.notDeepEqual(readFileSync(project.path('a.txt')), before);
          assert.deepEqual(await project.tracker.review.undo(KEY), { conflicts: [], failed: [] });
          assert.deepEqual(readFileSync(project.path('a.txt')), before);
        }),
      ),
    );
  }
});
