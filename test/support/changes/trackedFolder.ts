// A folder on the disk whose changes are tracked, windows on it, and turns of an agent that works in it.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ChangeTracker } from '../../../src/features/changes/node/changeTracker.ts';
import { CheckpointIndex } from '../../../src/features/changes/node/checkpointIndex.ts';
import type { ContainedFiles } from '../../../src/features/changes/node/diskWrite.ts';
import { snapshotLimits, type SnapshotLimits } from '../../../src/snapshots/fileSizes.ts';
import { FolderSnapshots } from '../../../src/snapshots/folderSnapshots.ts';
import type { OpenEditors } from '../../../src/features/changes/node/openEditors.ts';
import { ReviewComments } from '../../../src/features/changes/node/review/reviewComments.ts';
import { SessionRecords } from '../../../src/features/changes/node/review/sessionRecords.ts';
import { ShadowRepository } from '../../../src/snapshots/shadowRepository.ts';
import { StoredChanges } from '../../../src/features/changes/node/storedChanges.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import type { SessionChanges } from '../../../src/core/session/changes/state.ts';
import type { ToolCallPatch } from '../../../src/core/session/toolCall/state.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { protectionOf } from '../../../src/core/permissions/policy/protectedFiles.ts';
import { realPathSync } from '../../../src/storage/realPath.ts';
import { resolveOnDisk } from '../../../src/files/containedPath.ts';
import { writeDiskFile } from '../../../src/files/diskFile.ts';
import { ManualClock } from '../clock.ts';
import { MemoryLog } from '../log.ts';
import { waitUntil } from '../wait.ts';
import { asFile, asTest, UnsavedTexts } from './lineEnds.ts';
import { commitAtFirst, makeProject, rootsBeside } from './repositoryKind.ts';

/** The session that every window starts with. */
export const KEY = 'session-1';

/** What its agent calls it. */
export const ACP_SESSION = { agent: 'A', id: 'acp-1' };

/** Editors in which documents are open with unsaved text. */
class FakeEditors implements OpenEditors {
  readonly unsaved = new UnsavedTexts();
  /** Paths of documents that cannot be written at the moment. */
  readonly failing = new Set<string>();
  /** Paths of notebooks and custom editors with unsaved changes. */
  readonly unsavedNotebooks = new Set<string>();

  unsavedText(path: string): string | undefined {
    return this.unsaved.exact(path);
  }

  isUnsaved(path: string): boolean {
    return this.unsaved.has(path) || this.unsavedNotebooks.has(path);
  }

  async replaceUnsaved(path: string, text: string): Promise<boolean> {
    if (this.failing.has(path)) throw new Error('The document cannot be written.');
    if (!this.unsaved.has(path)) return false;
    this.unsaved.setExact(path, text);
    return true;
  }

  async follow(): Promise<void> {}

  async save(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const text = this.unsaved.exact(path);
      if (text === undefined || this.failing.has(path)) continue;
      writeFileSync(path, text);
      this.unsaved.delete(path);
    }
  }
}

export interface TrackedWindow {
  readonly store: SessionStore;
  readonly tracker: ChangeTracker;
  readonly comments: ReviewComments;
  readonly editors: FakeEditors;
  readonly clock: ManualClock;
  readonly log: MemoryLog;
  /** Whether the next look at its first folder is only at what has changed. */
  readonly isFollowing: () => boolean;
  /** What watches the folders says that something has changed at a path on the disk. */
  readonly reportOnDisk: (name: string) => void;
}

export interface TrackedWindowOptions {
  readonly limits?: SnapshotLimits;
  /** The git command. */
  readonly command?: string;
  /** The program that follows the folder; all files are looked at each time unless given. */
  readonly watcher?: string;
  /** How files are written back; as in the product unless given. */
  readonly write?: ContainedFiles['write'];
  /** A session that was there before the tracker is loaded, as after a reload. */
  readonly session?: { readonly sessionId: string; readonly isOpened: boolean };
}

/** The folder of a session, in a folder of its own that goes with it. */
export class TrackedFolder {
  base = '';
  /** The folders that sessions are given besides. */
  furtherFolders: readonly string[] = [];
  #isCommitted = false;
  /** Files that a test has given line ends of their own. */
  readonly #exact = new Set<string>();
  readonly #toDispose: { dispose(): void }[] = [];
  /** The agent's ids of the sessions that were open in earlier windows, by key. */
  readonly #opened = new Map<string, string>();

  get folder(): string {
    return join(this.base, 'project');
  }

  /** Makes the folder; `base` is that of another one, which this one continues. */
  open(base = mkdtempSync(join(tmpdir(), 'parley-tracker-'))): this {
    this.base = base;
    this.#isCommitted = false;
    this.#exact.clear();
    this.furtherFolders = rootsBeside(base);
    if (!existsSync(this.folder)) makeProject(this.folder, base);
    return this;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** A path outside the folder. */
  beside(name: string): string {
    return join(this.base, name);
  }

  put(name: string, contents: string | Buffer): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    if (typeof contents === 'string' && contents.includes('\r')) this.#exact.add(name);
    writeFileSync(this.path(name), typeof contents === 'string' ? asFile(contents) : contents);
  }

  /** Resolves when a file is older than anything that an agent can do from now on. */
  async age(name: string): Promise<void> {
    await waitUntil(() => Date.now() - statSync(this.path(name)).ctimeMs > 20, `${name} being older`);
  }

  read(name: string): string {
    const text = readFileSync(this.path(name), 'utf8');
    return this.#exact.has(name) ? text : asTest(text);
  }

