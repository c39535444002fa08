// The life of sessions over agents: open, prompt, queue, cancel, ask permission, lose the agent.
import type {
  Agent,
  AgentClient,
  AbortSignalLike,
  ElicitationOutcome,
  PermissionOutcome,
  PermissionQuestion,
} from './agent.ts';
import { Attachments, type Attachment } from './attachments.ts';
import { changeConfigOption } from './configChanges.ts';
import { agentExited, cancelIgnored, describeError, ParleyError } from './errors.ts';
import type { Disposable, Event } from './lifecycle.ts';
import type { PatternTest } from './elicitationForm.ts';
import { Elicitations } from './elicitations.ts';
import { Permissions, type DecidedPermission, type PermissionPolicy } from './permissions.ts';
import type { AgentDirectory, Checkpoints, Clock, Log } from './ports.ts';
import type { ContentBlock } from './session/content.ts';
import type { SessionEvent, UpdateEvent } from './session/events.ts';
import type { ElicitationQuestion } from './session/elicitation.ts';
import type { QueuedPrompt } from './session/model.ts';
import { answerSince } from './session/select.ts';
import type { SessionStore } from './sessionStore.ts';

/** How long an agent may go on after a cancel before the person is offered a restart, in milliseconds. */
const CANCEL_PATIENCE = 5_000;

/** Decides whether prompts may be sent without asking the person. */
export interface PromptGate {
  isClosed(key: string): boolean;
  /** Asks the person; resolves to whether the prompt is to be sent. */
  ask(key: string): Promise<boolean>;
}

export interface SessionsOptions {
  readonly store: SessionStore;
  readonly agents: AgentDirectory;
  readonly clock: Clock;
  readonly log: Log;
  readonly gate?: PromptGate;
  readonly checkpoints?: Checkpoints;
  readonly policy?: PermissionPolicy;
  /** Tests patterns of forms in bounded time. */
  readonly matches?: PatternTest;
}

/** Owns what is between the sessions of the window and the agents. All state that shows is in the store. */
export class Sessions implements AgentClient, Disposable {
  readonly #store: SessionStore;
  readonly #agents: AgentDirectory;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #gate: PromptGate | undefined;
  readonly #checkpoints: Checkpoints | undefined;
  readonly #attachments = new Attachments();
  readonly #watched = new Map<Agent, Disposable>();
  readonly #stopping = new Set<Agent>();
  /** The queued prompt of a session that the person wants sent next, held queue or not. */
  readonly #urgent = new Map<string, string>();
  readonly #opening = new Map<string, Promise<void>>();
  readonly #permissions: Permissions;
  /** The questions of agents that wait for the person. */
  readonly elicitations: Elicitations;
  readonly #cancelTimers = new Map<string, Disposable>();
  /** Queued prompts that the person let through the gate. */
  readonly #admitted = new Set<string>();
  #made = 0;

  constructor(options: SessionsOptions) {
    this.#store = options.store;
    this.#agents = options.agents;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#gate = options.gate;
    this.#checkpoints = options.checkpoints;
    this.#permissions = new Permissions(options);
    this.elicitations = new Elicitations(options);
  }

  /** Fires when a permission request was answered: by the person, a rule, or a cancel. */
  get onPermissionDecision(): Event<DecidedPermission> {
    return this.#permissions.onDecision;
  }

  /** Adds a session with an agent and starts opening it. `cwd` is absolute. Returns its key. */
  create(agent: string, cwd: string): string {
    const key = this.#nextId('session');
    this.#store.create(key, agent, cwd);
    this.open(key);
    return key;
  }

  /** Makes sure the session exists in a living agent; failures become entries of its transcript. */
  open(key: string): void {
    void this.#ensureOpen(key).then(() => this.#sendNext(key));
  }

  /**
   * Sends a prompt, or queues it while a turn runs or the session is being opened (R46).
   * Whatever happens, the words stay in the transcript or in the queue.
   */
  prompt(key: string, content: readonly ContentBlock[]): void {
    const state = this.#store.state(key);
    if (state === undefined || content.length === 0) return;
    const prompt: QueuedPrompt = { id: this.#nextId('prompt'), content };
    const held = state.queueHeld;
    this.#dispatch(key, { type: 'queue_changed', at: this.#now(), queue: [...state.queue, prompt], held });
    if (state.turn !== undefined) return;
    if (held && !this.#urgent.has(key)) this.#urgent.set(key, prompt.id);
    this.open(key);
  }

  /**
   * Sends a prompt and resolves with the agent's words in answer to it, or with undefined when the turn did not end
   * normally or said nothing.
   */
  ask(key: string, words: string): Promise<string | undefined> {
    const before = this.#store.state(key)?.entriesMade ?? 0;
    this.prompt(key, [{ type: 'text', text: words }]);
    return new Promise((resolve) => {
      const watch = this.#store.onChange((change) => {
        if (change.key !== key) return;
        const { type } = change.event;
        if (type !== 'turn_ended' && type !== 'turn_failed' && type !== 'open_failed') return;
        watch.dispose();
        const hasEnded = change.event.type === 'turn_ended' && change.event.stopReason === 'end_turn';
        resolve(hasEnded ? answerSince(change.state, before) : undefined);
      });
    });
  }

