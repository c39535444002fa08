// What the entries of all kinds have in common.
import * as z from 'zod/mini';

/** `id` is unique in the session and never changes; `at` is in epoch milliseconds. */
export const entryIdentity = { id: z.string(), at: z.number() };
