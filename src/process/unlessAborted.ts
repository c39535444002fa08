// Waits no longer than until a signal aborts.

/**
 * What the promise settles to; rejects with the reason once the signal has aborted, at once where it has before. What
 * the promise does afterwards is ignored.
 */
export function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  reason: () => unknown = () => signal.reason,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(reason());
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
