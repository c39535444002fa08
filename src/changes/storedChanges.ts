// What is open in the files of sessions, kept on the disk, so that it can be reviewed after a reload.
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { ChangedFiles } from '../core/changes/changedFiles.ts';

/** Sessions whose open changes are longer than this are not kept, in characters. */
const LONGEST = 20_000_000;
/** After how many milliseconds what nobody came back to is removed: thirty days. */
const FORGOTTEN = 30 * 24 * 3_600_000;

const fileState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('bytes'), hash: z.string() }),
]);
const changedFiles = z.array(z.tuple([z.string(), z.object({ before: fileState, after: fileState })]));

/** One file a session, named after the agent and its own id of the session. */
export class StoredChanges {
  readonly #folder: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Nothing when there is none that can be read. */
  async load(agent: string, sessionId: string): Promise<ChangedFiles> {
    const text = await readFile(this.#path(agent, sessionId), 'utf8').catch(() => '[]');
    try {
      return new Map(changedFiles.safeParse(JSON.parse(text)).data);
    } catch {
      return new Map();
    }
  }

  /** Replaces what is kept; one write after the other. Rejects when it cannot be written. */
  save(agent: string, sessionId: string, files: ChangedFiles): Promise<void> {
    const saved = this.#writing.then(() => this.#write(this.#path(agent, sessionId), files));
    this.#writing = saved.catch(() => undefined);
    return saved;
  }

  async #write(path: string, files: ChangedFiles): Promise<void> {
    const text = JSON.stringify([...files]);
    if (files.size === 0 || text.length > LONGEST) {
      await rm(path, { force: true });
      return;
    }
    await mkdir(this.#folder, { recursive: true });
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
    await this.#removeForgotten();
  }

  async #removeForgotten(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const stats = await stat(path).catch(() => undefined);
      if (stats !== undefined && Date.now() - stats.mtimeMs > FORGOTTEN) await rm(path, { force: true });
    }
  }

  #path(agent: string, sessionId: string): string {
    const name = createHash('sha256').update(`${agent}\0${sessionId}`).digest('hex').slice(0, 32);
    return join(this.#folder, `${name}.json`);
  }
}
