// What users do with sessions: create, reopen, prompt, cancel, copy, rename, close. The parts it is made of are public.
import type { Disposable } from '../base/lifecycle.ts';
import { changeConfigOption } from '../configOptions/configChanges.ts';
import type { PatternTest } from '../elicitation/elicitationForm.ts';
import { Elicitations } from '../elicitation/pendingElicitations.ts';
import { describeError } from '../errors.ts';
import { ClientRequestPermissions } from '../permissions/clientRequestPermissions.ts';
import {
  Permissions,
  type PermissionPolicy,
  type ProposalEditors,
} from '../permissions/permissionRequests.ts';
import type { AgentClient, ListedSession } from '../ports/agent.ts';
import type { AgentDirectory, Checkpoints, Clock, Log } from '../ports/hostPorts.ts';
import type { ContentBlock } from '../session/content.ts';
import type { ElicitationValues } from '../session/elicitation.ts';
import type { SessionEvent } from '../session/events.ts';
import { hasPrompts } from '../session/replay/mergeReplay.ts';
import { emptySession, type SessionState } from '../session/model.ts';
import { boundedTitle } from '../session/sessionInfo.ts';
import { linksFrom } from '../session/branches/branchLink.ts';
import { promptCut } from '../session/branches/promptCut.ts';
import { AgentSupervisor, canReopen } from './agentSupervisor.ts';
import { wasOpened, type Attached } from './attachment.ts';
import { AttachmentRegistry } from './attachmentRegistry.ts';
import { ChosenOptions, type WantedOptions } from './chosenOptions.ts';
import { EarlyUpdates } from './earlyUpdates.ts';
import { isAskedForTranscript, transcriptContext } from './handOver/transcriptContext.ts';
import { LateReplays } from './lateReplays.ts';
import { OpeningNotices } from './openingNotices.ts';
import { answerTo } from './promptAnswer.ts';
import { PromptQueue, type PromptGate } from './promptQueue.ts';
import { PromptRetries } from './promptRetries.ts';
import { PromptTurns } from './promptTurns.ts';
import { SessionAgentClient } from './sessionAgentClient.ts';
import { titleOfCopy } from './titleOfCopy.ts';
import { SessionOpening } from './sessionOpening.ts';
import { SessionRequests } from './sessionRequests.ts';
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
  /** What the user chose last for an agent, where that is applied to new sessions. */
  readonly remembered?: (agent: string) => WantedOptions;
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

/** Connects the sessions of the window with the agents. All state that shows is in the store. */
export class Sessions implements Disposable {
  /** What the agents call. */
  readonly client: AgentClient;
  /** Stops and restarts the processes of agents. */
  readonly supervisor: AgentSupervisor;
  readonly queue: PromptQueue;
  readonly turns: PromptTurns;
  /** Sends prompts again that failed. */
  readonly retries: PromptRetries;
  /** The permission requests of agents that wait for the user. */
  readonly permissions: Permissions;
  /** The questions of agents that wait for the user. */
  readonly elicitations: Elicitations;
  readonly #store: SessionStore;
  readonly #agents: AgentDirectory;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #newKey: () => string;
  readonly #attachments = new AttachmentRegistry();
  readonly #requests: SessionRequests;
  readonly #opening: SessionOpening;
  readonly #lateReplays: LateReplays;
  readonly #clientRequests: ClientRequestPermissions;

  constructor(options: SessionsOptions) {
    const { agents, checkpoints, clock, gate, log, newKey, store } = options;
    this.#store = store;
    this.#agents = agents;
    this.#clock = clock;
    this.#log = log;
    this.#newKey = newKey;
    const attachments = this.#attachments;
    const earlyUpdates = new EarlyUpdates();
    const notices = new OpeningNotices(store, clock);
    const open = (key: string): void => this.open(key);
    this.supervisor = new AgentSupervisor({ store, agents, clock, attachments, open });
    const { supervisor } = this;
    const furtherRoots = options.furtherRoots ?? (() => []);
    const lateReplays = new LateReplays({
      store,
      clock,
      sendNext: (key) => this.turns.sendNext(key),
    });
    this.#lateReplays = lateReplays;
    const hold = (key: string): void => this.queue.hold(key);
    const remembered = options.remembered ?? (() => ({}));
    const chosen = new ChosenOptions({ store, clock, attachments, remembered, hold });
    const opening = {
      store,
      clock,
      log,
      attachments,
      earlyUpdates,
      lateReplays,
      supervisor,
      notices,
      chosen,
      hold,
      furtherRoots,
    };
    this.#requests = new SessionRequests(opening);
    this.#opening = new SessionOpening({ ...opening, agents, requests: this.#requests });
    this.queue = new PromptQueue({ store, clock, gate, newId: newKey, open });
    this.retries = new PromptRetries({ store, clock, queue: this.queue, newId: newKey, open });
    this.permissions = new Permissions(options);
    this.elicitations = new Elicitations(options);
    const { permissions, elicitations, queue } = this;
    this.#clientRequests = new ClientRequestPermissions({ store, clock, permissions, newId: newKey });
    this.turns = new PromptTurns({
      store,
      clock,
      checkpoints,
      queue,
      attachments,
      supervisor,
      lateReplays,
      questions: [permissions, elicitations],
      open,
    });
    this.client = new SessionAgentClient({
      store,
      log,
      attachments,
      earlyUpdates,
      lateReplays,
      permissions,
      clientRequests: this.#clientRequests,
      elicitations,
    });
  }

