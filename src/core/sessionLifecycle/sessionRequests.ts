// The requests that bring a session into an agent: new, load, resume; what they answer is merged into the store.
import type { AbortSignalLike } from '../base/abort.ts';
import { describeError, ParleyError, reopenRefused, type UserError } from '../errors.ts';
import type { Agent, SessionFolders } from '../ports/agent.ts';
import type { Clock, Log } from '../ports/hostPorts.ts';
import type { UpdateEvent } from '../session/events.ts';
import { hasPrompts } from '../session/selectors.ts';
import { isFact } from '../session/status/updateTraits.ts';
import type { SessionState } from '../session/model.ts';
import { wasOpened, type DetachReason } from './attachment.ts';
import type { AttachmentRegistry } from './attachmentRegistry.ts';
import type { EarlyUpdates } from './earlyUpdates.ts';
import type { LateReplays } from './lateReplays.ts';
import type { OpeningNotices } from './openingNotices.ts';
import type { SessionAnswers } from './sessionAnswers.ts';
import type { SessionStore } from './sessionStore.ts';

/** How long an agent that could not reopen a session is given before it is asked once more. */
const RETRY_REOPEN_MS = 4_000;

export interface SessionRequestsOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly attachments: AttachmentRegistry;
  readonly answers: SessionAnswers;
  readonly earlyUpdates: EarlyUpdates;
  readonly lateReplays: LateReplays;
  readonly notices: OpeningNotices;
  /** Sends nothing of what waits before the user wants it. */
  readonly hold: (key: string) => void;
}

export class SessionRequests {
  readonly #options: SessionRequestsOptions;
  /** By key: the agent's id of the session that a new one continues. */
  readonly #parents = new Map<string, string>();
  /** The sessions that are to be opened without MCP servers next, by key. */
  readonly #withoutServers = new Set<string>();

  constructor(options: SessionRequestsOptions) {
    this.#options = options;
  }

  /** A session that is to be opened continues another one of its agent. */
  continues(key: string, parentId: string): void {
    this.#parents.set(key, parentId);
  }

  /** A session is opened without MCP servers the next time, because its agent may have refused it for one of them. */
  omitServers(key: string): void {
    this.#withoutServers.add(key);
  }

  /** By `session/load` where the agent can, else `session/resume`; a session that was never opened is a new one. */
  async open(agent: Agent, state: SessionState, signal: AbortSignalLike): Promise<void> {
    const { sessionId } = state;
    const abilities = agent.description?.sessions;
    if (sessionId === undefined) {
      await this.#openNew(agent, state);
      return;
    }
    const reopen =
      abilities?.load === true
        ? () => this.#load(agent, state, sessionId, signal)
        : () => this.#resume(agent, state, sessionId, signal);
    if (abilities?.load !== true && abilities?.resume !== true) {
      await this.#openWithoutMemory(agent, state);
      return;
    }
    try {
      await this.#twice(agent, reopen, signal);
      if (this.#withoutServers.has(state.key)) this.#options.notices.withoutServers(state.key, agent);
    } catch (error) {
      // A process that is gone says nothing about the session: the next attempt may find it.
      if (agent.status.state !== 'ready' || signal.aborted) throw error;
      const refusal = describeError(error);
      if (!(await this.#isGone(agent, sessionId, refusal))) {
        throw new ParleyError(reopenRefused(agent.label, refusal), { cause: error });
      }
      await this.#openWithoutMemory(agent, state, refusal);
    } finally {
      this.#withoutServers.delete(state.key);
    }
  }

  /** Whether the agent does not have the session any more, by its own word, which its list must not contradict. */
  async #isGone(agent: Agent, sessionId: string, { code }: UserError): Promise<boolean> {
    if (code !== 'session-gone') return false;
    if (agent.description?.sessions.list !== true) return true;
    try {
      const listed = await agent.sessions.list();
      return !listed.some((session) => session.sessionId === sessionId);
    } catch {
      return true;
    }
  }

  /** Asks once more after a while: an agent that has just started may not have read its sessions yet. */
  async #twice(agent: Agent, reopen: () => Promise<void>, signal: AbortSignalLike): Promise<void> {
    const { clock, log } = this.#options;
    try {
      await reopen();
    } catch (error) {
      const { code, message } = describeError(error);
      const isFinal = code === 'sign-in-needed' || code === 'ability-missing';
      if (isFinal || agent.status.state !== 'ready' || signal.aborted) throw error;
      log.warn(`${agent.name}: a session could not be reopened, and is tried again: ${message}`);
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = clock.after(RETRY_REOPEN_MS, resolve);
      signal.addEventListener('abort', resolve);
      await promise;
      timer.dispose();
      if (agent.status.state !== 'ready' || signal.aborted) throw error;
      await reopen();
    }
  }

