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
 * address does not become another. Where the inputs do not say, the files that the calls name do.
 */
export function isOtherCall(known: ToolCall, announced: ToolCallPatch): boolean {
  const before = rawObject.safeParse(known.rawInput).data ?? {};
  const after = rawObject.safeParse(announced.rawInput).data ?? {};
  const subjects = Object.keys(after)
    .map((key): [string, string] => [textOf(before, key), textOf(after, key)])
    .filter(([one, other]) => one !== '' && other !== '');
  if (subjects.length > 0) return subjects.some(([one, other]) => !isLike(one, other));
  const [paths, others] = [pathsOf(known), pathsOf(announced)];
  return (
    paths.length > 0 &&
    others.length > 0 &&
    !paths.some((path) => others.some((other) => isLike(path, other)))
  );
}

/** The input may have been announced while the model was writing it, and a path relative to the folder. */
function isLike(one: string, other: string): boolean {
  return one.includes(other) || other.includes(one);
}

/** The files that a call names, in one spelling: agents complete it, and Windows has several. */
function pathsOf({ locations = [], content = [] }: ToolCallPatch): readonly string[] {
  const diffs = content.flatMap((part) => (part.type === 'diff' ? [part] : []));
  return [...locations, ...diffs]
    .map(({ path }) =>
      path
        .replaceAll('\\', '/')
        .replace(/^(?:\.\/)+/, '')
        .toLowerCase(),
    )
    .filter((path) => path !== '');
}

function textOf(input: Readonly<Record<string, unknown>>, key: string): string {
  const value = SUBJECT_KEY.test(key) && Object.hasOwn(input, key) ? input[key] : undefined;
  return typeof value === 'string' ? value.slice(0, COMPARED_CHARACTERS) : '';
}
