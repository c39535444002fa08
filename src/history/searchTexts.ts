// What is searched of each session, in a file beside its log, which tells for how long a log it was made.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { searchText } from '../core/history/searchText.ts';
import type { Log } from '../core/ports/hostPorts.ts';
import type { SessionState } from '../core/session/model.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER, type HistoryFolder } from './historyFolder.ts';

/** Only a help: where there is none, or an old one, it is made again from the log. */
export class SearchTexts {
  readonly #folder: HistoryFolder;
  readonly #log: Log;

  constructor(folder: HistoryFolder, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** The text that was made of a log of that many bytes; undefined when there is none. */
  async read(key: string, logSize: number): Promise<string | undefined> {
    const text = await readFile(this.#folder.text(key), 'utf8').catch(() => '');
    const end = text.indexOf('\n');
    return end > 0 && text.slice(0, end) === String(logSize) ? text.slice(end + 1) : undefined;
  }

  /** Keeps and resolves to the text of a session whose log has that many bytes. Never rejects. */
  async write(state: SessionState, logSize: number): Promise<string> {
    const path = this.#folder.text(state.key);
    const beside = `${path}.${randomUUID()}.tmp`;
    const text = searchText(state);
    try {
      await mkdir(this.#folder.texts, { recursive: true, mode: PRIVATE_FOLDER });
      await writeFile(beside, `${logSize}\n${text}`, { mode: PRIVATE_FILE });
      await rename(beside, path);
    } catch (error) {
      await rm(beside, { force: true }).catch(() => undefined);
      this.#log.info(`History: the text to search was not written: ${String(error)}`);
    }
    return text;
  }
}
