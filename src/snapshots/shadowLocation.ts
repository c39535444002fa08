// Where the shadow repository of a folder is: made on first use, and begun with what the user's own repository has stored.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { borrowIndex } from './borrowedIndex.ts';
import { fileLimit, type SnapshotLimits } from './fileSizes.ts';
import { GitFailed, GitMissing, isInstallerStub, runGit, type GitOptions } from './gitProcess.ts';
import { relativeName } from './localPaths.ts';
import { adoptIndex, enclosingRepository, prepareGitDir } from './shadowGitDir.ts';
import { SnapshotLimitError } from './snapshotStore.ts';

/** git that says nothing for so long is not waited for: undo would wait with it. */
const OPEN_TIMEOUT_MS = 30_000;

export interface ShadowLocationOptions {
  /** Parley's folder for such repositories. Absolute. */
  readonly storage: string;
  /** The folder that snapshots are taken of. Absolute. */
  readonly folder: string;
  /** A name on the PATH, or an absolute path. */
  readonly command: string;
  readonly limits: SnapshotLimits;
  /** Aborted when nothing of the folder is needed any more. */
  readonly signal: AbortSignal;
  /** So much of what the user's repository has stored is borrowed, from 0 to 1. */
  readonly onBorrowed: (share: number) => void;
}

/** Finds the repository, or makes it. */
export class ShadowLocation {
  readonly #options: ShadowLocationOptions;
  #opened: Promise<GitOptions> | undefined;

  constructor(options: ShadowLocationOptions) {
    this.#options = options;
  }

  /** What {@link open} resolves to, where it was called and has not failed. */
  get opened(): Promise<GitOptions> | undefined {
    return this.#opened;
  }

  /** Where the repository is; makes it on first use. A repository that could not be made is tried again. */
  open(): Promise<GitOptions> {
    if (this.#opened !== undefined) return this.#opened;
    const timeout = AbortSignal.timeout(Math.min(OPEN_TIMEOUT_MS, this.#options.limits.timeoutMs));
    const signal = AbortSignal.any([timeout, this.#options.signal]);
    this.#opened = this.#openNow(signal).catch((error: unknown) => {
      this.#opened = undefined;
      throw timeout.aborted ? new SnapshotLimitError('time') : error;
    });
    return this.#opened;
  }

  async #openNow(signal: AbortSignal): Promise<GitOptions> {
    const { folder, command } = this.#options;
    if (await isInstallerStub(command)) throw new GitMissing('The developer tools are not installed.');
    const enclosing = await enclosingRepository(folder);
    // One that was a repository keeps what was stored of it, whatever is around it.
    const isOwn = enclosing === folder || existsSync(this.#gitDir(folder));
    if (enclosing === undefined || isOwn) return this.#openFor(folder, signal);
    const git = await this.#openFor(enclosing, signal);
    // A folder that the repository around it ignores, such as a scratch folder, is tracked on its own.
    return (await isIgnoredIn(git, folder, signal)) ? this.#openFor(folder, signal) : git;
  }

  /** Each work tree has a repository of its own, because paths in snapshots are relative to it. */
  async #openFor(workTree: string, signal: AbortSignal): Promise<GitOptions> {
    const { storage, command } = this.#options;
    const gitDir = this.#gitDir(workTree);
    // An index per window, so that two windows on one folder never wait for each other's lock.
    const indexFile = join(gitDir, `index-${randomUUID()}`);
    await prepareGitDir({ gitDir, workTree, storage, command, signal });
    const git = { gitDir, workTree, indexFile, command };
    if (!(await adoptIndex(gitDir, indexFile))) await this.#borrowIndex(git);
    return git;
  }

  /** How many files are tracked of a work tree. */
  fileLimit(workTree: string): ReturnType<typeof fileLimit> {
    return fileLimit(this.#options.limits, existsSync(join(workTree, '.git')));
  }

  /** The part of a work tree that the folder is, relative, with `/`; empty where it is all of it. */
  scopeIn(workTree: string): string {
    return relativeName(workTree, this.#options.folder);
  }

  /** Where it cannot be borrowed, the first snapshot reads all files. */
  async #borrowIndex(git: GitOptions): Promise<void> {
    const { limits, signal, onBorrowed } = this.#options;
    const { maxBinaryBytes, maxBytes, timeoutMs } = limits;
    await borrowIndex({
      git,
      scope: this.scopeIn(git.workTree),
      maxFileBytes: maxBinaryBytes,
      maxBytes,
      maxFiles: this.fileLimit(git.workTree).most,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), signal]),
      onProgress: onBorrowed,
    }).catch(() => undefined);
  }

  #gitDir(workTree: string): string {
    const { folder, storage } = this.#options;
    return join(storage, createHash('sha256').update(`${folder}\0${workTree}`).digest('hex').slice(0, 24));
  }
}

async function isIgnoredIn(git: GitOptions, folder: string, signal: AbortSignal): Promise<boolean> {
  try {
    await runGit(git, ['check-ignore', '--quiet', folder], { signal });
    return true;
  } catch (error) {
    // It fails when the folder is not ignored, and that is the usual case.
    if (error instanceof GitFailed) return false;
    throw error;
  }
}
