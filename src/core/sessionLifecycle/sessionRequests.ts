// The requests that bring a session into an agent: new, load, resume, fork; what they answer is merged into the store.
import type { AbortSignalLike } from '../base/abort.ts';
import { describeError, forkNotAtPrompt, ParleyError, type UserError } from '../errors.ts';
import type { Agent, ForkPoint, SessionAbilities, SessionFolders } from '../ports/agent.ts';
import type { Clock, Log } from '../ports/hostPorts.ts';
import { linksFrom } from '../session/branches/branchLink.ts';
import { canEndAfterAnswer } from '../session/branches/forkAbility.ts';
import { promptCount, promptCut, type PromptCut } from '../session/branches/promptCut.ts';
import type { UpdateEvent } from '../session/events.ts';
import { hasPrompts, mergeReplay, replaysPrompt } from '../session/replay/mergeReplay.ts';
import { isFact } from '../session/replay/replayedTurns.ts';
import type { SessionState } from '../session/model.ts';
import type { AgentSupervisor } from './agentSupervisor.ts';
import type { ChosenOptions } from './chosenOptions.ts';
import { wasOpened, type Attached, type DetachReason } from './attachment.ts';
import type { AttachmentRegistry } from './attachmentRegistry.ts';
import type { EarlyUpdates } from './earlyUpdates.ts';
import type { LateReplays } from './lateReplays.ts';
import type { OpeningNotices } from './openingNotices.ts';
import type { SessionStore } from './sessionStore.ts';

/** How long an agent that could not reopen a session is given before it is asked once more. */
const RETRY_REOPEN_MS = 4_000;

export interface SessionRequestsOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly attachments: AttachmentRegistry;
  readonly earlyUpdates: EarlyUpdates;
  readonly lateReplays: LateReplays;
  readonly supervisor: AgentSupervisor;
  readonly notices: OpeningNotices;
  readonly chosen: ChosenOptions;
  /** Sends nothing of what waits before the user wants it. */
  readonly hold: (key: string) => void;
  /** The roots of the window besides a session's own folder (R38); absolute. */
  readonly furtherRoots: (cwd: string) => readonly string[];
}

/** A copy that is to be made of a session. */
export interface SessionCopy {
  readonly key: string;
  /** What it is called until its agent names it; undefined: the first words of its next prompt. */
  readonly provisionalTitle: string | undefined;
  /** The id of the entry before which it ends; undefined: all of it. */
  readonly before: string | undefined;
}

export class SessionRequests {
  readonly #options: SessionRequestsOptions;
  /** By key: the agent's id of the session that a new one continues. */
  readonly #parents = new Map<string, string>();

  constructor(options: SessionRequestsOptions) {
    this.#options = options;
  }

