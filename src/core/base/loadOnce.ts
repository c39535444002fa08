// Loads something when it is first asked for.

/** Calls `load` with the first call alone: every call gets what it makes, also a failure. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => (loading ??= load());
}
