// How a schema forgives: what is optional and cannot be used is left out, the rest stays.
import * as z from 'zod/mini';

/** An optional field: missing, null (the same on v1) and unusable values all read as undefined. */
export function lenient<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}

/** An array of which each item is read alone; items that cannot be used are left out (S1: skip invalid items). */
export function lenientArray<T extends z.ZodMiniType>(item: T) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((items) =>
      items.flatMap((candidate) => {
        const parsed = item.safeParse(candidate);
        return parsed.success ? [parsed.data] : [];
      }),
    ),
  );
}
