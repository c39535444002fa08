// How a session comes into a living agent and loses it: new, load, resume, fork, restart, a process that is gone.
import type { Agent, SessionFolders } from '../ports/agent.ts';
import { Abort } from '../base/abort.ts';
import { Attachments, type Attachment } from './attachedSessions.ts';
import { crashedTooOften, describeError, memoryLost, ParleyError, type UserError } from '../errors.ts';
import type { Disposable } from '../base/lifecycle.ts';
import type { AgentDirectory, Clock, Log } from '../ports/hostPorts.ts';
import type { RestartPolicy } from './restartPolicy.ts';
import type { SessionEvent } from '../session/events.ts';
import type { SessionState } from '../session/model.ts';
import { entriesBefore, hasPrompts, mergeReplay } from '../session/mergeReplay.ts';
import type { SessionStore } from './sessionStore.ts';

/** How long an agent may take to open a session before the user is told that it does, in milliseconds. */
const OPEN_PATIENCE = 30_000;

export interface SessionOpeningOptions {
  readonly store: SessionStore;
  readonly agents: AgentDirectory;
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: RestartPolicy;
  /** The roots of the window besides a session's own folder (R38); absolute. */
  readonly furtherRoots: (cwd: string) => readonly string[];
}

/** A copy that is to be made of a session. */
export interface SessionCopy {
  /** Its key. */
  readonly key: string;
  readonly alias: string;
  /** The id of the entry before which it ends; undefined: all of it. */
  readonly before: string | undefined;
}

/** Owns which session is attached to which agent's session, and the requests that change it. */
export class SessionOpening implements Disposable {
  readonly attachments = new Attachments();
  readonly #options: SessionOpeningOptions;
  readonly #watched = new Map<Agent, Disposable>();
  /** Agents that are being stopped on purpose. */
  readonly #stopping = new Set<Agent>();
  /** Sessions that lost their agent because nothing used it: they come back without a word. */
  readonly #suspended = new Set<string>();
  readonly #opening = new Map<string, { readonly done: Promise<void>; readonly abort: Abort }>();
  /** The sessions of these that are opened again when their agent has been restarted. */
  readonly #interrupted = new Set<string>();
  /** The sessions that were open in an agent since the window was opened. */
  readonly #wereOpen = new Set<string>();
  /** Sessions of an earlier window of which nothing was kept, until it is known whether their agent has them. */
  readonly #withoutTranscript = new Set<string>();
  /** Agents that crashed too often: only the user starts them again. */
  readonly #tooOften = new Set<Agent>();

  constructor(options: SessionOpeningOptions) {
    this.#options = options;
  }

  /** Whether the agent is being ended on purpose, so that what it leaves unfinished is no failure. */
  isStopping(agent: Agent): boolean {
    return this.#stopping.has(agent);
  }

  /** Makes sure the session exists in a living agent; failures become entries of its transcript. */
  ensureOpen(key: string): Promise<void> {
    const running = this.#opening.get(key);
    if (running !== undefined) return running.done;
    if (this.attachments.of(key) !== undefined) return Promise.resolve();
    const abort = new Abort();
    const done = this.#open(key, abort).finally(() => this.#opening.delete(key));
    this.#opening.set(key, { done, abort });
    return done;
  }

