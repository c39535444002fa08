// The text of each session that is searched, in a file beside its log, with the different words of it before the text.
import { setImmediate } from 'node:timers/promises';
import { SearchedWords } from '../core/history/searchedWords.ts';
import { searchText } from '../core/history/searchText.ts';
import type { Log } from '../core/ports/hostPorts.ts';
import type { SessionState } from '../core/session/model.ts';
import {
  bytesAt,
  fillSync,
  inRegularFileSync,
  openRegularFile,
  type OpenedFile,
} from '../storage/boundedRead.ts';
import { replacePrivateFile } from '../storage/privateFiles.ts';
import { readLog } from './logFile.ts';
import type { HistoryFolder } from './historyFolder.ts';
import { QuickDisk } from './quickDisk.ts';

const MAX_TEXT_BYTES = 512 * 1024 ** 2;
/** What is read at first: of most sessions all words. */
const HEAD_BYTES = 64 * 1024;
/** More words than this are read by a thread. */
const MAX_DIRECT_BYTES = 1024 ** 2;
const NEWLINE = 0x0a;
/** Words that are hardly shorter than their text are not worth their room: then none are stored, and the text is read. */
const MAX_WORDS_SHARE = 0.75;
/** Words are gathered in slices, so that others get their turn. */
const SLICE_MS = 8;

/**
 * The first line of a file: the bytes of the log that it is of, of its words and of its text. In files of older versions
 * the size of the log stands alone.
 */
const HEADER = /^(\d+)(?: (\d+) (\d+))?$/;

interface Part {
  readonly start: number;
  readonly bytes: number;
}

/** A file that is whole, with what was read of it at first. */
interface TextFile {
  readonly handle: OpenedFile['handle'];
  readonly head: Buffer;
  /** Absent in a file that an older version wrote. */
  readonly words?: Part;
  readonly text: Part;
}

/** The files are a cache: a missing, broken or old one is made again from the log. */
export class SearchTexts {
  readonly #folder: HistoryFolder;
  readonly #log: Log;
  readonly #redact: (agent: string, text: string) => string;
  /** The texts of sessions in the store, made when they are searched. */
  readonly #open = new WeakMap<SessionState, string>();

  /** Used again: thousands of files are read for one search. */
  readonly #buffers: Buffer[] = [];
  readonly #disk = new QuickDisk();

  /** `redact`: hides the secrets of an agent in a text. */
  constructor(folder: HistoryFolder, log: Log, redact: (agent: string, text: string) => string) {
    this.#folder = folder;
    this.#log = log;
    this.#redact = redact;
  }

  /**
   * The text of a session as it stands in the store; where it is not there, as it was written last, or made again when
   * that is not of a log of this size. Empty where one of the `needed` words is not in it. Never rejects.
   */
  async of(
    key: string,
    open: SessionState | undefined,
    logSize = -1,
    needed: readonly Buffer[] = [],
  ): Promise<string> {
    if (open !== undefined) return this.#openText(open);
    const lacksWords = await this.#disk.run(
      () => this.#lacksWords(key, logSize, needed),
      () => Promise.resolve(false),
    );
    if (lacksWords) return '';
    return (await this.#stored(key, logSize, needed)) ?? (await this.#make(key));
  }

