// Watches one file for as long as a question about it is open: its document, and the file on the disk.
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, toDisposable, type Disposable } from '../../core/base/lifecycle.ts';

/** Who types is not shown each letter. */
const COLLECT_MS = 250;

/** Calls back shortly after the file at a real path, which documents may show by another `path`, has changed. */
export function watchFile(real: string, path: string, changed: () => void): Disposable {
  const owned = new DisposableStore();
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, COLLECT_MS);
  };
  owned.add(toDisposable(() => clearTimeout(timer)));
  owned.add(
    vscode.workspace.onDidChangeTextDocument(({ document: { uri }, contentChanges }) => {
      const isMeant = uri.scheme === 'file' && (uri.fsPath === real || uri.fsPath === path);
      if (isMeant && contentChanges.length > 0) report();
    }),
  );
  // A name may have what means something in a pattern.
  const name = basename(real).replaceAll(/[*?[\]{}]/g, '?');
  const pattern = new vscode.RelativePattern(vscode.Uri.file(dirname(real)), name);
  const watcher = owned.add(vscode.workspace.createFileSystemWatcher(pattern));
  owned.add(watcher.onDidChange(report));
  owned.add(watcher.onDidCreate(report));
  owned.add(watcher.onDidDelete(report));
  return owned;
}
