// Finds the files of a work tree that are not as the index says: by a look at all of them, or only at those that a watch names.
import { existsSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Disposable } from '../core/base/lifecycle.ts';
import { fileLimit, type FileCountLimits } from './fileSizes.ts';
import { SnapshotLimitError } from './snapshotStore.ts';
import { GitFailed, runGit, zeroSeparated, zeroSeparatedNames, type GitOptions } from './gitProcess.ts';
import { NOTHING_IGNORED } from './ignoredPaths.ts';
import { foldersAround } from './localPaths.ts';
import type { WatchLimit } from './treeMessages.ts';
import { TreeWatch, UnwatchableFolder, type TreeChanges } from './treeWatch.ts';

/** More are faster found by a look at all files. */
const MAX_NAMED_PATHS = 500;
const MAX_NAMED_CHARACTERS = 50_000;
/** How git marks a file that the index does not have, before its name. */
const NEW_FILE_TAG = '? ';
/** That of any mark. */
const TAG_LENGTH = NEW_FILE_TAG.length;

/** The clock of files is behind that of the system by up to a tick. */
const CLOCK_TOLERANCE_MS = 100;

/** A look at all files. */
interface WholeLook {
  /** What has changed later it may have missed; in epoch milliseconds. */
  readonly since: number;
  /** What ignore rules outside the folder were like before it. */
  readonly rules: string;
  /** The system's clock less one that is never set. */
  readonly clockOffset: number;
}

export interface ChangedPathsOptions {
  /** The program of `treeWatcher.ts`, absolute; without one all files are looked at each time. */
  readonly watcher: string | undefined;
  readonly limits: FileCountLimits;
  /** The folder that is tracked: the work tree, or a part of it. Absolute. */
  readonly folder: string;
  /** The same, relative to the work tree, with `/`; empty for all of it. */
  readonly scopeIn: (workTree: string) => string;
  /** Called when files can be followed from a next look on. */
  readonly onReady: () => void;
}

/** Paths relative to the work tree, with `/`. */
export interface FoundPaths {
  /** Deleted and new ones included. Those that were only named may be as the index says. */
  readonly files: readonly string[];
  /** The files among them that the index does not have; absent where git was not asked. */
  readonly created?: readonly string[] | undefined;
  readonly nestedRepositories: readonly string[];
  /** Those that are not UTF-8. */
  readonly others: readonly Buffer[];
  /** Those that may have changed in any way since the last look; undefined where any may have. */
  readonly touched: readonly string[] | undefined;
  /** Whether the look was at this path. */
  readonly hasLookedAt: (path: string) => boolean;
}

/** The paths that may have changed since the last look, and what else that look has found. Relative to the work tree, with `/`. */
export interface NamedPaths extends Pick<FoundPaths, 'nestedRepositories' | 'others'> {
  readonly paths: readonly string[];
}

export class ChangedPaths implements Disposable {
  readonly #options: ChangedPathsOptions;
  #watch: TreeWatch | undefined;
  /** Whether the watch names all that has changed since the last look. */
  #isFollowing = false;
  #isStarting = false;
  /** Whether the system reports changes too unreliably to follow them. */
  #isUnwatchable = false;
  #watchLimit: WatchLimit | undefined;
  readonly #disposed = new AbortController();
  /** Whether a watch may begin once what a look has found is stored. */
  #mayFollow = false;
  /** The last look, if it was at all files. */
  #lastLook: WholeLook | undefined;
  /** Whether the watch names all that has changed since a look before it began, so that no other one is needed. */
  #isComplete = false;
  /** Whether the next look is the first one of a watch: if that knows nothing, another one would know no more. */
  #isJustReady = false;
  /** The paths that {@link verify} and {@link named} have found since the last look. */
  readonly #unannounced = new Set<string>();
  #nested: readonly string[] = [];
  #others: readonly Buffer[] = [];
  /** What ignore rules outside the folder were like when all files were looked at. */
  #rules = '';

  constructor(options: ChangedPathsOptions) {
    this.#options = options;
  }

  /** Whether the next look is only at what has changed since the last one, as far as is known now. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** What the user may raise so that not all files have to be looked at each time; undefined where that would not help. */
  get watchLimit(): WatchLimit | undefined {
    return this.#watchLimit;
  }

