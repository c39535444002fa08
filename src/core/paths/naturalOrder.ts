// The order of paths as users read them: numbers count by their value, so that `a2` stands before `a10`.

const collator = new Intl.Collator('en', { numeric: true });

/** For sorting: two paths are in the same place only if they are the same. */
export function inNaturalOrder(one: string, other: string): number {
  const order = collator.compare(one, other);
  if (order !== 0 || one === other) return order;
  return one < other ? -1 : 1;
}
