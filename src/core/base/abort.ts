// The platform's `AbortController` as far as core needs it, which knows no platform.
import type { AbortSignalLike } from '../ports/agent.ts';

/** Calls those who listen once, when it is aborted. */
export class Abort implements AbortSignalLike {
  readonly #listeners: (() => void)[] = [];
  #aborted = false;

  get aborted(): boolean {
    return this.#aborted;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}