  /** The paths that the next {@link look} examines; undefined where that examines all. It examines them after this, too. */
  async named(git: GitOptions, signal: AbortSignal): Promise<NamedPaths | undefined> {
    if (!this.#isFollowing) return undefined;
    const changed = await this.#changes(git, signal);
    if (changed === undefined) return undefined;
    for (const path of changed) this.#unannounced.add(path);
    return { paths: [...this.#unannounced], nestedRepositories: this.#nested, others: this.#others };
  }

  async look(git: GitOptions, signal: AbortSignal): Promise<FoundPaths> {
    const unannounced = [...this.#unannounced];
    const changed = await this.#changes(git, signal);
    const named = changed === undefined ? undefined : [...new Set([...changed, ...unannounced])];
    const isFollowing = this.#isFollowing;
    // A look that fails has to be done again.
    this.#isFollowing = false;
    this.#lastLook = named === undefined ? await this.#wholeLook(git) : undefined;
    const found =
      named === undefined || !isFollowing
        ? await this.#all(git, signal)
        : await this.#among(git, named, signal);
    this.#isFollowing = named !== undefined || this.#isComplete;
    for (const path of unannounced) this.#unannounced.delete(path);
    this.#nested = found.nestedRepositories;
    this.#others = found.others;
    this.#mayFollow = named === undefined && !this.#isJustReady;
    this.#isJustReady = false;
    if (named === undefined || !isFollowing) return found;
    return { ...found, touched: found.touched ?? [...named, ...found.files] };
  }

  /**
   * Looks at the times of all files, beside other looks: what is written through a map in memory, or by a name outside the
   * folder that a file was given since, raises no event. Resolves to whether there may be any.
   */
  async verify(git: GitOptions, signal: AbortSignal): Promise<boolean> {
    if (!this.#isFollowing) return false;
    const scope = this.#options.scopeIn(git.workTree);
    const pathspecs = scope === '' ? [] : ['--', scope];
    const output = await runGit(
      git,
      ['--literal-pathspecs', 'diff-files', '--name-only', '-z', ...pathspecs],
      { signal },
    );
    const { names } = zeroSeparatedNames(output);
    for (const path of names) this.#unannounced.add(path);
    return names.length > 0;
  }

  /**
   * The repositories that the last look has found, and those of these folders, in which the index has had files: git names
   * them only once the index no longer has any.
   */
  async withReplacing(
    git: GitOptions,
    folders: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    if (folders.length === 0) return this.#nested;
    const { nestedRepositories } = await this.#list(git, signal, [], folders);
    this.#nested = [...new Set([...this.#nested, ...nestedRepositories])];
    return this.#nested;
  }

  /** What was found is stored: from here on the folder can be followed. `isMore`: whether it is more than the watch follows. */
  stored(git: GitOptions, isMore: boolean): void {
    if (isMore && this.#watch !== undefined && !this.#isStarting) {
      this.#unfollow();
      this.#mayFollow = true;
    }
    if (this.#mayFollow) void this.#follow(git, this.#lastLook, this.#disposed.signal);
    this.#mayFollow = false;
  }

  /** What was found could not be stored: all has to be looked at again. */
  forget(): void {
    this.#isFollowing = false;
    this.#isComplete = false;
  }

  dispose(): void {
    this.#disposed.abort(new Error('The folder is no longer followed.'));
    this.#unfollow();
  }

  /** What has changed since the last look; undefined where that is not known. */
  async #changes(git: GitOptions, signal: AbortSignal): Promise<readonly string[] | undefined> {
    const watch = this.#isStarting ? undefined : this.#watch;
    if (watch === undefined) return undefined;
    try {
      const rules = await this.#rulesNow(git);
      const changes = rules === this.#rules ? await watch.changes() : undefined;
      if (changes !== undefined) return await this.#withNewFolders(watch, changes, git, signal);
    } catch {
      signal.throwIfAborted();
    }
    this.#unfollow();
    return undefined;
  }

  async #withNewFolders(
    watch: TreeWatch,
    { paths, folders }: TreeChanges,
    git: GitOptions,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const nameOf = this.#nameIn(git);
    if (folders.length > 0) {
      const ignored = new Set(await ignoredAmong(git, folders, signal));
      const followed = folders.filter((path) => !ignored.has(path));
      if (followed.length > 0)
        await watch.follow(followed, await this.#ignoredFolders(git, followed.map(nameOf), signal));
    }
    return paths.map(nameOf);
  }

  #all(git: GitOptions, signal: AbortSignal): Promise<FoundPaths> {
    const scope = this.#options.scopeIn(git.workTree);
    return this.#list(git, signal, ['--modified'], scope === '' ? [] : [scope]).then((found) => ({
      ...found,
      touched: undefined,
      hasLookedAt: () => true,
    }));
  }

  async #among(git: GitOptions, named: readonly string[], signal: AbortSignal): Promise<FoundPaths> {
    const isTooMuch =
      named.length > MAX_NAMED_PATHS ||
      named.reduce((sum, { length }) => sum + length, 0) > MAX_NAMED_CHARACTERS;
    if (isTooMuch) return this.#all(git, signal);
    const names = new Set(named);
    const hasLookedAt = (path: string): boolean => {
      for (let at = path; at !== '.'; at = dirname(at)) if (names.has(at)) return true;
      return false;
    };
    const found =
      named.length === 0
        ? { files: [], nestedRepositories: [], others: [] }
        : await this.#list(git, signal, ['--cached'], named);
    return {
      files: found.files,
      nestedRepositories: [...this.#nested.filter((path) => !hasLookedAt(path)), ...found.nestedRepositories],
      // A new one makes the watch say that all has to be looked at.
      others: this.#others,
      touched: found.files,
      hasLookedAt,
    };
  }

  async #list(
    git: GitOptions,
    signal: AbortSignal,
    kinds: readonly string[],
    pathspecs: readonly string[],
  ): Promise<Omit<FoundPaths, 'hasLookedAt' | 'touched'>> {
    const isTagged = kinds.includes('--modified');
    // Git does not list a repository that is named together with something in it; to name the repository is enough.
    const named = new Set(pathspecs);
    const outermost = pathspecs.filter((path) => !foldersAround([path]).some((each) => named.has(each)));
    const tooMany = new AbortController();
    const { most, limit } = fileLimit(this.#options.limits, existsSync(join(git.workTree, '.git')));
    let count = 0;
    const output = await runGit(
      git,
      [
        '--literal-pathspecs',
        'ls-files',
        '-z',
        ...(isTagged ? ['-t'] : []),
        ...kinds,
        '--others',
        '--exclude-standard',
        ...(outermost.length === 0 ? [] : ['--', ...outermost]),
      ],
      {
        signal: AbortSignal.any([signal, tooMany.signal]),
        onOutput: (piece) => {
          for (const byte of piece) if (byte === 0) count++;
          if (count > most) tooMany.abort(new SnapshotLimitError(limit));
        },
      },
    );
    const { names, others } = zeroSeparatedNames(output);
    const withoutTag = (name: string): string => (isTagged ? name.slice(TAG_LENGTH) : name);
    const paths = [...new Set(names.map(withoutTag))];
    const nested = paths.filter((path) => path.endsWith('/'));
    return {
      files: paths.filter((path) => !path.endsWith('/')),
      created: isTagged ? names.filter((name) => name.startsWith(NEW_FILE_TAG)).map(withoutTag) : undefined,
      nestedRepositories: nested.map((path) => path.slice(0, -1)),
      others: isTagged ? others.map((name) => name.subarray(TAG_LENGTH)) : others,
    };
  }

  async #wholeLook(git: GitOptions): Promise<WholeLook> {
    return {
      since: Date.now() - CLOCK_TOLERANCE_MS,
      rules: await this.#rulesNow(git),
      clockOffset: clockOffset(),
    };
  }

