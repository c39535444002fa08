// Builds the tracking of changes for VS Code: storage, editors, watchers, gutter.
import { randomUUID } from 'node:crypto';
import { join, sep } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import type { DeletedSession } from '../../../core/ports/changeTracking.ts';
import type { Clock, Log } from '../../../core/ports/hostPorts.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import type { PathScope } from '../../../core/permissions/policy/matchPath.ts';
import { protectionOf } from '../../../core/permissions/policy/protectedFiles.ts';
import { localRoots, otherRoots } from '../../../host/settings/settings.ts';
import { protectedFileSettings, scopeOf } from '../../../host/permissions/permissionSettings.ts';
import { snapshotLimits } from '../../../snapshots/fileSizes.ts';
import { ShadowRepository } from '../../../snapshots/shadowRepository.ts';
import { showPreparation } from './preparationProgress.ts';
import { OriginalTexts } from './originalTexts.ts';
import { maxFilesOfUser } from './changeSettings.ts';
import { ChangeTracker } from '../node/changeTracker.ts';
import { CheckpointIndex } from '../node/checkpointIndex.ts';
import { resolveOnDisk } from '../../../files/containedPath.ts';
import { writeDiskFile } from '../../../files/diskFile.ts';
import { editorTexts } from './editorTexts.ts';
import { FolderSnapshots } from '../../../snapshots/folderSnapshots.ts';
import { ReviewComments } from '../node/review/reviewComments.ts';
import { SessionRecords } from '../node/review/sessionRecords.ts';
import { FileDecorations } from './review/fileDecorations.ts';
import { Review } from './review/review.ts';
import type { ShownSession } from './changedPlaces.ts';
import { HunkLenses } from './hunkLenses.ts';
import { QuickDiff } from './quickDiff.ts';
import { reportUserFiles } from './userFiles.ts';
import { StoredChanges } from '../node/storedChanges.ts';

/** Changes in these folders are never the agent's work on the project. */
const IGNORED_PARTS = [`${sep}.git${sep}`, `${sep}node_modules${sep}`];

/** What is known of changes, and of the user's comments on them. */
export interface ChangeArea {
  readonly tracker: ChangeTracker;
  readonly review: Review;
  /** Removes what is stored of sessions that are not open any more. */
  readonly forget: (sessions: readonly DeletedSession[]) => Promise<void>;
}

/** Starts to track; `storage` is Parley's folder for the workspace, absolute. */
export function trackChanges(
  owned: DisposableStore,
  options: {
    readonly store: SessionStore;
    readonly clock: Clock;
    readonly log: Log;
    readonly storage: string;
    /** {@link ShadowRepositoryOptions.watcher} */
    readonly watcher: string;
    readonly shown: ShownSession;
  },
): ChangeArea {
  const { store, clock, log, storage, watcher, shown } = options;
  const snapshots = owned.add(
    new FolderSnapshots({
      makeStore: (folder) =>
        new ShadowRepository({
          storage: join(storage, 'shadow'),
          folder,
          command: gitCommand(),
          limits: { ...snapshotLimits, maxFilesOfUser: maxFilesOfUser() },
          watcher,
        }),
      log,
    }),
  );
  const comments = owned.add(
    new ReviewComments({
      store,
      records: new SessionRecords(join(storage, 'comments')),
      clock,
      log,
      newId: () => randomUUID().slice(0, 8),
    }),
  );
  let preparing: Promise<void> | undefined;
  const stored = new StoredChanges(join(storage, 'changes'));
  const tracker = owned.add(
    new ChangeTracker({
      store,
      snapshots,
      checkpoints: new CheckpointIndex(join(storage, 'checkpoints')),
      stored,
      comments,
      editors: editorTexts,
      disk: { resolve: (path, folder) => resolveOnDisk(path, [folder]), write: writeDiskFile },
      protectionOf: (path, cwd) => protectionOf(path, recentScope(cwd), protectedFileSettings()),
      furtherFolders: otherRoots,
      folderName: (path) => localRoots().find(({ uri }) => uri.fsPath === path)?.name,
      clock,
      log,
      watch: watchFolder,
      onPreparing: (first) => {
        // Sessions of one folder wait for the same snapshot.
        preparing ??= showPreparation(clock, first, () => snapshots.percent).finally(() => {
          preparing = undefined;
        });
      },
    }),
  );
  owned.add(vscode.workspace.onDidChangeWorkspaceFolders(() => tracker.followFolders()));
  owned.add(new OriginalTexts(tracker));
  owned.add(new QuickDiff({ tracker, store, shown }));
  owned.add(new HunkLenses({ tracker, store, shown }));
  owned.add(reportUserFiles(tracker));
  owned.add(new FileDecorations({ tracker, store, clock }));
  owned.add(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.scheme === 'file' && contentChanges.length > 0) tracker.edited(document.uri.fsPath);
    }),
  );
  const review = owned.add(new Review({ tracker, comments, store, shown, clock, log }));
  const forget = async (sessions: readonly DeletedSession[]): Promise<void> => {
    const keys = sessions.flatMap(({ key }) => key ?? []);
    const all = await Promise.allSettled([
      ...sessions.map(async (session) => {
        await stored.remove(session);
        await comments.remove(session);
      }),
      tracker.removeCheckpoints(new Set(keys)),
    ]);
    const failed = all.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };
  return { tracker, review, forget };
}

/** git at the path in the user's settings, else the one on the PATH. */
function gitCommand(): string {
  const configured: unknown = vscode.workspace.getConfiguration('git').get('path');
  return typeof configured === 'string' && configured !== '' ? configured : 'git';
}

function watchFolder(folder: string, changed: (path: string) => void): Disposable {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), '**/*');
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const owned = new DisposableStore();
  owned.add(watcher);
  const onEvent = ({ fsPath }: vscode.Uri): void => {
    if (!IGNORED_PARTS.some((part) => fsPath.includes(part))) changed(fsPath);
  };
  owned.add(watcher.onDidChange(onEvent));
  owned.add(watcher.onDidCreate(onEvent));
  owned.add(watcher.onDidDelete(onEvent));
  return owned;
}

/** How long what was looked up for one file holds for others: thousands are asked about in a row. */
const SCOPE_MS = 1_000;

let recent: { readonly scope: PathScope; readonly until: number } | undefined;

function recentScope(cwd: string): PathScope {
  const now = Date.now();
  if (recent?.scope.cwd !== cwd || recent.until < now)
    recent = { scope: scopeOf(cwd), until: now + SCOPE_MS };
  return recent.scope;
}