  /** A session that is to be opened continues another one of its agent. */
  continues(key: string, parentId: string): void {
    this.#parents.set(key, parentId);
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
    } catch (error) {
      // A process that is gone says nothing about the session: the next attempt may find it.
      if (agent.status.state !== 'ready' || signal.aborted) throw error;
      await this.#openWithoutMemory(agent, state, describeError(error));
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

  /**
   * Copies an attached session (R32), up to before an entry if one is named. Resolves to false where the agent cannot;
   * rejects with a ParleyError when the agent refuses, or copied more than it was asked for.
   */
  async fork({ agent, sessionId }: Attached, source: SessionState, copy: SessionCopy): Promise<boolean> {
    const { earlyUpdates, store } = this.#options;
    const abilities = agent.description?.sessions;
    if (abilities?.fork !== true) return false;
    const cut = copy.before === undefined ? undefined : promptCut(source, copy.before);
    const point = cut === undefined ? undefined : forkPointOf(cut, abilities);
    if (copy.before !== undefined && point === undefined) return false;
    // An agent that does not know the key would copy all of the session without a word.
    const isUnsure = point?.kind === 'after-answer' && !abilities.forkAfterAnswer;
    let forked: SessionState | undefined;
    let attachedId = '';
    await earlyUpdates.during(
      agent,
      async () => {
        const id = await agent
          .forkSession(sessionId, this.#folders(source.cwd), point)
          .catch((error: unknown) => Promise.reject(refusalOf(error, agent, point)));
        if (isUnsure && !earlyUpdates.holdsPrompt(agent, id)) await this.#replayOfCopy(agent, id, source.cwd);
        return id;
      },
      (forkedId, updates) => {
        const kept = { ...source, ...(cut === undefined ? {} : { entries: cut.entries, plan: [] }) };
        if (isUnsure && cut !== undefined && !isCutAsAsked(kept, updates, cut)) {
          this.#discard(agent, forkedId);
          throw new ParleyError(forkNotAtPrompt(agent.label));
        }
        const {
          turn: _ofTheSource,
          changes: _ofItsFiles,
          alias: _nameOfTheSource,
          provisionalTitle: _titleOfTheSource,
          branch,
          ...copied
        } = kept;
        const { key, provisionalTitle } = copy;
        const prompts = promptCount(kept);
        // Its agent names the copy and says what else there is to know of it.
        const info = { meta: {} };
        const state: SessionState = {
          ...copied,
          key,
          sessionId: forkedId,
          queue: [],
          ...(provisionalTitle === undefined ? {} : { provisionalTitle }),
          branch: [...linksFrom({ key: source.key, prompt: prompts, own: prompts }, branch)],
          info,
        };
        store.add(state);
        store.dispatch(key, { type: 'restored', at: this.#now() });
        store.dispatch(key, { type: 'opening', at: this.#now() });
        this.#attach(key, agent, forkedId);
        this.#merge(key, state, updates);
        forked = state;
        attachedId = forkedId;
      },
    );
    const isOpen = forked !== undefined && (await this.#setOptions(forked));
    if (isOpen) this.#opened(copy.key, attachedId);
    return true;
  }

  /** Has the agent replay a copy that it has just made, to see where it ends. */
  async #replayOfCopy(agent: Agent, sessionId: string, cwd: string): Promise<void> {
    try {
      await agent.loadSession(sessionId, this.#folders(cwd));
    } catch (error) {
      this.#discard(agent, sessionId);
      throw error;
    }
  }

  /** Frees a copy that is of no use, and deletes it where the agent can. */
  #discard(agent: Agent, sessionId: string): void {
    const isDeleted = agent.description?.sessions.delete === true;
    const discarded = isDeleted ? agent.deleteSession(sessionId) : this.close({ agent, sessionId });
    discarded.catch((error: unknown) => {
      this.#options.log.warn(`${agent.name}: a copy was not deleted: ${describeError(error).message}`);
    });
  }

  /** Lets the agent free a session that nobody needs any more, where it wants to know (R32). Never rejects. */
  async close({ agent, sessionId }: Pick<Attached, 'agent' | 'sessionId'>): Promise<void> {
    await agent.closeSession(sessionId).catch((error: unknown) => {
      const why = describeError(error).message;
      this.#options.log.warn(`${agent.name}: the session was not closed there: ${why}`);
    });
  }

  async #openNew(agent: Agent, before: SessionState): Promise<void> {
    const { earlyUpdates, store } = this.#options;
    const { key } = before;
    let rest: readonly UpdateEvent[] = [];
    let opened = '';
    await earlyUpdates.during(
      agent,
      () => agent.newSession(this.#folders(before.cwd), this.#parents.get(key)),
      (sessionId, updates) => {
        this.#parents.delete(key);
        if (store.state(key) === undefined) {
          // It was closed while the agent made it, when its id was not known yet.
          void this.close({ agent, sessionId });
          return;
        }
        this.#attach(key, agent, sessionId);
        opened = sessionId;
        const isOption = ({ type }: UpdateEvent): boolean =>
          type === 'config_options' || type === 'current_mode';
        for (const update of updates) if (isOption(update)) store.dispatch(key, update);
        rest = updates.filter((update) => !isOption(update));
        if (!this.#hasChoices(before)) this.#finishNew(key, sessionId, rest);
      },
    );
    if (this.#hasChoices(before) && (await this.#setOptions(before))) this.#finishNew(key, opened, rest);
  }

  #finishNew(key: string, sessionId: string, updates: readonly UpdateEvent[]): void {
    this.#opened(key, sessionId);
    for (const update of updates) this.#options.store.dispatch(key, update);
  }

  async #load(agent: Agent, before: SessionState, sessionId: string, signal: AbortSignalLike): Promise<void> {
    const { earlyUpdates, lateReplays, notices, store } = this.#options;
    const { key } = before;
    const from = this.#detachReason(key);
    let forgotten: number | undefined;
    let isWhole = true;
    await earlyUpdates.during(
      agent,
      async () => {
        await agent.loadSession(sessionId, this.#folders(store.state(key)?.cwd ?? ''), signal);
        return sessionId;
      },
      (_same, updates) => {
        const state = store.state(key);
        if (state === undefined) return;
        this.#attach(key, agent, sessionId);
        const replay = mergeReplay(state, updates, this.#now());
        isWhole = replay.isWhole || !hasPrompts(state);
        forgotten = replay.forgotten;
        for (const event of isWhole ? replay.events : updates.filter(isFact)) store.dispatch(key, event);
        // Where the replay has more than is stored, what follows it is shown as it comes.
        if (!hasPrompts(state) || replay.hasNew) return;
        const isReported = isWhole;
        lateReplays.begin(key, updates, !isWhole, (missing) => {
          if (!isReported) notices.reopened(key, agent, from, missing);
        });
      },
      sessionId,
    );
    if (forgotten === undefined || !(await this.#setOptions(before))) return;
    this.#opened(key, sessionId);
    if (isWhole) notices.reopened(key, agent, from, forgotten);
  }

  async #resume(
    agent: Agent,
    before: SessionState,
    sessionId: string,
    signal: AbortSignalLike,
  ): Promise<void> {
    const { earlyUpdates, notices, store } = this.#options;
    const { key } = before;
    const from = this.#detachReason(key);
    await earlyUpdates.during(
      agent,
      async () => {
        await agent.resumeSession(sessionId, this.#folders(store.state(key)?.cwd ?? ''), signal);
        return sessionId;
      },
      (_same, updates) => {
        if (store.state(key) === undefined) return;
        this.#attach(key, agent, sessionId);
        for (const update of updates) store.dispatch(key, update);
      },
      sessionId,
    );
    if (!(await this.#setOptions(before))) return;
    this.#opened(key, sessionId);
    notices.reopened(key, agent, from, 0);
  }

  #hasChoices(before: SessionState): boolean {
    return Object.keys(this.#options.chosen.wanted(before)).length > 0;
  }

  /**
   * Sets what the user chose, before anything that waits is sent: until then the session counts as being opened. Resolves
   * to whether it is still attached after that.
   */
  async #setOptions(before: SessionState): Promise<boolean> {
    const { attachments, chosen } = this.#options;
    const attached = attachments.attached(before.key);
    if (attached === undefined) return false;
    if (this.#hasChoices(before)) await chosen.restore(before.key, attached, before);
    return attachments.attached(before.key) === attached;
  }

  /**
   * The agent cannot reopen the session. One that was open in this window, or whose transcript is lost, goes on in a new
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

/** How the agent is asked for a copy that ends there; undefined where it cannot make one. */
function forkPointOf(cut: PromptCut, abilities: SessionAbilities): ForkPoint | undefined {
  if (abilities.forkAtPrompt && cut.beforePrompt !== undefined) return cut.beforePrompt;
  return canEndAfterAnswer(abilities) ? cut.afterAnswer : undefined;
}

/** Whether what the agent replays of a copy ends where it should; a replay without any prompt says nothing. */
function isCutAsAsked(
  kept: Pick<SessionState, 'entries'>,
  replay: readonly UpdateEvent[],
  { prompt }: PromptCut,
): boolean {
  const isReplayed = replay.some((update) => update.type === 'message_chunk' && update.role === 'user');
  return isReplayed && !replaysPrompt(kept, replay, prompt);
}

/** What a refusal means to the user: an agent that answers does not find the place in the session. */
function refusalOf(error: unknown, { label, status }: Agent, point: ForkPoint | undefined): unknown {
  if (point === undefined || status.state !== 'ready') return error;
  const { message, detail } = describeError(error);
  return new ParleyError(forkNotAtPrompt(label, detail ?? message), { cause: error });
}
