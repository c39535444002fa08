// The permissions of the files of a folder, as of its last snapshot: recorded again only where they may have changed.
import { FilePermissions } from './filePermissions.ts';

export interface SnapshotPermissionsOptions {
  /** Whether all files are few enough to wait for. */
  readonly areFew: () => Promise<boolean>;
  /** The absolute paths of all files. */
  readonly all: () => Promise<readonly string[]>;
  /** Aborted when they are no longer needed. */
  readonly signal: AbortSignal;
}

export class SnapshotPermissions {
  readonly #options: SnapshotPermissionsOptions;
  readonly #permissions = new FilePermissions();
  /** The files whose permissions may have changed since they were recorded; undefined for all of them. */
  #unrecorded: Set<string> | undefined;
  /** The last time that those of all files were recorded, or begun to be recorded where they are many. */
  #recordingAll: Promise<void> = Promise.resolve();

  constructor(options: SnapshotPermissionsOptions) {
    this.#options = options;
  }

  /** {@link FilePermissions.of} */
  of(path: string): number | undefined {
    return this.#permissions.of(path);
  }

  /** Notes that the permissions of these files may have changed; undefined means those of all files. */
  noteChanged(paths: readonly string[] | undefined): void {
    if (paths === undefined) this.#unrecorded = undefined;
    else for (const path of paths) this.#unrecorded?.add(path);
  }

  /** Records those that may have changed, but for some files. */
  async recordChanged(except: ReadonlySet<string>): Promise<void> {
    const unrecorded = this.#unrecorded;
    this.#unrecorded = new Set(except);
    if (unrecorded === undefined) this.#recordingAll = this.#recordAll(except);
    else await this.#record([...unrecorded], except);
    // They may still be examined since they were recorded ahead.
    await this.#recordingAll;
  }

  recordOne(path: string): Promise<void> {
    return this.#permissions.record([path], this.#options.signal);
  }

  /** Resolves before those of a large folder are all examined: a prompt does not wait for these. */
  async #recordAll(except: ReadonlySet<string>): Promise<void> {
    const areFew = await this.#options.areFew();
    const recorded = this.#options.all().then((paths) => this.#record(paths, except));
    // The next prompt tries again.
    recorded.catch(() => (this.#unrecorded = undefined));
    if (areFew) await recorded;
  }

  #record(paths: readonly string[], except: ReadonlySet<string>): Promise<void> {
    return this.#permissions.record(
      paths.filter((path) => !except.has(path)),
      this.#options.signal,
    );
  }
}
