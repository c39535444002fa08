// Cancellation in core, which has no platform and so no `AbortController`.

/** The part of the platform's `AbortSignal` that core needs. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  /** Why, where whoever aborts says it. */
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
}

/** The reason where the agent itself withdraws what it asked for. */
export const WITHDRAWN = 'withdrawn';

/** Calls each listener once, when it is aborted. */
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
