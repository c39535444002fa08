// Sends prompts again that the agent refused: at once, or when a limit is over.
import type { Disposable } from '../base/lifecycle.ts';
import { failedPrompt, isRefusedToOpen } from '../failures/failedPrompt.ts';
import type { Clock } from '../ports/hostPorts.ts';
import type { SessionState } from '../session/model.ts';
import type { PromptQueue } from './promptQueue.ts';
import type { SessionStore } from './sessionStore.ts';

/** A timer holds no longer; what is still waiting then stays in the queue. */
const MAX_WAIT_MS = 20 * 86_400_000;
/** Clocks differ: a limit that is over by this one may hold a little longer by the other. */
const MARGIN_MS = 2_000;

export interface PromptRetriesOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly queue: PromptQueue;
  readonly newId: () => string;
  /** Opens the session if need be; what is queued is sent then. */
  readonly open: (key: string) => void;
}

export class PromptRetries implements Disposable {
  readonly #options: PromptRetriesOptions;
  readonly #timers = new Map<string, Disposable>();
  /** The queued prompt of a session that is sent again: the user may ask for it more than once before it is. */
  readonly #waiting = new Map<string, string>();

  constructor(options: PromptRetriesOptions) {
    this.#options = options;
  }

  /**
   * Sends the prompt again that was refused last, before what waits, which follows unless the user held it; opens the
   * session where none was refused.
   */
  now(key: string): void {
    const { store, queue, open } = this.#options;
    const state = store.state(key);
    if (state === undefined) return;
    this.#timers.get(key)?.dispose();
    const content = isRefusedToOpen(state) ? undefined : failedPrompt(state);
    if (content === undefined) {
      open(key);
      return;
    }
    const waiting = this.#waitingIn(state);
    const id = waiting ?? queue.add(key, content)?.id;
    if (id === undefined) return;
    this.#waiting.set(key, id);
    queue.prefer(key, id, state.heldByFailure === true);
    if (waiting !== undefined) open(key);
  }

  /**
   * Puts the prompt that was refused last back into the queue, from where it is sent at that time (epoch milliseconds),
   * unless the user does something else with it before.
   */
  at(key: string, time: number): void {
    const { store, clock, queue, newId, open } = this.#options;
    const state = store.state(key);
    const content = state === undefined ? undefined : failedPrompt(state);
    if (state === undefined || content === undefined) return;
    const waiting = this.#waitingIn(state);
    const id = waiting ?? newId();
    this.#waiting.set(key, id);
    if (waiting === undefined) queue.putBack(key, { id, content });
    const milliseconds = Math.min(Math.max(time - clock.now(), 0) + MARGIN_MS, MAX_WAIT_MS);
    this.#timers.get(key)?.dispose();
    const send = (): void => {
      this.#timers.delete(key);
      const { queue: waiting = [], turn, heldByFailure } = store.state(key) ?? {};
      if (turn !== undefined || !waiting.some((prompt) => prompt.id === id)) return;
      queue.prefer(key, id, heldByFailure === true);
      open(key);
    };
    this.#timers.set(key, clock.after(milliseconds, send));
  }

  /** Its id; undefined where it was sent or removed. */
  #waitingIn({ key, queue }: SessionState): string | undefined {
    return queue.find(({ id }) => id === this.#waiting.get(key))?.id;
  }

  dispose(): void {
    for (const timer of this.#timers.values()) timer.dispose();
  }
}
