// What went wrong in a turn that the agent ended without an error: it brought nothing, or its answer says why in passing.
import { agentRefused, noAnswer } from '../../core/agentErrors.ts';
import type { UserError } from '../../core/errors.ts';
import {
  classifyFailure,
  type ClassifiedFailure,
  type ReportedLimit,
} from '../../core/failures/classifyFailure.ts';
import { classifiedError } from '../../core/failures/failureErrors.ts';
import type { ReportedReasons } from '../schema/reasonMeta.ts';

/** Ends that say themselves why nothing came. */
const SPEAKING_ENDS: ReadonlySet<string> = new Set([
  'cancelled',
  'max_tokens',
  'max_turn_requests',
  'refusal',
]);

export interface EndedTurn {
  /** The agent as the user knows it. */
  readonly label: string;
  readonly stopReason: string;
  readonly said: ReportedReasons | undefined;
  /** Whether the turn brought anything. */
  readonly hasAnswered: boolean;
  /** All that it brought, where that is one short text. */
  readonly onlyText?: string | undefined;
  /** What the process wrote to its standard error meanwhile. */
  readonly stderr: string;
  readonly limit: ReportedLimit | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface TurnError {
  readonly error?: UserError;
  /** Whether the turn failed because of it. */
  readonly hasFailed?: true;
}

/** Empty where nothing went wrong. */
export function turnError({
  label,
  stopReason,
  said,
  hasAnswered,
  onlyText = '',
  stderr,
  limit,
  now,
}: EndedTurn): TurnError {
  if (stopReason === 'cancelled') return {};
  const met = limitInAnswer(onlyText, limit, now);
  if (met !== undefined) return { error: classifiedError(label, met, undefined), hasFailed: true };
  const isFailure = /^error$|fail/i.test(stopReason) || !(hasAnswered || SPEAKING_ENDS.has(stopReason));
  const { errors = '', reasons = '' } = said ?? {};
  // A usual end needs no reason.
  const isOdd = isFailure || stopReason !== 'end_turn';
  const text = [errors, isOdd ? reasons : ''].filter((part) => part !== '').join('\n');
  if (text === '') {
    if (!isFailure) return {};
    const error = hasAnswered
      ? reported(label, stopReason)
      : noAnswer(label, silentDetail(stopReason, stderr));
    return { error, hasFailed: true };
  }
  const failure = classifyFailure({ code: 0, message: text, data: undefined }, limit, now);
  const isRefusal = stopReason === 'refusal';
  const known = failure ?? (isRefusal ? ({ class: 'refused' } as const) : undefined);
  const error = known === undefined ? reported(label, text) : classifiedError(label, known, text);
  return isFailure ? { error, hasFailed: true } : { error };
}

/** How an answer begins that is the message of a limit, and not about limits. */
const IS_LIMIT_MESSAGE =
  /^\W*(?:(?:you(?:['’]ve| have) (?:hit|reached|exceeded|exhausted) your\b)|(?:you(?:['’]re| are) out of (?:extra )?usage\b)|(?:[\w-]+ ){0,3}limit (?:was |has been |is )?reached\b)/i;

/**
 * The limit that an answer reports: some agents send the message of a limit as their answer. Who asked about limits may
 * get a sentence like it, so one that does not say when it is over counts only where the agent has reported a limit besides.
 */
function limitInAnswer(
  answer: string,
  limit: ReportedLimit | undefined,
  now: number,
): ClassifiedFailure | undefined {
  if (!IS_LIMIT_MESSAGE.test(answer)) return undefined;
  const failure = classifyFailure({ code: 0, message: answer, data: undefined }, limit, now);
  const isKnown = failure?.resetsAt !== undefined || limit?.isReached === true;
  return failure?.class === 'quota-exhausted' && isKnown ? failure : undefined;
}

/** What is known of a turn without an answer: a word for its end that is not the usual one, and the standard error. */
function silentDetail(stopReason: string, stderr: string): string {
  const parts = [stopReason === 'end_turn' ? '' : `stopReason: ${stopReason}`, stderr];
  return parts.filter((part) => part.trim() !== '').join('\n');
}

function reported(label: string, text: string): UserError {
  const [message = text] = text.split('\n');
  const { actions, ...user } = agentRefused(label, message, text);
  return { ...user, actions: ['try-again', ...actions] };
}
