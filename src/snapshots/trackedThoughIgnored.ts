// Finds the files that the user's own repository tracks although ignore rules name them: what was added by force, or before
// the rules.
import { lstat, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ownRepositoryPlace } from '../process/ownRepository.ts';
import { runRepositoryGit } from '../process/repositoryGit.ts';
import { zeroSeparatedNames } from './gitProcess.ts';

/** Milliseconds for each look at the user's repository. */
const TIMEOUT_MS = 10_000;

interface Found {
  readonly paths: readonly string[];
  /** Whether the repository has come to track others than at the last look. */
  readonly isMore: boolean;
  readonly seen: () => void;
}

/**
 * Asks git again only where the index of the user's repository has changed: what was found once is in the index of Parley's,
 * unless it was deleted, and comes back.
 */
export class TrackedThoughIgnored {
  readonly #workTree: string;
  #indexFile: string | undefined;
  /** Of the index that was looked at last. */
  #stamp: string | undefined;
  #listed: readonly string[] = [];
  /** Those of them that were gone at the last look. */
  #gone: ReadonlySet<string> = new Set();

  constructor(workTree: string) {
    this.#workTree = workTree;
  }

  /**
   * The files in a part of the work tree, relative to it, unless nothing has changed since `seen` was called: that they are
   * stored. Never rejects: a repository that cannot be read has none.
   */
  async find(scope: string, signal: AbortSignal): Promise<Found> {
    try {
      const stamp = await this.#stampNow(signal);
      const isSame = stamp === this.#stamp;
      const listed = isSame ? this.#listed : await this.#list(scope, signal);
      const gone = await this.#goneOf(listed);
      const known = new Set(this.#listed);
      return {
        paths: isSame ? listed.filter((path) => this.#gone.has(path) && !gone.has(path)) : listed,
        isMore: listed.some((path) => !known.has(path)),
        seen: () => {
          this.#stamp = stamp;
          this.#listed = listed;
          this.#gone = gone;
        },
      };
    } catch {
      return { paths: [], isMore: false, seen: () => undefined };
    }
  }

  async #goneOf(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const gone = new Set<string>();
    await Promise.all(paths.map((path) => lstat(join(this.#workTree, path)).catch(() => gone.add(path))));
    return gone;
  }

  async #list(scope: string, signal: AbortSignal): Promise<readonly string[]> {
    const pieces: Buffer[] = [];
    const arguments_ = ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard'];
    await runRepositoryGit(this.#workTree, [...arguments_, ...(scope === '' ? [] : ['--', scope])], {
      timeoutMs: TIMEOUT_MS,
      signal,
      onOutput: (piece) => pieces.push(piece),
    });
    return zeroSeparatedNames(Buffer.concat(pieces)).names;
  }

  async #stampNow(signal: AbortSignal): Promise<string | undefined> {
    this.#indexFile ??= await this.#findIndex(signal);
    if (this.#indexFile === undefined) return undefined;
    const { ino, size, mtimeMs } = await stat(this.#indexFile);
    return [ino, size, mtimeMs].join(' ');
  }

  /** Undefined where the work tree has no repository of its own; it may get one. */
  async #findIndex(signal: AbortSignal): Promise<string | undefined> {
    await stat(join(this.#workTree, '.git'));
    const { top, gitFolder } = await ownRepositoryPlace(this.#workTree, { timeoutMs: TIMEOUT_MS, signal });
    return top === (await realpath(this.#workTree)) ? join(gitFolder, 'index') : undefined;
  }
}
