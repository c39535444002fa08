// Read-only mode, decided in one place: which requests it denies, and the message to the agent.
import { isChange, type RequestFacts } from './requestFacts.ts';

/** Whether read-only mode denies a request. The user's own rules do not change that. */
export function isDeniedInReadOnlyMode(facts: RequestFacts): boolean {
  return isChange(facts);
}

/** For the agent, so in English: why nothing was written or run. */
export const READ_ONLY_MESSAGE =
  'The user has turned on read-only mode: no file is changed and no command is run. Say what you would have done instead.';