  /**
   * Begins to follow the folder, in the background. What changed between the last look and that, the watch finds by the times
   * of the files; where those do not say it, the next look is at all of them.
   */
  async #follow(git: GitOptions, from: WholeLook | undefined, signal: AbortSignal): Promise<void> {
    const { watcher, folder, scopeIn } = this.#options;
    const isOff = this.#isUnwatchable || this.#isStarting || this.#disposed.signal.aborted;
    if (watcher === undefined || isOff || !TreeWatch.hasRoom) return;
    this.#isStarting = true;
    const watch = new TreeWatch({ worker: watcher, folder, marks: join(git.gitDir, 'marks') });
    this.#watch = watch;
    try {
      const scope = scopeIn(git.workTree);
      const ignored = await this.#ignoredFolders(git, scope === '' ? [] : [scope], signal);
      this.#rules = await this.#rulesNow(git);
      const hasAll = await watch.start({
        ignored,
        repositories: this.#nested.map((path) => join(git.workTree, path)),
        since: from?.since,
      });
      this.#isStarting = false;
      if (this.#watch !== watch) return;
      // Files whose names are not UTF-8 may have gone.
      this.#isComplete = hasAll && this.#others.length === 0 && this.#isAsAt(from);
      this.#isFollowing ||= this.#isComplete;
      this.#isJustReady = true;
      this.#options.onReady();
    } catch (error) {
      this.#isStarting = false;
      if (error instanceof UnwatchableFolder) {
        this.#isUnwatchable = true;
        this.#watchLimit = error.limit;
      }
      this.#unfollow();
    }
  }

