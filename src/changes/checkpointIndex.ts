// The checkpoints of this workspace, a small file each, so that files can be restored after a reload.
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../core/text/parseJson.ts';
import { readBounded } from '../storage/boundedRead.ts';
import { replacePrivateFile } from '../storage/privateFiles.ts';
import { changedFiles } from './storedChanges.ts';

/** How many are stored; the oldest go first. */
const MAX_CHECKPOINTS = 300;
const MAX_BYTES = 64 * 1024 ** 2;

const checkpoint = z.object({
  /** Letters, digits and `-`. */
  id: z.string().check(z.regex(/^[\w-]+$/)),
  /** The key of the session that it belongs to; absent in those of earlier versions. */
  session: z.exactOptional(z.string()),
  /** By folder: the snapshot's id. */
  trees: z.record(z.string(), z.string()),
  /** Absolute paths of files that are in the folders but not in the snapshots. */
  gaps: z.array(z.string()),
  /** What the agent changed in the turn that follows, once it is over. */
  changed: z.exactOptional(changedFiles),
});
export type Checkpoint = Readonly<z.infer<typeof checkpoint>>;

/** Two windows may use the same folder. */
export class CheckpointIndex {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined when there is none, or none that can be read. */
  async find(id: string): Promise<Checkpoint | undefined> {
    if (!checkpoint.shape.id.safeParse(id).success) return undefined;
    const bytes = await readBounded(this.#path(id), MAX_BYTES).catch(() => undefined);
    return checkpoint.safeParse(parseJson(bytes?.toString('utf8') ?? '')).data;
  }

  async add(added: Checkpoint): Promise<void> {
    await replacePrivateFile(this.#path(added.id), JSON.stringify(added));
  }

  /** Removes the oldest ones beyond the limit; resolves to them. */
  async prune(): Promise<readonly Checkpoint[]> {
    const names = await readdir(this.#folder).catch(() => []);
    if (names.length <= MAX_CHECKPOINTS) return [];
    const times = await Promise.all(
      names.map(async (name) => ({ name, at: (await lstat(join(this.#folder, name))).mtimeMs })),
    );
    const old = times.toSorted((a, b) => b.at - a.at).slice(MAX_CHECKPOINTS);
    const removed: Checkpoint[] = [];
    for (const { name } of old) {
      const known = await this.#read(name);
      if (known !== undefined) removed.push(known);
      await rm(join(this.#folder, name), { force: true });
    }
    return removed;
  }

  /** Removes those of a session; resolves to them. */
  async removeOf(session: string): Promise<readonly Checkpoint[]> {
    const removed: Checkpoint[] = [];
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const known = await this.#read(name);
      if (known?.session !== session) continue;
      removed.push(known);
      await rm(join(this.#folder, name), { force: true });
    }
    return removed;
  }

  #read(name: string): Promise<Checkpoint | undefined> {
    return this.find(name.replace(/\.json$/, ''));
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}
