// How a schema forgives: what cannot be used is left out and noted, the rest stays.
import * as z from 'zod/mini';
import { firstProblem } from '../../core/text/schemaProblem.ts';

/** What was left out of the message that is being read, and its ids that are numbers; undefined while none is. */
let notes: { readonly leftOut: string[]; readonly numbers: Map<string, number> } | undefined;

/** A message as it was read, and what had to be left out of it. */
export interface Reading<T> {
  readonly result: T;
  readonly leftOut: readonly string[];
  /** The ids that were sent as numbers, by the texts that they were read as. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** Reads a message, which happens in one go, and reports what is left out of it. */
export function reading<T>(read: () => T): Reading<T> {
  const own = { leftOut: [], numbers: new Map<string, number>() };
  const outer = notes;
  notes = own;
  try {
    return { result: read(), ...own };
  } finally {
    notes = outer;
  }
}

/** Notes that a value is left out. Null is how version 1 says that there is none. */
export function noteLeftOut(value: unknown, problem: string): void {
  if (value !== undefined && value !== null) notes?.leftOut.push(problem);
}

/** The text of an id, which is noted where it is a number. */
export function idTextOf(id: string | number): string {
  if (typeof id === 'number') notes?.numbers.set(String(id), id);
  return String(id);
}

/** An optional field: missing, null (the same on v1) and unusable values all read as undefined. */
export function lenient<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), ({ value }) => {
    noteLeftOut(value, problemOf(schema, value));
    return undefined;
  });
}

/** An array of which each item is read alone; items that cannot be used are left out (S1: skip invalid items). */
export function lenientArray<T extends z.ZodMiniType>(item: T) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((items) =>
      items.flatMap((candidate, index) => {
        const parsed = item.safeParse(candidate);
        if (parsed.success) return [parsed.data];
        noteLeftOut(candidate, `item ${index}, ${firstProblem(parsed.error)}`);
        return [];
      }),
    ),
  );
}

/** A list that may be missing: what is no array reads as an empty one. */
export function lenientList<T extends z.ZodMiniType>(item: T) {
  const list = lenientArray(item);
  return z.catch(list, ({ value }) => {
    noteLeftOut(value, problemOf(list, value));
    return [];
  });
}

/** An answer without a body, which some agents send as null: it says no more than an empty one. */
export const maybeEmptyAnswer = z.transform((answer: unknown) => answer ?? {});

function problemOf(schema: z.ZodMiniType, value: unknown): string {
  // Nobody would read it.
  if (notes === undefined || value === null) return '';
  const { error } = schema.safeParse(value);
  return error === undefined ? '' : firstProblem(error);
}
