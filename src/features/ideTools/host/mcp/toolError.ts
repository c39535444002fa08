// Errors of tools. Their texts are for agents, and so not localized.

/** Thrown by a tool: the message says what happened and what to do, and is all that the agent gets. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** The promise, or a ToolError after `milliseconds` or when the agent gives up. What goes on is not waited for. */
export async function within<T>(
  promise: PromiseLike<T>,
  {
    milliseconds,
    signal,
    what,
  }: { readonly milliseconds: number; readonly signal: AbortSignal; readonly what: string },
): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const onAbort = (): void => ended.reject(new ToolError('The call was cancelled.'));
  const timer = setTimeout(() => {
    ended.reject(
      new ToolError(`${what} did not answer within ${milliseconds / 1_000} seconds. Try again later.`),
    );
  }, milliseconds);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([promise, ended.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
