// JSON files of which each belongs to a session, named after the agent and its own id of the session.
import { createHash } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SerialWork } from '../../core/base/serialWork.ts';
import { parseJson } from '../../core/text/parseJson.ts';
import { readBounded } from '../../storage/boundedRead.ts';
import { replacePrivateFile } from '../../storage/privateFiles.ts';

/** What is longer is not stored. */
const MAX_CHARACTERS = 20_000_000;
const MAX_BYTES = 4 * MAX_CHARACTERS;
/** What belongs to sessions that were not opened for thirty days is removed. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;

export class SessionRecords {
  readonly #folder: string;
  readonly #writing = new SerialWork();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined when there is none that can be read. */
  async read(agent: string, sessionId: string): Promise<unknown> {
    const bytes = await readBounded(this.#path(agent, sessionId), MAX_BYTES).catch(() => undefined);
    return bytes === undefined ? undefined : parseJson(bytes.toString('utf8'));
  }

  /** Replaces what is stored, or removes it; one write after the other. Rejects when it cannot be written. */
  write(agent: string, sessionId: string, value: object | undefined): Promise<void> {
    return this.#writing.run(() => this.#write(this.#path(agent, sessionId), value));
  }

  async #write(path: string, value: object | undefined): Promise<void> {
    const text = value === undefined ? '' : JSON.stringify(value);
    if (text === '' || text.length > MAX_CHARACTERS) {
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
