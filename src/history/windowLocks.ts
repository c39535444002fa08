// Keeps a session to one window: a lock file for each session, and a sign of life for each window that holds some.
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as z from 'zod';
import type { Disposable } from '../core/base/lifecycle.ts';
import type { Clock } from '../core/ports/hostPorts.ts';
import { isFileKey, PRIVATE_FOLDER, type HistoryFolder } from './historyFolder.ts';

/** Milliseconds between two signs of life. */
const BEAT = 15_000;
/** After how many milliseconds without one a window counts as gone. */
const SILENCE = 120_000;
/** Milliseconds between two tries to get a lock. */
const RETRY = 50;
/** What the sign of life of a window that closes ends with. */
const LEAVING = ' leaving';
/** How often a lock is taken from the dead before it is left to whoever is quicker. */
const TRIES = 3;

const owner = z.object({
  window: z.string().regex(/^[\w-]+$/),
  pid: z.number(),
  host: z.string(),
  /** Where the window keeps what is its own; VS Code gives that to one window at a time. */
  place: z.string().exactOptional(),
});
type Owner = Readonly<z.infer<typeof owner>>;

/** The locks of this window. Where locks cannot be written at all every session counts as free. */
export class WindowLocks implements Disposable {
  readonly #folder: HistoryFolder;
  readonly #clock: Clock;
  readonly #self: Owner;
  readonly #held = new Set<string>();
  #timer: Disposable | undefined;
  #beating: Promise<void> | undefined;
  #isLeaving = false;
  #disposed = false;

