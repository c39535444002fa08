// Stores snapshots as checkpoints: of prompts, to restore them, and of undos, to redo them.
import type { ChangedFiles } from '../core/changedFiles.ts';
import type { Log } from '../../../core/ports/hostPorts.ts';
import type { CheckpointIndex, Checkpoint } from './checkpointIndex.ts';
import type { FolderSnapshots, FoldersSnapshot } from '../../../snapshots/folderSnapshots.ts';
import { filesToStore } from './review/storedFiles.ts';

export class CheckpointStore {
  readonly #snapshots: FolderSnapshots;
  readonly #index: CheckpointIndex;
  readonly #log: Log;
  /** Folders of which something is to be removed from the disk. */
  readonly #toPrune = new Set<string>();
  #isPruning = false;

  constructor(snapshots: FolderSnapshots, index: CheckpointIndex, log: Log) {
    this.#snapshots = snapshots;
    this.#index = index;
    this.#log = log;
  }

  /** Stores a snapshot under the id of a checkpoint of a session; the oldest checkpoints beyond the limit go. */
  async add(id: string, session: string, { trees, gaps, untracked }: FoldersSnapshot): Promise<void> {
    await this.#snapshots.addRef({ trees }, id);
    await this.#index.add({
      id,
      session,
      trees: Object.fromEntries(trees),
      gaps: [...gaps],
      untracked: [...untracked.keys()],
    });
    for (const old of await this.#index.prune()) await this.#release(old);
  }

  /** Lets a fork restore to the checkpoints with these ids, whatever becomes of the session that it was made of. */
  async share(ids: readonly string[], fork: string): Promise<void> {
    await this.#index.share(ids, fork);
  }

  /**
   * Removes the checkpoints that only these deleted sessions had. What only they hold is removed from the disk too, which
   * takes a while and is not waited for.
   */
  async removeOf(sessions: ReadonlySet<string>): Promise<void> {
    for await (const checkpoint of this.#index.abandoned(sessions)) {
      // One that is still named is found again when the oldest go.
      if (!(await this.#release(checkpoint))) continue;
      await this.#index.remove(checkpoint.id);
      for (const folder of Object.keys(checkpoint.trees)) this.#toPrune.add(folder);
    }
    if (!this.#isPruning) void this.#prune();
  }

  /** Resolves to whether its snapshots are no longer named. Never rejects. */
  async #release({ id, trees }: Checkpoint): Promise<boolean> {
    try {
      await this.#snapshots.removeRef({ trees: new Map(Object.entries(trees)) }, id);
      return true;
    } catch (error) {
      this.#log.warn(`The name of a checkpoint was not removed: ${String(error)}`);
      return false;
    }
  }

  /** Never rejects. */
  async #prune(): Promise<void> {
    this.#isPruning = true;
    for (const folder of this.#toPrune) {
      this.#toPrune.delete(folder);
      await this.#snapshots
        .prune(folder)
        .catch((error: unknown) => this.#log.warn(`Old snapshots were not removed: ${String(error)}`));
    }
    this.#isPruning = false;
  }

  /** Stores with a checkpoint what the agent changed in the turn after it. */
  async addChanges(id: string, files: ChangedFiles): Promise<void> {
    const changed = filesToStore(
      new Map([...files].map(([path, { before, after }]) => [path, { before, after }])),
    );
    await this.#index.change(id, (known) => ({ ...known, changed }));
  }

  /** What the agent changed in the turn after a checkpoint; undefined when that is unknown. */
  async changesOf(id: string): Promise<ChangedFiles | undefined> {
    const changed = (await this.#index.find(id))?.changed;
    return changed === undefined ? undefined : new Map(changed);
  }

  /** Undefined when there is none, or none that can be read. */
  find(id: string): Promise<Checkpoint | undefined> {
    return this.#index.find(id);
  }
}
