// The life of sessions over agents: open, prompt, queue, cancel, ask permission, lose the agent.
import type {
  Agent,
  AgentClient,
  AbortSignalLike,
  ElicitationOutcome,
  ListedSession,
  PermissionOutcome,
  PermissionQuestion,
} from '../ports/agent.ts';
import type { Attachment, Attachments } from './attachedSessions.ts';
import { changeConfigOption } from '../configOptions/configChanges.ts';
import type { ClientRequest, Permit } from '../ports/clientRequests.ts';
import { ClientRequestPermissions } from '../permissions/clientRequestPermissions.ts';
import { DroppedInput } from '../base/droppedInputLog.ts';
import { describeError } from '../errors.ts';
import { FileAccessError } from '../ports/fileAccess.ts';
import type { Disposable, Event } from '../base/lifecycle.ts';
import type { PatternTest } from '../elicitation/elicitationForm.ts';
import { Elicitations } from '../elicitation/pendingElicitations.ts';
import { transcriptContext } from './handOver.ts';
import {
  Permissions,
  type DecidedPermission,
  type PermissionPolicy,
  type ProposalEditors,
} from '../permissions/permissionRequests.ts';
import { answerTo } from './promptAnswer.ts';
import { PromptQueue, type PromptGate } from './promptQueue.ts';
import { PromptTurns } from './promptTurns.ts';
import { RestartPolicy } from './restartPolicy.ts';
import type { AgentDirectory, Checkpoints, Clock, Log } from '../ports/hostPorts.ts';
import type { ContentBlock } from '../session/content.ts';
import type { SessionEvent, UpdateEvent } from '../session/events.ts';
import type { ElicitationQuestion, ElicitationValues } from '../session/elicitation.ts';
import { emptySession, type SessionState } from '../session/model.ts';
import { boundedTitle } from '../session/sessionInfo.ts';
import { hasPrompts } from '../session/mergeReplay.ts';
import { sessionTitle } from '../session/selectors.ts';
import { SessionOpening } from './sessionOpening.ts';
import type { SessionStore } from './sessionStore.ts';

export interface SessionsOptions {
  readonly store: SessionStore;
  readonly agents: AgentDirectory;
  readonly clock: Clock;
  readonly log: Log;
  readonly gate?: PromptGate;
  readonly checkpoints?: Checkpoints;
  readonly policy?: PermissionPolicy;
  /** Where proposed texts are edited. */
  readonly proposals?: ProposalEditors;
  /** Tests patterns of forms in bounded time. */
  readonly matches?: PatternTest;
  /** What the user has written in an editor in answer to an agent's question, by field. */
  readonly written?: (requestId: string) => ElicitationValues;
  /** The roots of the window besides a session's own folder (R38); absolute. */
  readonly furtherRoots?: (cwd: string) => readonly string[];
  /** A key no other session ever has. */
  readonly newKey: () => string;
}

/** Where a session is found again. */
export interface SessionPlace {
  readonly key: string;
  readonly agent: string;
  /** Absolute. */
  readonly cwd: string;
  /** The agent's id for it. */
  readonly sessionId?: string;
}

/** Owns what is between the sessions of the window and the agents. All state that shows is in the store. */
export class Sessions implements AgentClient, Disposable {
  readonly #store: SessionStore;
  readonly #agents: AgentDirectory;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #newKey: () => string;
  readonly #opening: SessionOpening;
  readonly #queue: PromptQueue;
  readonly #permissions: Permissions;
  readonly #direct: ClientRequestPermissions;
  /** The questions of agents that wait for the user. */
  readonly elicitations: Elicitations;
  readonly #turns: PromptTurns;
  readonly #dropped = new DroppedInput();

