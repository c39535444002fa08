// Stores the open changes of sessions on the disk, so that they can be reviewed after a reload.
import { createHash } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { ChangedFiles } from '../core/changes/changedFiles.ts';
import { parseJson } from '../core/text/parseJson.ts';
import { readBounded } from '../storage/boundedRead.ts';
import { replacePrivateFile } from '../storage/privateFiles.ts';

/** The open changes of a session are not stored beyond this length. */
const MAX_CHARACTERS = 20_000_000;
const MAX_BYTES = 4 * MAX_CHARACTERS;
/** Changes of sessions that were not opened for thirty days are removed. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;

const fileState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('bytes'), hash: z.string() }),
]);
const changedFiles = z.array(
  z.tuple([
    z.string(),
    z.object({ before: fileState, after: fileState, isReviewed: z.exactOptional(z.literal(true)) }),
  ]),
);
const storedSession = z.object({ files: changedFiles, settled: z.array(z.string()) });

/** What is stored of a session. */
export interface StoredSession {
  readonly files: ChangedFiles;
  /** The paths of the files that the user kept or undid since nothing was open. */
  readonly settled: ReadonlySet<string>;
}

export const nothingStored: StoredSession = { files: new Map(), settled: new Set() };

/** One file a session, named after the agent and its own id of the session. */
export class StoredChanges {
  readonly #folder: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Empty when there are none that can be read. */
  async load(agent: string, sessionId: string): Promise<StoredSession> {
    const bytes = await readBounded(this.#path(agent, sessionId), MAX_BYTES).catch(() => undefined);
    const json = parseJson(bytes?.toString('utf8') ?? '');
    const { data } = storedSession.safeParse(json);
    // Earlier versions stored the files alone.
    const files = data?.files ?? changedFiles.safeParse(json).data;
    return { files: new Map(files), settled: new Set(data?.settled) };
  }

  /** Replaces what is stored; one write after the other. Rejects when it cannot be written. */
  save(agent: string, sessionId: string, session: StoredSession): Promise<void> {
    const saved = this.#writing.then(() => this.#write(this.#path(agent, sessionId), session));
    this.#writing = saved.catch(() => undefined);
    return saved;
  }

  async #write(path: string, { files, settled }: StoredSession): Promise<void> {
    const text = JSON.stringify({ files: [...files], settled: [...settled] });
    if (files.size === 0 || text.length > MAX_CHARACTERS) {
      await rm(path, { force: true });
      return;
    }
    await replacePrivateFile(path, text);
    await this.#removeOld();
  }

  async #removeOld(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const stats = await lstat(path).catch(() => undefined);
      if (stats !== undefined && Date.now() - stats.mtimeMs > MAX_AGE_MS) await rm(path, { force: true });
    }
  }

  #path(agent: string, sessionId: string): string {
    const name = createHash('sha256').update(`${agent}\0${sessionId}`).digest('hex').slice(0, 32);
    return join(this.#folder, `${name}.json`);
  }
}
