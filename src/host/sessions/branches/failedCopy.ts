// A copy of a session that its agent refused, or that nobody goes on with.
import { describeError } from '../../../core/errors.ts';
import type { BranchHandlersOptions } from './branchHandlers.ts';

/** What is shown of the reason why an agent refused, in characters. */
const MAX_REASON_LENGTH = 500;

/** Why an agent refused to copy a session, as users are shown it. */
export function reasonOf(error: unknown): string {
  const { message, detail } = describeError(error);
  return (detail === undefined ? message : `${message} ${detail}`).slice(0, MAX_REASON_LENGTH);
}

/** A copy that the agent keeps harms nothing. */
export async function discardCopy(
  key: string,
  sessions: Pick<BranchHandlersOptions['sessions'], 'delete'>,
): Promise<void> {
  await sessions.delete(key).catch(() => undefined);
}