  async #openNew(agent: Agent, before: SessionState): Promise<void> {
    const { answers, earlyUpdates, store } = this.#options;
    const { key } = before;
    let rest: readonly UpdateEvent[] = [];
    let opened = '';
    await earlyUpdates.during(
      agent,
      () => agent.sessions.create(answers.folders(before.cwd), this.#parents.get(key)),
      (sessionId, updates) => {
        this.#parents.delete(key);
        if (store.state(key) === undefined) {
          // It was closed while the agent made it, when its id was not known yet.
          void answers.close({ agent, sessionId });
          return;
        }
        answers.attach(key, agent, sessionId);
        opened = sessionId;
        const isOption = ({ type }: UpdateEvent): boolean =>
          type === 'config_options' || type === 'current_mode';
        for (const update of updates) if (isOption(update)) store.dispatch(key, update);
        rest = updates.filter((update) => !isOption(update));
        if (!answers.hasChoices(before)) this.#finishNew(key, sessionId, rest);
      },
    );
    if (answers.hasChoices(before) && (await answers.setOptions(before))) this.#finishNew(key, opened, rest);
  }

  #finishNew(key: string, sessionId: string, updates: readonly UpdateEvent[]): void {
    this.#options.answers.opened(key, sessionId);
    for (const update of updates) this.#options.store.dispatch(key, update);
  }

  async #load(agent: Agent, before: SessionState, sessionId: string, signal: AbortSignalLike): Promise<void> {
    const { answers, earlyUpdates, lateReplays, notices, store } = this.#options;
    const { key } = before;
    const from = this.#detachReason(key);
    let forgotten: number | undefined;
    let isWhole = true;
    // Loaded now, because a window that reopens no session needs none of it.
    const { mergeReplay } = await import('../session/replay/mergeReplay.ts');
    await earlyUpdates.during(
      agent,
      async () => {
        await agent.sessions.load(sessionId, this.#folders(key), signal);
        return sessionId;
      },
      (_same, updates) => {
        const state = store.state(key);
        if (state === undefined) return;
        answers.attach(key, agent, sessionId);
        const replay = mergeReplay(state, updates, this.#now());
        isWhole = replay.isWhole || !hasPrompts(state);
        forgotten = replay.forgotten;
        for (const event of isWhole ? replay.events : updates.filter(isFact)) store.dispatch(key, event);
        // Where the replay has more than is stored, what follows it is shown as it comes.
        if (!hasPrompts(state) || replay.hasNew) return;
        const isReported = isWhole;
        lateReplays.begin(key, {
          updates,
          merge: mergeReplay,
          isExpected: !isWhole,
          ended: (missing) => {
            if (!isReported) notices.reopened(key, agent, from, missing);
          },
        });
      },
      sessionId,
    );
    if (forgotten === undefined || !(await answers.setOptions(before))) return;
    answers.opened(key, sessionId);
    if (isWhole) notices.reopened(key, agent, from, forgotten);
  }

  async #resume(
    agent: Agent,
    before: SessionState,
    sessionId: string,
    signal: AbortSignalLike,
  ): Promise<void> {
    const { answers, earlyUpdates, notices, store } = this.#options;
    const { key } = before;
    const from = this.#detachReason(key);
    await earlyUpdates.during(
      agent,
      async () => {
        await agent.sessions.resume(sessionId, this.#folders(key), signal);
        return sessionId;
      },
      (_same, updates) => {
        if (store.state(key) === undefined) return;
        answers.attach(key, agent, sessionId);
        for (const update of updates) store.dispatch(key, update);
      },
      sessionId,
    );
    if (!(await answers.setOptions(before))) return;
    answers.opened(key, sessionId);
    notices.reopened(key, agent, from, 0);
  }

  /**
   * The agent cannot reopen the session, or does not have it any more. One that was open in this window, or whose transcript is lost, goes on in a new
   * session of the agent; one from the history can be read, and continued in a session of its own.
   */
  async #openWithoutMemory(agent: Agent, state: SessionState, refusal?: UserError): Promise<void> {
    const { attachments, hold, log, notices } = this.#options;
    const { key } = state;
    if (refusal !== undefined) {
      log.warn(`${agent.name}: session ${state.sessionId ?? ''} could not be reopened: ${refusal.message}`);
    }
    if (this.#detachReason(key) === 'transcript-lost') {
      await this.#openNew(agent, state);
      notices.replaced(key, agent, refusal);
    } else if (wasOpened(attachments.of(key))) {
      // What waits needs what the agent has forgotten: the user decides whether the transcript goes with it.
      if (hasPrompts(state)) hold(key);
      await this.#openNew(agent, state);
      if (hasPrompts(state)) notices.forgotten(key, agent);
    } else {
      notices.readOnly(key, agent, refusal);
    }
  }

  #folders(key: string): SessionFolders {
    const { answers, store } = this.#options;
    const folders = answers.folders(store.state(key)?.cwd ?? '');
    return this.#withoutServers.has(key) ? { ...folders, withoutServers: true } : folders;
  }

  /** Why the session that is being opened was detached. */
  #detachReason(key: string): DetachReason {
    return this.#options.attachments.opening(key)?.from ?? 'not-opened';
  }

  #now(): number {
    return this.#options.clock.now();
  }
}
