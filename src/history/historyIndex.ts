// The list of the sessions on the disk. Its file is only a cache: what it has of a log that changed does not count.
import { constants, lstatSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { SerialWork } from '../core/base/serialWork.ts';
import { sessionSummary, summarize, type SessionSummary } from '../core/history/sessionSummary.ts';
import { readBounded } from '../storage/boundedRead.ts';
import { openPrivate, replacePrivateFile } from '../storage/privateFiles.ts';
import { isMissing } from '../storage/realPath.ts';
import { keyOfLog, type HistoryFolder } from './historyFolder.ts';
import { inGroups } from './inGroups.ts';
import { readLog, readSummary, type FileStamp } from './logFile.ts';
import { QuickDisk } from './quickDisk.ts';

const MAX_INDEX_BYTES = 256 * 1024 ** 2;
/** The file is read in slices: a chat that comes back waits for several turns of the event loop. */
const SLICE_MS = 1;
/** That chat has the event loop for itself first: this is what it needs, and hardly seen in the list. */
const HEAD_START_MS = 15;
/** The list is shown as it grows, but not more often than this. */
const PROGRESS_MS = 200;
/** So many lines more than twice the logs make the file be written anew. */
const SPARE_LINES = 200;

/** What is known of a log: its summary, or why there is none. */
export interface IndexedLog extends FileStamp {
  readonly found: SessionSummary | 'newer' | 'unreadable';
}

/** A line of the file. Of two lines about a log the later one counts. */
const indexLine = z.tuple([
  z.string(),
  z.number(),
  z.number(),
  z.union([sessionSummary, z.literal(['newer', 'unreadable'])]),
]);

/** What is known of every log of a history folder, by key. */
export class HistoryIndex {
  readonly #folder: HistoryFolder;
  readonly #redact: (json: string) => string;
  readonly #logs = new Map<string, IndexedLog>();
  readonly #saving = new SerialWork();
  #loading: Promise<void> | undefined;
  /** The keys of the logs whose lines are to be appended. */
  #changed = new Set<string>();
  /** Whether the file is to be written anew: nothing of a deleted session may stay in it. */
  #isOutdated = true;
  #lines = 0;

  /** `redact`: hides secrets in JSON, of which it leaves JSON. */
  constructor(folder: HistoryFolder, redact: (json: string) => string) {
    this.#folder = folder;
    this.#redact = redact;
  }

  /** Loads what was saved; nothing where that cannot be read. Never rejects. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  get(key: string): IndexedLog | undefined {
    return this.#logs.get(key);
  }

  entries(): readonly (readonly [key: string, log: IndexedLog])[] {
    return [...this.#logs];
  }

  set(key: string, log: IndexedLog): void {
    this.#logs.set(key, log);
    this.#changed.add(key);
  }

  /** Only once it is loaded, or the log comes back. */
  delete(key: string): void {
    if (this.#logs.delete(key)) this.#isOutdated = true;
  }

  /**
   * Looks at the files: what is new or changed is read, what is gone is forgotten. `isOwn` says which logs this window
   * writes: of those it knows best. `onProgress` is called every now and then while something changed.
   */
  async refresh(isOwn: (key: string) => boolean, onProgress: () => void): Promise<void> {
    await this.load();
    const names = await readdir(this.#folder.path).catch(() => []);
    const keys = names.flatMap((name) => keyOfLog(name) ?? []);
    const present = new Set(keys);
    const gone = [...this.#logs.keys()].filter((key) => !present.has(key) && !isOwn(key));
    for (const key of gone) this.delete(key);
    let hasChanged = gone.length > 0;
    let reportedAt = performance.now();
    const disk = new QuickDisk();
    const look = async (key: string): Promise<boolean> => !isOwn(key) && (await this.#look(key, disk));
    for await (const changes of inGroups(keys, look)) {
      hasChanged ||= changes.includes(true);
      if (!hasChanged || performance.now() - reportedAt < PROGRESS_MS) continue;
      onProgress();
      hasChanged = false;
      reportedAt = performance.now();
    }
    if (hasChanged) onProgress();
  }

  /** Writes to the cache what changed. Rejects when it cannot be written. */
  save(): Promise<void> {
    return this.#saving.run(() => this.#save());
  }

  async #save(): Promise<void> {
    await this.load();
    const changed = this.#changed;
    this.#changed = new Set();
    const isOutdated = this.#isOutdated || this.#lines > 2 * this.#logs.size + SPARE_LINES;
    this.#isOutdated = false;
    try {
      if (isOutdated || (changed.size > 0 && !(await this.#append(changed)))) await this.#writeAll();
    } catch (error) {
      this.#isOutdated = true;
      throw error;
    }
  }

  async #writeAll(): Promise<void> {
    const keys = [...this.#logs.keys()];
    if (keys.length > 0 || this.#lines > 0) {
      await replacePrivateFile(this.#folder.index, keys.map((key) => this.#line(key)).join(''));
    }
    this.#lines = keys.length;
    await rm(this.#folder.olderIndex, { force: true });
  }

  /** Resolves to false where there is no file yet, or none any more. */
  async #append(keys: ReadonlySet<string>): Promise<boolean> {
    const handle = await openPrivate(this.#folder.index, constants.O_WRONLY | constants.O_APPEND).catch(
      (error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      },
    );
    if (handle === undefined) return false;
    try {
      // The line of a window that was killed while it wrote spoils nothing but itself.
      await handle.writeFile(`\n${[...keys].map((key) => this.#line(key)).join('')}`);
    } finally {
      await handle.close();
    }
    this.#lines += keys.size;
    return true;
  }

  #line(key: string): string {
    const log = this.#logs.get(key);
    if (log === undefined) return '';
    return `${this.#redact(JSON.stringify([key, log.size, log.mtimeMs, log.found]))}\n`;
  }

  async #load(): Promise<void> {
    // There is none yet, or something else in its place: then every log is looked at.
    const bytes = await readBounded(this.#folder.index, MAX_INDEX_BYTES).catch(() => undefined);
    if (bytes === undefined) return;
    await delay(HEAD_START_MS);
    const text = bytes.toString('utf8');
    let isWhole = text.endsWith('\n');
    let sliceEnd = performance.now() + SLICE_MS;
    for (let start = 0, end = 0; start < text.length; start = end + 1) {
      end = text.indexOf('\n', start);
      if (end === -1) end = text.length;
      if (end === start) continue;
      this.#lines++;
      const line = parseLine(text.slice(start, end));
      if (line === undefined) isWhole = false;
      else if (!this.#changed.has(line[0])) {
        const [key, size, mtimeMs, found] = line;
        this.#logs.set(key, { size, mtimeMs, found });
      }
      if (performance.now() < sliceEnd) continue;
      await setImmediate();
      sliceEnd = performance.now() + SLICE_MS;
    }
    this.#isOutdated = !isWhole;
  }

  /** Resolves to whether the log changed. */
  async #look(key: string, disk: QuickDisk): Promise<boolean> {
    const path = this.#folder.log(key);
    const stats = await stampAt(path, disk);
    const known = this.#logs.get(key);
    if (stats === undefined) return false;
    const { size, mtimeMs } = stats;
    if (known !== undefined && known.size === size && known.mtimeMs === mtimeMs) return false;
    const found = await this.#find(path).catch(() => 'unreadable' as const);
    this.set(key, { size, mtimeMs, found: typeof found === 'string' ? found : { ...found, key } });
    return true;
  }

  async #find(path: string): Promise<IndexedLog['found']> {
    const quick = await readSummary(path);
    if (quick.kind === 'session') return quick.summary;
    if (quick.kind === 'newer') return 'newer';
    const log = await readLog(path);
    return log.kind === 'session' ? summarize(log.folded.state, log.folded) : log.kind;
  }
}

/** Undefined where there is no file, or none that can be looked at. */
async function stampAt(path: string, disk: QuickDisk): Promise<FileStamp | undefined> {
  return disk
    .run(
      () => lstatSync(path, { throwIfNoEntry: false }),
      () => lstat(path),
    )
    .catch(() => undefined);
}

/** Undefined for a line that was cut off, or that another version wrote. */
function parseLine(line: string): z.infer<typeof indexLine> | undefined {
  try {
    return indexLine.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
