// Joins tables whose keys must not overlap.

/** An object with none of the keys `K`. */
type Without<K extends PropertyKey> = { readonly [Key in K]?: never };

/** Each of the tables with none of the keys of those before it. */
type Disjoint<Tables extends readonly object[], Seen extends PropertyKey = never> = Tables extends readonly [
  infer First extends object,
  ...infer Rest extends readonly object[],
]
  ? readonly [First & Without<Seen>, ...Disjoint<Rest, Seen | keyof First>]
  : readonly [];

type Joined<Tables extends readonly object[]> = Tables extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Joined<Rest>
  : unknown;

/** All tables as one. A key that two of them have does not compile, where a spread would silently take the last value. */
export function joinDisjoint<Tables extends readonly object[]>(
  ...tables: Tables & Disjoint<Tables>
): Joined<Tables>;
export function joinDisjoint(...tables: readonly object[]): object {
  return tables.reduce((joined, table) => ({ ...joined, ...table }), {});
}
