// The sessions of the demo agent: those that are open in this process, over those that are stored.
import { MAX_NAME_CHARACTERS, titleOf } from '../../../agent/titleText.ts';
import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { RequestError, type ListSessionsResponse } from '@agentclientprotocol/sdk';
import { DemoConfigOptions } from './demoConfigOptions.ts';
import { updatesUpTo, type ForkKey } from './demoFork.ts';
import type { DemoStore, StoredFacts } from './demoStore.ts';
import { DemoTranscript, isOfSubagent, type StoredUpdate } from './demoTranscript.ts';
import type { DemoSession } from './demoTurn.ts';
import { DemoUsage } from './demoUsage.ts';

const PAGE_SESSIONS = 20;

/** Every method throws what the client is answered. */
export class DemoSessions {
  readonly #store: DemoStore;
  readonly #open = new Map<string, DemoSession>();

  constructor(store: DemoStore) {
    this.#store = store;
  }

  /** A new session. It is stored from its first prompt on, as real agents do it. */
  create(cwd: string): DemoSession {
    return this.#add(randomUUID(), cwd, undefined, []);
  }

  /** An open session, if there is one of that id. */
  find(id: string): DemoSession | undefined {
    return this.#open.get(id);
  }

  /** Stops the turn of a session, or the work of a sub-agent. */
  cancel(id: string): void {
    this.find(id)?.running?.abort();
    for (const { subagents } of this.#open.values()) subagents.get(id)?.abort();
  }

  /** Stops a task that a session runs beside its turns: whether it ran. */
  stopTask(id: string, taskId: string): boolean {
    const task = this.find(id)?.tasks.get(taskId);
    task?.abort();
    return task !== undefined;
  }

  /** An open session. */
  get(id: string): DemoSession {
    const session = this.find(id);
    if (session === undefined) throw RequestError.resourceNotFound(id);
    return session;
  }

  /** A session of this process or an earlier one, to work in `cwd` from now on. */
  reopen(id: string, cwd: string): DemoSession {
    const open = this.#open.get(id);
    if (open === undefined) return this.#add(id, cwd, this.#stored(id), this.#store.updates(id));
    checkFolder(cwd);
    open.cwd = cwd;
    return open;
  }

  /**
   * A new session that begins with all that another one knows, and is named as its copy; with a key only what was said
   * up to that answer, and what it is called is open.
   */
  fork(id: string, cwd: string, key?: ForkKey): DemoSession {
    const open = this.#open.get(id);
    const facts = open === undefined ? this.#stored(id) : factsOf(open);
    const all = open?.transcript.updates ?? this.#store.updates(id);
    // Sub-agents are sessions of one parent.
    const updates = all.filter((update) => !isOfSubagent(update));
    const copied = key === undefined ? updates : updatesUpTo(updates, key);
    const forked = this.#add(randomUUID(), cwd, facts, copied);
    if (key !== undefined) forked.title = undefined;
    else if (forked.title !== undefined)
      forked.title = titleOf(`Fork of ${forked.title}`, MAX_NAME_CHARACTERS);
    this.save(forked);
    return forked;
  }

  /** Ends a session in this process; it stays in the list. */
  close(id: string): void {
    const session = this.get(id);
    if (isWorking(session)) this.save(session);
    stopWork(session);
    this.#open.delete(id);
  }

  /** Deletes a session for good; one that is not there is deleted already. */
  delete(id: string): void {
    const session = this.#open.get(id);
    if (session !== undefined) stopWork(session);
    this.#open.delete(id);
    this.#store.delete(id);
  }

  /** One page of the stored sessions, the newest first. */
  list(cwd: string | undefined, cursor: string | undefined): ListSessionsResponse {
    if (cwd !== undefined) checkFolder(cwd);
    const all = this.#store.list().filter((session) => cwd === undefined || session.cwd === cwd);
    // The cursor names the last session of the page before; if that was deleted meanwhile, the list has ended.
    const last = cursor === undefined ? -1 : all.findIndex(({ id }) => id === decode(cursor));
    if (cursor !== undefined && last === -1) return { sessions: [] };
    const page = all.slice(last + 1, last + 1 + PAGE_SESSIONS);
    const end = page.at(-1);
    const goesOn = end !== undefined && last + 1 + PAGE_SESSIONS < all.length;
    return {
      sessions: page.map(({ id, cwd: folder, title, updatedAt }) => ({
        sessionId: id,
        cwd: folder,
        updatedAt,
        ...(title === undefined ? {} : { title }),
      })),
      ...(goesOn ? { nextCursor: encode(end.id) } : {}),
    };
  }

  /** Stores a session as it is now, unless it was closed or deleted meanwhile. */
  save(session: DemoSession): void {
    if (this.#open.get(session.id) !== session) return;
    this.#store.save(factsOf(session), session.transcript.updates);
  }

  /** Stores what is in the middle of its work, before the process ends. */
  saveRunning(): void {
    for (const session of this.#open.values()) {
      if (isWorking(session)) this.save(session);
    }
  }

  #stored(id: string): StoredFacts {
    const facts = this.#store.facts(id);
    if (facts === undefined) throw RequestError.resourceNotFound(id);
    return facts;
  }

  #add(
    id: string,
    cwd: string,
    facts: StoredFacts | undefined,
    updates: readonly StoredUpdate[],
  ): DemoSession {
    checkFolder(cwd);
    const session: DemoSession = {
      id,
      cwd,
      alwaysAllowed: new Set(facts?.alwaysAllowed),
      options: new DemoConfigOptions(facts?.options),
      usage: new DemoUsage(facts?.usage),
      transcript: new DemoTranscript(updates),
      title: facts?.title,
      running: undefined,
      subagents: new Map(),
      tasks: new Map(),
    };
    this.#open.set(id, session);
    return session;
  }
}

function isWorking({ running, tasks }: DemoSession): boolean {
  return running !== undefined || tasks.size > 0;
}

/** A session that is closed or deleted leaves nothing behind. */
function stopWork({ running, subagents, tasks }: DemoSession): void {
  running?.abort();
  for (const work of [...subagents.values(), ...tasks.values()]) work.abort();
}

function factsOf({ id, cwd, title, options, alwaysAllowed, usage }: DemoSession): StoredFacts {
  return {
    id,
    cwd,
    ...(title === undefined ? {} : { title }),
    updatedAt: new Date().toISOString(),
    options: options.values,
    alwaysAllowed: [...alwaysAllowed],
    usage: usage.stored,
  };
}

function checkFolder(cwd: string): void {
  if (!isAbsolute(cwd)) throw RequestError.invalidParams(undefined, 'cwd must be an absolute path');
}

function encode(id: string): string {
  return Buffer.from(id).toString('base64url');
}

function decode(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString();
}
