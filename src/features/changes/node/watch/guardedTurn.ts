// Files of a session that run on their own: which they are, and those among them that change unseen while its agent works.
import { join } from 'node:path';
import type { ProtectionReason } from '../../../../core/session/permission/protectedFile.ts';
import { folderOf } from '../../../../snapshots/localPaths.ts';
import { changedPaths, fingerprints, fingerprintsAgain, type Fingerprints } from './guardedFiles.ts';
import type { UnlistedChanges } from './unlistedChanges.ts';

export interface GuardedTurnOptions {
  /** The session's folders, absolute. */
  readonly folders: () => readonly string[];
  /** What runs the file at a path on its own, if anything does. */
  readonly protectionOf: (path: string) => ProtectionReason | undefined;
}

export class GuardedTurn {
  readonly #options: GuardedTurnOptions;
  /** What was in the files when the turn began; undefined until that is known. */
  #before: Fingerprints | undefined;
  /** Paths that the user knows of: listed, written by them, or with their permission. */
  readonly #known = new Set<string>();
  /** What runs each path, as looked up in this turn. */
  readonly #protections = new Map<string, ProtectionReason | undefined>();

  constructor(options: GuardedTurnOptions) {
    this.#options = options;
  }

  /** A turn begins. */
  begin(): void {
    this.#known.clear();
    this.#protections.clear();
  }

  /** Remembers what is in the files now. */
  async read(): Promise<void> {
    this.#before = await this.#fingerprints();
  }

  /** The user knows of what is at a path. */
  know(path: string): void {
    this.#known.add(path);
  }

  /** What runs the file at a path on its own, if anything does. */
  protectionOf(path: string): ProtectionReason | undefined {
    if (!this.#protections.has(path)) this.#protections.set(path, this.#options.protectionOf(path));
    return this.#protections.get(path);
  }

  /** The paths that have changed since they were looked at last, and that nobody knows of. */
  async changed(unlisted: UnlistedChanges): Promise<readonly string[]> {
    const before = this.#before;
    if (before === undefined) return [];
    const after = await fingerprintsAgain(before, await this.#fingerprints());
    this.#before = after;
    // That a repository is gone is said already.
    const gone = [...unlisted].flatMap(([path, reason]) =>
      reason === 'repository-removed' ? join(path, '.git') : [],
    );
    return changedPaths(before, after).filter(
      (path) => !this.#known.has(path) && folderOf(path, gone) === undefined,
    );
  }

  async #fingerprints(): Promise<Fingerprints> {
    const isProtected = (path: string): boolean => this.protectionOf(path) !== undefined;
    const each = await Promise.all(
      this.#options.folders().map((folder) => fingerprints(folder, isProtected)),
    );
    return new Map(each.flatMap((found) => [...found]));
  }
}
