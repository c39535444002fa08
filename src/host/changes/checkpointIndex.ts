// The checkpoints of this workspace in a file, so that files can be restored after a reload.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import type { Log } from '../../core/ports.ts';

/** How many are kept; the oldest go first. */
const CHECKPOINTS = 300;

const checkpoint = z.object({
  id: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** By folder: the snapshot's id. */
  trees: z.record(z.string(), z.string()),
  /** Absolute paths of files that are in the folders but not in the snapshots. */
  gaps: z.array(z.string()),
});
export type Checkpoint = Readonly<z.infer<typeof checkpoint>>;

const checkpoints = z.array(checkpoint);

/** Reads the file on first use and writes it after each change, one write after the other. */
export class CheckpointIndex {
  readonly #file: string;
  readonly #log: Log;
  readonly #forgotten: (checkpoint: Checkpoint) => void;
  #known: Promise<Map<string, Checkpoint>> | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** `forgotten` is called with each checkpoint that had to go. */
  constructor(file: string, log: Log, forgotten: (checkpoint: Checkpoint) => void) {
    this.#file = file;
    this.#log = log;
    this.#forgotten = forgotten;
  }

  async find(id: string): Promise<Checkpoint | undefined> {
    return (await this.#load()).get(id);
  }

  async add(added: Checkpoint): Promise<void> {
    const known = await this.#load();
    known.set(added.id, added);
    for (const old of [...known.values()].slice(0, Math.max(0, known.size - CHECKPOINTS))) {
      known.delete(old.id);
      this.#forgotten(old);
    }
    this.#writing = this.#writing.then(() => this.#write([...known.values()]));
    await this.#writing;
  }

  #load(): Promise<Map<string, Checkpoint>> {
    this.#known ??= this.#read();
    return this.#known;
  }

  async #read(): Promise<Map<string, Checkpoint>> {
    const text = await readFile(this.#file, 'utf8').catch(() => '[]');
    const parsed = checkpoints.safeParse(parseJson(text));
    if (!parsed.success) this.#log.warn(`The checkpoints in ${this.#file} cannot be read.`);
    return new Map((parsed.success ? parsed.data : []).map((known) => [known.id, known]));
  }

  async #write(known: readonly Checkpoint[]): Promise<void> {
    try {
      await mkdir(dirname(this.#file), { recursive: true });
      await writeFile(`${this.#file}.new`, JSON.stringify(known));
      await rename(`${this.#file}.new`, this.#file);
    } catch (error) {
      this.#log.warn(`The checkpoints could not be written: ${String(error)}`);
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
