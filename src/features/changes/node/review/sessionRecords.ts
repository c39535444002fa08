// JSON files of which each belongs to a session, named after the agent and its own id of the session. An agent may use the
// id of an old session for a new one: that has a file of its own, named after Parley's key as well.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SerialWork } from '../../../../core/base/serialWork.ts';
import { parseJson } from '../../../../core/text/parseJson.ts';
import { readBounded } from '../../../../storage/boundedRead.ts';
import { replacePrivateFile } from '../../../../storage/privateFiles.ts';

/** What is longer is not stored. */
const MAX_CHARACTERS = 20_000_000;
const MAX_BYTES = 4 * MAX_CHARACTERS;
/** What belongs to sessions that were not opened for thirty days is removed. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;

/** Whose record is meant. */
export interface RecordedSession {
  readonly agent: string;
  /** The agent's id. */
  readonly sessionId: string;
  /** Parley's key; undefined where only the agent knows the session. */
  readonly key?: string | undefined;
}

/** Stands where nothing is stored of a session whose id another one has, too. */
const NOTHING = '{}';

export class SessionRecords {
  readonly #folder: string;
  readonly #working = new SerialWork();
  /** The write that was asked for last, for as long as it waits and nothing else was asked for. */
  #waiting:
    { readonly session: RecordedSession; text: () => string; readonly done: Promise<void> } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The agent has made a new session. What is stored under its id is that of an earlier one, and stays so. */
  begin(session: RecordedSession): Promise<void> {
    return this.#run(async () => {
      const own = this.#ownPath(session);
      if (own !== undefined && existsSync(this.#sharedPath(session))) await replacePrivateFile(own, NOTHING);
    });
  }

  /** Undefined when there is none that can be read. */
  read(session: RecordedSession): Promise<unknown> {
    return this.#run(async () => {
      const bytes = await readBounded(this.#path(session), MAX_BYTES).catch(() => undefined);
      return bytes === undefined ? undefined : parseJson(bytes.toString('utf8'));
    });
  }

  /** Replaces what is stored, or empties it; one write after the other. Rejects when it cannot be written. */
  write(session: RecordedSession, value: object | undefined): Promise<void> {
    return this.writeText(session, () => (value === undefined ? '' : JSON.stringify(value)));
  }

  /** {@link write}, of JSON that is not made where a later write of the session comes before this one is begun. */
  writeText(session: RecordedSession, text: () => string): Promise<void> {
    const last = this.#waiting;
    if (last !== undefined && isSameSession(last.session, session)) {
      last.text = text;
      return last.done;
    }
    const done = this.#run(async () => {
      if (this.#waiting === waiting) this.#waiting = undefined;
      await this.#replace(this.#path(session), waiting.text(), this.#sharedPath(session));
    });
    const waiting = { session, text, done };
    this.#waiting = waiting;
    return done;
  }

  async #replace(path: string, text: string, sharedPath: string): Promise<void> {
    if (text !== '' && text.length <= MAX_CHARACTERS) {
      await replacePrivateFile(path, text);
      await this.#removeOld();
    } else if (path === sharedPath) await rm(path, { force: true });
    else await replacePrivateFile(path, NOTHING);
  }

  /** Rejects when it cannot be removed. */
  remove(session: RecordedSession): Promise<void> {
    return this.#run(() => rm(this.#path(session), { force: true }));
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting = undefined;
    return this.#working.run(work);
  }

  async #removeOld(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const stats = await lstat(path).catch(() => undefined);
      if (stats !== undefined && Date.now() - stats.mtimeMs > MAX_AGE_MS) await rm(path, { force: true });
    }
  }

  #path(session: RecordedSession): string {
    const own = this.#ownPath(session);
    return own !== undefined && existsSync(own) ? own : this.#sharedPath(session);
  }

  #sharedPath({ agent, sessionId }: RecordedSession): string {
    return this.#pathOf([agent, sessionId]);
  }

  #ownPath({ agent, sessionId, key }: RecordedSession): string | undefined {
    return key === undefined ? undefined : this.#pathOf([agent, sessionId, key]);
  }

  #pathOf(parts: readonly string[]): string {
    const name = createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);
    return join(this.#folder, `${name}.json`);
  }
}

function isSameSession(one: RecordedSession, other: RecordedSession): boolean {
  return one.agent === other.agent && one.sessionId === other.sessionId && one.key === other.key;
}
