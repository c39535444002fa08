// The prompt turns of sessions, one at a time in each: begin the next, steer it, cancel it, end it.
import { canReopen, type AgentSupervisor } from './agentSupervisor.ts';
import type { Attached } from './attachment.ts';
import type { AttachmentRegistry } from './attachmentRegistry.ts';
import {
  agentExitedBeforePrompt,
  cancelIgnored,
  describeError,
  ParleyError,
  type UserError,
} from '../errors.ts';
import type { Disposable } from '../base/lifecycle.ts';
import type { Checkpoints, Clock } from '../ports/hostPorts.ts';
import type { LateReplays } from './lateReplays.ts';
import type { PromptQueue } from './promptQueue.ts';
import type { PromptResult, SteeringBehavior } from '../ports/agent.ts';
import { isUserPrompt, lastEntry } from '../session/entries.ts';
import type { SessionEvent } from '../session/events.ts';
import type { QueuedPrompt } from '../session/turn/state.ts';
import { canStop, isRunningHere } from '../session/selectors.ts';
import type { SessionStore } from './sessionStore.ts';
import { withContext } from '../mentions/promptContext.ts';

/** How long an agent may go on after a cancel before a notice offers a restart. */
const CANCEL_TIMEOUT_MS = 5_000;

/** What the agents asked the user. No turn's beginning or end ends it. */
interface Questions {
  cancel(key: string): void;
}

export interface PromptTurnsOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly checkpoints: Checkpoints | undefined;
  readonly queue: PromptQueue;
  readonly attachments: AttachmentRegistry;
  readonly supervisor: AgentSupervisor;
  readonly lateReplays: LateReplays;
  readonly questions: readonly Questions[];
  /** Opens a session that is in no agent; what is queued is sent then. */
  readonly open: (key: string) => void;
  /** Ends the commands that the agent of a session leaves running when it is stopped. */
  readonly endCommands: (key: string) => Promise<void>;
}

/** Sends queued prompts to agents. Whatever happens becomes an event of the session. */
export class PromptTurns implements Disposable {
  readonly #options: PromptTurnsOptions;
  readonly #cancelTimers = new Map<string, Disposable>();
  /** The ids of prompts that agents have not yet taken into a turn. */
  readonly #steering = new Set<string>();
  /** The ids of prompts for which a session was opened again. */
  readonly #returned = new Set<string>();

  constructor(options: PromptTurnsOptions) {
    this.#options = options;
  }

  /**
   * Sends the prompt the user wants next, else the first queued one unless the queue is held; what is attached goes
   * with it. A session that works, or is in no agent, sends nothing.
   */
  sendNext(key: string): void {
    const { store, queue, lateReplays } = this.#options;
    const state = store.state(key);
    const attached = this.#attached(key);
    if (state === undefined || attached === undefined || state.turn !== undefined || state.opening) return;
    if (lateReplays.isAwaited(key)) return;
    const reverting = this.#options.checkpoints?.reverting(key);
    if (reverting !== undefined) {
      void reverting.then(() => this.sendNext(key));
      return;
    }
    const prompt = queue.take(key);
    if (prompt === undefined) return;
    if (state.context !== undefined)
      this.#dispatch(key, { type: 'context_attached', at: this.#now(), content: [] });
    const content = withContext(prompt.content, state.context ?? []);
    void this.#run(key, attached, { id: prompt.id, content });
  }

