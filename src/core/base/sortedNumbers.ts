// Finds a place in numbers that are in order.

/** The index of the first of the sorted numbers that is not less than `least`; their count where all are less. */
export function indexFrom(sorted: readonly number[], least: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