  /** Whether neither the clock nor the ignore rules outside the folder were changed since a look. */
  #isAsAt(look: WholeLook | undefined): boolean {
    if (look === undefined || look.rules !== this.#rules) return false;
    return Math.abs(clockOffset() - look.clockOffset) < CLOCK_TOLERANCE_MS / 2;
  }

  #unfollow(): void {
    this.#isFollowing = false;
    this.#isComplete = false;
    this.#watch?.dispose();
    this.#watch = undefined;
  }

  /** The folders that are ignored as such, absolute: nothing in them can become a part of a snapshot. */
  async #ignoredFolders(
    git: GitOptions,
    pathspecs: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const output = await runGit(
      git,
      [
        '--literal-pathspecs',
        'ls-files',
        '-z',
        '--others',
        '--ignored',
        '--exclude-standard',
        '--directory',
        ...(pathspecs.length === 0 ? [] : ['--', ...pathspecs]),
      ],
      { signal },
    );
    // A folder is also listed where only all that is in it now is ignored.
    const listed = zeroSeparated(output).filter((path) => path.endsWith('/'));
    const folders = listed.map((path) => path.slice(0, -1));
    const ignored = await ignoredAmong(git, folders, signal);
    return ignored.map((path) => join(git.workTree, path));
  }

  /** The times of the files with ignore rules that no watch follows. */
  async #rulesNow(git: GitOptions): Promise<string> {
    const config = await readFile(join(git.gitDir, 'config'), 'utf8').catch(() => '');
    const personal = /^excludesFile = "(.*)"$/m.exec(config)?.[1];
    const files = [join(git.gitDir, 'info', 'exclude'), ...(personal === undefined ? [] : [personal])];
    for (let at = this.#options.folder; at !== git.workTree && at !== dirname(at); at = dirname(at))
      files.push(join(dirname(at), '.gitignore'));
    const stamps = await Promise.all(
      files.map(async (file) => {
        const stats = await lstat(file).catch(() => undefined);
        return [file, stats?.ino, stats?.size, stats?.mtimeMs, stats?.ctimeMs].join(' ');
      }),
    );
    return stamps.join('\n');
  }

  #nameIn({ workTree }: GitOptions): (path: string) => string {
    return (path) => path.slice(workTree.length + 1);
  }
}

function clockOffset(): number {
  return Date.now() - performance.now();
}

/** Those that git surely ignores; rejects where it does not say. */
async function ignoredAmong(
  git: GitOptions,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const input = paths.map((path) => `${path}\0`).join('');
  const output = await runGit(git, ['check-ignore', '-z', '--stdin'], { signal, input }).catch(
    (error: unknown) => {
      if (error instanceof GitFailed && error.code === NOTHING_IGNORED) return Buffer.alloc(0);
      throw error;
    },
  );
  return zeroSeparated(output);
}
