// Puts the tracking of changes together with VS Code: storage, editors, watchers, gutter.
import { join, sep } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { systemClock } from '../window/clock.ts';
import { ShadowRepository } from '../../changes/shadowRepository.ts';
import { BeforeTexts } from './originalTexts.ts';
import { ChangeTracker } from '../../changes/changeTracker.ts';
import { CheckpointIndex } from '../../changes/checkpointIndex.ts';
import { editorTexts } from './editorTexts.ts';
import { FolderSnapshots } from '../../changes/folderSnapshots.ts';
import { changeMessages } from './changeMessages.ts';
import { QuickDiff } from './quickDiff.ts';
import { StoredChanges } from '../../changes/storedChanges.ts';

/** What happens in these folders is never the agent's work on the project. */
const NOISE = [`${sep}.git${sep}`, `${sep}node_modules${sep}`];

/** Starts to track; `storage` is Parley's folder for the workspace, absolute. */
export function trackChanges(
  owned: DisposableStore,
  options: { readonly store: SessionStore; readonly log: Log; readonly storage: string },
): ChangeTracker {
  const { store, log, storage } = options;
  const snapshots = owned.add(
    new FolderSnapshots({
      makeStore: (folder) =>
        new ShadowRepository({ storage: join(storage, 'shadow'), folder, command: gitCommand() }),
      log,
    }),
  );
  const tracker = owned.add(
    new ChangeTracker({
      store,
      snapshots,
      checkpoints: new CheckpointIndex(join(storage, 'checkpoints')),
      stored: new StoredChanges(join(storage, 'changes')),
      editors: editorTexts,
      clock: systemClock,
      log,
      words: changeMessages,
      watch: watchFolder,
    }),
  );
  owned.add(new BeforeTexts(tracker));
  owned.add(new QuickDiff(tracker));
  owned.add(
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.scheme === 'file') void tracker.userSaved(uri.fsPath);
    }),
  );
  owned.add(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.scheme === 'file' && contentChanges.length > 0) tracker.edited(document.uri.fsPath);
    }),
  );
  return tracker;
}

/** git as the user has told VS Code where it is, else the one on the PATH. */
function gitCommand(): string {
  const configured: unknown = vscode.workspace.getConfiguration('git').get('path');
  return typeof configured === 'string' && configured !== '' ? configured : 'git';
}

function watchFolder(folder: string, changed: () => void): Disposable {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), '**/*');
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const owned = new DisposableStore();
  owned.add(watcher);
  const notice = ({ fsPath }: vscode.Uri): void => {
    if (!NOISE.some((part) => fsPath.includes(part))) changed();
  };
  owned.add(watcher.onDidChange(notice));
  owned.add(watcher.onDidCreate(notice));
  owned.add(watcher.onDidDelete(notice));
  return owned;
}