  /**
   * Copies an open session (R32), up to before an entry if one is named. Resolves to false where the agent cannot, or
   * the session is not open; rejects with a ParleyError when the agent refuses.
   */
  async fork(key: string, { key: newKey, alias, before }: SessionCopy): Promise<boolean> {
    const { store, clock } = this.#options;
    await this.ensureOpen(key);
    const attached = this.attachments.of(key);
    const source = store.state(key);
    if (attached === undefined || source === undefined) return false;
    const { agent, sessionId } = attached;
    if (agent.description?.sessions.fork !== true) return false;
    const cut = before === undefined ? undefined : entriesBefore(source, before);
    if (before !== undefined && (cut === undefined || !agent.description.sessions.forkAtPrompt)) return false;
    await this.attachments.whileOpening(
      agent,
      () => agent.forkSession(sessionId, this.#folders(source.cwd), cut?.forkPoint),
      (forkedId, updates) => {
        const { turn: _ofTheSource, changes: _theirs, ...copied } = { ...source, ...cut?.state };
        const copy: SessionState = { ...copied, key: newKey, sessionId: forkedId, queue: [], alias };
        store.add(copy);
        this.#dispatch(newKey, { type: 'restored', at: clock.now() });
        this.#attach(newKey, { agent, sessionId: forkedId });
        for (const event of mergeReplay(copy, updates, clock.now()).events) this.#dispatch(newKey, event);
        this.#dispatch(newKey, { type: 'opened', at: clock.now(), sessionId: forkedId });
      },
    );
    return true;
  }

  /** Nothing was kept of a session: where its agent cannot open it either, a new one is to be in its place. */
  expectNoTranscript(key: string): void {
    this.#withoutTranscript.add(key);
  }

  /** Gives up opening a session that the agent takes long to load; it stays as it was. */
  giveUp(key: string): void {
    this.#opening.get(key)?.abort.abort();
  }

  /**
   * Whether the session goes on only as long as the window has it: something was said in it, and its agent cannot open
   * it again. One that was not open since the window was opened has nothing more to lose.
   */
  isLostByClosing(key: string): boolean {
    const { agents, store } = this.#options;
    const state = store.state(key);
    if (state === undefined || !this.#wereOpen.has(key) || !hasPrompts(state)) return false;
    return !canReopen(agents.agent(state.agent));
  }

  /** Tells the agent that nobody needs a session any more, where it can be told (R32). Never rejects. */
  async closeInAgent({ agent, sessionId }: Attachment): Promise<void> {
    await agent.closeSession(sessionId).catch((error: unknown) => {
      const why = describeError(error).message;
      this.#options.log.warn(`${agent.name}: the session was not closed there: ${why}`);
    });
  }

  /** Takes a session out of its agent, here alone: the agent is not told. */
  detach(key: string): void {
    this.giveUp(key);
    this.attachments.detach(key);
    this.#wereOpen.delete(key);
    this.#withoutTranscript.delete(key);
    this.#suspended.delete(key);
  }

  /**
   * Ends the agent's process and starts it again because the user wants it; the sessions that were open in it are
   * opened again. Resolves when they have been asked for.
   */
  async restart(agentName: string, reopen: (key: string) => void): Promise<void> {
    const { agents, policy, store } = this.#options;
    const agent = agents.agent(agentName);
    policy.forget(agentName);
    this.#tooOften.delete(agent);
    const interrupted = this.#interrupt(agentName);
    await this.#stop(agent);
    for (const key of store.keys()) {
      const state = store.state(key);
      if (state?.agent !== agentName || interrupted.has(key)) continue;
      if (this.#wereOpen.has(key) || state.sessionId === undefined) reopen(key);
    }
    for (const [key, done] of interrupted) {
      void done.then(() => reopen(key));
    }
  }

  /** Gives up what an agent is opening, without a word; returns what of it is still to come to an end. */
  #interrupt(agentName: string): ReadonlyMap<string, Promise<void>> {
    const interrupted = new Map<string, Promise<void>>();
    for (const [key, { done, abort }] of this.#opening) {
      if (this.#options.store.state(key)?.agent !== agentName) continue;
      this.#interrupted.add(key);
      interrupted.set(
        key,
        done.then(() => void this.#interrupted.delete(key)),
      );
      abort.abort();
    }
    return interrupted;
  }

  /**
   * Ends an agent's process that nothing uses: no turn runs, none of its sessions is being opened, and each of them
   * can be brought back. Resolves to whether it was ended.
   */
  async suspend(agent: Agent): Promise<boolean> {
    const { store } = this.#options;
    if (agent.status.state !== 'ready') return false;
    const keys = this.attachments.keysOf(agent);
    const states = keys.flatMap((key) => store.state(key) ?? []);
    const isUsed = states.some(
      (state) => state.turn !== undefined || state.opening || (hasPrompts(state) && !canReopen(agent)),
    );
    if (isUsed || this.#isOpeningIn(agent.name)) return false;
    for (const key of keys) this.#suspended.add(key);
    await this.#stop(agent);
    return true;
  }

  dispose(): void {
    for (const watch of this.#watched.values()) watch.dispose();
  }

  async #stop(agent: Agent): Promise<void> {
    this.#stopping.add(agent);
    try {
      await agent.stop();
    } finally {
      this.#stopping.delete(agent);
    }
  }

  #isOpeningIn(agentName: string): boolean {
    const { store } = this.#options;
    return [...this.#opening.keys()].some((key) => store.state(key)?.agent === agentName);
  }

  #dispatch(key: string, event: SessionEvent): void {
    this.#options.store.dispatch(key, event);
  }

  #folders(cwd: string): SessionFolders {
    return { cwd, additional: this.#options.furtherRoots(cwd) };
  }

  #attach(key: string, attachment: Attachment): void {
    const { agent } = attachment;
    this.attachments.attach(key, attachment);
    this.#wereOpen.add(key);
    this.#watch(agent);
  }

  #watch(agent: Agent): void {
    if (this.#watched.has(agent)) return;
    this.#watched.set(
      agent,
      agent.onStatusChange(() => this.#agentChanged(agent)),
    );
  }

  /** When a process is gone its sessions are too; a running turn reports the reason itself (R16). */
  #agentChanged(agent: Agent): void {
    const { clock, policy, store } = this.#options;
    const { state, error } = agent.status;
    if (state !== 'failed' && state !== 'stopped') return;
    if (isCrash(error) && policy.crashed(agent.name) === 'stop') this.#tooOften.add(agent);
    for (const key of this.attachments.keysOf(agent)) {
      this.attachments.detach(key);
      const told = error === undefined || store.state(key)?.turn !== undefined;
      this.#dispatch(key, { type: 'detached', at: clock.now(), ...(told ? {} : { error }) });
    }
  }

  async #open(key: string, abort: Abort): Promise<void> {
    const { store, agents, clock } = this.#options;
    const state = store.state(key);
    if (state === undefined) return;
    this.#dispatch(key, { type: 'opening', at: clock.now() });
    const patience = clock.after(OPEN_PATIENCE, () => this.#tellSlow(key));
    try {
      const agent = agents.agent(state.agent);
      this.#watch(agent);
      if (this.#tooOften.has(agent)) throw new ParleyError(crashedTooOften(agent.label));
      await agent.connect();
      await this.#openIn(agent, state, abort);
    } catch (error) {
      if (this.#interrupted.has(key)) this.#dispatch(key, { type: 'detached', at: clock.now() });
      else this.#dispatch(key, { type: 'open_failed', at: clock.now(), error: describeError(error) });
    } finally {
      patience.dispose();
      // After a failure that the user saw, the return is news.
      this.#suspended.delete(key);
    }
  }

  /** By `session/load` where the agent can, else `session/resume`; a session that was never opened is a new one. */
  async #openIn(agent: Agent, state: SessionState, abort: Abort): Promise<void> {
    const { key, sessionId } = state;
    const abilities = agent.description?.sessions;
    if (sessionId === undefined) {
      await this.#openNew(agent, key, state.cwd);
      return;
    }
    try {
      if (abilities?.load === true) await this.#load(agent, key, sessionId, abort);
      else if (abilities?.resume === true) await this.#resume(agent, key, sessionId, abort);
      else await this.#openWithoutMemory(agent, state);
    } catch (error) {
      // A process that is gone says nothing about the session: the next attempt may find it.
      if (agent.status.state !== 'ready' || abort.aborted) throw error;
      await this.#openWithoutMemory(agent, state, describeError(error));
    }
  }

  #openNew(agent: Agent, key: string, cwd: string): Promise<void> {
    const { clock, store } = this.#options;
    return this.attachments.whileOpening(
      agent,
      () => agent.newSession(this.#folders(cwd)),
      (sessionId, updates) => {
        if (store.state(key) === undefined) {
          // Nobody could tell the agent which one, while it was making it.
          void this.closeInAgent({ agent, sessionId });
          return;
        }
        this.#attach(key, { agent, sessionId });
        this.#dispatch(key, { type: 'opened', at: clock.now(), sessionId });
        for (const update of updates) this.#dispatch(key, update);
      },
    );
  }

  async #load(agent: Agent, key: string, sessionId: string, abort: Abort): Promise<void> {
    const { clock, store } = this.#options;
    await this.attachments.whileOpening(
      agent,
      async () => {
        await agent.loadSession(sessionId, this.#folders(store.state(key)?.cwd ?? ''), abort);
        return sessionId;
      },
      (_same, updates) => {
        const state = store.state(key);
        if (state === undefined) return;
        const isBack = this.#isBack(key);
        this.#attach(key, { agent, sessionId });
        const { events, forgotten } = mergeReplay(state, updates, clock.now());
        for (const event of events) this.#dispatch(key, event);
        this.#dispatch(key, { type: 'opened', at: clock.now(), sessionId });
        this.#tellFound(key, agent);
        if (forgotten > 0) {
          this.#notice(
            key,
            'warning',
            `${agent.label} does not remember the last ${forgotten} prompts above.`,
          );
        } else if (isBack) this.#tellReturn(key, agent);
      },
      sessionId,
    );
  }

  async #resume(agent: Agent, key: string, sessionId: string, abort: Abort): Promise<void> {
    const { clock, store } = this.#options;
    await this.attachments.whileOpening(
      agent,
      async () => {
        await agent.resumeSession(sessionId, this.#folders(store.state(key)?.cwd ?? ''), abort);
        return sessionId;
      },
      (_same, updates) => {
        if (store.state(key) === undefined) return;
        const isBack = this.#isBack(key);
        this.#attach(key, { agent, sessionId });
        for (const update of updates) this.#dispatch(key, update);
        this.#dispatch(key, { type: 'opened', at: clock.now(), sessionId });
        this.#tellFound(key, agent);
        if (isBack) this.#tellReturn(key, agent);
      },
      sessionId,
    );
  }

  /**
   * The agent cannot bring the session back. One that was open in this window, or that nobody knows anything of, goes on
   * in a new session of the agent; one from the history can be read, and gone on with in a session of its own.
   */
  async #openWithoutMemory(agent: Agent, state: SessionState, refusal?: UserError): Promise<void> {
    const { clock, log } = this.#options;
    const { key } = state;
    if (refusal !== undefined) {
      log.warn(
        `${agent.name}: session ${state.sessionId ?? ''} could not be opened again: ${refusal.message}`,
      );
    }
    if (this.#withoutTranscript.has(key)) {
      await this.#openNew(agent, key, state.cwd);
      const why = refusal === undefined ? '' : ` ${refusal.message}`;
      this.#tellWithoutTranscript(
        key,
        `${agent.label} cannot open it again either.${why} This is a new session with ${agent.label}.`,
      );
      return;
    }
    if (!this.#wereOpen.has(key)) {
      const why =
        refusal === undefined
          ? `${agent.label} cannot open a session again that it has closed.`
          : `${agent.label} could not open this session again. ${refusal.message}`;
      this.#dispatch(key, { type: 'read_only', at: clock.now(), reason: why });
      return;
    }
    await this.#openNew(agent, key, state.cwd);
    if (!hasPrompts(state)) return;
    const forgot = memoryLost(agent.label);
    this.#notice(key, 'info', forgot.message, forgot);
  }

