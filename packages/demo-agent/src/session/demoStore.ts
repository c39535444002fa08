// Where the demo agent stores its sessions: a folder that outlives the process, or the memory of the process.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { storedUpdates, type StoredUpdate } from './demoTranscript.ts';

/** What is known of a session without what was said in it. */
const facts = z.object({
  id: z.string(),
  /** Absolute. */
  cwd: z.string(),
  title: z.string().exactOptional(),
  /** ISO 8601. */
  updatedAt: z.string(),
  /** The values of its config options by their ids. */
  options: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** Kinds of tool call that the user has allowed for the rest of the session. */
  alwaysAllowed: z.array(z.string()),
  usage: z.object({ used: z.number(), cost: z.number() }),
});
export type StoredFacts = z.infer<typeof facts>;

/** Stores sessions. Every call is done when it returns, because the process may end right after. */
export interface DemoStore {
  save(facts: StoredFacts, updates: readonly StoredUpdate[]): void;
  facts(id: string): StoredFacts | undefined;
  updates(id: string): readonly StoredUpdate[];
  /** All sessions, the newest first. */
  list(): readonly StoredFacts[];
  delete(id: string): void;
}

/** A store in `folder`, which is made when it is needed; without one, in memory. */
export function openStore(folder: string | undefined): DemoStore {
  return folder === undefined || folder === '' ? new MemoryStore() : new FolderStore(folder);
}

class MemoryStore implements DemoStore {
  readonly #sessions = new Map<string, { facts: StoredFacts; updates: readonly StoredUpdate[] }>();

  save(stored: StoredFacts, updates: readonly StoredUpdate[]): void {
    this.#sessions.set(stored.id, { facts: stored, updates: structuredClone(updates) });
  }

  facts(id: string): StoredFacts | undefined {
    return this.#sessions.get(id)?.facts;
  }

  updates(id: string): readonly StoredUpdate[] {
    return this.#sessions.get(id)?.updates ?? [];
  }

  list(): readonly StoredFacts[] {
    return newestFirst([...this.#sessions.values()].map((session) => session.facts));
  }

  delete(id: string): void {
    this.#sessions.delete(id);
  }
}

const FACTS = '.facts.json';
const TRANSCRIPT = '.transcript.json';

/** Ids that are made here; any other could be a way out of the folder. */
const IS_ID = /^[\w-]{1,100}$/;

/** Two files a session, so that a list need not read what was said. */
class FolderStore implements DemoStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  save(stored: StoredFacts, updates: readonly StoredUpdate[]): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.#write(stored.id + TRANSCRIPT, updates);
      this.#write(stored.id + FACTS, stored);
    } catch (error) {
      // The answer does not depend on a full or read-only disk.
      process.stderr.write(`demo agent: the session was not stored: ${String(error)}\n`);
    }
  }

  facts(id: string): StoredFacts | undefined {
    const read = facts.safeParse(this.#read(id, FACTS));
    return read.success && read.data.id === id ? read.data : undefined;
  }

  updates(id: string): readonly StoredUpdate[] {
    const read = storedUpdates.safeParse(this.#read(id, TRANSCRIPT));
    return read.success ? read.data : [];
  }

  list(): readonly StoredFacts[] {
    const ids = this.#names().flatMap((name) => (name.endsWith(FACTS) ? [name.slice(0, -FACTS.length)] : []));
    return newestFirst(ids.flatMap((id) => this.facts(id) ?? []));
  }

  delete(id: string): void {
    if (!IS_ID.test(id)) return;
    for (const kind of [FACTS, TRANSCRIPT]) rmSync(join(this.#folder, id + kind), { force: true });
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }

  #read(id: string, kind: string): unknown {
    if (!IS_ID.test(id)) return undefined;
    try {
      return JSON.parse(readFileSync(join(this.#folder, id + kind), 'utf8'));
    } catch {
      // The file is missing, was deleted meanwhile by another process, or has no JSON.
      return undefined;
    }
  }

  /** Whole or not at all: another process may read it meanwhile, and this one may be killed. */
  #write(name: string, value: unknown): void {
    const path = join(this.#folder, name);
    writeFileSync(`${path}.${process.pid}.tmp`, JSON.stringify(value), { mode: 0o600 });
    renameSync(`${path}.${process.pid}.tmp`, path);
  }
}

function newestFirst(sessions: readonly StoredFacts[]): readonly StoredFacts[] {
  return sessions.toSorted((a, b) => compare(b.updatedAt, a.updatedAt) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
