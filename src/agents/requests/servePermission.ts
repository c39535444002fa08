// Serves `session/request_permission` (R56, R60, R66, R71–R73).
import { ErrorCodes, ResponseError } from '../wire/responseError.ts';
import type { Agent, AgentClient, PermissionOutcome } from '../../core/ports/agent.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import { firstProblem } from '../schema/firstProblem.ts';
import { excerptOf } from '../../process/excerpt.ts';
import type { Quirks } from '../quirks.ts';
import { permissionParams } from '../schema/permissionSchema.ts';

export interface PermissionRequestContext {
  readonly agent: Agent;
  readonly client: AgentClient;
  readonly log: Log;
  readonly quirks: Quirks;
  /** Aborts when the agent withdraws the request, or is gone (R14, R16). */
  readonly signal: AbortSignal;
}

/**
 * Asks the client, synchronously, so that the question comes after every update before it (R10), and resolves to the
 * result to send. Throws a `ResponseError` -32602 when the params are not usable (R8).
 */
export async function servePermission(
  params: unknown,
  { agent, client, log, quirks, signal }: PermissionRequestContext,
): Promise<{ outcome: PermissionOutcome }> {
  const parsed = permissionParams.safeParse(params);
  if (!parsed.success) {
    const problem = firstProblem(parsed.error);
    log.warn(`Refused a permission request, ${problem}: ${excerptOf(params)}`);
    throw new ResponseError(ErrorCodes.InvalidParams, `Invalid params: ${problem}`);
  }
  const { sessionId, question } = parsed.data;
  if (question.options.length === 0) {
    log.warn(`Cancelled a permission request without options: ${excerptOf(params)}`);
    return { outcome: { outcome: 'cancelled' } };
  }
  const { writesThroughClient } = quirks;
  const asked = { ...question, writesThroughClient };
  const outcome = await client.requestPermission(agent, sessionId, asked, signal);
  const isOffered =
    outcome.outcome === 'selected' && question.options.some(({ optionId }) => optionId === outcome.optionId);
  return { outcome: isOffered ? outcome : { outcome: 'cancelled' } };
}