  /** A window on the folder; several of them share the storage as after a reload. */
  openWindow({
    limits = snapshotLimits,
    command = 'git',
    watcher,
    write = writeDiskFile,
    session,
  }: TrackedWindowOptions = {}): TrackedWindow {
    if (!this.#isCommitted) commitAtFirst(this.folder);
    this.#isCommitted = true;
    const store = new SessionStore();
    if (session !== undefined) {
      const { sessionId, isOpened } = session;
      store.add({ ...emptySession(KEY, 'A', this.folder), sessionId });
      store.dispatch(KEY, { type: 'opening', at: 1 });
      if (isOpened) store.dispatch(KEY, { type: 'opened', at: 1, sessionId });
    }
    const clock = new ManualClock();
    const log = new MemoryLog();
    const editors = new FakeEditors();
    const storage = this.beside('storage');
    const repositories: ShadowRepository[] = [];
    const snapshots = new FolderSnapshots({
      makeStore: (folder) => {
        const repository = new ShadowRepository({ storage, folder, limits, command, watcher });
        repositories.push(repository);
        return repository;
      },
      log,
    });
    const comments = new ReviewComments({
      store,
      records: new SessionRecords(this.beside('comments')),
      clock,
      log,
      newId: randomUUID,
    });
    const watches = new Set<(path: string) => void>();
    const reportOnDisk = (name: string): void => watches.forEach((changed) => changed(this.path(name)));
    const tracker = new ChangeTracker({
      store,
      snapshots,
      checkpoints: new CheckpointIndex(this.beside('checkpoints')),
      stored: new StoredChanges(this.beside('changes')),
      comments,
      editors,
      disk: { resolve: (path, folder) => resolveOnDisk(path, [folder]), write },
      protectionOf: (path, cwd) =>
        protectionOf(path, { cwd, home: '/home/me', family: 'posix', realPath: realPathSync }),
      furtherFolders: () => this.furtherFolders,
      clock,
      log,
      watch: (_folder, changed) => {
        watches.add(changed);
        return { dispose: () => watches.delete(changed) };
      },
    });
    this.#toDispose.push(tracker, comments, snapshots, store);
    const isFollowing = (): boolean => repositories[0]?.isFollowing === true;
    store.onEvent('opened', ({ key, event }) => this.#opened.set(key, event.sessionId));
    const sessionId = this.#opened.get(KEY);
    const window = { store, tracker, comments, editors, clock, log, isFollowing, reportOnDisk };
    if (session !== undefined) return window;
    if (sessionId === undefined) store.create(KEY, 'A', this.folder);
    else store.add({ ...emptySession(KEY, 'A', this.folder), sessionId, opening: true });
    return window;
  }

  /** Ends all windows, and with them what watches the folder. */
  closeWindows(): void {
    for (const item of this.#toDispose.splice(0)) item.dispose();
  }

  dispose(): void {
    this.#opened.clear();
    this.closeWindows();
    rmSync(this.base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Takes a checkpoint as a prompt does, on an entry of the transcript. Resolves to the entry's id. */
export async function prompt({ store, tracker }: TrackedWindow, key = KEY): Promise<string> {
  store.dispatch(key, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'do it' }] });
  const checkpoint = await tracker.beforePrompt(key, store.state(key)?.cwd ?? '');
  if (checkpoint !== undefined) store.dispatch(key, { type: 'checkpoint_made', at: 1, checkpoint });
  const entry = store
    .state(key)
    ?.entries.flat()
    .findLast(({ kind }) => kind === 'user');
  return entry?.id ?? '';
}

export function endTurn({ store }: TrackedWindow, key = KEY): void {
  store.dispatch(key, { type: 'turn_ended', at: 2, stopReason: 'end_turn' });
}

/** Ends the turn. Resolves when it is known what has changed in it. */
export async function finishTurn(window: TrackedWindow, key = KEY): Promise<void> {
  endTurn(window, key);
  await look(window, key);
}

export function toolCall({ store }: TrackedWindow, call: ToolCallPatch, key = KEY): void {
  store.dispatch(key, { type: 'tool_call', at: 1, call });
}

/** What the panel shows of the changes. */
export function changes({ store }: TrackedWindow, key = KEY): SessionChanges | undefined {
  return store.state(key)?.changes;
}

/** The files that the panel lists, a line each. */
export function listed(window: TrackedWindow, key = KEY): readonly string[] {
  return (
    changes(window, key)?.files.map(
      ({ name, state, added, removed }) => `${state} ${name} +${added} -${removed}`,
    ) ?? []
  );
}

/** Resolves when changes have been looked for: undoing something that is not there does nothing else. */
export async function look({ tracker }: TrackedWindow, key = KEY): Promise<void> {
  await tracker.review.undo(key, 'nothing');
}

/** As {@link prompt}, with a command of the agent that runs until the turn ends. */
export async function promptToRun(window: TrackedWindow, key = KEY): Promise<string> {
  const entry = await prompt(window, key);
  toolCall(window, { toolCallId: randomUUID(), kind: 'execute', status: 'in_progress' }, key);
  return entry;
}

/** Does what a command of the agent does to files. */
export async function run(window: TrackedWindow, work: () => void | Promise<void>, key = KEY): Promise<void> {
  const toolCallId = randomUUID();
  toolCall(window, { toolCallId, kind: 'execute', status: 'in_progress' }, key);
  await work();
  toolCall(window, { toolCallId, status: 'completed' }, key);
}

/** The files that are listed apart, because nothing says that the agent has changed them. */
export function others(window: TrackedWindow, key = KEY): readonly string[] {
  return changes(window, key)?.others?.map(({ name }) => name) ?? [];
}

/** Runs a turn in which `work` is what the agent does. Resolves to the id of the prompt's entry. */
export async function turn(window: TrackedWindow, work: () => void | Promise<void>): Promise<string> {
  const entry = await prompt(window);
  await run(window, work);
  endTurn(window);
  await look(window);
  return entry;
}
