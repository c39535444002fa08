// The conversations that an RPC-mode CLI has on disk: which there are, newest first, and where. Nothing is written.
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import * as z from 'zod';
import { readStoredFacts, type StoredFacts } from './storedFacts.ts';

const PAGE_SESSIONS = 50;

const MAX_FILES_AT_ONCE = 8;

/** Where a CLI stores its sessions: one folder with all of them, or a folder for each working directory. */
export interface SessionFolder {
  /** Absolute. */
  readonly path: string;
  readonly nested: boolean;
}

export interface StoredSession {
  readonly sessionId: string;
  /** The file, as `switch_session` wants it. */
  readonly path: string;
  /** The folder that the session was started in. */
  readonly cwd: string;
  /** Its name, or else the beginning of its first prompt; undefined where there is neither. */
  readonly title: string | undefined;
  /** ISO 8601: when it was last written. */
  readonly updatedAt: string;
}

export interface StoredPage {
  readonly sessions: readonly StoredSession[];
  /** Where the next page begins; undefined on the last. Opaque to the client (R39). */
  readonly nextCursor: string | undefined;
}

interface SessionFile {
  readonly path: string;
  /** Epoch in milliseconds. */
  readonly written: number;
  readonly size: number;
}

interface Known extends SessionFile {
  readonly facts: StoredFacts | undefined;
}

/**
 * The folder of all sessions, from the file that `get_state` names for one: it lies in a folder of its working
 * directory below `sessions`, unless the user chose a folder of their own.
 */
export function sessionFolderOf(sessionFile: string): SessionFolder {
  const folder = dirname(sessionFile);
  const above = dirname(folder);
  return basename(above) === 'sessions' ? { path: above, nested: true } : { path: folder, nested: false };
}

/** The sessions of one folder. What was read of a file is remembered until the file changes. */
export class StoredSessions {
  readonly #folder: SessionFolder;
  #known = new Map<string, Known>();

  constructor(folder: SessionFolder) {
    this.#folder = folder;
  }

  /**
   * One page, newest first; with `cwd` only the sessions of that working directory. A folder that cannot be read has
   * no sessions. Rejects with a plain Error when the cursor is not one of this list (R39).
   */
  async list({ cwd, cursor }: { cwd?: string; cursor?: string } = {}): Promise<StoredPage> {
    const after = cursor === undefined ? undefined : readCursor(cursor);
    const wanted = cwd === undefined ? undefined : await namesOf(cwd);
    const files = (await this.#files()).filter((file) => after === undefined || isAfter(file, after));
    const sessions: StoredSession[] = [];
    const seen = new Set<string>();
    for (let start = 0; start < files.length; start += MAX_FILES_AT_ONCE) {
      const batch = await Promise.all(
        files.slice(start, start + MAX_FILES_AT_ONCE).map((file) => this.#read(file)),
      );
      for (const { path, written, facts } of batch) {
        if (facts === undefined || !facts.hasMessages || seen.has(facts.sessionId)) continue;
        if (wanted !== undefined && !wanted.has(nameOf(facts.cwd))) continue;
        if (sessions.length === PAGE_SESSIONS) return { sessions, nextCursor: cursorOf(sessions.at(-1)) };
        seen.add(facts.sessionId);
        sessions.push(sessionOf(path, written, facts));
      }
    }
    return { sessions, nextCursor: undefined };
  }

  /** The newest session with this id; undefined where there is none. The id is compared, never made a path. */
  async find(sessionId: string): Promise<StoredSession | undefined> {
    const files = await this.#files();
    // Nearly always the file's name ends in the id, so that one file has to be read and not all.
    const likely = files.filter(({ path }) => basename(path).includes(sessionId));
    for (const file of [...likely, ...files.filter((each) => !likely.includes(each))]) {
      const { path, written, facts } = await this.#read(file);
      if (facts?.sessionId === sessionId) return sessionOf(path, written, facts);
    }
    return undefined;
  }

  /** All session files, newest first. */
  async #files(): Promise<SessionFile[]> {
    const { path, nested } = this.#folder;
    const folders = nested
      ? (await entriesOf(path)).filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name))
      : [path];
    const found = await Promise.all(
      folders.map(async (folder) =>
        (await entriesOf(folder))
          .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
          .map(({ name }) => join(folder, name)),
      ),
    );
    const files = await Promise.all(found.flat().map(fileAt));
    return files
      .filter((file) => file !== undefined)
      .sort((one, other) => other.written - one.written || (one.path < other.path ? 1 : -1));
  }

  async #read(file: SessionFile): Promise<Known> {
    const known = this.#known.get(file.path);
    if (known !== undefined && known.written === file.written && known.size === file.size) return known;
    const read = { ...file, facts: await readStoredFacts(file.path) };
    this.#known.set(file.path, read);
    return read;
  }
}

function sessionOf(path: string, written: number, { sessionId, cwd, title }: StoredFacts): StoredSession {
  return { sessionId, path, cwd, title, updatedAt: new Date(written).toISOString() };
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    // The folder does not exist yet, or it is not ours to read: either way it has no sessions for us.
    return [];
  }
}

async function fileAt(path: string): Promise<SessionFile | undefined> {
  try {
    const { mtimeMs, size } = await stat(path);
    return { path, written: Math.floor(mtimeMs), size };
  } catch {
    // Deleted meanwhile.
    return undefined;
  }
}

/** A folder as it is compared. Windows ignores letter case. */
function nameOf(folder: string): string {
  const name = isAbsolute(folder) ? resolve(folder) : folder;
  return process.platform === 'win32' ? name.toLowerCase() : name;
}

/** What a folder may be called in a session: as it was given, and as the system calls it behind its links. */
async function namesOf(folder: string): Promise<ReadonlySet<string>> {
  const names = new Set([nameOf(folder)]);
  try {
    names.add(nameOf(await realpath(folder)));
  } catch {
    // The folder is gone; its sessions are not.
  }
  return names;
}

type Place = Pick<SessionFile, 'path' | 'written'>;

const place = z.tuple([z.number(), z.string()]);

function cursorOf(last: StoredSession | undefined): string | undefined {
  if (last === undefined) return undefined;
  return Buffer.from(JSON.stringify([Date.parse(last.updatedAt), last.path])).toString('base64url');
}

function readCursor(cursor: string): Place {
  try {
    const [written, path] = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { written, path };
  } catch {
    throw new Error('The cursor is not one of this list.');
  }
}

function isAfter(file: Place, last: Place): boolean {
  return file.written < last.written || (file.written === last.written && file.path < last.path);
}