  /**
   * Hands a queued prompt to the agent while it works, where it accepts messages for that during a turn. Resolves when
   * it has; one that it refuses is back in the queue, and the transcript says why.
   */
  async steer(key: string, id: string, behavior: SteeringBehavior): Promise<void> {
    const { store, queue } = this.#options;
    const state = store.state(key);
    const prompt = state?.queue.find((queued) => queued.id === id);
    const attached = this.#attached(key);
    if (prompt === undefined || attached === undefined || !this.#canSteer(key, behavior)) return;
    this.#steering.add(id);
    queue.remove(key, id);
    try {
      await attached.agent.controls.steer(attached.sessionId, prompt.content, behavior);
      this.#dispatch(key, { type: 'steered', at: this.#now(), prompt });
    } catch (error) {
      queue.putBack(key, prompt);
      this.#notice(key, 'error', describeError(error));
    } finally {
      this.#steering.delete(id);
    }
  }

  /** Whether a prompt was taken out of the queue to steer a turn, and the agent has not answered yet. */
  isSteering(id: string): boolean {
    return this.#steering.has(id);
  }

  /**
   * Sends a queued prompt in place of what the agent does: by one message where the agent has that, else by stopping
   * the turn and sending the prompt as the next one.
   */
  sendNow(key: string, id: string): void {
    const { store, queue, open } = this.#options;
    const state = store.state(key);
    if (state === undefined) return;
    if (this.#canSteer(key, 'now')) {
      void this.steer(key, id, 'now');
      return;
    }
    // The stop that this needs is not one that the rest of the queue is to wait for.
    queue.prefer(key, id, state.turn !== undefined && !state.queueHeld);
    if (state.turn === undefined) open(key);
    else this.cancel(key);
  }

  /** Asks the agent to stop the running turn, or what it does or asks in the background (R54–R58). */
  cancel(key: string): void {
    const { store, clock } = this.#options;
    const state = store.state(key);
    if (state === undefined || (state.turn === undefined && !canStop(state))) return;
    const attached = this.#attached(key);
    this.#dispatch(key, { type: 'cancel_requested', at: this.#now() });
    for (const questions of this.#options.questions) questions.cancel(key);
    attached?.agent.cancel(attached.sessionId);
    if (state.turn === undefined) {
      this.stopTasks(key, state);
      // The agent has no turn to stop, and may not look at its commands.
      for (const { id } of state.terminals.filter(isRunningHere))
        attached?.agent.killTerminal(attached.sessionId, id);
      if (leavesCommands(attached)) void this.#options.endCommands(key);
      return;
    }
    if (this.#cancelTimers.has(key)) return;
    const agentName = attached?.agent.label ?? state.agent;
    this.#cancelTimers.set(
      key,
      clock.after(CANCEL_TIMEOUT_MS, () => this.#notice(key, 'warning', cancelIgnored(agentName))),
    );
  }

  /** Asks the agent to stop what it runs beside the turns, as far as it can: a Stop of a turn leaves that running. */
  stopTasks(key: string, state = this.#options.store.state(key)): void {
    const attached = this.#attached(key);
    for (const { taskId, canStop } of state?.tasks ?? [])
      if (canStop === true)
        attached?.agent.controls.stopTask(attached.sessionId, taskId).catch(() => undefined);
  }

  dispose(): void {
    for (const timer of this.#cancelTimers.values()) timer.dispose();
  }

  /** Whether a turn runs that is not being stopped, in an agent that accepts messages for that meanwhile. */
  #canSteer(key: string, behavior: SteeringBehavior): boolean {
    const { turn } = this.#options.store.state(key) ?? {};
    const steering = this.#attached(key)?.agent.description?.steering ?? [];
    return turn?.cancelRequested === false && steering.includes(behavior);
  }

  #now(): number {
    return this.#options.clock.now();
  }

  #dispatch(key: string, event: SessionEvent): void {
    this.#options.store.dispatch(key, event);
  }

  #attached(key: string): Attached | undefined {
    return this.#options.attachments.attached(key);
  }

  async #run(key: string, attached: Attached, prompt: QueuedPrompt): Promise<void> {
    const { content } = prompt;
    this.#dispatch(key, { type: 'prompt_started', at: this.#now(), content });
    try {
      if (await this.#isToBeSent(key, attached)) {
        const result = await attached.agent.prompt(attached.sessionId, content);
        await this.#ended(key, attached.agent.label, result);
      } else {
        this.#dispatch(key, { type: 'turn_ended', at: this.#now(), stopReason: 'cancelled' });
      }
    } catch (error) {
      if (this.#isToBeReopened(key, attached, prompt, error)) this.#reopen(key, prompt);
      else this.#failed(key, attached, error);
    }
    const stopping = this.#cancelTimers.get(key);
    stopping?.dispose();
    this.#cancelTimers.delete(key);
    if (stopping !== undefined && leavesCommands(attached)) await this.#options.endCommands(key);
    this.sendNext(key);
  }

