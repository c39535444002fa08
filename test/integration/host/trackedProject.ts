// A session in a real editor whose folder is tracked; the test is its agent.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { ChangeTracker } from '../../../src/features/changes/node/changeTracker.ts';
import { CheckpointIndex } from '../../../src/features/changes/node/checkpointIndex.ts';
import { FolderSnapshots } from '../../../src/snapshots/folderSnapshots.ts';
import { ReviewComments } from '../../../src/features/changes/node/review/reviewComments.ts';
import { SessionRecords } from '../../../src/features/changes/node/review/sessionRecords.ts';
import { ShadowRepository } from '../../../src/snapshots/shadowRepository.ts';
import { StoredChanges } from '../../../src/features/changes/node/storedChanges.ts';
import { resolvePath } from '../../../src/files/containedPath.ts';
import { writeDiskFile } from '../../../src/files/diskFile.ts';
import { editorTexts } from '../../../src/features/changes/host/editorTexts.ts';
import { reportUserFiles } from '../../../src/features/changes/host/userFiles.ts';
import { asFile, asTest } from '../../support/changes/lineEnds.ts';
import { commitAtFirst, makeProject, rootsBeside } from '../../support/changes/repositoryKind.ts';
import { systemClock } from '../../../packages/process/systemClock.ts';

export const KEY = 'session-1';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A session in a folder of its own; the test is its agent, and writes to the disk. */
export class TrackedProject {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-changes-')));
  readonly folder = join(this.base, 'project');
  /** The files that Parley cannot write. */
  readOnly: readonly string[] = [];
  readonly store = new SessionStore();
  readonly snapshots = new FolderSnapshots({
    makeStore: (folder) => new ShadowRepository({ storage: join(this.base, 'shadow'), folder }),
    log: silent,
  });
  readonly comments = new ReviewComments({
    store: this.store,
    records: new SessionRecords(join(this.base, 'comments')),
    clock: systemClock,
    log: silent,
    newId: randomUUID,
  });
  readonly tracker = new ChangeTracker({
    store: this.store,
    snapshots: this.snapshots,
    checkpoints: new CheckpointIndex(join(this.base, 'checkpoints')),
    stored: new StoredChanges(join(this.base, 'changes')),
    comments: this.comments,
    editors: editorTexts,
    disk: {
      resolve: (path, folder) => resolvePath(path, [folder]),
      write: async (path, ...rest) => {
        if (this.readOnly.includes(path)) throw new Error('EACCES: permission denied');
        await writeDiskFile(path, ...rest);
      },
    },
    protectionOf: () => undefined,
    furtherFolders: () => rootsBeside(this.base),
    clock: systemClock,
    log: silent,
    watch: () => ({ dispose: () => undefined }),
  });
  readonly #reports = reportUserFiles(this.tracker);

  /** Files that a test has given line ends of their own. */
  readonly #exact = new Set<string>();
  #isCommitted = false;

  constructor() {
    makeProject(this.folder, this.base);
    this.store.create(KEY, 'A', this.folder);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  put(name: string, text: string): void {
    if (text.includes('\r')) this.#exact.add(name);
    writeFileSync(this.path(name), this.#exact.has(name) ? text : asFile(text));
  }

  read(name: string): string {
    const text = readFileSync(this.path(name), 'utf8');
    return this.#exact.has(name) ? text : asTest(text);
  }

  /** Opens a file in an editor. */
  async show(name: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(this.path(name));
    await vscode.window.showTextDocument(document);
    return document;
  }

  /** A turn in which a command of the agent runs during `work`; resolves to the id of the prompt's entry. */
  async turn(work: () => void | Promise<void>): Promise<string> {
    if (!this.#isCommitted) commitAtFirst(this.folder);
    this.#isCommitted = true;
    this.store.dispatch(KEY, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'do it' }] });
    const checkpoint = await this.tracker.beforePrompt(KEY, this.folder);
    assert.ok(checkpoint);
    this.store.dispatch(KEY, { type: 'checkpoint_made', at: 1, checkpoint });
    const call = (status: string): void =>
      this.store.dispatch(KEY, {
        type: 'tool_call',
        at: 1,
        call: { toolCallId: checkpoint, kind: 'execute', status },
      });
    call('in_progress');
    await work();
    call('completed');
    this.store.dispatch(KEY, { type: 'turn_ended', at: 2, stopReason: 'end_turn' });
    await this.tracker.review.undo(KEY, 'nothing');
    return (
      this.store
        .state(KEY)
        ?.entries.flat()
        .findLast(({ kind }) => kind === 'user')?.id ?? ''
    );
  }

  dispose(): void {
    this.#reports.dispose();
    this.tracker.dispose();
    this.comments.dispose();
    this.snapshots.dispose();
    rmSync(this.base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

export function withProject(body: (project: TrackedProject) => Promise<void>): () => Promise<void> {
  return async () => {
    const project = new TrackedProject();
    try {
      await body(project);
    } finally {
      await closeEditors();
      project.dispose();
    }
  };
}

export async function closeEditors(): Promise<void> {
  for (const { isDirty, uri } of vscode.workspace.textDocuments) {
    if (!isDirty || uri.scheme !== 'file') continue;
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