  /**
   * Adds a session with an agent and starts opening it. `cwd` is absolute; `parent` is the agent's id of the session that
   * it continues. Returns its key.
   */
  create(agent: string, cwd: string, parent?: string): string {
    const key = this.#newKey();
    this.#store.create(key, agent, cwd);
    if (parent !== undefined) this.#requests.continues(key, parent);
    this.open(key);
    return key;
  }

  /**
   * Restores a session from the history; it is opened in its agent when {@link open} is called. A turn that was
   * interrupted ended at `activeAt`, when its last event was stored (epoch milliseconds), not now.
   */
  restore(state: SessionState, activeAt = this.#now()): void {
    if (this.#store.state(state.key) !== undefined) return;
    const { sessionId: _empty, ...neverUsed } = state;
    // An agent does not store a session without prompts.
    this.#store.add(hasPrompts(state) ? state : neverUsed);
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
    if (this.#store.state(key) !== undefined) return;
    if (sessionId !== undefined) {
      this.#attachments.set(key, { state: 'detached', reason: 'transcript-lost' });
    }
    this.#store.add({ ...emptySession(key, agent, cwd), ...(sessionId === undefined ? {} : { sessionId }) });
  }

  /**
   * Opens a session that only the agent knows. Returns its key: that of the window's session if it is there already.
   * Its title, time and metadata are as listed.
   */
  adopt(agent: string, listed: ListedSession): string {
    const { sessionId, cwd, title, updatedAt, meta = {} } = listed;
    const known = this.#store.keys().find((each) => {
      const state = this.#store.state(each);
      return state?.agent === agent && state.sessionId === sessionId;
    });
    const key = known ?? this.#newKey();
    if (known === undefined) {
      const info = {
        meta,
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
    await this.#opening.ensureOpen(key);
    const attached = this.#attachments.attached(key);
    const source = this.#store.state(key);
    if (attached === undefined || source === undefined) return undefined;
    const isForked = await this.#requests.fork(attached, source, {
      key: copy,
      provisionalTitle: entryId === undefined ? titleOfCopy(state) : undefined,
      before: entryId,
    });
    return isForked ? copy : undefined;
  }

