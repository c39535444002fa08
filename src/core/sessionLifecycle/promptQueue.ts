// The queued prompts of a session: their order, the hold after a stop, the one the user wants next, the gate.
import type { Clock } from '../ports/hostPorts.ts';
import type { ContentBlock } from '../session/content.ts';
import type { QueuedPrompt } from '../session/turn/state.ts';
import type { SessionStore } from './sessionStore.ts';

/** Decides whether prompts may be sent without asking the user. */
export interface PromptGate {
  isClosed(key: string): boolean;
  /** Asks the user; resolves to whether the prompt is to be sent. */
  ask(key: string): Promise<boolean>;
}

export interface PromptQueueOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly gate: PromptGate | undefined;
  /** An id no other prompt of the session has. */
  readonly newId: () => string;
  /** Opens the session if need be, and then asks for its next prompt. */
  readonly open: (key: string) => void;
}

/** Changes the queues, which are in the store; it sends nothing itself. */
export class PromptQueue {
  readonly #options: PromptQueueOptions;
  /** The queued prompt of a session that the user wants sent next, held queue or not, and whether the rest follows it. */
  readonly #urgent = new Map<string, { readonly id: string; readonly goesOn: boolean }>();
  /** Queued prompts that the user let through the gate. */
  readonly #admitted = new Set<string>();

  constructor(options: PromptQueueOptions) {
    this.#options = options;
  }

  /**
   * Puts a prompt at the end, and sees to it that it is sent when the session is idle (R46). Returns it as it waits;
   * undefined where the session is gone.
   */
  add(key: string, content: readonly ContentBlock[]): QueuedPrompt | undefined {
    const { store, newId, open } = this.#options;
    const state = store.state(key);
    if (state === undefined) return undefined;
    const prompt: QueuedPrompt = { id: newId(), content };
    // Where no prompt can be sent it waits for the session that continues this one.
    const isReadOnly = state.readOnly !== undefined;
    this.#change(key, [...state.queue, prompt], state.queueHeld || isReadOnly);
    if (state.turn !== undefined || isReadOnly) return prompt;
    if (state.queueHeld && !this.#urgent.has(key)) this.prefer(key, prompt.id);
    open(key);
    return prompt;
  }

  /** Takes a prompt out of the queue. */
  remove(key: string, id: string): void {
    const state = this.#options.store.state(key);
    if (state === undefined) return;
    const queue = state.queue.filter((prompt) => prompt.id !== id);
    this.#change(key, queue, state.queueHeld && queue.length > 0);
  }

  /** Puts a prompt that could not be sent back to the front, held. */
  putBack(key: string, prompt: QueuedPrompt): void {
    const state = this.#options.store.state(key);
    if (state !== undefined) this.#change(key, [prompt, ...state.queue], true);
  }

  /** Moves a queued prompt to a 0-based place. */
  move(key: string, id: string, index: number): void {
    const state = this.#options.store.state(key);
    const moved = state?.queue.find((prompt) => prompt.id === id);
    if (state === undefined || moved === undefined) return;
    const queue = state.queue.filter((prompt) => prompt.id !== id);
    queue.splice(index, 0, moved);
    this.#change(key, queue, state.queueHeld);
  }

  /** Replaces what a queued prompt says. Returns whether it is still queued. */
  edit(key: string, id: string, content: readonly ContentBlock[]): boolean {
    const state = this.#options.store.state(key);
    if (state?.queue.some((prompt) => prompt.id === id) !== true) return false;
    const queue = state.queue.map((prompt) => (prompt.id === id ? { ...prompt, content } : prompt));
    this.#change(key, queue, state.queueHeld);
    return true;
  }

  /** Sends nothing of what waits before the user resumes the queue or sends one of its prompts. */
  hold(key: string): void {
    const { queue } = this.#options.store.state(key) ?? { queue: [] };
    this.forgetPreference(key);
    if (queue.length > 0) this.#change(key, queue, true);
  }

  /** Lets a held queue go on. */
  resume(key: string): void {
    const { store, open } = this.#options;
    const state = store.state(key);
    if (state === undefined || !state.queueHeld || state.readOnly !== undefined) return;
    this.#change(key, state.queue, false);
    open(key);
  }

  /** The user wants this prompt sent next, whatever waits before it. `goesOn`: the rest is sent after it. */
  prefer(key: string, id: string, goesOn = false): void {
    this.#urgent.set(key, { id, goesOn });
  }

  /** No prompt is wanted before the others any more. */
  forgetPreference(key: string): void {
    this.#urgent.delete(key);
  }

  /**
   * Takes out the prompt to send now: the one the user wants, else the first unless the queue is held; undefined when
   * there is none, or when the user is asked first.
   */
  take(key: string): QueuedPrompt | undefined {
    const { store, gate } = this.#options;
    const state = store.state(key);
    if (state === undefined) return undefined;
    const wanted = this.#urgent.get(key);
    const urgent = state.queue.find(({ id }) => id === wanted?.id);
    this.#urgent.delete(key);
    const prompt = urgent ?? (state.queueHeld ? undefined : state.queue[0]);
    if (prompt === undefined) return undefined;
    const isHeld = state.queueHeld && !(urgent !== undefined && wanted?.goesOn === true);
    if (!this.#admitted.delete(prompt.id) && gate?.isClosed(key) === true) {
      void this.#askGate(key, prompt, gate, !isHeld);
      return undefined;
    }
    const queue = state.queue.filter((queued) => queued !== prompt);
    this.#change(key, queue, isHeld && queue.length > 0);
    return prompt;
  }

  /** The prompt, and with it the rest of the queue, waits until the user has said whether it is to be sent. */
  async #askGate(key: string, prompt: QueuedPrompt, gate: PromptGate, goesOn: boolean): Promise<void> {
    const { store, open } = this.#options;
    const { queue } = store.state(key) ?? { queue: [] };
    this.#change(key, queue, true);
    if (!(await gate.ask(key))) return;
    this.#admitted.add(prompt.id);
    this.prefer(key, prompt.id, goesOn);
    open(key);
  }

  #change(key: string, queue: readonly QueuedPrompt[], held: boolean): void {
    const { store, clock } = this.#options;
    store.dispatch(key, { type: 'queue_changed', at: clock.now(), queue, held });
  }
}
