// Reads what 0.1.0 stored: it spelled the user as `person`.
import * as z from 'zod/mini';

/** The same schema, for values that may have the spelling of 0.1.0. */
export function withStoredUser<T extends z.ZodMiniType>(schema: T): z.ZodMiniPipe<z.ZodMiniTransform, T> {
  return z.pipe(
    z.transform((value) => (value === 'person' ? 'user' : value)),
    schema,
  );
}
