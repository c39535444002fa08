// Stores snapshots as checkpoints: of prompts, to restore them, and of undos, to redo them.
import type { ChangedFiles } from '../core/changes/changedFiles.ts';
import type { CheckpointIndex, Checkpoint } from './checkpointIndex.ts';
import type { FolderSnapshots, FoldersSnapshot } from './folderSnapshots.ts';
import { filesToStore } from './storedChanges.ts';

export class CheckpointStore {
  readonly #snapshots: FolderSnapshots;
  readonly #index: CheckpointIndex;

  constructor(snapshots: FolderSnapshots, index: CheckpointIndex) {
    this.#snapshots = snapshots;
    this.#index = index;
  }

  /** Stores a snapshot under the id of a checkpoint of a session; the oldest checkpoints beyond the limit go. */
  async add(id: string, session: string, { trees, gaps }: FoldersSnapshot): Promise<void> {
    await this.#snapshots.addRef({ trees }, id);
    await this.#index.add({ id, session, trees: Object.fromEntries(trees), gaps: [...gaps] });
    await this.#release(await this.#index.prune());
  }

  /** Removes the checkpoints of a session that was deleted, and from the disk what only they hold. */
  async removeOf(session: string): Promise<void> {
    const removed = await this.#index.removeOf(session);
    await this.#release(removed);
    await this.#snapshots.prune(new Set(removed.flatMap(({ trees }) => Object.keys(trees))));
  }

  async #release(removed: readonly Checkpoint[]): Promise<void> {
    for (const { id, trees } of removed) {
      await this.#snapshots.removeRef({ trees: new Map(Object.entries(trees)) }, id);
    }
  }

  /** Stores with a checkpoint what the agent changed in the turn after it. */
  async addChanges(id: string, files: ChangedFiles): Promise<void> {
    const known = await this.#index.find(id);
    if (known === undefined) return;
    const changed = filesToStore(
      new Map([...files].map(([path, { before, after }]) => [path, { before, after }])),
    );
    await this.#index.add({ ...known, changed });
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