  constructor(options: SessionsOptions) {
    this.#store = options.store;
    this.#agents = options.agents;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#newKey = options.newKey;
    this.#opening = new SessionOpening({
      ...options,
      policy: new RestartPolicy(options.clock),
      furtherRoots: options.furtherRoots ?? (() => []),
    });
    this.#queue = new PromptQueue({
      store: options.store,
      clock: options.clock,
      gate: options.gate,
      newId: options.newKey,
      open: (key) => this.open(key),
    });
    this.#permissions = new Permissions(options);
    this.#direct = new ClientRequestPermissions({ ...options, permissions: this.#permissions });
    this.elicitations = new Elicitations(options);
    this.#turns = new PromptTurns({
      store: options.store,
      clock: options.clock,
      checkpoints: options.checkpoints,
      queue: this.#queue,
      opening: this.#opening,
      questions: [this.#permissions, this.elicitations],
    });
  }

  /** Fires when a permission request was answered: by the user, a rule, or a cancel. */
  get onPermissionDecision(): Event<DecidedPermission> {
    return this.#permissions.onDecision;
  }

  get #attachments(): Attachments {
    return this.#opening.attachments;
  }

  /** Adds a session with an agent and starts opening it. `cwd` is absolute. Returns its key. */
  create(agent: string, cwd: string): string {
    const key = this.#newKey();
    this.#store.create(key, agent, cwd);
    this.open(key);
    return key;
  }

  /**
   * Brings a session back as the history has it; it is opened in its agent when {@link open} is called. A turn that was
   * cut off ended at `activeAt`, when the last was kept of it (epoch milliseconds), not now.
   */
  restore(state: SessionState, activeAt = this.#now()): void {
    if (this.#store.state(state.key) !== undefined) return;
    const { sessionId: _empty, ...neverUsed } = state;
    // An agent does not keep a session in which nothing was said.
    this.#store.add(hasPrompts(state) ? state : neverUsed);
    const { turn } = state;
    const at = Math.min(this.#now(), turn === undefined ? this.#now() : Math.max(turn.startedAt, activeAt));
    this.#dispatch(state.key, { type: 'restored', at });
  }

  /**
   * Brings a session of an earlier window back of which nothing was kept: when {@link open} is called its agent tells it,
   * or a new session of the agent takes its place, and the transcript says which. Without `sessionId`, because nothing
   * was said in it, it is simply a new one.
   */
  reclaim({ key, agent, cwd, sessionId }: SessionPlace): void {
    if (this.#store.state(key) !== undefined) return;
    if (sessionId !== undefined) this.#opening.expectNoTranscript(key);
    this.#store.add({ ...emptySession(key, agent, cwd), ...(sessionId === undefined ? {} : { sessionId }) });
  }

  /**
   * Opens a session that only the agent knows. Returns its key: that of the window's session if it is there already.
   * `title` and `updatedAt` (epoch milliseconds) are as listed.
   */
  adopt(agent: string, listed: ListedSession): string {
    const { sessionId, cwd, title, updatedAt } = listed;
    const known = this.#store.keys().find((each) => {
      const state = this.#store.state(each);
      return state?.agent === agent && state.sessionId === sessionId;
    });
    const key = known ?? this.#newKey();
    if (known === undefined) {
      const info = {
        meta: {},
        ...(title === undefined ? {} : { title: boundedTitle(title) }),
        ...(updatedAt === undefined ? {} : { updatedAt: new Date(updatedAt).toISOString() }),
      };
      this.#store.add({ ...emptySession(key, agent, cwd), sessionId, info });
    }
    this.open(key);
    return key;
  }

  /**
   * Copies a session, in its agent and here; with an entry's id, up to before the prompt of that entry. Resolves to the
   * key of the copy, or to undefined where the agent cannot; rejects with a ParleyError when it refuses.
   */
  async fork(key: string, entryId?: string): Promise<string | undefined> {
    const state = this.#store.state(key);
    if (state === undefined) return undefined;
    const copy = this.#newKey();
    const alias = `Fork of ${sessionTitle(state) ?? 'a session'}`;
    return (await this.#opening.fork(key, { key: copy, alias, before: entryId })) ? copy : undefined;
  }

  /**
   * A new session with the same agent and folder that is given the transcript of this one with its first prompt.
   * Returns its key. What waited in the queue comes along, held.
   */
  continueInNew(key: string): string | undefined {
    const state = this.#store.state(key);
    if (state === undefined) return undefined;
    const next = this.create(state.agent, state.cwd);
    this.#dispatch(next, { type: 'context_attached', at: this.#now(), content: [transcriptContext(state)] });
    if (state.queue.length > 0) {
      this.#dispatch(next, { type: 'queue_changed', at: this.#now(), queue: state.queue, held: true });
      this.#dispatch(key, { type: 'queue_changed', at: this.#now(), queue: [], held: false });
    }
    return next;
  }

  /** Lets the session's transcript go with its next prompt, for an agent that does not remember it. */
  attachTranscript(key: string): void {
    const state = this.#store.state(key);
    if (state === undefined) return;
    this.#dispatch(key, { type: 'context_attached', at: this.#now(), content: [transcriptContext(state)] });
  }

  /** Takes away what was to go with the next prompt. */
  detachContext(key: string): void {
    this.#dispatch(key, { type: 'context_attached', at: this.#now(), content: [] });
  }

  /** The sessions the agent knows, of one folder when `cwd` is given; none where it cannot tell. Starts the agent. */
  async list(agentName: string, cwd?: string): Promise<readonly ListedSession[]> {
    const agent = this.#agents.agent(agentName);
    await agent.connect();
    return agent.description?.sessions.list === true ? agent.listSessions(cwd) : [];
  }

  /** Makes sure the session exists in a living agent; failures become entries of its transcript. */
  open(key: string): void {
    void this.#opening.ensureOpen(key).then(() => {
      if (this.#attachments.of(key) === undefined) this.#queue.forgetPreference(key);
      this.#turns.sendNext(key);
    });
  }

  /**
   * Sends a prompt, or queues it while a turn runs or the session is being opened (R46).
   * Whatever happens, the words stay in the transcript or in the queue.
   */
  prompt(key: string, content: readonly ContentBlock[]): void {
    if (content.length > 0) this.#queue.add(key, content);
  }

  /**
   * Sends a prompt, or queues it like {@link prompt}, and resolves with the agent's words in answer to it, or with
   * undefined when its turn did not end normally or said nothing, or there will be none.
   */
  async ask(key: string, words: string): Promise<string | undefined> {
    const prompt = this.#queue.add(key, [{ type: 'text', text: words }]);
    return prompt === undefined ? undefined : answerTo(this.#store, key, prompt);
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
    this.#queue.remove(key, id);
  }

  /** Moves a queued prompt to a 0-based place. */
  moveQueued(key: string, id: string, index: number): void {
    this.#queue.move(key, id, index);
  }

  /** Lets a queue that was held go on: its prompts are sent one after the other. */
  resumeQueue(key: string): void {
    this.#queue.resume(key);
  }

  /** Makes a queued prompt the next one, cancels a running turn for it, and sends it. */
  sendQueuedNow(key: string, id: string): void {
    const state = this.#store.state(key);
    if (state === undefined) return;
    this.#queue.prefer(key, id);
    if (state.turn === undefined) this.open(key);
    else this.#turns.cancel(key);
  }

  /**
   * Hands a queued prompt to the agent while it works, where it takes messages into a running turn. Resolves when it
   * has; one that it refuses is back in the queue, and the transcript says why.
   */
  steer(key: string, id: string): Promise<void> {
    return this.#turns.steer(key, id);
  }

  /** Asks the agent to stop the running turn (R54–R58), or gives up opening the session. */
  cancel(key: string): void {
    this.#opening.giveUp(key);
    this.#queue.forgetPreference(key);
    this.#turns.cancel(key);
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

  /** The user has seen the warning about the context. */
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

  /** Whether nobody can go on with a session once it is closed, although something was said in it: its agent forgets. */
  isLostByClosing(key: string): boolean {
    return this.#opening.isLostByClosing(key);
  }

  /**
   * Closes a session: a running turn is cancelled, what its terminals run ends (R87), the agent is told where it can
   * be (R32), and the window forgets it. Resolves when all of that is done.
   */
  async close(key: string): Promise<void> {
    const attached = this.#leave(key);
    if (attached !== undefined) await this.#opening.closeInAgent(attached);
  }

  /**
   * Closes a session and has the agent delete it for good, where it can. Resolves to whether it did; rejects with a
   * ParleyError when it refused, after the window has forgotten the session.
   */
  async delete(key: string): Promise<boolean> {
    const state = this.#store.state(key);
    if (state === undefined) return false;
    this.#leave(key);
    return state.sessionId === undefined ? false : this.deleteListed(state.agent, state.sessionId);
  }

  /** Has an agent delete a session by the agent's own id. Resolves and rejects like {@link delete}. */
  async deleteListed(agentName: string, sessionId: string): Promise<boolean> {
    const agent = this.#agents.agent(agentName);
    await agent.connect();
    if (agent.description?.sessions.delete !== true) return false;
    await agent.deleteSession(sessionId);
    return true;
  }

  /** Ends the agent's process and starts it again; the sessions that were open in it are opened again. */
  restart(agentName: string): Promise<void> {
    return this.#opening.restart(agentName, (key) => this.open(key));
  }

  /** Ends an agent's process that nothing uses and whose sessions can be brought back. Resolves to whether it did. */
  suspend(agentName: string): Promise<boolean> {
    return this.#opening.suspend(this.#agents.agent(agentName));
  }

  sessionUpdate(agent: Agent, sessionId: string, event: UpdateEvent): void {
    const key = this.#attachments.keyOf(agent, sessionId);
    if (key !== undefined) this.#dispatch(key, event);
    else if (!this.#attachments.keepEarly(agent, sessionId, event)) {
      // An agent may go on for long after its session was closed.
      this.#dropped.count(`${agent.name} ${sessionId}`, (number) => {
        this.#log.warn(`${agent.name}: update ${number} for unknown session ${sessionId} ignored`);
      });
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
    const writesThroughClient = question.writesThroughClient === true || this.#direct.writesThrough(key);
    return this.#permissions.request(key, { ...question, writesThroughClient }, signal);
  }

  async requestAccess(
    agent: Agent,
    sessionId: string,
    access: ClientRequest,
    asked: Parameters<AgentClient['requestAccess']>[3],
  ): Promise<Permit> {
    // While an agent opens a session of before it may already need files.
    const isMeant = (key: string): boolean => {
      const state = this.#store.state(key);
      return state?.agent === agent.name && state.sessionId === sessionId;
    };
    const key = this.#attachments.keyOf(agent, sessionId) ?? this.#store.keys().find(isMeant);
    if (key === undefined) throw new FileAccessError('refused', 'The session was closed.');
    return this.#direct.request(key, access, asked);
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
    this.#turns.dispose();
    this.#opening.dispose();
    this.#permissions.dispose();
    this.#direct.dispose();
    this.elicitations.dispose();
  }

  #now(): number {
    return this.#clock.now();
  }

  /** Takes a session out of its agent and the window; returns where it was. */
  #leave(key: string): Attachment | undefined {
    this.cancel(key);
    const attached = this.#attachments.of(key);
    void attached?.agent.endTerminals(attached.sessionId);
    this.#opening.detach(key);
    this.#store.remove(key);
    return attached;
  }

  #dispatch(key: string, event: SessionEvent): void {
    this.#store.dispatch(key, event);
  }
}
