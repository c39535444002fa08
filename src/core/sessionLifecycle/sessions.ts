// What users do with sessions: create, reopen, prompt, cancel, copy, rename, close. The parts it is made of are public.
import type { Disposable } from '../base/lifecycle.ts';
import { changeConfigOption } from '../configOptions/configChanges.ts';
import { describeError } from '../errors.ts';
import type { OpenQuestionLimit } from '../permissions/openQuestionLimit.ts';
import type { PermissionPort } from '../permissions/permissionPort.ts';
import type { AgentClient, ListedSession, OwnClient } from '../ports/agent.ts';
import type { ElicitationPort } from '../ports/elicitationPort.ts';
import type { ContentBlock } from '../session/content.ts';
import type { SessionEvent } from '../session/events.ts';
import { hasPrompts } from '../session/selectors.ts';
import { emptySession, type SessionState } from '../session/model.ts';
import { boundedTitle } from '../session/info/state.ts';
import { canReopen, type AgentSupervisor } from './agentSupervisor.ts';
import { wasOpened, type Attached } from './attachment.ts';
import { SessionCopies } from './handOver/sessionCopies.ts';
import { isAskedForTranscript, transcriptContext } from './handOver/transcriptContext.ts';
import { answerTo } from './promptAnswer.ts';
import type { PromptQueue } from './promptQueue.ts';
import type { PromptRetries } from './promptRetries.ts';
import type { PromptTurns } from './promptTurns.ts';
import { sessionParts, type SessionParts, type SessionsOptions } from './sessionParts.ts';

/** Where a session is found again. */
export interface SessionPlace {
  readonly key: string;
  readonly agent: string;
  /** Absolute. */
  readonly cwd: string;
  /** The agent's id for it. */
  readonly sessionId?: string;
}

/** Connects the sessions of the window with the agents. All state that shows is in the store. */
export class Sessions implements Disposable {
  /** Forks, and new sessions with the transcript of another. */
  readonly copies: SessionCopies;
  readonly #options: SessionsOptions;
  readonly #parts: SessionParts;

