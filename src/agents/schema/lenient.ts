// How a schema forgives: what is optional and cannot be used is left out, the rest stays.
import * as z from 'zod';

/** An optional field: missing, null (the same on v1) and unusable values all read as undefined. */
export function lenient<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined);
}

/** An array of which each item is read alone; items that cannot be used are left out (S1: skip invalid items). */
export function lenientArray<T extends z.ZodType>(item: T) {
  return z.array(z.unknown()).transform((items) =>
    items.flatMap((candidate) => {
      const parsed = item.safeParse(candidate);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}
