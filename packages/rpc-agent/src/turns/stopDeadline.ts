// The time that a CLI has to stop what it does, and who waits until it has.

export interface StopDeadlineOptions {
  /** How long it may take. */
  readonly abortMs: number;
  /** Whether there was more to read than the client could accept, since this was asked last. */
  readonly fellBehind: () => boolean;
  /** Called when it did not stop in time. */
  readonly onMissed: () => void;
}

/** It may take so many times as long while what the CLI has said before is still being read. */
const MAX_EXTENSIONS = 12;

export class StopDeadline {
  readonly #options: StopDeadlineOptions;
  readonly #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: StopDeadlineOptions) {
    this.#options = options;
  }

  /** Whether it was asked to stop and has not yet. */
  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  /** It was asked to stop; once more changes nothing. */
  start(): void {
    if (!this.isPending) this.#wait(MAX_EXTENSIONS);
  }

  /** It has stopped. */
  meet(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when it has stopped, where it was asked to; else at once. */
  whenMet(): Promise<void> {
    if (!this.isPending) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** It may have stopped long ago where not all that it said before could be read yet. */
  #wait(extensions: number): void {
    const { abortMs, fellBehind, onMissed } = this.#options;
    this.#timer = setTimeout(() => {
      if (fellBehind() && extensions > 1) this.#wait(extensions - 1);
      else onMissed();
    }, abortMs);
  }
}
