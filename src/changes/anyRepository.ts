// Keeps the files of a folder by git, or without it where git is not installed.
import { GitMissing } from './gitProcess.ts';
import { ShadowRepository, type ShadowRepositoryOptions } from './shadowRepository.ts';
import type { Snapshot, SnapshotDifference, SnapshotStore } from './snapshotStore.ts';
import { WalkedRepository } from './walkedRepository.ts';

/** Finds out with the first snapshot, and stays with what it found. */
export class AnyRepository implements SnapshotStore {
  readonly #options: ShadowRepositoryOptions;
  #store: SnapshotStore;

  constructor(options: ShadowRepositoryOptions) {
    this.#options = options;
    this.#store = new ShadowRepository(options);
  }

  async take(): Promise<Snapshot> {
    const first = this.#store;
    try {
      return await first.take();
    } catch (error) {
      if (!(error instanceof GitMissing)) throw error;
      if (this.#store === first) {
        first.dispose();
        this.#store = new WalkedRepository(this.#options);
      }
      return this.#store.take();
    }
  }

  compare(from: string, to: string): Promise<readonly SnapshotDifference[]> {
    return this.#store.compare(from, to);
  }

  read(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    return this.#store.read(hashes);
  }

  keep(id: string, name: string): Promise<void> {
    return this.#store.keep(id, name);
  }

  forget(names: readonly string[]): Promise<void> {
    return this.#store.forget(names);
  }

  dispose(): void {
    this.#store.dispose();
  }
}
