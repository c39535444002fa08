// Reads what 0.1.0 stored: it spelled the user as `person`.
import * as z from 'zod';

/** The same schema, for values that may have the spelling of 0.1.0. */
export function withStoredUser<T extends z.ZodType>(schema: T): z.ZodPreprocess<T> {
  return z.preprocess((value) => (value === 'person' ? 'user' : value), schema);
}
