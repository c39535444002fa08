// The requests that bring a session into an agent: new, load, resume, fork; what they answer is merged into the store.
import type { AbortSignalLike } from '../base/abort.ts';
import { describeError, type UserError } from '../errors.ts';
import type { Agent, SessionFolders } from '../ports/agent.ts';
import type { Clock, Log } from '../ports/hostPorts.ts';
import type { UpdateEvent } from '../session/events.ts';
import { entriesBefore, hasPrompts, mergeReplay } from '../session/replay/mergeReplay.ts';
import type { SessionState } from '../session/model.ts';
import type { AgentSupervisor } from './agentSupervisor.ts';
import { wasOpened, type Attached, type DetachReason } from './attachment.ts';
import type { AttachmentRegistry } from './attachmentRegistry.ts';
import type { EarlyUpdates } from './earlyUpdates.ts';
import type { OpeningNotices } from './openingNotices.ts';
import type { SessionStore } from './sessionStore.ts';

export interface SessionRequestsOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly attachments: AttachmentRegistry;
  readonly earlyUpdates: EarlyUpdates;
  readonly supervisor: AgentSupervisor;
  readonly notices: OpeningNotices;
  /** The roots of the window besides a session's own folder (R38); absolute. */
  readonly furtherRoots: (cwd: string) => readonly string[];
}

/** A copy that is to be made of a session. */
export interface SessionCopy {
  readonly key: string;
  readonly alias: string;
  /** The id of the entry before which it ends; undefined: all of it. */
  readonly before: string | undefined;
}

export class SessionRequests {
  readonly #options: SessionRequestsOptions;

  constructor(options: SessionRequestsOptions) {
    this.#options = options;
  }

  /** By `session/load` where the agent can, else `session/resume`; a session that was never opened is a new one. */
  async open(agent: Agent, state: SessionState, signal: AbortSignalLike): Promise<void> {
    const { key, sessionId } = state;
    const abilities = agent.description?.sessions;
    if (sessionId === undefined) {
      await this.#openNew(agent, key, state.cwd);
      return;
    }
    try {
      if (abilities?.load === true) await this.#load(agent, key, sessionId, signal);
      else if (abilities?.resume === true) await this.#resume(agent, key, sessionId, signal);
      else await this.#openWithoutMemory(agent, state);
    } catch (error) {
      // A process that is gone says nothing about the session: the next attempt may find it.
      if (agent.status.state !== 'ready' || signal.aborted) throw error;
      await this.#openWithoutMemory(agent, state, describeError(error));
    }
  }