  /** Marks a checkpoint; resolves to whether the prompt is to be sent after that, and rejects when it cannot be. */
  async #isToBeSent(key: string, attached: Attached): Promise<boolean> {
    const { store, checkpoints } = this.#options;
    const cwd = store.state(key)?.cwd;
    if (checkpoints === undefined || cwd === undefined) return true;
    const checkpoint = await checkpoints.beforePrompt(key, cwd);
    if (checkpoint !== undefined) {
      this.#dispatch(key, { type: 'checkpoint_made', at: this.#now(), checkpoint });
    }
    if (store.state(key)?.turn?.cancelRequested !== false) return false;
    if (this.#attached(key) === attached) return true;
    throw new ParleyError(agentExitedBeforePrompt(attached.agent.label));
  }

  /**
   * Whether the agent's process does not know the session any more, and may bring it back: nothing came of the prompt,
   * and it was not refused for that before.
   */
  #isToBeReopened(key: string, attached: Attached, { id }: QueuedPrompt, error: unknown): boolean {
    const state = this.#options.store.state(key);
    const last = state === undefined ? undefined : lastEntry(state.entries);
    return (
      describeError(error).code === 'session-gone' &&
      this.#attached(key) === attached &&
      canReopen(attached.agent) &&
      state?.turn?.cancelRequested === false &&
      last !== undefined &&
      isUserPrompt(last) &&
      !this.#returned.has(id)
    );
  }

  /** Opens the session again, and sends the prompt then. */
  #reopen(key: string, prompt: QueuedPrompt): void {
    const { attachments, open, queue, store } = this.#options;
    const isHeld = store.state(key)?.queueHeld === true;
    attachments.set(key, { state: 'detached', reason: 'lost' });
    this.#returned.add(prompt.id);
    this.#dispatch(key, { type: 'prompt_returned', at: this.#now() });
    queue.putBack(key, prompt);
    queue.prefer(key, prompt.id, !isHeld);
    open(key);
  }

  /** An error after a cancel is the cancel's doing and not shown (R58), unless the process is gone on its own. */
  #failed(key: string, attached: Attached, error: unknown): void {
    const { attachments, store, supervisor } = this.#options;
    const at = this.#now();
    const wasCancelled = store.state(key)?.turn?.cancelRequested === true;
    const isAttached = this.#attached(key) === attached;
    if ((wasCancelled && isAttached) || supervisor.isStopping(attached.agent)) {
      this.#dispatch(key, { type: 'turn_ended', at, stopReason: 'cancelled' });
    } else {
      const described = describeError(error);
      // The agent closed the session on its own: the next prompt asks for it again.
      if (described.code === 'session-gone') attachments.set(key, { state: 'detached', reason: 'lost' });
      this.#dispatch(key, { type: 'turn_failed', at, error: toBeTriedAgain(described) });
    }
  }

  /** The agent has answered: the turn failed all the same where it brought nothing that the user can see. */
  async #ended(key: string, agent: string, { error, hasFailed, ...result }: PromptResult): Promise<void> {
    const at = this.#now();
    const wasCancelled = this.#options.store.state(key)?.turn?.cancelRequested === true;
    if (hasFailed === true && error !== undefined && !wasCancelled) {
      this.#dispatch(key, { type: 'turn_failed', at, error });
      return;
    }
    this.#dispatch(key, { type: 'turn_ended', at, ...result });
    if (wasCancelled) return;
    if (error !== undefined) this.#notice(key, 'warning', error);
    else if (result.stopReason === 'refusal') await this.#refused(key, agent);
  }

  /** What can be done about a refusal; loaded now, because few turns end so. */
  async #refused(key: string, agent: string): Promise<void> {
    const { turnRefused } = await import('../failures/failureErrors.ts');
    this.#notice(key, 'warning', turnRefused(agent));
  }

  #notice(key: string, severity: 'warning' | 'error', error: UserError): void {
    this.#dispatch(key, { type: 'notice', at: this.#now(), severity, text: error.message, error });
  }
}

function leavesCommands(attached: Attached | undefined): boolean {
  return attached?.agent.description?.commandsOutliveCancel === true;
}

/** An error that the agent answered a prompt with may be over the next time. */
function toBeTriedAgain(error: UserError): UserError {
  const { code, actions } = error;
  return code === 'agent-error' && !actions.includes('try-again')
    ? { ...error, actions: ['try-again', ...actions] }
    : error;
}
