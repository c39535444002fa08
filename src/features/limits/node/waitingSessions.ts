// Which sessions continue automatically, stored for the windows to come. Each has a file of its own, because VS Code writes what
// extensions store only every few seconds, and each window over what another one has stored.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../core/ports/hostPorts.ts';
import { isFileKey } from '../../../history/historyFolder.ts';
import { readBoundedSync } from '../../../storage/boundedRead.ts';
import { replacePrivateFile } from '../../../storage/privateFiles.ts';
import { filesIn } from './filesIn.ts';

/** A file has the name of a workspace. */
const MAX_BYTES = 64 * 1024;

export interface WaitingSessionsOptions {
  /** Absolute, and the same for all windows: the second window of a workspace has a storage folder of its own. */
  readonly folder: string;
  /** What names the workspace of the window. */
  readonly workspace: string;
  readonly log: Log;
}

export class WaitingSessions {
  readonly #options: WaitingSessionsOptions;
  #waiting: readonly string[] = [];
  #writing = Promise.resolve();

  constructor(options: WaitingSessionsOptions) {
    this.#options = options;
  }

  /** The keys that windows of this workspace have left. */
  read(): readonly string[] {
    return filesIn(this.#options.folder).filter((key) => isFileKey(key) && this.#isOfWorkspace(key));
  }

  /** Stores that this window waits for these sessions alone, and for no `settled` one beside them. Resolves after that. */
  write(waiting: readonly string[], settled: readonly string[] = []): Promise<void> {
    const added = waiting.filter((key) => isFileKey(key) && !this.#waiting.includes(key));
    const removed = [...this.#waiting, ...settled].filter((key) => !waiting.includes(key));
    this.#waiting = waiting;
    this.#writing = this.#writing
      .then(async () => {
        for (const key of added) await replacePrivateFile(this.#path(key), this.#options.workspace);
        for (const key of removed) await rm(this.#path(key), { force: true });
      })
      .catch((error: unknown) =>
        this.#options.log.warn(`Which sessions wait was not written: ${String(error)}`),
      );
    return this.#writing;
  }

  #path(key: string): string {
    return join(this.#options.folder, key);
  }

  #isOfWorkspace(key: string): boolean {
    try {
      return readBoundedSync(this.#path(key), MAX_BYTES).toString('utf8') === this.#options.workspace;
    } catch {
      // Another window has removed it just now.
      return false;
    }
  }
}