  /** Makes the file of a session that is not in the store, where it is missing or of an older version. Never rejects. */
  async renew(key: string, logSize: number): Promise<void> {
    const found = await this.#inFile(key, logSize, async (file) => ({
      hasWords: file.words !== undefined,
      text: file.words === undefined ? (await read(file, file.text)).toString('utf8') : '',
    }));
    if (found === undefined) await this.#make(key);
    else if (!found.hasWords) await this.#write(key, found.text, logSize);
  }

  /** Stores and resolves to the text of a session whose log has that many bytes. Never rejects. */
  write(state: SessionState, logSize: number): Promise<string> {
    return this.#write(state.key, this.#redact(state.agent, searchText(state)), logSize);
  }

  #openText(state: SessionState): string {
    const known = this.#open.get(state);
    if (known !== undefined) return known;
    const text = searchText(state);
    this.#open.set(state, text);
    return text;
  }

  /** Whether the words of the file say that its text lacks one that is needed: so most files of a search are passed over. */
  #lacksWords(key: string, logSize: number, needed: readonly Buffer[]): boolean {
    const buffer = this.#buffers.pop() ?? Buffer.allocUnsafe(HEAD_BYTES);
    try {
      return inRegularFileSync(this.#folder.text(key), (descriptor, size) => {
        const head = fillSync(descriptor, buffer, 0);
        const words = partsOf(head, size, logSize)?.words;
        if (words === undefined || words.bytes === 0 || words.bytes > MAX_DIRECT_BYTES) return false;
        const end = words.start + words.bytes;
        const all =
          end <= head.length
            ? head.subarray(words.start, end)
            : fillSync(descriptor, Buffer.allocUnsafe(words.bytes), words.start);
        return all.length === words.bytes && needed.some((word) => !all.includes(word));
      });
    } catch {
      return false;
    } finally {
      this.#buffers.push(buffer);
    }
  }

  /** The text that was made of a log of that many bytes, empty where it lacks a word; undefined when there is none. */
  #stored(key: string, logSize: number, needed: readonly Buffer[]): Promise<string | undefined> {
    return this.#inFile(key, logSize, async (file) => {
      if (file.words !== undefined && file.words.bytes > 0) {
        const words = await read(file, file.words);
        if (!needed.every((word) => words.includes(word))) return '';
      }
      return (await read(file, file.text)).toString('utf8');
    });
  }

  /** Hands over the file that was made of a log of that many bytes; undefined when there is none, or it is cut off. */
  async #inFile<Result>(
    key: string,
    logSize: number,
    use: (file: TextFile) => Promise<Result>,
  ): Promise<Result | undefined> {
    const opened = await openRegularFile(this.#folder.text(key)).catch(() => undefined);
    if (opened === undefined) return undefined;
    const { handle, size } = opened;
    const buffer = this.#buffers.pop() ?? Buffer.allocUnsafe(HEAD_BYTES);
    try {
      const { bytesRead } = await handle.read(buffer, 0, HEAD_BYTES, 0);
      const head = buffer.subarray(0, bytesRead);
      const parts = size > MAX_TEXT_BYTES ? undefined : partsOf(head, size, logSize);
      return parts === undefined ? undefined : await use({ handle, head, ...parts });
    } catch {
      return undefined;
    } finally {
      this.#buffers.push(buffer);
      await handle.close().catch(() => undefined);
    }
  }

  async #make(key: string): Promise<string> {
    const log = await readLog(this.#folder.log(key)).catch(() => undefined);
    if (log?.kind !== 'session') return '';
    // A file that was copied by hand has another key than its name says.
    return this.#write(key, this.#redact(log.folded.state.agent, searchText(log.folded.state)), log.size);
  }

  async #write(key: string, text: string, logSize: number): Promise<string> {
    const textBytes = Buffer.byteLength(text);
    const all = await wordsOf(text);
    const words = Buffer.byteLength(all) > MAX_WORDS_SHARE * textBytes ? '' : all;
    const header = `${logSize} ${Buffer.byteLength(words)} ${textBytes}`;
    try {
      await replacePrivateFile(this.#folder.text(key), `${header}\n${words}\n${text}`);
    } catch (error) {
      this.#log.info(`History: the text to search was not written: ${String(error)}`);
    }
    return text;
  }
}

/** Undefined for a file that is cut off, or of a log of another size. */
function partsOf(head: Buffer, size: number, logSize: number): Pick<TextFile, 'words' | 'text'> | undefined {
  const headerEnd = head.indexOf(NEWLINE);
  const header = HEADER.exec(head.toString('latin1', 0, Math.max(0, headerEnd)));
  if (header === null || header[1] !== String(logSize)) return undefined;
  const start = headerEnd + 1;
  if (header[2] === undefined) return { text: { start, bytes: size - start } };
  const words = { start, bytes: Number(header[2]) };
  const text = { start: start + words.bytes + 1, bytes: Number(header[3]) };
  return text.start + text.bytes === size ? { words, text } : undefined;
}

async function read({ handle, head }: TextFile, { start, bytes }: Part): Promise<Buffer> {
  const end = start + bytes;
  return end <= head.length ? head.subarray(start, end) : bytesAt(handle, start, bytes);
}

async function wordsOf(text: string): Promise<string> {
  const words = new SearchedWords();
  let sliceEnd = performance.now() + SLICE_MS;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end === -1) end = text.length;
    words.add(text.slice(text.indexOf('\t', start) + 1, end));
    if (performance.now() < sliceEnd) continue;
    await setImmediate();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return words.toString();
}