  /** Whether the user saw the session lose its agent: not when it comes from the history, or was merely idle. */
  #isBack(key: string): boolean {
    return this.#wereOpen.has(key) && !this.#suspended.has(key);
  }

  #tellReturn(key: string, agent: Agent): void {
    const state = this.#options.store.state(key);
    if (state === undefined || !hasPrompts(state)) return;
    this.#notice(key, 'info', `${agent.label} was started again, and this session goes on.`);
  }

  /** An agent may be able to go on with a session and tell nothing of it. */
  #tellFound(key: string, agent: Agent): void {
    const state = this.#options.store.state(key);
    const told = state !== undefined && hasPrompts(state);
    this.#tellWithoutTranscript(
      key,
      told
        ? `${agent.label} has told it again.`
        : `${agent.label} goes on with it, and does not tell what was said.`,
    );
  }

  /** `rest`: what became of a session of which nothing was kept. */
  #tellWithoutTranscript(key: string, rest: string): void {
    if (!this.#withoutTranscript.delete(key)) return;
    this.#notice(key, 'info', `The transcript of the session that was here is not kept any more. ${rest}`);
  }

  #tellSlow(key: string): void {
    const { store, agents } = this.#options;
    const state = store.state(key);
    if (state?.opening !== true) return;
    const agent = agents.agent(state.agent).label;
    const text = `${agent} has not opened the session yet. You can wait, or restart it.`;
    const error: UserError = {
      code: 'open-slow',
      message: text,
      actions: ['restart-agent', 'show-log'],
    };
    this.#notice(key, 'warning', text, error);
  }

  #notice(key: string, severity: 'info' | 'warning', text: string, error?: UserError): void {
    const { clock } = this.#options;
    this.#dispatch(key, {
      type: 'notice',
      at: clock.now(),
      severity,
      text,
      ...(error === undefined ? {} : { error }),
    });
  }
}

/** Whether the agent can bring back the sessions of an earlier process, or those that it was told to close. */
function canReopen({ description }: Agent): boolean {
  return description?.sessions.load === true || description?.sessions.resume === true;
}

/** Whether the process ended or broke off by itself; a command that is not there is no crash. */
function isCrash(error: UserError | undefined): boolean {
  return error !== undefined && ['agent-exited', 'output-closed', 'input-closed'].includes(error.code);
}
