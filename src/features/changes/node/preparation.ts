// Takes snapshots ahead of prompts, so that a prompt waits only for what has changed since.
import type { Clock, Log } from '../../../core/ports/hostPorts.ts';
import type { FolderSnapshots, FoldersSnapshot } from '../../../snapshots/folderSnapshots.ts';
import type { TrackedSession } from './trackedSession.ts';

/** While the user types, changes are stored ahead no more often than this. */
const INTERVAL_MS = 3_000;

export interface PreparationOptions {
  readonly snapshots: FolderSnapshots;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the agent of any session has been at work in this window. */
  readonly hasWorked: () => boolean;
  /** Called when the first snapshot of a session is begun, which may take long; it never rejects. */
  readonly onPreparing?: (first: Promise<unknown>) => void;
}

/** Never rejects. */
export class Preparation {
  readonly #options: PreparationOptions;
  readonly #first = new Map<string, Promise<FoldersSnapshot>>();
  #typedAt = -Infinity;

  constructor(options: PreparationOptions) {
    this.#options = options;
  }

  /** A session is being opened. The first snapshot is the slowest: it is taken while the agent starts and the user writes. */
  opening({ key, files }: TrackedSession): void {
    const first = this.#options.snapshots.takeSnapshot(files.folders);
    this.#first.set(key, first);
    this.#options.onPreparing?.(first);
  }

  /** A session is open: who may use the files of its first snapshot is recorded, too. */
  async opened(session: TrackedSession): Promise<void> {
    const { snapshots, hasWorked, log } = this.#options;
    const first = this.#first.get(session.key);
    this.#first.delete(session.key);
    try {
      // What an agent changed before a reload is as the agent left it, and known from then on.
      const [snapshot] = await Promise.all([first, session.enqueue(() => Promise.resolve())]);
      if (snapshot === undefined || hasWorked()) return;
      await snapshots.recordPermissions(snapshot, new Set(session.files.files.keys()));
    } catch (error) {
      log.warn(`The permissions of files were not recorded ahead: ${String(error)}`);
    }
  }

  /** The user types a prompt. */
  async typing(session: TrackedSession): Promise<void> {
    const { snapshots, clock } = this.#options;
    const now = clock.now();
    if (now < this.#typedAt + INTERVAL_MS) return;
    this.#typedAt = now;
    await snapshots.verify();
    await snapshots.takeSnapshot(session.files.folders);
  }
}