  /**
   * Copies an attached session (R32), up to before an entry if one is named. Resolves to false where the agent cannot;
   * rejects with a ParleyError when the agent refuses.
   */
  async fork({ agent, sessionId }: Attached, source: SessionState, copy: SessionCopy): Promise<boolean> {
    const { earlyUpdates, store } = this.#options;
    if (agent.description?.sessions.fork !== true) return false;
    const cut = copy.before === undefined ? undefined : entriesBefore(source, copy.before);
    const isCut = copy.before !== undefined;
    if (isCut && (cut === undefined || !agent.description.sessions.forkAtPrompt)) return false;
    await earlyUpdates.during(
      agent,
      () => agent.forkSession(sessionId, this.#folders(source.cwd), cut?.forkPoint),
      (forkedId, updates) => {
        const { turn: _ofTheSource, changes: _ofItsFiles, ...copied } = { ...source, ...cut?.state };
        const { key, alias } = copy;
        const state: SessionState = { ...copied, key, sessionId: forkedId, queue: [], alias };
        store.add(state);
        store.dispatch(key, { type: 'restored', at: this.#now() });
        this.#attach(key, agent, forkedId);
        this.#merge(key, state, updates);
        this.#opened(key, forkedId);
      },
    );
    return true;
  }

  /** Lets the agent free a session that nobody needs any more, where it wants to know (R32). Never rejects. */
  async close({ agent, sessionId }: Pick<Attached, 'agent' | 'sessionId'>): Promise<void> {
    await agent.closeSession(sessionId).catch((error: unknown) => {
      const why = describeError(error).message;
      this.#options.log.warn(`${agent.name}: the session was not closed there: ${why}`);
    });
  }

  #openNew(agent: Agent, key: string, cwd: string): Promise<void> {
    const { earlyUpdates, store } = this.#options;
    return earlyUpdates.during(
      agent,
      () => agent.newSession(this.#folders(cwd)),
      (sessionId, updates) => {
        if (store.state(key) === undefined) {
          // It was closed while the agent made it, when its id was not known yet.
          void this.close({ agent, sessionId });
          return;
        }
        this.#attach(key, agent, sessionId);
        this.#opened(key, sessionId);
        for (const update of updates) store.dispatch(key, update);
      },
    );
  }

  async #load(agent: Agent, key: string, sessionId: string, signal: AbortSignalLike): Promise<void> {
    const { earlyUpdates, notices, store } = this.#options;
    await earlyUpdates.during(
      agent,
      async () => {
        await agent.loadSession(sessionId, this.#folders(store.state(key)?.cwd ?? ''), signal);
        return sessionId;
      },
      (_same, updates) => {
        const state = store.state(key);
        if (state === undefined) return;
        const from = this.#detachReason(key);
        this.#attach(key, agent, sessionId);
        const forgotten = this.#merge(key, state, updates);
        this.#opened(key, sessionId);
        notices.reopened(key, agent, from, forgotten);
      },
      sessionId,
    );
  }

  async #resume(agent: Agent, key: string, sessionId: string, signal: AbortSignalLike): Promise<void> {
    const { earlyUpdates, notices, store } = this.#options;
    await earlyUpdates.during(
      agent,
      async () => {
        await agent.resumeSession(sessionId, this.#folders(store.state(key)?.cwd ?? ''), signal);
        return sessionId;
      },
      (_same, updates) => {
        if (store.state(key) === undefined) return;
        const from = this.#detachReason(key);
        this.#attach(key, agent, sessionId);
        for (const update of updates) store.dispatch(key, update);
        this.#opened(key, sessionId);
        notices.reopened(key, agent, from, 0);
      },
      sessionId,
    );
  }

  /**
   * The agent cannot reopen the session. One that was open in this window, or whose transcript is lost, goes on in a new
   * session of the agent; one from the history can be read, and continued in a session of its own.
   */
  async #openWithoutMemory(agent: Agent, state: SessionState, refusal?: UserError): Promise<void> {
    const { attachments, log, notices } = this.#options;
    const { key } = state;
    if (refusal !== undefined) {
      log.warn(`${agent.name}: session ${state.sessionId ?? ''} could not be reopened: ${refusal.message}`);
    }
    if (this.#detachReason(key) === 'transcript-lost') {
      await this.#openNew(agent, key, state.cwd);
      notices.replaced(key, agent, refusal);
    } else if (wasOpened(attachments.of(key))) {
      await this.#openNew(agent, key, state.cwd);
      if (hasPrompts(state)) notices.forgotten(key, agent);
    } else {
      notices.readOnly(key, agent, refusal);
    }
  }

  /** Merges the agent's replay into the transcript; returns how many of its last prompts the agent does not remember. */
  #merge(key: string, state: SessionState, updates: readonly UpdateEvent[]): number {
    const { events, forgotten } = mergeReplay(state, updates, this.#now());
    for (const event of events) this.#options.store.dispatch(key, event);
    return forgotten;
  }

  /** Why the session that is being opened was detached. */
  #detachReason(key: string): DetachReason {
    return this.#options.attachments.opening(key)?.from ?? 'not-opened';
  }

  #attach(key: string, agent: Agent, sessionId: string): void {
    this.#options.attachments.attach(key, agent, sessionId);
    this.#options.supervisor.watch(agent);
  }

  #opened(key: string, sessionId: string): void {
    this.#options.store.dispatch(key, { type: 'opened', at: this.#now(), sessionId });
  }

  #folders(cwd: string): SessionFolders {
    return { cwd, additional: this.#options.furtherRoots(cwd) };
  }

  #now(): number {
    return this.#options.clock.now();
  }
}
