// Whether an announcement under the id of a call that still runs is of another call, or says more about the same one.
import * as z from 'zod/mini';
import type { ToolCall, ToolCallPatch } from './state.ts';

const rawObject = z.record(z.string(), z.unknown());

/** The fields of a raw input that say what a call is about, by the agents' names. */
const SUBJECT_KEY = /(?:command|cmd|path|file|url|uri|query|pattern)$/i;

/** Longer texts are compared by their beginnings. */
const COMPARED_CHARACTERS = 1_000;

/**
 * Agents announce a call again when they know more of it, and then it is the same one (R62). But one command, file or
 * address does not become another.
 */
export function isOtherCall({ rawInput: known }: ToolCall, { rawInput: announced }: ToolCallPatch): boolean {
  const before = rawObject.safeParse(known).data;
  const after = rawObject.safeParse(announced).data;
  if (before === undefined || after === undefined) return false;
  return Object.keys(after).some((key) => {
    const [one, other] = [textOf(before, key), textOf(after, key)];
    // The input may have been announced while the model was writing it.
    return one !== '' && other !== '' && !one.includes(other) && !other.includes(one);
  });
}

function textOf(input: Readonly<Record<string, unknown>>, key: string): string {
  const value = SUBJECT_KEY.test(key) && Object.hasOwn(input, key) ? input[key] : undefined;
  return typeof value === 'string' ? value.slice(0, COMPARED_CHARACTERS) : '';
}
