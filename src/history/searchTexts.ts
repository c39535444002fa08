// The text of each session that is searched, in a file beside its log. Its first line is the size of the log it is of.
import { searchText } from '../core/history/searchText.ts';
import type { Log } from '../core/ports/hostPorts.ts';
import type { SessionState } from '../core/session/model.ts';
import { readBounded } from '../storage/boundedRead.ts';
import { replacePrivateFile } from '../storage/privateFiles.ts';
import { readLog } from './logFile.ts';
import type { HistoryFolder } from './historyFolder.ts';

const MAX_TEXT_BYTES = 512 * 1024 ** 2;

/** The files are a cache: a missing or old one is made again from the log. */
export class SearchTexts {
  readonly #folder: HistoryFolder;
  readonly #log: Log;
  readonly #redact: (agent: string, text: string) => string;
  /** The texts of sessions in the store, made when they are searched. */
  readonly #open = new WeakMap<SessionState, string>();

  /** `redact`: hides the secrets of an agent in a text. */
  constructor(folder: HistoryFolder, log: Log, redact: (agent: string, text: string) => string) {
    this.#folder = folder;
    this.#log = log;
    this.#redact = redact;
  }

  /**
   * The text of a session as it stands in the store; where it is not there, as it was written last, or made again when
   * that is not of a log of this size. Never rejects.
   */
  async of(key: string, open: SessionState | undefined, logSize = -1): Promise<string> {
    if (open !== undefined) return this.#openText(open);
    const known = await this.#read(key, logSize);
    if (known !== undefined) return known;
    const log = await readLog(this.#folder.log(key)).catch(() => undefined);
    return log?.kind === 'session' ? this.write(log.folded.state, log.size) : '';
  }

  #openText(state: SessionState): string {
    const known = this.#open.get(state);
    if (known !== undefined) return known;
    const text = searchText(state);
    this.#open.set(state, text);
    return text;
  }

  /** The text that was made of a log of that many bytes; undefined when there is none. */
  async #read(key: string, logSize: number): Promise<string | undefined> {
    const text = await readBounded(this.#folder.text(key), MAX_TEXT_BYTES).then(
      (bytes) => bytes.toString('utf8'),
      () => '',
    );
    const end = text.indexOf('\n');
    return end > 0 && text.slice(0, end) === String(logSize) ? text.slice(end + 1) : undefined;
  }

  /** Stores and resolves to the text of a session whose log has that many bytes. Never rejects. */
  async write(state: SessionState, logSize: number): Promise<string> {
    const text = this.#redact(state.agent, searchText(state));
    try {
      await replacePrivateFile(this.#folder.text(state.key), `${logSize}\n${text}`);
    } catch (error) {
      this.#log.info(`History: the text to search was not written: ${String(error)}`);
    }
    return text;
  }
}
