// Joins tables whose keys must not overlap.

/** An object with none of the keys `K`. */
type Without<K extends PropertyKey> = { readonly [Key in K]?: never };

/** Both tables as one. A key that is in both does not compile, where a spread would silently take the second value. */
export function joinDisjoint<A extends object, B extends Without<keyof A> & object>(a: A, b: B): A & B {
  return { ...a, ...b };
}