  /** Names a session: in the agent where it can be renamed, else here (R104). */
  async rename(key: string, title: string): Promise<void> {
    const attached = this.#attachments.of(key);
    const isRenamed = await attached?.agent.setTitle(attached.sessionId, title).catch((error: unknown) => {
      this.#log.warn(`${attached.agent.name}: the session was not renamed: ${describeError(error).message}`);
      return false;
    });
    this.#dispatch(key, { type: 'renamed', at: this.#now(), alias: isRenamed === true ? '' : title });
  }

  /** Takes a prompt out of the queue. */
  removeQueued(key: string, id: string): void {
    const state = this.#store.state(key);
    if (state === undefined) return;
    const queue = state.queue.filter((prompt) => prompt.id !== id);
    this.#dispatch(key, {
      type: 'queue_changed',
      at: this.#now(),
      queue,
      held: state.queueHeld && queue.length > 0,
    });
  }

  /** Moves a queued prompt to a 0-based place. */
  moveQueued(key: string, id: string, index: number): void {
    const state = this.#store.state(key);
    const moved = state?.queue.find((prompt) => prompt.id === id);
    if (state === undefined || moved === undefined) return;
    const queue = state.queue.filter((prompt) => prompt.id !== id);
    queue.splice(index, 0, moved);
    this.#dispatch(key, { type: 'queue_changed', at: this.#now(), queue, held: state.queueHeld });
  }

  /** Makes a queued prompt the next one, cancels a running turn for it, and sends it. */
  sendQueuedNow(key: string, id: string): void {
    const state = this.#store.state(key);
    if (state === undefined) return;
    if (state.turn === undefined) {
      this.#promote(key, id);
      return;
    }
    this.#urgent.set(key, id);
    this.#requestCancel(key);
  }

  /** Asks the agent to stop the running turn (R54–R58). */
  cancel(key: string): void {
    this.#urgent.delete(key);
    this.#requestCancel(key);
  }

  /**
   * Changes a config option; resolves when the agent has answered or the change has failed, which the transcript tells.
   * An option that is not there, a session that is not open, or the value it already has changes nothing.
   */
  async setConfigOption(key: string, configId: string, value: string | boolean): Promise<void> {
    const attached = this.#attachments.of(key);
    const option = this.#store.state(key)?.configOptions.find(({ id }) => id === configId);
    if (attached === undefined || option === undefined || typeof value !== typeof option.currentValue) return;
    const { agent, sessionId } = attached;
    await changeConfigOption(
      { store: this.#store, clock: this.#clock },
      { key, sessionId, agent },
      option,
      value,
    );
  }

  /** The person has seen the warning about the context. */
  dismissContextWarning(key: string): void {
    this.#dispatch(key, { type: 'context_warning_dismissed', at: this.#now() });
  }

  /** Answers a permission request with one of its options (R71). */
  answerPermission(key: string, requestId: string, optionId: string): void {
    this.#permissions.answer(key, requestId, optionId);
  }

  /** Ends the command of a terminal that Parley runs for the agent (R85). */
  killTerminal(key: string, terminalId: string): void {
    const attached = this.#attachments.of(key);
    attached?.agent.killTerminal(attached.sessionId, terminalId);
  }

  /** Forgets a session; a running turn of it is cancelled, and what its terminals run ends (R87). */
  remove(key: string): void {
    this.cancel(key);
    const attached = this.#attachments.of(key);
    void attached?.agent.endTerminals(attached.sessionId);
    this.#attachments.detach(key);
    this.#store.remove(key);
  }

  /** Ends the agent's process and starts it again; its sessions are opened anew. */
  async restart(agentName: string): Promise<void> {
    const agent = this.#agents.agent(agentName);
    this.#stopping.add(agent);
    try {
      await agent.stop();
    } finally {
      this.#stopping.delete(agent);
    }
    for (const key of this.#store.keys()) {
      if (this.#store.state(key)?.agent === agentName) this.open(key);
    }
  }

  sessionUpdate(agent: Agent, sessionId: string, event: UpdateEvent): void {
    const key = this.#attachments.keyOf(agent, sessionId);
    if (key !== undefined) this.#dispatch(key, event);
    else if (!this.#attachments.keepEarly(agent, sessionId, event)) {
      this.#log.warn(`${agent.name}: update for unknown session ${sessionId} ignored`);
    }
  }

  requestPermission(
    agent: Agent,
    sessionId: string,
    question: PermissionQuestion,
    signal: AbortSignalLike,
  ): Promise<PermissionOutcome> {
    const key = this.#attachments.keyOf(agent, sessionId);
    if (key === undefined) return Promise.resolve({ outcome: 'cancelled' });
    return this.#permissions.request(key, question, signal);
  }

  requestElicitation(
    agent: Agent,
    sessionId: string | undefined,
    question: ElicitationQuestion,
    signal: AbortSignalLike,
  ): Promise<ElicitationOutcome> {
    // A question outside any session is asked in the agent's newest one (R115).
    const key =
      sessionId === undefined
        ? this.#store.keys().findLast((each) => this.#store.state(each)?.agent === agent.name)
        : this.#attachments.keyOf(agent, sessionId);
    if (key === undefined) return Promise.resolve({ action: 'cancel' });
    return this.elicitations.request(key, question, signal);
  }

  elicitationCompleted(agent: Agent, elicitationId: string): void {
    for (const key of this.#store.keys()) {
      if (this.#store.state(key)?.agent === agent.name) this.elicitations.completed(key, elicitationId);
    }
  }

  dispose(): void {
    for (const timer of this.#cancelTimers.values()) timer.dispose();
    for (const watch of this.#watched.values()) watch.dispose();
    this.#permissions.dispose();
    this.elicitations.dispose();
  }

  #now(): number {
    return this.#clock.now();
  }

  #nextId(kind: string): string {
    return `${kind}-${++this.#made}`;
  }

  #dispatch(key: string, event: SessionEvent): void {
    this.#store.dispatch(key, event);
  }

  #attach(key: string, attachment: Attachment): void {
    const { agent } = attachment;
    this.#attachments.attach(key, attachment);
    if (!this.#watched.has(agent)) {
      this.#watched.set(
        agent,
        agent.onStatusChange(() => this.#agentChanged(agent)),
      );
    }
  }

  /** When a process is gone its sessions are too; a running turn reports the reason itself (R16). */
  #agentChanged(agent: Agent): void {
    const { state, error } = agent.status;
    if (state !== 'failed' && state !== 'stopped') return;
    for (const key of this.#attachments.keysOf(agent)) {
      this.#attachments.detach(key);
      const told = error === undefined || this.#store.state(key)?.turn !== undefined;
      this.#dispatch(key, { type: 'detached', at: this.#now(), ...(told ? {} : { error }) });
    }
  }

  #ensureOpen(key: string): Promise<void> {
    const running = this.#opening.get(key);
    if (running !== undefined) return running;
    if (this.#attachments.of(key) !== undefined) return Promise.resolve();
    const opening = this.#openNow(key).finally(() => this.#opening.delete(key));
    this.#opening.set(key, opening);
    return opening;
  }

  async #openNow(key: string): Promise<void> {
    const state = this.#store.state(key);
    if (state === undefined) return;
    this.#dispatch(key, { type: 'opening', at: this.#now() });
    try {
      const agent = this.#agents.agent(state.agent);
      await agent.connect();
      await this.#openSession(key, agent, state.cwd);
      this.#noteFreshMemory(key, agent);
    } catch (error) {
      this.#urgent.delete(key);
      this.#dispatch(key, { type: 'open_failed', at: this.#now(), error: describeError(error) });
    }
  }

  #openSession(key: string, agent: Agent, cwd: string): Promise<void> {
    return this.#attachments.whileOpening(
      agent,
      () => agent.newSession({ cwd, additional: [] }),
      (sessionId, updates) => {
        this.#attach(key, { agent, sessionId });
        this.#dispatch(key, { type: 'opened', at: this.#now(), sessionId });
        for (const update of updates) this.#dispatch(key, update);
      },
    );
  }

  /** A session with a past in a process that knows nothing of it. */
  #noteFreshMemory(key: string, agent: Agent): void {
    if (this.#store.state(key)?.provisionalTitle === undefined) return;
    const title = agent.label;
    this.#dispatch(key, {
      type: 'notice',
      at: this.#now(),
      severity: 'info',
      text: `${title} was started again. It does not remember what was said above.`,
    });
  }

  /** Sends a queued prompt as soon as the session is open, whatever waits before it. */
  #promote(key: string, id: string): void {
    this.#urgent.set(key, id);
    this.open(key);
  }

  /** Sends the prompt the person wants next, else the first queued one unless the queue is held. */
  #sendNext(key: string): void {
    const state = this.#store.state(key);
    const attached = this.#attachments.of(key);
    if (state === undefined || attached === undefined || state.turn !== undefined || state.opening) return;
    const urgent = state.queue.find(({ id }) => id === this.#urgent.get(key));
    this.#urgent.delete(key);
    const prompt = urgent ?? (state.queueHeld ? undefined : state.queue[0]);
    if (prompt === undefined) return;
    if (!this.#admitted.delete(prompt.id) && this.#gate?.isClosed(key) === true) {
      void this.#askGate(key, prompt, this.#gate);
      return;
    }
    const queue = state.queue.filter((queued) => queued !== prompt);
    const held = state.queueHeld && queue.length > 0;
    this.#dispatch(key, { type: 'queue_changed', at: this.#now(), queue, held });
    void this.#runTurn(key, attached, prompt.content);
  }

  /** The prompt waits in the queue until the person has said whether it is to be sent. */
  async #askGate(key: string, prompt: QueuedPrompt, gate: PromptGate): Promise<void> {
    const { queue } = this.#store.state(key) ?? { queue: [] };
    this.#dispatch(key, { type: 'queue_changed', at: this.#now(), queue, held: true });
    if (!(await gate.ask(key))) return;
    this.#admitted.add(prompt.id);
    this.#promote(key, prompt.id);
  }

  async #runTurn(key: string, attached: Attachment, content: readonly ContentBlock[]): Promise<void> {
    this.#dispatch(key, { type: 'prompt_started', at: this.#now(), content });
    try {
      if (await this.#isStillWanted(key, attached)) {
        const { stopReason, tokens } = await attached.agent.prompt(attached.sessionId, content);
        const told = tokens === undefined ? {} : { tokens };
        this.#dispatch(key, { type: 'turn_ended', at: this.#now(), stopReason, ...told });
      } else {
        this.#dispatch(key, { type: 'turn_ended', at: this.#now(), stopReason: 'cancelled' });
      }
    } catch (error) {
      this.#turnFailed(key, attached, error);
    }
    this.#afterTurn(key);
  }

  /** Marks a checkpoint; resolves to whether the prompt is to be sent after that, and rejects when it cannot be. */
  async #isStillWanted(key: string, attached: Attachment): Promise<boolean> {
    const cwd = this.#store.state(key)?.cwd;
    if (this.#checkpoints === undefined || cwd === undefined) return true;
    const checkpoint = await this.#checkpoints.beforePrompt(key, cwd);
    if (checkpoint !== undefined) {
      this.#dispatch(key, { type: 'checkpoint_made', at: this.#now(), checkpoint });
    }
    if (this.#store.state(key)?.turn?.cancelRequested !== false) return false;
    if (this.#attachments.of(key) === attached) return true;
    throw new ParleyError(agentExited(attached.agent.name, 'before the prompt was sent', ''));
  }

  /** An error after a cancel is the cancel's doing and not shown (R58), unless the process is gone by itself. */
  #turnFailed(key: string, attached: Attachment, error: unknown): void {
    const at = this.#now();
    const wasCancelled = this.#store.state(key)?.turn?.cancelRequested === true;
    const lives = this.#attachments.of(key) === attached;
    if ((wasCancelled && lives) || this.#stopping.has(attached.agent)) {
      this.#dispatch(key, { type: 'turn_ended', at, stopReason: 'cancelled' });
    } else {
      this.#dispatch(key, { type: 'turn_failed', at, error: describeError(error) });
    }
  }

  #afterTurn(key: string): void {
    this.#cancelTimers.get(key)?.dispose();
    this.#cancelTimers.delete(key);
    this.#permissions.cancel(key);
    this.elicitations.cancel(key);
    this.#sendNext(key);
  }

  #requestCancel(key: string): void {
    const state = this.#store.state(key);
    if (state?.turn === undefined) return;
    const attached = this.#attachments.of(key);
    this.#dispatch(key, { type: 'cancel_requested', at: this.#now() });
    attached?.agent.cancel(attached.sessionId);
    this.#permissions.cancel(key);
    this.elicitations.cancel(key);
    if (this.#cancelTimers.has(key)) return;
    const agentName = attached?.agent.label ?? state.agent;
    this.#cancelTimers.set(
      key,
      this.#clock.after(CANCEL_PATIENCE, () => {
        const error = cancelIgnored(agentName);
        this.#dispatch(key, {
          type: 'notice',
          at: this.#now(),
          severity: 'warning',
          text: error.message,
          error,
        });
      }),
    );
  }
}
