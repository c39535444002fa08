// Makes the problems of a verdict, each with its rule of docs/PROTOCOL.md.
import type { Problem } from '../core/protocolRow.ts';

/** The message does not keep the rule. */
export function broken(rule: string, text: string): Problem {
  return { rule, state: 'broken', text };
}

/** The message names what is not known, which the rule allows. */
export function unknown(rule: string, text: string): Problem {
  return { rule, state: 'unknown', text };
}
