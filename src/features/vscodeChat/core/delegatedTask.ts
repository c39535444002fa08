// One prompt that another part of VS Code has an agent work on, in a session of the window, from the queue to its end.
import { DisposableStore } from '../../../core/base/lifecycle.ts';
import type { AbortSignalLike } from '../../../core/base/abort.ts';
import { answerSince } from '../../../core/session/selectors.ts';
import type { QueuedPrompt } from '../../../core/session/turn/state.ts';
import type { Sessions } from '../../../core/sessionLifecycle/sessions.ts';
import type { SessionChange, SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';

/** How the work ended. */
export interface TaskEnd {
  /** What the agent said in the turn; empty where that is nothing. */
  readonly text: string;
  /** Why it is not all that was asked for; absent after a normal end. */
  readonly problem?: TaskProblem;
}

export type TaskProblem =
  /** `signal` was aborted, or the user stopped the turn. */
  | { readonly kind: 'cancelled' }
  /** The prompt waits for the user, for example because the budget is spent. */
  | { readonly kind: 'held' }
  /** The session was closed, or the prompt removed from its queue. */
  | { readonly kind: 'closed' }
  /** `reason`: a stop reason of ACP, such as `max_tokens`. */
  | { readonly kind: 'stopped'; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string };

export interface TaskListener {
  readonly signal: AbortSignalLike;
  /** Called with each piece of what the agent says. */
  readonly onText?: (piece: string) => void;
  /** Called with the title of each tool call. */
  readonly onToolCall?: (title: string) => void;
  /** Called when the agent asks the user something, which they answer in Parley. */
  readonly onQuestion?: () => void;
}

export interface TaskParts {
  readonly store: SessionStore;
  readonly sessions: Pick<Sessions, 'queue' | 'cancel' | 'turns'>;
}

/** Sends a prompt in the session with that key. Never rejects. The session stays open when it has ended. */
export function runTask(
  parts: TaskParts,
  key: string,
  text: string,
  listener: TaskListener,
): Promise<TaskEnd> {
  const { store, sessions } = parts;
  const prompt = listener.signal.aborted ? undefined : sessions.queue.add(key, [{ type: 'text', text }]);
  if (prompt === undefined) {
    const kind = listener.signal.aborted ? 'cancelled' : 'closed';
    return Promise.resolve({ text: '', problem: { kind } });
  }
  const task = new DelegatedTask(parts, key, prompt, listener);
  const owned = new DisposableStore();
  owned.add(store.onChange((change) => change.key === key && task.follow(change)));
  owned.add(store.onListChange(() => task.checkSession()));
  listener.signal.addEventListener('abort', () => task.cancel());
  return task.ended.finally(() => owned.dispose());
}

type TurnEnd = Extract<SessionChange['event'], { type: 'turn_ended' | 'turn_failed' }>;

class DelegatedTask {
  readonly #parts: TaskParts;
  readonly #key: string;
  /** As it waits, or waited last: the user may edit it. */
  #prompt: QueuedPrompt;
  readonly #listener: TaskListener;
  readonly #end = Promise.withResolvers<TaskEnd>();
  /** How many entries there were before the prompt; undefined while it waits. */
  #before: number | undefined;
  #isEnded = false;
  /** Whether the next text begins a message of its own. */
  #beginsAnew = false;
  #hasText = false;
  #messageId: string | undefined;
  readonly #toolCalls = new Set<string>();
  /** How the turn ended that the prompt is to steer, while its agent has not yet said that it has the prompt. */
  #endBefore: TurnEnd | undefined;
  /** What the agent said until then: it may have gone on in a message that it had begun before. */
  #saidMeanwhile = '';

  readonly ended: Promise<TaskEnd> = this.#end.promise;

  constructor(parts: TaskParts, key: string, prompt: QueuedPrompt, listener: TaskListener) {
    this.#parts = parts;
    this.#key = key;
    this.#prompt = prompt;
    this.#listener = listener;
  }

  cancel(): void {
    if (this.#isEnded) return;
    const { queue } = this.#parts.sessions;
    this.#finish({ kind: 'cancelled' });
    if (this.#queued() !== undefined) queue.remove(this.#key, this.#prompt.id);
    else this.#parts.sessions.cancel(this.#key);
  }

  checkSession(): void {
    if (this.#parts.store.state(this.#key) === undefined) this.#finish({ kind: 'closed' });
  }

  follow({ event, previous }: SessionChange): void {
    switch (event.type) {
      case 'prompt_started':
        // What is attached to a prompt goes before it.
        if (event.content.at(-1) === this.#prompt.content.at(-1)) this.#before = previous.entriesMade;
        return;
      case 'steered':
        if (event.prompt.id !== this.#prompt.id) return;
        this.#before ??= previous.entriesMade;
        if (this.#endBefore !== undefined) this.#followTurn(this.#endBefore);
        return;
      case 'queue_changed':
        this.#followQueue(event.held);
        return;
      case 'open_failed':
        this.#finish({ kind: 'failed', message: event.error.message });
        return;
      case 'read_only':
        this.#finish({ kind: 'failed', message: event.reason });
        return;
      case 'turn_ended':
      case 'turn_failed':
        // The agent may still say that the turn has answered it.
        if (this.#isSteering()) this.#endBefore = event;
        // One that was taken out while another turn ran did not become a part of it.
        else if (this.#before === undefined && this.#queued() === undefined) this.#finish({ kind: 'closed' });
        else if (this.#before !== undefined) this.#followTurn(event);
        return;
      default:
        if (this.#before !== undefined) this.#followTurn(event);
    }
  }

  #followTurn(event: SessionChange['event']): void {
    const { onText, onToolCall, onQuestion } = this.#listener;
    switch (event.type) {
      case 'message_chunk':
        if (event.role !== 'agent' || event.content.type !== 'text') return;
        this.#beginsAnew ||= event.messageId !== this.#messageId;
        if (this.#beginsAnew && this.#hasText) onText?.('\n\n');
        this.#beginsAnew = false;
        this.#hasText = true;
        this.#messageId = event.messageId;
        if (this.#isSteering()) this.#saidMeanwhile += event.content.text;
        onText?.(event.content.text);
        return;
      case 'tool_call': {
        this.#beginsAnew = true;
        const { toolCallId, title } = event.call;
        if (title === undefined || title === null || this.#toolCalls.has(toolCallId)) return;
        this.#toolCalls.add(toolCallId);
        onToolCall?.(title);
        return;
      }
      case 'permission_requested':
      case 'elicitation_requested':
        onQuestion?.();
        return;
      case 'turn_ended':
        if (event.stopReason === 'end_turn') this.#finish();
        else if (event.stopReason === 'cancelled') this.#finish({ kind: 'cancelled' });
        else this.#finish({ kind: 'stopped', reason: event.stopReason });
        return;
      case 'turn_failed':
        this.#finish({ kind: 'failed', message: event.error.message });
    }
  }

  #followQueue(held: boolean): void {
    const queued = this.#queued();
    if (queued !== undefined) {
      this.#prompt = queued;
      // The agent did not take it into the turn: it waits for its own.
      this.#before = undefined;
      this.#endBefore = undefined;
      if (held) this.#finish({ kind: 'held' });
      return;
    }
    // What the agent says from now on may answer it.
    if (this.#isSteering()) this.#before ??= this.#parts.store.state(this.#key)?.entriesMade;
    // One that is taken out to be sent begins its turn before anything else is done; one that steers a turn joins it when
    // the agent has it.
    void Promise.resolve().then(() => {
      const isDecided = this.#before !== undefined || this.#queued() !== undefined;
      const isTurnRunning = this.#parts.store.state(this.#key)?.turn !== undefined;
      if (!isDecided && !isTurnRunning) this.#finish({ kind: 'closed' });
    });
  }

  /** Whether the agent was given the prompt to steer a turn, and has not answered yet. */
  #isSteering(): boolean {
    return this.#parts.sessions.turns.isSteering(this.#prompt.id);
  }

  #queued(): QueuedPrompt | undefined {
    const { queue = [] } = this.#parts.store.state(this.#key) ?? {};
    return queue.find(({ id }) => id === this.#prompt.id);
  }

  #finish(problem?: TaskProblem): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const state = this.#parts.store.state(this.#key);
    const isStarted = state !== undefined && this.#before !== undefined;
    const text = (isStarted ? answerSince(state, this.#before ?? 0) : undefined) ?? this.#saidMeanwhile;
    this.#end.resolve({ text, ...(problem === undefined ? {} : { problem }) });
  }
}
