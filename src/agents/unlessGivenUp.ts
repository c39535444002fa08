// Waits for an agent's answer no longer than the user does.
import type { AbortSignalLike } from '../core/base/abort.ts';

/** Settles with `promise`, or rejects at once when `signal` aborts; what `promise` does then is of no interest. */
export async function unlessGivenUp<T>(
  promise: Promise<T>,
  signal: AbortSignalLike | undefined,
  reason: () => Error,
): Promise<T> {
  if (signal === undefined) return promise;
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(reason());
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  return Promise.race([promise, aborted.promise]);
}
