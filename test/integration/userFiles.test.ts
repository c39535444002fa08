// What the user does with files in VS Code while a command of the agent runs is theirs, whatever does it: the Explorer, a
// refactoring or an extension.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import * as vscode from 'vscode';
import { waitUntil } from '../support/wait.ts';
import { KEY, withProject, type TrackedProject } from './host/trackedProject.ts';
import { describe, it } from './suite.ts';

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
