// Arithmetic with the tokens of turns: sums of requests, and the turn's share of what an agent adds up.
import * as z from 'zod/mini';
import { turnTokens, type TurnTokens } from '../session/usage/state.ts';

const KINDS = z.keyof(turnTokens).options;

/** The tokens of both, kind by kind; a kind that neither has stays absent. */
export function tokensOfBoth(one: TurnTokens, other: TurnTokens): TurnTokens {
  return byKind((kind) => {
    const [first, second] = [one[kind], other[kind]];
    return first === undefined && second === undefined ? undefined : (first ?? 0) + (second ?? 0);
  });
}

/**
 * What was used between two sums of a session: all of the later one where a kind of it is less, because the agent
 * began to count anew.
 */
export function tokensBetween(before: TurnTokens | undefined, after: TurnTokens): TurnTokens {
  if (before === undefined || KINDS.some((kind) => (after[kind] ?? 0) < (before[kind] ?? 0))) return after;
  return byKind((kind) => {
    const count = after[kind];
    return count === undefined ? undefined : count - (before[kind] ?? 0);
  });
}

/** Whether anything was used. */
export function isCounted(tokens: TurnTokens | undefined): boolean {
  return Object.values(tokens ?? {}).some((count) => count > 0);
}

function byKind(count: (kind: keyof TurnTokens) => number | undefined): TurnTokens {
  const counts = KINDS.flatMap((kind) => {
    const counted = count(kind);
    return counted === undefined ? [] : [[kind, counted] as const];
  });
  return Object.fromEntries(counts);
}
