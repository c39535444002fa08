// Calls `authenticate` (R24): an agent may hang in it, and answer no cancellation either.
import type { AbortSignalLike } from '../../core/base/abort.ts';
import { ParleyError } from '../../core/errors.ts';
import { signInCancelled } from '../../core/signIn/signInErrors.ts';
import type { AgentCalls } from '../agentCalls.ts';
import { anyAnswer } from '../schema/answerSchema.ts';
import { unlessGivenUp } from '../unlessGivenUp.ts';

export interface Authentication {
  /** The agent as the user knows it. */
  readonly label: string;
  readonly methodId: string;
  readonly signal: AbortSignalLike | undefined;
  /** For a method that asks for one. */
  readonly apiKey: string | undefined;
}

/** Resolves when the agent has signed the user in; rejects with a ParleyError, at once when the signal aborts. */
export async function authenticate(
  calls: AgentCalls,
  { label, methodId, signal, apiKey }: Authentication,
): Promise<void> {
  const meta = apiKey === undefined ? {} : { _meta: { 'api-key': apiKey } };
  const answer = calls.request('authenticate', { methodId, ...meta }, anyAnswer, signal);
  await unlessGivenUp(answer, signal, () => new ParleyError(signInCancelled(label)));
}