  constructor(options: SessionsOptions) {
    this.#options = options;
    const open = (key: string): void => this.open(key);
    this.#parts = sessionParts(options, open);
    const create = (agent: string, cwd: string, parent?: string): string => this.create(agent, cwd, parent);
    this.copies = new SessionCopies({ ...options, ...this.#parts, open, create });
  }

  /** What the agents call. */
  get client(): AgentClient {
    return this.#parts.client;
  }

  /** What Parley's own tools call for an agent. */
  get ownClient(): OwnClient {
    return this.#parts.ownClient;
  }

  /** Stops and restarts the processes of agents. */
  get supervisor(): AgentSupervisor {
    return this.#parts.supervisor;
  }

  get queue(): PromptQueue {
    return this.#parts.queue;
  }

  get turns(): PromptTurns {
    return this.#parts.turns;
  }

  /** Sends prompts again that failed. */
  get retries(): PromptRetries {
    return this.#parts.retries;
  }

  /** The permission requests of agents that wait for the user. */
  get permissions(): PermissionPort {
    return this.#parts.permissions;
  }

  /** The questions of agents that wait for the user. */
  get elicitations(): ElicitationPort {
    return this.#parts.elicitations;
  }

  /** Of questions of both kinds. */
  get questionLimit(): OpenQuestionLimit {
    return this.#parts.questionLimit;
  }

  /**
   * Adds a session with an agent and starts opening it. `cwd` is absolute; `parent` is the agent's id of the session that
   * it continues. Returns its key.
   */
  create(agent: string, cwd: string, parent?: string): string {
    const key = this.#options.newKey();
    this.#options.store.create(key, agent, cwd);
    if (parent !== undefined) this.#parts.requests.continues(key, parent);
    this.open(key);
    return key;
  }

  /**
   * Restores a session from the history; it is opened in its agent when {@link open} is called. A turn that was
   * interrupted ended at `activeAt`, when its last event was stored (epoch milliseconds), not now.
   */
  restore(state: SessionState, activeAt = this.#now()): void {
    if (this.#options.store.state(state.key) !== undefined) return;
    const { sessionId: _empty, ...neverUsed } = state;
    // An agent does not store a session without prompts.
    this.#options.store.add(hasPrompts(state) ? state : neverUsed);
    const { turn } = state;
    const at = Math.min(this.#now(), turn === undefined ? this.#now() : Math.max(turn.startedAt, activeAt));
    this.#dispatch(state.key, { type: 'restored', at });
  }

  /**
   * Restores a session of an earlier window whose transcript is not stored any more: when {@link open} is called its
   * agent replays it, or a new session of the agent takes its place, and a notice says which. Without `sessionId`,
   * because it had no prompts, it is a new one.
   */
  reclaim({ key, agent, cwd, sessionId }: SessionPlace): void {
    if (this.#options.store.state(key) !== undefined) return;
    if (sessionId !== undefined) {
      this.#parts.attachments.set(key, { state: 'detached', reason: 'transcript-lost' });
    }
    this.#options.store.add({
      ...emptySession(key, agent, cwd),
      ...(sessionId === undefined ? {} : { sessionId }),
    });
  }

  /**
   * Opens a session that only the agent knows. Returns its key: that of the window's session if it is there already.
   * Its title, time and metadata are as listed.
   */
  adopt(agent: string, listed: ListedSession): string {
    const { sessionId, cwd, title, updatedAt, meta = {} } = listed;
    const known = this.#options.store.keys().find((each) => {
      const state = this.#options.store.state(each);
      return state?.agent === agent && state.sessionId === sessionId;
    });
    const key = known ?? this.#options.newKey();
    if (known === undefined) {
      const info = {
        meta,
        ...(title === undefined ? {} : { title: boundedTitle(title) }),
        ...(updatedAt === undefined ? {} : { updatedAt: new Date(updatedAt).toISOString() }),
      };
      this.#options.store.add({ ...emptySession(key, agent, cwd), sessionId, info });
    }
    this.open(key);
    return key;
  }

  /**
   * Attaches the session's transcript to its next prompt, for an agent that does not remember it. A prompt that was held
   * for that is sent.
   */
  attachTranscript(key: string): void {
    const state = this.#options.store.state(key);
    if (state === undefined) return;
    this.#dispatch(key, { type: 'context_attached', at: this.#now(), content: [transcriptContext(state)] });
    if (isAskedForTranscript(state)) this.queue.resume(key);
  }

  /** Removes what is attached to the next prompt. */
  detachContext(key: string): void {
    this.#dispatch(key, { type: 'context_attached', at: this.#now(), content: [] });
  }

  /**
   * The sessions the agent knows, of one folder when `cwd` is given; none where it cannot list them. One without a folder
   * is opened in that of the window. Starts the agent.
   */
  async list(agentName: string, cwd?: string): Promise<readonly ListedSession[]> {
    const agent = this.#options.agents.agent(agentName);
    await agent.connect();
    if (agent.description?.sessions.list !== true) return [];
    const listed = await agent.sessions.list(cwd);
    const folder = cwd ?? this.#options.windowFolder?.();
    return listed.flatMap((session) => {
      const own = session.cwd ?? folder;
      return own === undefined ? [] : [{ ...session, cwd: own }];
    });
  }

  /** Opens the session where it is not attached to an agent; failures become entries of its transcript. */
  open(key: string): void {
    void this.#parts.opening.ensureOpen(key).then(() => this.turns.sendNext(key));
  }

  /** Resolves when a session that is being opened is, or cannot be. */
  opened(key: string): Promise<void> {
    return this.#parts.opening.ensureOpen(key);
  }

  /** Opens a session that its agent refused, without MCP servers. */
  openWithoutServers(key: string): void {
    this.#parts.requests.omitServers(key);
    this.open(key);
  }

  /**
   * Opens a session anew in its agent, so that it is given other MCP servers. Resolves to why it could not be, or to
   * undefined when it was asked for: a turn runs, the agent cannot open sessions again, or it cannot close a single one.
   */
  async reload(key: string): Promise<'busy' | 'cannot-reopen' | 'cannot-close' | undefined> {
    const { store, clock } = this.#options;
    const { attachments, answers } = this.#parts;
    const { reopen } = await import('./handOver/reopening.ts');
    return reopen({ store, clock, attachments, answers, open: (each) => this.open(each) }, key);
  }

  /**
   * Sends a prompt, or queues it while a turn runs or the session is being opened (R46).
   * Whatever happens, its text stays in the transcript or in the queue.
   */
  prompt(key: string, content: readonly ContentBlock[]): void {
    if (content.length > 0) this.queue.add(key, content);
  }

  /**
   * Sends a prompt, or queues it like {@link prompt}, and resolves to the agent's answer, or to
   * undefined when its turn did not end normally or said nothing, or there will be none.
   */
  async ask(key: string, promptText: string): Promise<string | undefined> {
    const prompt = this.queue.add(key, [{ type: 'text', text: promptText }]);
    return prompt === undefined ? undefined : answerTo(this.#options.store, key, prompt);
  }

  /** Names a session: in the agent where it can be renamed, else here (R104). */
  async rename(key: string, title: string): Promise<void> {
    const attached = this.#parts.attachments.attached(key);
    const isRenamed = attached !== undefined && (await this.#renameThere(attached, title));
    this.#dispatch(key, { type: 'renamed', at: this.#now(), alias: isRenamed ? '' : title });
  }

  /** Asks the agent to stop the running turn (R54–R58), or gives up opening the session. */
  cancel(key: string): void {
    this.#parts.opening.cancel(key);
    this.queue.forgetPreference(key);
    this.turns.cancel(key);
  }

  /**
   * Changes a config option; resolves when the agent has answered or the change has failed, which the transcript reports.
   * An option that is not there, a session that is not open, or the value it already has changes nothing.
   */
  async setConfigOption(key: string, configId: string, value: string | boolean): Promise<void> {
    const attached = this.#parts.attachments.attached(key);
    const option = this.#options.store.state(key)?.configOptions.find(({ id }) => id === configId);
    if (attached === undefined || option === undefined || typeof value !== typeof option.currentValue) return;
    const { agent, sessionId } = attached;
    await changeConfigOption(this.#options, { key, sessionId, agent }, option, value);
  }

  /** The user has seen the warning about the context. */
  dismissContextWarning(key: string): void {
    this.#dispatch(key, { type: 'context_warning_dismissed', at: this.#now() });
  }

  /** Asks the agent to stop a sub-agent, named by the call that stands for it. */
  stopSubagent(key: string, toolCallId: string): void {
    const attached = this.#parts.attachments.attached(key);
    attached?.agent.cancelSubagent(attached.sessionId, toolCallId);
  }

  /** Ends the command of a terminal that Parley runs for the agent (R85). */
  killTerminal(key: string, terminalId: string): void {
    const attached = this.#parts.attachments.attached(key);
    attached?.agent.killTerminal(attached.sessionId, terminalId);
  }

  /**
   * Whether closing the session loses it: something was said in it, and its agent cannot reopen it. One that was not open
   * since the window was opened has nothing more to lose.
   */
  isLostByClosing(key: string): boolean {
    const state = this.#options.store.state(key);
    if (state === undefined || !wasOpened(this.#parts.attachments.of(key)) || !hasPrompts(state))
      return false;
    return !canReopen(this.#options.agents.agent(state.agent));
  }

  /**
   * Closes a session: a running turn is cancelled, what its terminals run ends (R87), the agent closes it where it
   * can (R32), and the window forgets it. Resolves when all of that is done.
   */
  async close(key: string): Promise<void> {
    const attached = this.#leave(key);
    if (attached !== undefined) await this.#parts.answers.close(attached);
  }

  /**
   * Closes a session and has the agent delete it for good, where it can. Resolves to whether it did; rejects with a
   * ParleyError when it refused, after the window has forgotten the session.
   */
  async delete(key: string): Promise<boolean> {
    const state = this.#options.store.state(key);
    if (state === undefined) return false;
    this.#leave(key);
    return state.sessionId === undefined ? false : this.deleteListed(state.agent, state.sessionId);
  }

  /** Has an agent delete a session by the agent's own id. Resolves and rejects like {@link delete}. */
  async deleteListed(agentName: string, sessionId: string): Promise<boolean> {
    const agent = this.#options.agents.agent(agentName);
    await agent.connect();
    if (agent.description?.sessions.delete !== true) return false;
    await agent.sessions.delete(sessionId);
    return true;
  }

  dispose(): void {
    this.turns.dispose();
    this.#parts.lateReplays.dispose();
    this.supervisor.dispose();
    this.permissions.dispose();
  }

  #now(): number {
    return this.#options.clock.now();
  }

  /** Resolves to whether the agent has the title; never rejects. */
  async #renameThere({ agent, sessionId }: Attached, title: string): Promise<boolean> {
    try {
      return await agent.controls.setTitle(sessionId, title);
    } catch (error) {
      const why = describeError(error).message;
      this.#options.log.warn(`${agent.name}: the session was not renamed: ${why}`);
      return false;
    }
  }

  /** Removes a session from its agent and the window; returns its attachment. */
  #leave(key: string): Attached | undefined {
    this.cancel(key);
    this.turns.stopTasks(key);
    const attached = this.#parts.attachments.attached(key);
    void attached?.agent.endTerminals(attached.sessionId);
    this.#parts.attachments.delete(key);
    this.#parts.lateReplays.forget(key);
    this.#options.store.remove(key);
    return attached;
  }

  #dispatch(key: string, event: SessionEvent): void {
    this.#options.store.dispatch(key, event);
  }
}
