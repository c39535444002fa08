// Why an agent refused to copy a session, as users are shown it.
import { describeError } from '../../../core/errors.ts';

/** What is shown of the reason why an agent refused, in characters. */
const MAX_REASON_LENGTH = 500;

export function reasonOf(error: unknown): string {
  const { message, detail } = describeError(error);
  return (detail === undefined ? message : `${message} ${detail}`).slice(0, MAX_REASON_LENGTH);
}
