// When the folders of a session are watched: while its agent works for any change, and between turns for files that are listed.
import { dirname } from 'node:path';
import type { Disposable } from '../../../../core/base/lifecycle.ts';
import type { Clock } from '../../../../core/ports/hostPorts.ts';
import type { ChangedFiles } from '../../core/changedFiles.ts';

/** The time from something that happened to a listed file until the list is refreshed. */
const REFRESH_DELAY_MS = 500;

export interface FollowedFoldersOptions {
  /** Absolute. */
  readonly folders: () => readonly string[];
  /** The files that are listed. */
  readonly listed: () => ChangedFiles;
  readonly clock: Clock;
  /** Calls back whenever something in a folder changes on the disk. */
  readonly watch: (folder: string, changed: (path: string) => void) => Disposable;
  /** Called when something has changed while the folders are followed. */
  readonly onChange: () => void;
  /** Called some time after something has happened to listed files. */
  readonly onListedChange: () => void;
}

export class FollowedFolders implements Disposable {
  readonly #options: FollowedFoldersOptions;
  /** What watches the folders, by folder; none where nothing is looked for. */
  readonly #watches = new Map<string, Disposable>();
  /** Whether changes are looked for; between turns only files that are listed are followed. */
  #isFollowing = false;
  /** What refreshes the list after something happened to a file in it. */
  #refresh: Disposable | undefined;
  /** The files of a record, and the folders around them. */
  #listed: { readonly of: ChangedFiles; readonly paths: ReadonlySet<string> } = {
    of: new Map(),
    paths: new Set(),
  };

  constructor(options: FollowedFoldersOptions) {
    this.#options = options;
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** From here on changes are looked for in the folders. */
  follow(): void {
    this.#isFollowing = true;
    this.#watch();
  }

  /** Nothing is looked for any more. What becomes of the files that are listed is still followed. */
  stop(): void {
    this.#isFollowing = false;
    this.followListed();
  }

  /** Between turns the folders are watched for as long as files are listed. Returns whether they are. */
  followListed(): boolean {
    if (this.#isFollowing) return true;
    const hasListed = this.#options.listed().size > 0;
    if (hasListed) this.#watch();
    else this.dispose();
    return hasListed;
  }

  /** Something happened to a file or folder: where files in it are listed, they are shown as they are now. */
  followFile(path: string): void {
    if (this.#refresh !== undefined || !this.#isListed(path)) return;
    this.#refresh = this.#options.clock.after(REFRESH_DELAY_MS, () => {
      this.#refresh = undefined;
      this.#options.onListedChange();
    });
  }

  dispose(): void {
    this.#refresh?.dispose();
    this.#refresh = undefined;
    for (const watch of this.#watches.values()) watch.dispose();
    this.#watches.clear();
  }

  #watch(): void {
    const { folders, watch, onChange } = this.#options;
    for (const folder of folders()) {
      if (this.#watches.has(folder)) continue;
      const changed = (path: string): void => (this.#isFollowing ? onChange() : this.followFile(path));
      this.#watches.set(folder, watch(folder, changed));
    }
  }

  #isListed(path: string): boolean {
    const files = this.#options.listed();
    if (this.#listed.of !== files) {
      const paths = new Set(files.keys());
      for (const each of files.keys())
        for (let at = dirname(each); !paths.has(at) && at !== dirname(at); at = dirname(at)) paths.add(at);
      this.#listed = { of: files, paths };
    }
    return this.#listed.paths.has(path);
  }
}
