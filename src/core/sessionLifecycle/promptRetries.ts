// Sends prompts again that the agent refused.
import { failedPrompt, isRefusedToOpen } from '../failures/failedPrompt.ts';
import type { ContentBlock } from '../session/content.ts';
import type { PromptQueue } from './promptQueue.ts';
import type { SessionStore } from './sessionStore.ts';

export interface PromptRetriesOptions {
  readonly store: SessionStore;
  readonly queue: PromptQueue;
  /** Opens the session if need be; what is queued is sent then. */
  readonly open: (key: string) => void;
}

export class PromptRetries {
  readonly #options: PromptRetriesOptions;
  /** The queued prompt of a session that is sent again: the user may ask for it more than once before it is. */
  readonly #waiting = new Map<string, string>();

  constructor(options: PromptRetriesOptions) {
    this.#options = options;
  }

  /** Sends the prompt again that was refused last; opens the session where none was refused. */
  now(key: string): void {
    const { store, open } = this.#options;
    const state = store.state(key);
    if (state === undefined) return;
    const content = isRefusedToOpen(state) ? undefined : failedPrompt(state);
    if (content === undefined) open(key);
    else this.send(key, content);
  }

  /** Sends this for a prompt that was refused, before what waits, which follows unless the user held it. */
  send(key: string, content: readonly ContentBlock[]): void {
    const { store, queue, open } = this.#options;
    const { queue: queued = [], heldByFailure } = store.state(key) ?? {};
    const waiting = queued.find(({ id }) => id === this.#waiting.get(key))?.id;
    const id = waiting ?? queue.add(key, content)?.id;
    if (id === undefined) return;
    this.#waiting.set(key, id);
    queue.prefer(key, id, heldByFailure === true);
    if (waiting !== undefined) open(key);
  }
}
