// Reports what the user does with files in VS Code: what they save, as text, in notebooks and in custom editors, and what
// they do in the Explorer and by refactorings. What is not known as theirs counts as the agent's while a command of it runs.
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import { formatOfEncoding } from '../../../files/textCodec.ts';
import type { ChangeTracker } from '../node/changeTracker.ts';

/** A custom editor that has nothing unsaved any more has saved, where its file changed so short a time before. */
const JUST_NOW_MS = 2_000;

/** None of these events is raised by what agents and Parley write to the disk. */
export function reportUserFiles(
  tracker: Pick<ChangeTracker, 'willSave' | 'userSaved' | 'willMove' | 'userChanged' | 'userMoved'>,
): Disposable {
  const { workspace, window } = vscode;
  const owned = new DisposableStore();
  owned.add(
    workspace.onWillSaveTextDocument((event) => {
      for (const path of pathsOf([event.document.uri])) event.waitUntil(tracker.willSave(path));
    }),
  );
  owned.add(
    workspace.onDidSaveTextDocument((document) => {
      const isUtf8 = formatOfEncoding(document.encoding).encoding === 'utf8';
      for (const path of pathsOf([document.uri]))
        void tracker.userSaved(path, isUtf8 ? document.getText() : undefined);
    }),
  );
  owned.add(workspace.onDidDeleteFiles(({ files }) => void tracker.userChanged(pathsOf(files))));
  owned.add(workspace.onDidCreateFiles(({ files }) => void tracker.userChanged(pathsOf(files))));
  owned.add(
    workspace.onWillRenameFiles((event) =>
      event.waitUntil(tracker.willMove(pathsOf(event.files.map(({ oldUri }) => oldUri)))),
    ),
  );
  owned.add(
    workspace.onDidRenameFiles(({ files }) => {
      void tracker.userMoved(
        files.flatMap(({ oldUri, newUri }) => {
          const [from, to] = [oldUri, newUri].map((uri) => pathsOf([uri])[0]);
          return from === undefined || to === undefined ? [] : { from, to };
        }),
      );
    }),
  );
  owned.add(
    workspace.onWillSaveNotebookDocument((event) => {
      for (const path of pathsOf([event.notebook.uri])) event.waitUntil(tracker.willSave(path));
    }),
  );
  owned.add(workspace.onDidSaveNotebookDocument(({ uri }) => void tracker.userChanged(pathsOf([uri]))));
  let unsaved = unsavedCustomEditors();
  owned.add(
    window.tabGroups.onDidChangeTabs(() => {
      const before = unsaved;
      unsaved = unsavedCustomEditors();
      const clean = [...before].filter((path) => !unsaved.has(path));
      // They have no event of their own that says so.
      for (const path of clean) void reportIfSaved(path);
    }),
  );
  const reportIfSaved = async (path: string): Promise<void> => {
    const stats = await stat(path).catch(() => undefined);
    if (stats !== undefined && Date.now() - stats.mtimeMs < JUST_NOW_MS) await tracker.userChanged([path]);
  };
  return owned;
}

function unsavedCustomEditors(): ReadonlySet<string> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return new Set(
    tabs.flatMap(({ input, isDirty }) =>
      isDirty && input instanceof vscode.TabInputCustom ? pathsOf([input.uri]) : [],
    ),
  );
}

function pathsOf(uris: readonly vscode.Uri[]): readonly string[] {
  return uris.flatMap(({ scheme, fsPath }) => (scheme === 'file' ? [fsPath] : []));
}
