// The classes of failures that have next steps of their own, and what of the user's errors is one of them.
import type { UserError } from '../errors.ts';

/**
 * - `auth-required`: the user has to sign in, or the key is not valid any more;
 * - `rate-limited`: too many requests at once; soon over;
 * - `quota-exhausted`: nothing is left of what the user paid for, maybe until a known time;
 * - `overloaded`: the model has too much to do;
 * - `context-exhausted`: the session is too long for the model;
 * - `transport-lost`: the agent, or its model, cannot be reached;
 * - `refused`: the model does not want to do what it was asked;
 * - `crashed`: the agent's process ended.
 */
export type FailureClass =
  | 'auth-required'
  | 'rate-limited'
  | 'quota-exhausted'
  | 'overloaded'
  | 'context-exhausted'
  | 'transport-lost'
  | 'refused'
  | 'crashed';

/** By the code of an error; other errors are in no class. */
const CLASSES: Readonly<Partial<Record<string, FailureClass>>> = {
  'sign-in-needed': 'auth-required',
  'sign-in-expired': 'auth-required',
  'rate-limited': 'rate-limited',
  'quota-exhausted': 'quota-exhausted',
  overloaded: 'overloaded',
  'context-exhausted': 'context-exhausted',
  'transport-lost': 'transport-lost',
  'output-closed': 'transport-lost',
  'input-closed': 'transport-lost',
  refused: 'refused',
  'agent-exited': 'crashed',
  'program-exited': 'crashed',
  'crashed-too-often': 'crashed',
};

/** The class of an error; undefined where it has none. */
export function failureClassOf({ code }: Pick<UserError, 'code'>): FailureClass | undefined {
  return Object.hasOwn(CLASSES, code) ? CLASSES[code] : undefined;
}
