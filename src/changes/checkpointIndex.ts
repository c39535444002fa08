// The checkpoints of this workspace, a small file each, so that files can be restored after a reload.
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../core/text/parseJson.ts';

/** How many are stored; the oldest go first. */
const MAX_CHECKPOINTS = 300;

const checkpoint = z.object({
  /** Letters, digits and `-`. */
  id: z.string().regex(/^[\w-]+$/),
  /** By folder: the snapshot's id. */
  trees: z.record(z.string(), z.string()),
  /** Absolute paths of files that are in the folders but not in the snapshots. */
  gaps: z.array(z.string()),
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
    const text = await readFile(this.#path(id), 'utf8').catch(() => '');
    return checkpoint.safeParse(parseJson(text)).data;
  }

  async add(added: Checkpoint): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#path(added.id), JSON.stringify(added));
  }

  /** Removes the oldest ones beyond the limit; resolves to them. */
  async prune(): Promise<readonly Checkpoint[]> {
    const names = await readdir(this.#folder).catch(() => []);
    if (names.length <= MAX_CHECKPOINTS) return [];
    const times = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(this.#folder, name))).mtimeMs })),
    );
    const old = times.toSorted((a, b) => b.at - a.at).slice(MAX_CHECKPOINTS);
    const removed: Checkpoint[] = [];
    for (const { name } of old) {
      const known = await this.find(name.replace(/\.json$/, ''));
      if (known !== undefined) removed.push(known);
      await rm(join(this.#folder, name), { force: true });
    }
    return removed;
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}
