// Sends prompts again that the agent refused: at once, or when a limit is over.
import type { Disposable } from '../base/lifecycle.ts';
import { failedPrompt } from '../failures/failedPrompt.ts';
import type { Clock } from '../ports/hostPorts.ts';
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

  constructor(options: PromptRetriesOptions) {
    this.#options = options;
  }

  /** Sends the prompt again that was refused last, before what waits; opens the session where none was. */
  now(key: string): void {
    const { store, queue, open } = this.#options;
    const state = store.state(key);
    if (state === undefined) return;
    this.#timers.get(key)?.dispose();
    const content = failedPrompt(state);
    if (content === undefined) {
      open(key);
      return;
    }
    const prompt = queue.add(key, content);
    if (prompt !== undefined) queue.prefer(key, prompt.id);
  }

  /**
   * Puts the prompt that was refused last back into the queue, from where it is sent at that time (epoch milliseconds),
   * unless the user does something else with it before.
   */
  at(key: string, time: number): void {
    const { store, clock, queue, newId, open } = this.#options;
    const state = store.state(key);
    const content = state === undefined ? undefined : failedPrompt(state);
    if (content === undefined) return;
    const id = newId();
    queue.putBack(key, { id, content });
    const milliseconds = Math.min(Math.max(time - clock.now(), 0) + MARGIN_MS, MAX_WAIT_MS);
    this.#timers.get(key)?.dispose();
    const send = (): void => {
      this.#timers.delete(key);
      const { queue: waiting = [], turn } = store.state(key) ?? {};
      if (turn !== undefined || !waiting.some((prompt) => prompt.id === id)) return;
      queue.prefer(key, id);
      open(key);
    };
    this.#timers.set(key, clock.after(milliseconds, send));
  }

  dispose(): void {
    for (const timer of this.#timers.values()) timer.dispose();
  }
}
