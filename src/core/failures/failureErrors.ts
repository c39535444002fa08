// The errors of failures that have a class, each with its next steps.
import { withDetail, type ErrorAction, type UserError } from '../errors.ts';
import type { ClassifiedFailure, ReportedClass } from './classifyFailure.ts';
import { failureStrings } from './failureStrings.ts';

interface Form {
  readonly code: string;
  readonly message: (agent: string) => string;
  readonly actions: readonly ErrorAction[];
}

const FORMS: Readonly<Record<ReportedClass, Form>> = {
  'auth-required': {
    code: 'sign-in-expired',
    message: failureStrings.authRequired,
    actions: ['sign-in', 'try-again', 'show-log'],
  },
  'rate-limited': {
    code: 'rate-limited',
    message: failureStrings.rateLimited,
    actions: ['try-again', 'switch-model', 'show-log'],
  },
  'quota-exhausted': {
    code: 'quota-exhausted',
    message: failureStrings.quotaExhausted,
    actions: ['hand-off', 'switch-model', 'try-again', 'show-log'],
  },
  overloaded: {
    code: 'overloaded',
    message: failureStrings.overloaded,
    actions: ['try-again', 'switch-model', 'hand-off', 'show-log'],
  },
  'context-exhausted': {
    code: 'context-exhausted',
    message: failureStrings.contextExhausted,
    actions: ['compact', 'hand-off', 'new-session', 'switch-model'],
  },
  'transport-lost': {
    code: 'transport-lost',
    message: failureStrings.transportLost,
    actions: ['try-again', 'restart-agent', 'show-log', 'check-agent'],
  },
  refused: {
    code: 'refused',
    message: failureStrings.refused,
    actions: ['switch-model', 'new-session'],
  },
};

/** The error of a classified failure. `said`: what the agent said about it. */
export function classifiedError(
  agent: string,
  { class: failure, resetsAt }: ClassifiedFailure,
  said: string | undefined,
): UserError {
  const { code, message, actions } = FORMS[failure];
  const user = { code, message: message(agent), actions: [...actions] };
  return withDetail(resetsAt === undefined ? user : { ...user, resetsAt }, said);
}

/** A turn that the model ended by refusing. */
export function turnRefused(agent: string): UserError {
  return classifiedError(agent, { class: 'refused' }, undefined);
}