  /** `place`: a folder that VS Code gives to one window at a time; undefined where it gives none. */
  constructor(folder: HistoryFolder, clock: Clock, place?: string) {
    this.#folder = folder;
    this.#clock = clock;
    this.#self = {
      window: randomUUID(),
      pid: process.pid,
      host: hostname(),
      ...(place === undefined ? {} : { place }),
    };
  }

  /**
   * Takes the session for this window; resolves to false when another living window has it, after trying for
   * `patience` milliseconds.
   */
  async claim(key: string, patience = 0): Promise<boolean> {
    const end = this.#clock.now() + patience;
    for (;;) {
      if (await this.#tryClaim(key)) return true;
      if (this.#clock.now() >= end) return false;
      await new Promise<void>((resolve) => this.#clock.after(RETRY, resolve));
    }
  }

  /** Lets another window have the session. */
  async release(key: string): Promise<void> {
    if (!this.#held.delete(key)) return;
    if ((await this.#ownerOf(key))?.window !== this.#self.window) return;
    await rm(this.#folder.lock(key), { force: true }).catch(() => undefined);
  }

  async releaseAll(): Promise<void> {
    await Promise.all([...this.#held].map((key) => this.release(key)));
    await rm(this.#folder.window(this.#self.window), { force: true }).catch(() => undefined);
  }

  /** Whether another living window has the session. */
  async isOpenInOtherWindow(key: string): Promise<boolean> {
    if (this.#held.has(key)) return false;
    const other = await this.#ownerOf(key).catch(() => undefined);
    return other !== undefined && other.window !== this.#self.window && (await this.#lives(other));
  }

  /** Tells others that this window closes, and will let its sessions go soon. Never rejects. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    if (this.#held.size > 0) await this.#beat().catch(() => undefined);
  }

  /**
   * Whether the window that has the session can be the one before this, which closes. Two with the same place are one
   * after the other; of one without a place its last sign of life tells.
   */
  async mayBeLeft(key: string): Promise<boolean> {
    const other = await this.#ownerOf(key);
    if (other === undefined) return true;
    if (other.place !== this.#self.place) return false;
    return other.place !== undefined || (await this.#signOf(other)).endsWith(LEAVING);
  }

  /** The keys of all sessions that other living windows have. */
  async elsewhere(): Promise<ReadonlySet<string>> {
    const names = await readdir(this.#folder.locks).catch(() => []);
    const living = new Map<string, Promise<boolean>>();
    const lives = (other: Owner): Promise<boolean> => {
      const known = living.get(other.window) ?? this.#lives(other);
      living.set(other.window, known);
      return known;
    };
    const found = await Promise.all(
      // Beside the locks are files from which they are made.
      names.filter(isFileKey).map(async (key) => {
        const other = this.#held.has(key) ? undefined : await this.#ownerOf(key);
        const isOther = other !== undefined && other.window !== this.#self.window && (await lives(other));
        return isOther ? [key] : [];
      }),
    );
    return new Set(found.flat());
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
  }

  async #tryClaim(key: string): Promise<boolean> {
    try {
      if (await this.#holds(key)) return true;
      await (this.#beating ??= this.#beat());
      for (let tries = 0; tries < TRIES; tries++) {
        if (await this.#create(key)) {
          this.#held.add(key);
          return true;
        }
        const other = await this.#ownerOf(key);
        if (other !== undefined && (await this.#lives(other))) return false;
        await this.#evict(key, other);
      }
      return false;
    } catch {
      // A disk that takes no lock files takes no log either, and that is told where the log is written.
      this.#beating = undefined;
      return true;
    }
  }

  /** Whether this window has the session still: while the machine slept another may have taken it. */
  async #holds(key: string): Promise<boolean> {
    if (!this.#held.has(key)) return false;
    if ((await this.#ownerOf(key))?.window === this.#self.window) return true;
    this.#held.delete(key);
    return false;
  }

  /** Resolves to false when there is a lock already. */
  async #create(key: string): Promise<boolean> {
    const path = this.#folder.lock(key);
    const beside = `${path}.${randomUUID()}`;
    await mkdir(this.#folder.locks, { recursive: true, mode: PRIVATE_FOLDER });
    await writeFile(beside, JSON.stringify(this.#self));
    try {
      // A link appears with all of its text at once, unlike a file that is written.
      await link(beside, path);
      return true;
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      await writeFile(path, JSON.stringify(this.#self), { flag: 'wx' });
      return true;
    } finally {
      await rm(beside, { force: true });
    }
  }

  /** Takes a dead window's lock away, unless another was quicker and it is a living one's by now. */
  async #evict(key: string, dead: Owner | undefined): Promise<void> {
    const path = this.#folder.lock(key);
    const aside = `${path}.${randomUUID()}`;
    try {
      await rename(path, aside);
    } catch (error) {
      if (isCode(error, 'ENOENT')) return;
      throw error;
    }
    const moved = await readOwner(aside);
    if (moved?.window !== dead?.window) await link(aside, path).catch(() => undefined);
    await rm(aside, { force: true });
  }

  async #ownerOf(key: string): Promise<Owner | undefined> {
    return readOwner(this.#folder.lock(key));
  }

  /** A process id may be in use again by another program: then the signs of life tell. */
  async #lives(other: Owner): Promise<boolean> {
    if (other.host === this.#self.host && !isProcess(other.pid)) return false;
    const at = Number.parseInt(await this.#signOf(other), 10);
    return this.#clock.now() - at < SILENCE;
  }

  async #signOf({ window }: Owner): Promise<string> {
    return readFile(this.#folder.window(window), 'utf8').catch(() => '');
  }

  async #beat(): Promise<void> {
    this.#timer?.dispose();
    if (!this.#disposed) {
      // One that cannot be given on a full disk is tried again with the next.
      this.#timer = this.#clock.after(BEAT, () => void this.#beat().catch(() => undefined));
    }
    await mkdir(this.#folder.windows, { recursive: true, mode: PRIVATE_FOLDER });
    const sign = `${this.#clock.now()}${this.#isLeaving ? LEAVING : ''}`;
    await writeFile(this.#folder.window(this.#self.window), sign);
  }
}

async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    return owner.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
