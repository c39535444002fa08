// Lets one window at a time have a session: a lock file for each session, a heartbeat file for each window that has some.
import { randomUUID } from 'node:crypto';
import { access, link, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as z from 'zod/mini';
import type { Disposable } from '../core/base/lifecycle.ts';
import type { Clock } from '../core/ports/hostPorts.ts';
import { readBounded } from '../storage/boundedRead.ts';
import { makePrivateFolder, replacePrivateFile, writePrivateFile } from '../storage/privateFiles.ts';
import { isFileKey, type HistoryFolder } from './historyFolder.ts';

const HEARTBEAT_MS = 15_000;
/** A window without a heartbeat for this long counts as gone. */
const HEARTBEAT_TIMEOUT_MS = 120_000;
const RETRY_MS = 50;
/** The end of the heartbeat of a window that closes. */
const LEAVING = ' leaving';
/** Locks and heartbeats are a few words. */
const MAX_LOCK_BYTES = 64 * 1024;
/** How often a lock is tried that others make, replace and remove meanwhile. */
const MAX_TRIES = 3;
/** A window may die while it replaces the lock of one that died while it did the same, and so on. */
const MAX_DEAD = 3;

const owner = z.object({
  window: z.string().check(z.regex(/^[\w-]+$/)),
  pid: z.number(),
  host: z.string(),
  /** The window's storage folder: VS Code gives it to one window at a time. */
  place: z.exactOptional(z.string()),
});
type Owner = Readonly<z.infer<typeof owner>>;

/** The locks of this window. Where locks cannot be written at all every session counts as free. */
export class WindowLocks implements Disposable {
  readonly #folder: HistoryFolder;
  readonly #clock: Clock;
  readonly #self: Owner;
  readonly #held = new Set<string>();
  #timer: Disposable | undefined;
  #heartbeat: Promise<void> | undefined;
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
   * Claims the session for this window; resolves to false when another living window has it, after trying for
   * `timeoutMs`.
   */
  async claim(key: string, timeoutMs = 0): Promise<boolean> {
    const end = this.#clock.now() + timeoutMs;
    for (;;) {
      if (await this.#tryClaim(key)) return true;
      if (this.#clock.now() >= end) return false;
      await new Promise<void>((resolve) => this.#clock.after(RETRY_MS, resolve));
    }
  }

  /** Lets other windows claim the session. */
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
    return other !== undefined && other.window !== this.#self.window && (await this.#isAlive(other));
  }

  /** Lets other windows know that this one closes and is about to release its sessions. Never rejects. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    if (this.#held.size > 0) await this.#writeHeartbeat().catch(() => undefined);
  }

  /**
   * Whether the window that has the session can be the one before this, which closes. Two with the same place are one
   * after the other; one without a place says so in its last heartbeat.
   */
  async mayBelongToClosingWindow(key: string): Promise<boolean> {
    const other = await this.#ownerOf(key);
    if (other === undefined) return true;
    if (other.place !== this.#self.place) return false;
    return other.place !== undefined || (await this.#heartbeatOf(other)).endsWith(LEAVING);
  }

  /** The keys of all sessions that other living windows have. */
  async keysOpenInOtherWindows(): Promise<ReadonlySet<string>> {
    const names = await readdir(this.#folder.locks).catch(() => []);
    const living = new Map<string, Promise<boolean>>();
    const isAlive = (other: Owner): Promise<boolean> => {
      const known = living.get(other.window) ?? this.#isAlive(other);
      living.set(other.window, known);
      return known;
    };
    const found = await Promise.all(
      // Beside the locks are files from which they are made.
      names.filter(isFileKey).map(async (key) => {
        const other = this.#held.has(key) ? undefined : await this.#ownerOf(key);
        const isOther = other !== undefined && other.window !== this.#self.window && (await isAlive(other));
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
      await (this.#heartbeat ??= this.#writeHeartbeat());
      if (!(await this.#acquire(this.#folder.lock(key)))) return false;
      this.#held.add(key);
      return true;
    } catch {
      // A disk without room for locks has none for logs either, and that is reported where the log is written.
      this.#heartbeat = undefined;
      return true;
    }
  }

  /** Whether this window has the session still: while the machine slept another window may have claimed it. */
  async #holds(key: string): Promise<boolean> {
    if (!this.#held.has(key)) return false;
    if ((await this.#ownerOf(key))?.window === this.#self.window) return true;
    this.#held.delete(key);
    return false;
  }

  /**
   * Makes a lock; resolves to false when a living window has it. The lock of a dead window is replaced by the one that has
   * a second lock, named after the dead one: of two that find it dead at once, the later one would remove the lock of the
   * other.
   */
  async #acquire(path: string, dead = 0): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if (await this.#create(path)) return true;
      const other = await readOwner(path);
      if (other !== undefined && (await this.#isAlive(other))) return false;
      // It was released just now.
      if (other === undefined && !(await isThere(path))) continue;
      const successor = `${path}.${other?.window ?? 'unreadable'}`;
      if (dead === MAX_DEAD || !(await this.#acquire(successor, dead + 1))) return false;
      try {
        const now = await readOwner(path);
        if (now?.window !== other?.window) continue;
        await replacePrivateFile(path, JSON.stringify(this.#self));
        return true;
      } finally {
        await rm(successor, { force: true });
      }
    }
    return false;
  }

  /** Resolves to false when there is a lock already. */
  async #create(path: string): Promise<boolean> {
    const beside = `${path}.${randomUUID()}`;
    await makePrivateFolder(this.#folder.locks);
    await writePrivateFile(beside, JSON.stringify(this.#self));
    try {
      // A link appears with all of its text at once, unlike a file that is written.
      await link(beside, path);
      return true;
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      await writePrivateFile(path, JSON.stringify(this.#self), { exclusive: true });
      return true;
    } finally {
      await rm(beside, { force: true });
    }
  }

  async #ownerOf(key: string): Promise<Owner | undefined> {
    return readOwner(this.#folder.lock(key));
  }

  /** A process id may be in use again by another program: then the heartbeat decides. */
  async #isAlive(other: Owner): Promise<boolean> {
    if (other.host === this.#self.host && !isProcess(other.pid)) return false;
    const at = Number.parseInt(await this.#heartbeatOf(other), 10);
    return this.#clock.now() - at < HEARTBEAT_TIMEOUT_MS;
  }

  async #heartbeatOf({ window }: Owner): Promise<string> {
    return readText(this.#folder.window(window)).catch(() => '');
  }

  async #writeHeartbeat(): Promise<void> {
    this.#timer?.dispose();
    if (!this.#disposed) {
      // A full disk takes no heartbeat: the next one is another try.
      this.#timer = this.#clock.after(HEARTBEAT_MS, () => void this.#writeHeartbeat().catch(() => undefined));
    }
    const heartbeat = `${this.#clock.now()}${this.#isLeaving ? LEAVING : ''}`;
    // As a whole: a window whose heartbeat is empty for a moment would count as gone.
    await replacePrivateFile(this.#folder.window(this.#self.window), heartbeat);
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function readText(path: string): Promise<string> {
  return (await readBounded(path, MAX_LOCK_BYTES)).toString('utf8');
}

async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    return owner.safeParse(JSON.parse(await readText(path))).data;
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
