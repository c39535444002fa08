// The checkpoints of this workspace, a small file each, so that files can be restored after a reload.
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { SerialWork } from '../../../core/base/serialWork.ts';
import { withoutUndefined } from '../../../core/base/withoutUndefined.ts';
import { parseJson } from '../../../core/text/parseJson.ts';
import { readBounded } from '../../../storage/boundedRead.ts';
import { replacePrivateFile } from '../../../storage/privateFiles.ts';
import { changedFiles } from './storedChanges.ts';

/** How many are stored; the oldest go first. */
const MAX_CHECKPOINTS = 300;
const MAX_BYTES = 64 * 1024 ** 2;

const checkpoint = z.object({
  /** Letters, digits and `-`. */
  id: z.string().check(z.regex(/^[\w-]+$/)),
  /** The key of the session that it belongs to; absent in those of earlier versions. */
  session: z.exactOptional(z.string()),
  /** The keys of the sessions that were forked from it after this checkpoint: they restore to it too. */
  forks: z.exactOptional(z.array(z.string())),
  /** By folder: the snapshot's id. */
  trees: z.record(z.string(), z.string()),
  /** Absolute paths of files that are in the folders but not in the snapshots. */
  gaps: z.array(z.string()),
  /** The folders without a snapshot. Checkpoints of earlier versions do not have this field. */
  untracked: z.exactOptional(z.array(z.string())),
  /** What the agent changed in the turn that follows, once it is over. */
  changed: z.exactOptional(changedFiles),
});
export type Checkpoint = Readonly<z.infer<typeof checkpoint>>;

/** Two windows may use the same folder. */
export class CheckpointIndex {
  readonly #folder: string;
  readonly #writing = new SerialWork();

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

  /** Lets a fork keep those with these ids. */
  async share(ids: readonly string[], fork: string): Promise<void> {
    for (const id of ids) {
      await this.change(id, ({ forks = [], ...known }) => ({ ...known, forks: [...forks, fork] }));
    }
  }

  /** Takes those of deleted sessions from them; yields the ones that no other session keeps, which stay until they are removed. */
  async *abandoned(sessions: ReadonlySet<string>): AsyncGenerator<Checkpoint> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const known = await this.#read(name);
      if (known === undefined) continue;
      const owners = ownersOf(known);
      const left = owners.filter((key) => !sessions.has(key));
      if (left.length === owners.length) continue;
      if (left.length === 0) yield known;
      else await this.change(known.id, (stored) => withoutOwners(stored, sessions));
    }
  }

  /** Stores one anew, unless it is gone. Changes of one come one after another: each begins with what the last has stored. */
  async change(id: string, changed: (known: Checkpoint) => Checkpoint): Promise<void> {
    await this.#writing.run(async () => {
      const known = await this.find(id);
      if (known !== undefined) await this.add(changed(known));
    });
  }

  async remove(id: string): Promise<void> {
    await this.#writing.run(() => rm(this.#path(id), { force: true }));
  }

  #read(name: string): Promise<Checkpoint | undefined> {
    return this.find(name.replace(/\.json$/, ''));
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

/** The sessions that restore to a checkpoint. */
function ownersOf({ session, forks = [] }: Checkpoint): readonly string[] {
  return session === undefined ? forks : [session, ...forks];
}

function withoutOwners(known: Checkpoint, gone: ReadonlySet<string>): Checkpoint {
  const [session, ...forks] = ownersOf(known).filter((key) => !gone.has(key));
  return withoutUndefined({ ...known, session, forks: forks.length === 0 ? undefined : forks });
}
