// The time that a CLI has to stop what it does, and who waits until it has.

export interface StopDeadlineOptions {
  /** How long it may take, in milliseconds. */
  readonly abortMs: number;
  /** Whether there was more to read than the client could take, since this was asked last. */
  readonly fellBehind: () => boolean;
  /** It did not stop in time. */
  readonly missed: () => void;
}

/** How many times as long it may take while what the CLI has said before is still being read. */
const BACKLOG = 12;

export class StopDeadline {
  readonly #options: StopDeadlineOptions;
  readonly #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: StopDeadlineOptions) {
    this.#options = options;
  }

  /** Whether it was told to stop and has not yet. */
  get isUnderWay(): boolean {
    return this.#timer !== undefined;
  }

  /** It was told to stop; once more changes nothing. */
  begin(): void {
    if (!this.isUnderWay) this.#wait(BACKLOG);
  }

  /** It has stopped. */
  over(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when it has stopped, where it was told to; else at once. */
  whenOver(): Promise<void> {
    if (!this.isUnderWay) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** It may have stopped long ago where not all that it said before could be read yet. */
  #wait(patience: number): void {
    const { abortMs, fellBehind, missed } = this.#options;
    this.#timer = setTimeout(() => {
      if (fellBehind() && patience > 1) this.#wait(patience - 1);
      else missed();
    }, abortMs);
  }
}
