// The files of the workspace's folders by name: listed when first asked for, again after something changed, and searched
// in slices that leave the extension host free.
import * as vscode from 'vscode';
import { excludedPaths } from '../../../core/mentions/excludedPaths.ts';
import { searchPaths, type FoundPath } from '../../../core/mentions/pathSearch.ts';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import { listFiles } from '../../../files/listing/listFiles.ts';

/** The files of all folders together. */
const MAX_FILES = 300_000;

/** The time limit of a listing; what was found until then is used. */
const LISTING_TIMEOUT_MS = 60_000;

/** How old a listing may be while files change: events come in thousands during a build. */
const MIN_AGE_MS = 1_000;

/** How old a listing may be at all: some folders are not watched. */
const MAX_AGE_MS = 5_000;

/** How long the extension host is kept busy at a stretch. */
const SLICE_MS = 8;

/** While the first listing runs it is searched this often: until something is found, and then. */
const FIRST_REFINE_MS = 10;
const REFINE_MS = 100;

/** A path of a folder. */
export interface IndexedPath {
  readonly folder: vscode.WorkspaceFolder;
  /** Relative to the folder, with `/`; a folder's ends with one. */
  readonly path: string;
  readonly score: number;
}

interface FolderListing {
  readonly folder: vscode.WorkspaceFolder;
  readonly files: Set<string>;
  /** Each with a `/` at its end. */
  readonly folders: Set<string>;
}

/** Searches the names of files and folders. */
export class FileIndex implements Disposable {
  readonly #owned = new DisposableStore();
  #listings: readonly FolderListing[] = [];
  #listing: { readonly done: Promise<void>; readonly abort: AbortController } | undefined;
  #isListed = false;
  #isStale = true;
  /** Milliseconds, by `performance.now()`. */
  #listedAt = 0;
  #watching = false;

  /** Reports what fits, first from what is there already. Resolves when the files are listed and searched. */
  async search(
    what: 'files' | 'folders',
    text: string,
    { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
    report: (found: readonly IndexedPath[]) => void,
  ): Promise<void> {
    const listing = this.#refresh();
    let waitMs = FIRST_REFINE_MS;
    const run = async (): Promise<void> => {
      const found = await this.#searchOnce(what, text, limit, signal);
      if (!signal.aborted) report(found);
      if (found.length > 0) waitMs = REFINE_MS;
    };
    if (this.#listings.length > 0) await run();
    while (listing !== undefined && !signal.aborted) {
      const isDone = await Promise.race([listing.then(() => true), timeout(waitMs)]);
      if (isDone || !this.#isListed) await run();
      if (isDone) return;
    }
  }

  dispose(): void {
    this.#listing?.abort.abort();
    this.#owned.dispose();
  }

  /** Lists again where it is time; resolves when that is done. Undefined where the listing is current. */
  #refresh(): Promise<void> | undefined {
    if (this.#listing !== undefined) return this.#listing.done;
    const ageMs = performance.now() - this.#listedAt;
    if (this.#isListed && ageMs < (this.#isStale ? MIN_AGE_MS : MAX_AGE_MS)) return undefined;
    this.#watch();
    const abort = new AbortController();
    const done = this.#list(abort.signal).finally(() => {
      this.#listing = undefined;
    });
    this.#listing = { done, abort };
    return done;
  }

  async #list(signal: AbortSignal): Promise<void> {
    this.#isStale = false;
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    const listings = folders.map((folder) => ({
      folder,
      files: new Set<string>(),
      folders: new Set<string>(),
    }));
    // What is found shows at once the first time; afterwards the old listing does until the new one is whole.
    if (!this.#isListed) this.#listings = listings;
    const timer = AbortSignal.timeout(LISTING_TIMEOUT_MS);
    let room = MAX_FILES;
    for (const { folder, files, folders: inner } of listings) {
      const isExcluded = excludedPaths(excludedGlobs(folder));
      const slices = new Slices();
      const adding: Promise<void>[] = [];
      let last = Promise.resolve();
      const add = async (paths: readonly string[], before: Promise<void>): Promise<void> => {
        await before;
        for (const path of paths) {
          const pause = slices.pause();
          if (pause !== undefined) await pause;
          if (isExcluded(path)) continue;
          files.add(path);
          addFolders(path, inner);
        }
      };
      await listFiles(folder.uri.fsPath, {
        onFiles: (paths) => {
          last = add(paths, last);
          adding.push(last);
        },
        onMissing: (path) => {
          last = last.then(() => void files.delete(path));
          adding.push(last);
        },
        isExcluded,
        startsWithTracked: !this.#isListed,
        maxFiles: room,
        timeoutMs: LISTING_TIMEOUT_MS,
        signal: AbortSignal.any([signal, timer]),
      });
      await Promise.all(adding);
      room -= files.size;
      if (room <= 0) break;
    }
    if (signal.aborted) return;
    this.#listings = listings;
    this.#isListed = true;
    this.#listedAt = performance.now();
  }

  async #searchOnce(
    what: 'files' | 'folders',
    text: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly IndexedPath[]> {
    const found: IndexedPath[] = [];
    const slices = new Slices();
    for (const listing of this.#listings) {
      const steps = searchPaths(listing[what], text, limit);
      const paths = await finished(steps, slices, signal);
      found.push(...paths.map(({ path, score }) => ({ folder: listing.folder, path, score })));
    }
    return found.toSorted((a, b) => b.score - a.score).slice(0, limit);
  }

  #watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    const stale = (): void => {
      this.#isStale = true;
    };
    const again = (): void => {
      stale();
      this.#isListed = false;
    };
    const files = this.#owned.add(vscode.workspace.createFileSystemWatcher('**/*', false, true, false));
    this.#owned.add(files.onDidCreate(stale));
    this.#owned.add(files.onDidDelete(stale));
    const rules = this.#owned.add(
      vscode.workspace.createFileSystemWatcher('**/.gitignore', true, false, true),
    );
    this.#owned.add(rules.onDidChange(stale));
    this.#owned.add(vscode.workspace.onDidChangeWorkspaceFolders(again));
    this.#owned.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('files.exclude') || change.affectsConfiguration('search.exclude'))
          again();
      }),
    );
  }
}

/** Gives the extension host time for other work, every few milliseconds. */
class Slices {
  #began = performance.now();

  /** Nothing to wait for within a slice. */
  pause(): Promise<void> | undefined {
    if (performance.now() - this.#began < SLICE_MS) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        this.#began = performance.now();
        resolve();
      }),
    );
  }
}

async function finished(
  steps: Generator<undefined, readonly FoundPath[], undefined>,
  slices: Slices,
  signal: AbortSignal,
): Promise<readonly FoundPath[]> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await slices.pause();
    if (signal.aborted) return [];
  }
}

function addFolders(path: string, folders: Set<string>): void {
  let end = path.lastIndexOf('/');
  while (end > 0) {
    const folder = path.slice(0, end + 1);
    if (folders.has(folder)) return;
    folders.add(folder);
    end = path.lastIndexOf('/', end - 1);
  }
}

/** The globs that `files.exclude` and `search.exclude` turn on; those with a condition leave nothing out here. */
function excludedGlobs(folder: vscode.WorkspaceFolder): readonly string[] {
  return ['files', 'search'].flatMap((section) => {
    const configured: unknown = vscode.workspace.getConfiguration(section, folder.uri).get('exclude');
    if (typeof configured !== 'object' || configured === null) return [];
    return Object.entries(configured).flatMap(([glob, isOn]) => (isOn === true ? [glob] : []));
  });
}

function timeout(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds));
}
