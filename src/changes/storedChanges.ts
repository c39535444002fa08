// Stores the open changes of sessions on the disk, so that they can be reviewed after a reload.
import * as z from 'zod/mini';
import type { ChangedFiles } from '../core/changes/changedFiles.ts';
import { SessionRecords } from './review/sessionRecords.ts';

const fileState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('bytes'), hash: z.string() }),
]);
/** Changed files as they are stored. */
export const changedFiles = z.array(
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
  readonly #records: SessionRecords;

  constructor(folder: string) {
    this.#records = new SessionRecords(folder);
  }

  /** Empty when there are none that can be read. */
  async load(agent: string, sessionId: string): Promise<StoredSession> {
    const stored = await this.#records.read(agent, sessionId);
    const { data } = storedSession.safeParse(stored);
    // Earlier versions stored the files alone.
    const files = data?.files ?? changedFiles.safeParse(stored).data;
    return { files: new Map(files), settled: new Set(data?.settled) };
  }

  /** Replaces what is stored; one write after the other. Rejects when it cannot be written. */
  save(agent: string, sessionId: string, { files, settled }: StoredSession): Promise<void> {
    const stored = files.size === 0 ? undefined : { files: [...files], settled: [...settled] };
    return this.#records.write(agent, sessionId, stored);
  }
}
