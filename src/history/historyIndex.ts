// The list of the sessions on the disk. Its file is only a cache: what it has of a log that changed does not count.
import { lstat, readdir } from 'node:fs/promises';
import * as z from 'zod/mini';
import { SerialWork } from '../core/base/serialWork.ts';
import { sessionSummary, summarize, type SessionSummary } from '../core/history/sessionSummary.ts';
import { readBounded } from '../storage/boundedRead.ts';
import { replacePrivateFile } from '../storage/privateFiles.ts';
import { keyOfLog, type HistoryFolder } from './historyFolder.ts';
import { readLog, readSummary, type FileStamp } from './logFile.ts';

const MAX_OPEN_FILES = 32;
const MAX_INDEX_BYTES = 256 * 1024 ** 2;
/** The list is shown as it grows, but not more often than this. */
const PROGRESS_MS = 200;

/** What is known of a log: its summary, or why there is none. */
export interface IndexedLog extends FileStamp {
  readonly found: SessionSummary | 'newer' | 'unreadable';
}

const indexedLog = z.tuple([
  z.string(),
  z.number(),
  z.number(),
  z.union([sessionSummary, z.literal(['newer', 'unreadable'])]),
]);
const indexFile = z.object({ version: z.literal(1), logs: z.array(indexedLog) });

/** What is known of every log of a history folder, by key. */
export class HistoryIndex {
  readonly #folder: HistoryFolder;
  readonly #redact: (json: string) => string;
  readonly #logs = new Map<string, IndexedLog>();
  #isChanged = false;
  readonly #saving = new SerialWork();

  /** `redact`: hides secrets in JSON, of which it leaves JSON. */
  constructor(folder: HistoryFolder, redact: (json: string) => string) {
    this.#folder = folder;
    this.#redact = redact;
  }

  /** Loads what was saved; nothing when that cannot be read. */
  async load(): Promise<void> {
    for (const [key, size, mtimeMs, found] of await this.#saved()) {
      this.#logs.set(key, { size, mtimeMs, found });
    }
  }

  get(key: string): IndexedLog | undefined {
    return this.#logs.get(key);
  }

  entries(): readonly (readonly [key: string, log: IndexedLog])[] {
    return [...this.#logs];
  }

  set(key: string, log: IndexedLog): void {
    this.#logs.set(key, log);
    this.#isChanged = true;
  }

  delete(key: string): void {
    if (this.#logs.delete(key)) this.#isChanged = true;
  }

  /**
   * Looks at the files: what is new or changed is read, what is gone is forgotten. `isOwn` says which logs this window
   * writes: of those it knows best. `onProgress` is called every now and then while something changed.
   */
  async refresh(isOwn: (key: string) => boolean, onProgress: () => void): Promise<void> {
    const names = await readdir(this.#folder.path).catch(() => []);
    const keys = names.flatMap((name) => keyOfLog(name) ?? []);
    const present = new Set(keys);
    const gone = [...this.#logs.keys()].filter((key) => !present.has(key) && !isOwn(key));
    for (const key of gone) this.delete(key);
    let hasChanged = gone.length > 0;
    let reportedAt = performance.now();
    for (let start = 0; start < keys.length; start += MAX_OPEN_FILES) {
      const group = keys.slice(start, start + MAX_OPEN_FILES).filter((key) => !isOwn(key));
      const changes = await Promise.all(group.map((key) => this.#look(key)));
      hasChanged ||= changes.includes(true);
      if (!hasChanged || performance.now() - reportedAt < PROGRESS_MS) continue;
      onProgress();
      hasChanged = false;
      reportedAt = performance.now();
    }
    if (hasChanged) onProgress();
  }

  /** Writes the cache if something changed. Rejects when it cannot be written. */
  save(): Promise<void> {
    return this.#saving.run(() => this.#save());
  }

  async #save(): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const logs = [...this.#logs].map(([key, { size, mtimeMs, found }]) => [key, size, mtimeMs, found]);
    try {
      await replacePrivateFile(this.#folder.index, this.#redact(JSON.stringify({ version: 1, logs })));
    } catch (error) {
      this.#isChanged = true;
      throw error;
    }
  }

  async #saved(): Promise<z.infer<typeof indexFile>['logs']> {
    try {
      return indexFile.parse(
        JSON.parse((await readBounded(this.#folder.index, MAX_INDEX_BYTES)).toString('utf8')),
      ).logs;
    } catch {
      // There is none yet, or it was cut off: then every log is looked at.
      return [];
    }
  }

  /** Resolves to whether the log changed. */
  async #look(key: string): Promise<boolean> {
    const path = this.#folder.log(key);
    const stats = await lstat(path).catch(() => undefined);
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
