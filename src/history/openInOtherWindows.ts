// Which sessions other windows have open, always up to date: windows open and close them, and some are killed.
import { watch, type FSWatcher } from 'node:fs';
import type { Disposable } from '../core/base/lifecycle.ts';
import type { Clock } from '../core/ports/hostPorts.ts';
import type { HistoryFolder } from './historyFolder.ts';
import type { WindowLocks } from './windowLocks.ts';

/** Changes of the locks within this time are looked at as one. */
const COLLECT_MS = 300;
/** The windows that have sessions are looked at again and again: one that is killed changes no file. */
const LOOK_AGAIN_MS = 15_000;

export interface OpenInOtherWindowsOptions {
  readonly folder: HistoryFolder;
  readonly locks: WindowLocks;
  readonly clock: Clock;
  readonly onChange: () => void;
}

/** Looks when it is asked to, and from then on whenever a window opens or closes a session. */
export class OpenInOtherWindows implements Disposable {
  readonly #options: OpenInOtherWindowsOptions;
  #keys: ReadonlySet<string> = new Set();
  #watcher: FSWatcher | undefined;
  #looking: Promise<void> | undefined;
  #delayed: Disposable | undefined;
  #again: Disposable | undefined;
  #disposed = false;

  constructor(options: OpenInOtherWindowsOptions) {
    this.#options = options;
  }

  /** The keys of the sessions, as it was looked at last. */
  get keys(): ReadonlySet<string> {
    return this.#keys;
  }

  /** Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  dispose(): void {
    this.#disposed = true;
    this.#watcher?.close();
    this.#delayed?.dispose();
    this.#again?.dispose();
  }

  async #look(): Promise<void> {
    this.#watch();
    const keys = await this.#options.locks.keysOpenInOtherWindows();
    if (this.#disposed) return;
    this.#again?.dispose();
    this.#again =
      keys.size === 0 ? undefined : this.#options.clock.after(LOOK_AGAIN_MS, () => void this.look());
    const isSame = keys.size === this.#keys.size && [...keys].every((key) => this.#keys.has(key));
    this.#keys = keys;
    if (!isSame) this.#options.onChange();
  }

  /** Without a folder, or where the system cannot watch one, the next look tries again. */
  #watch(): void {
    if (this.#watcher !== undefined || this.#disposed) return;
    try {
      const watcher = watch(this.#options.folder.locks, { persistent: false }, () => this.#scheduleLook());
      watcher.on('error', () => {
        watcher.close();
        this.#watcher = undefined;
      });
      this.#watcher = watcher;
    } catch {
      this.#watcher = undefined;
    }
  }

  #scheduleLook(): void {
    this.#delayed ??= this.#options.clock.after(COLLECT_MS, () => {
      this.#delayed = undefined;
      // What changed while it was looked is looked at once more.
      void (this.#looking ?? Promise.resolve()).then(() => this.look());
    });
  }
}
