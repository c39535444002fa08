// Serves `session/request_permission` (R56, R60, R66, R71–R73).
import { ErrorCodes, ResponseError } from '../wire/responseError.ts';
import type { Agent, AgentClient, PermissionOutcome } from '../../core/ports/agent.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import { firstProblem } from '../../core/text/schemaProblem.ts';
import { excerptOf } from '../../../packages/process/excerpt.ts';
import type { ToolCallPatch } from '../../core/session/toolCall/state.ts';
import type { Quirks } from '../quirks.ts';
import { questionForm } from '../quirks/askedQuestions.ts';
import { askedQuestions, questionOutcome } from '../quirks/qwenQuestions.ts';
import { readCall } from '../readCall.ts';
import { readPermission } from '../schema/permissionSchema.ts';

export interface PermissionRequestContext {
  readonly agent: Agent;
  readonly client: AgentClient;
  readonly log: Log;
  readonly quirks: Quirks;
  readonly clock: Clock;
  /** The folder of a session, absolute; undefined where it is not known. */
  readonly folder: (sessionId: string) => string | undefined;
  /** A call as it is shown: that of a sub-agent is nested in the call that stands for it. */
  readonly shown: (call: ToolCallPatch) => ToolCallPatch;
  /** Notifies the user that the question, a part of it, or one of its options cannot be shown. */
  readonly unreadable: () => void;
  /** Aborts when the agent withdraws the request, or is gone (R14, R16). */
  readonly signal: AbortSignal;
}

/** An outcome in which the option has its id as the agent sent it. */
type SentOutcome =
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'selected'; readonly optionId: string | number | boolean };

/** The result to send. `answers`: those to the questions of an agent that asks them so. */
interface PermissionAnswer {
  readonly outcome: SentOutcome;
  readonly answers?: Readonly<Record<string, string>>;
}

/**
 * Asks the client, synchronously, so that the question comes after every update before it (R10), and resolves to the
 * result to send. Throws a `ResponseError` -32602 when the params are not usable (R8).
 */
export async function servePermission(
  params: unknown,
  { agent, client, log, quirks, clock, folder, shown, unreadable, signal }: PermissionRequestContext,
): Promise<PermissionAnswer> {
  const { parsed, leftOut, isShort } = readPermission(params);
  if (leftOut.length > 0)
    log.warn(`Left out of a permission request, ${leftOut.join('; ')}: ${excerptOf(params)}`);
  if (!parsed.success) {
    unreadable();
    const problem = firstProblem(parsed.error);
    log.warn(`Refused a permission request, ${problem}: ${excerptOf(params)}`);
    throw new ResponseError(ErrorCodes.InvalidParams, `Invalid params: ${problem}`);
  }
  const { sessionId, ids } = parsed.data;
  const call = shown(readCall(parsed.data.question.call, folder(sessionId), quirks));
  const question = { ...parsed.data.question, call };
  if (isShort || call.isIncomplete === true || question.options.length === 0) unreadable();
  if (question.options.length === 0) {
    log.warn(`Cancelled a permission request without options: ${excerptOf(params)}`);
    return { outcome: { outcome: 'cancelled' } };
  }
  const questions = quirks.asksByPermission ? askedQuestions(params) : undefined;
  if (questions !== undefined) {
    client.sessionUpdate(agent, sessionId, { type: 'tool_call', call, at: clock.now() });
    const answered = await client.requestElicitation(agent, sessionId, questionForm(questions), signal);
    const { outcome, ...answers } = questionOutcome(answered, questions, question.options);
    return { outcome: asSent(outcome, ids), ...answers };
  }
  const { writesThroughClient } = quirks;
  const asked = { ...question, writesThroughClient };
  const outcome = await client.requestPermission(agent, sessionId, asked, signal);
  const isOffered =
    outcome.outcome === 'selected' && question.options.some(({ optionId }) => optionId === outcome.optionId);
  return { outcome: isOffered ? asSent(outcome, ids) : { outcome: 'cancelled' } };
}

function asSent(outcome: PermissionOutcome, ids: ReadonlyMap<string, number | boolean>): SentOutcome {
  if (outcome.outcome === 'cancelled') return outcome;
  return { ...outcome, optionId: ids.get(outcome.optionId) ?? outcome.optionId };
}