  /**
   * A new session with the same agent, folder and options, in which the prompt with that entry id is to be sent anew. It
   * is given the transcript before the prompt, if there is any. Returns its key.
   */
  startAt(key: string, entryId: string): string | undefined {
    const state = this.#store.state(key);
    const cut = state === undefined ? undefined : promptCut(state, entryId);
    if (state === undefined || cut === undefined) return undefined;
    const { agent, cwd, sessionId, branch, chosenOptions } = state;
    const next = this.#newKey();
    this.#store.add({
      ...emptySession(next, agent, cwd),
      branch: [...linksFrom({ key, prompt: cut.promptsBefore, own: 0 }, branch)],
      ...(chosenOptions === undefined ? {} : { chosenOptions }),
    });
    if (cut.promptsBefore > 0) {
      if (sessionId !== undefined) this.#requests.continues(next, sessionId);
      const content = [transcriptContext({ ...state, entries: cut.entries })];
      this.#dispatch(next, { type: 'context_attached', at: this.#now(), content });
    }
    this.open(next);
    return next;
  }

  /**
   * A new session with the same agent and folder that is given the transcript of this one with its first prompt.
   * Returns its key. What waited in the queue comes along, held.
   */
  continueInNew(key: string): string | undefined {
    const state = this.#store.state(key);
    if (state === undefined) return undefined;
    const next = this.create(state.agent, state.cwd, state.sessionId);
    this.#dispatch(next, { type: 'context_attached', at: this.#now(), content: [transcriptContext(state)] });
    if (state.queue.length > 0) {
      this.#dispatch(next, { type: 'queue_changed', at: this.#now(), queue: state.queue, held: true });
      this.#dispatch(key, { type: 'queue_changed', at: this.#now(), queue: [], held: false });
    }
    return next;
  }

  /**
   * Attaches the session's transcript to its next prompt, for an agent that does not remember it. A prompt that was held
   * for that is sent.
   */
  attachTranscript(key: string): void {
    const state = this.#store.state(key);
    if (state === undefined) return;
    this.#dispatch(key, { type: 'context_attached', at: this.#now(), content: [transcriptContext(state)] });
    if (isAskedForTranscript(state)) this.queue.resume(key);
  }

  /** Removes what is attached to the next prompt. */
  detachContext(key: string): void {
    this.#dispatch(key, { type: 'context_attached', at: this.#now(), content: [] });
  }

  /** The sessions the agent knows, of one folder when `cwd` is given; none where it cannot list them. Starts the agent. */
  async list(agentName: string, cwd?: string): Promise<readonly ListedSession[]> {
    const agent = this.#agents.agent(agentName);
    await agent.connect();
    return agent.description?.sessions.list === true ? agent.listSessions(cwd) : [];
  }

  /** Opens the session where it is not attached to an agent; failures become entries of its transcript. */
  open(key: string): void {
    void this.#opening.ensureOpen(key).then(() => {
      if (this.#attachments.attached(key) === undefined) this.queue.forgetPreference(key);
      this.turns.sendNext(key);
    });
  }

  /**
   * Opens a session anew in its agent, so that it is given other MCP servers. Resolves to why it could not be, or to
   * undefined when it was asked for: a turn runs, the agent cannot open sessions again, or it cannot close a single one.
   */
  async reload(key: string): Promise<'busy' | 'cannot-reopen' | 'cannot-close' | undefined> {
    const state = this.#store.state(key);
    const attached = this.#attachments.attached(key);
    if (state === undefined || state.turn !== undefined || state.opening) return 'busy';
    if (attached !== undefined) {
      const { agent } = attached;
      if (hasPrompts(state) && !canReopen(agent)) return 'cannot-reopen';
      if (agent.description?.sessions.close !== true) return 'cannot-close';
      await this.#requests.close(attached);
      if (this.#attachments.attached(key) !== attached) return undefined;
      this.#attachments.set(key, { state: 'detached', reason: 'suspended' });
      this.#dispatch(key, { type: 'detached', at: this.#now() });
    }
    this.open(key);
    return undefined;
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
    return prompt === undefined ? undefined : answerTo(this.#store, key, prompt);
  }

  /** Names a session: in the agent where it can be renamed, else here (R104). */
  async rename(key: string, title: string): Promise<void> {
    const attached = this.#attachments.attached(key);
    const isRenamed = await attached?.agent.setTitle(attached.sessionId, title).catch((error: unknown) => {
      this.#log.warn(`${attached.agent.name}: the session was not renamed: ${describeError(error).message}`);
      return false;
    });
    this.#dispatch(key, { type: 'renamed', at: this.#now(), alias: isRenamed === true ? '' : title });
  }

  /** Asks the agent to stop the running turn (R54–R58), or gives up opening the session. */
  cancel(key: string): void {
    this.#opening.cancel(key);
    this.queue.forgetPreference(key);
    this.turns.cancel(key);
  }

  /**
   * Changes a config option; resolves when the agent has answered or the change has failed, which the transcript reports.
   * An option that is not there, a session that is not open, or the value it already has changes nothing.
   */
  async setConfigOption(key: string, configId: string, value: string | boolean): Promise<void> {
    const attached = this.#attachments.attached(key);
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

  /** Ends the command of a terminal that Parley runs for the agent (R85). */
  killTerminal(key: string, terminalId: string): void {
    const attached = this.#attachments.attached(key);
    attached?.agent.killTerminal(attached.sessionId, terminalId);
  }

  /**
   * Whether closing the session loses it: something was said in it, and its agent cannot reopen it. One that was not open
   * since the window was opened has nothing more to lose.
   */
  isLostByClosing(key: string): boolean {
    const state = this.#store.state(key);
    if (state === undefined || !wasOpened(this.#attachments.of(key)) || !hasPrompts(state)) return false;
    return !canReopen(this.#agents.agent(state.agent));
  }

  /**
   * Closes a session: a running turn is cancelled, what its terminals run ends (R87), the agent closes it where it
   * can (R32), and the window forgets it. Resolves when all of that is done.
   */
  async close(key: string): Promise<void> {
    const attached = this.#leave(key);
    if (attached !== undefined) await this.#requests.close(attached);
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

  dispose(): void {
    this.turns.dispose();
    this.retries.dispose();
    this.#lateReplays.dispose();
    this.supervisor.dispose();
    this.permissions.dispose();
    this.#clientRequests.dispose();
    this.elicitations.dispose();
  }

  #now(): number {
    return this.#clock.now();
  }

  /** Removes a session from its agent and the window; returns its attachment. */
  #leave(key: string): Attached | undefined {
    this.cancel(key);
    const attached = this.#attachments.attached(key);
    void attached?.agent.endTerminals(attached.sessionId);
    this.#attachments.delete(key);
    this.#lateReplays.forget(key);
    this.#store.remove(key);
    return attached;
  }

  #dispatch(key: string, event: SessionEvent): void {
    this.#store.dispatch(key, event);
  }
}
