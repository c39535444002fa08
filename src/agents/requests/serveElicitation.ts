// Serves `elicitation/create` and takes `elicitation/complete` (R109–R115).
import { ErrorCodes, ResponseError } from '../wire/responseError.ts';
import type { Agent, AgentClient, ElicitationOutcome } from '../../core/ports/agent.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import { firstProblem } from '../../core/text/schemaProblem.ts';
import { excerptOf } from '../../../packages/process/excerpt.ts';
import { reading } from '../schema/lenient.ts';
import { elicitationCompleteParams, elicitationParams, valuesAsSent } from '../schema/elicitationSchema.ts';

export interface ElicitationRequestContext {
  readonly agent: Agent;
  readonly client: AgentClient;
  readonly log: Log;
  /** Notifies the user that the form, or a part of it, cannot be shown. */
  readonly unreadable: () => void;
  /** Aborts when the agent withdraws the request, or is gone (R14, R16). */
  readonly signal: AbortSignal;
}

/** The result to send: the user's values as the agent has them. */
type ElicitationAnswer = Pick<ElicitationOutcome, 'action'> & {
  readonly content?: Readonly<Record<string, unknown>>;
};

/** Asks the client, synchronously, in wire order (R10). Throws -32602 for a mode or a property it cannot show (R109). */
export async function serveElicitation(
  params: unknown,
  { agent, client, log, unreadable, signal }: ElicitationRequestContext,
): Promise<ElicitationAnswer> {
  const { result: parsed, leftOut } = reading(() => elicitationParams.safeParse(params));
  if (leftOut.length > 0 || !parsed.success) unreadable();
  if (leftOut.length > 0) log.warn(`Left out of an elicitation, ${leftOut.join('; ')}: ${excerptOf(params)}`);
  if (!parsed.success) {
    const problem = firstProblem(parsed.error);
    log.warn(`Refused an elicitation, ${problem}: ${excerptOf(params)}`);
    throw new ResponseError(ErrorCodes.InvalidParams, `Invalid params: ${problem}`);
  }
  const { sessionId, question, sentValues } = parsed.data;
  const outcome = await client.requestElicitation(agent, sessionId, question, signal);
  if (outcome.action !== 'accept' || outcome.content === undefined) return outcome;
  return { action: 'accept', content: valuesAsSent(outcome.content, sentValues) };
}

/** Takes the news that a page is done; what is not usable is ignored (R114). */
export function elicitationCompleted(agent: Agent, client: AgentClient, params: unknown): void {
  const parsed = elicitationCompleteParams.safeParse(params);
  if (parsed.success) client.elicitationCompleted(agent, parsed.data.elicitationId);
}
