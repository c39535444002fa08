// Work that is done one piece after another.

export class SerialWork {
  #last: Promise<unknown> = Promise.resolve();

  /** Begins `work` once everything before it has ended, also where that failed. Settles as `work` does. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
