// Ownership: disposables, and events whose listeners are disposables.

/** Something that holds a resource until it is disposed. Disposing twice is harmless. */
export interface Disposable {
  dispose(): void;
}

/** Subscribes a listener and hands back what ends the subscription. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** A disposable that runs `dispose` once. */
export function toDisposable(dispose: () => void): Disposable {
  let done = false;
  return {
    dispose() {
      if (done) return;
      done = true;
      dispose();
    },
  };
}

/** The sending side of an {@link Event}. Listeners are called in the order of their subscription. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return toDisposable(() => this.#listeners.delete(entry));
  };

  /** Calls every listener; the first error is thrown after all of them ran. */
  fire(value: T): void {
    throwFirst(this.fireAndCollect(value));
  }

  /** Calls every listener and returns what they threw. */
  fireAndCollect(value: T): readonly unknown[] {
    const errors: unknown[] = [];
    for (const listener of this.#listeners) {
      try {
        listener(value);
      } catch (error) {
        errors.push(error);
      }
    }
    return errors;
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** Fires several emitters, one after the other; the first error is thrown after all of their listeners ran. */
export function fireInOrder<T>(emitters: readonly (Emitter<T> | undefined)[], value: T): void {
  throwFirst(emitters.flatMap((emitter) => emitter?.fireAndCollect(value) ?? []));
}

function throwFirst(errors: readonly unknown[]): void {
  if (errors.length > 0) throw errors[0];
}

/** Owns disposables and disposes them in reverse order. */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[] = [];
  #disposed = false;

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  dispose(): void {
    this.#disposed = true;
    for (const item of this.#items.splice(0).reverse()) item.dispose();
  }
}
