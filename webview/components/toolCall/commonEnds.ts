// The lines that two texts share at their beginnings and ends.

/** How many lines are the same at the start, and how many of the rest at the end. */
export function commonEnds(
  first: readonly string[],
  second: readonly string[],
): { readonly before: number; readonly after: number } {
  const shorter = Math.min(first.length, second.length);
  let before = 0;
  while (before < shorter && first[before] === second[before]) before++;
  let after = 0;
  while (after < shorter - before && first.at(-1 - after) === second.at(-1 - after)) after++;
  return { before, after };
}
