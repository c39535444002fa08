// Notebooks and custom editors with unsaved changes: Undo, Redo, Restore and agents leave their files, and say so.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { onDesk, refused, withSetting } from './host/desk.ts';
import { KEY, withProject, type TrackedProject } from './host/trackedProject.ts';
import { describe, it } from './suite.ts';
import { waitUntil } from '../support/wait.ts';

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
});
