// Finds a place in items that are in order.

/** The index of the first item for which a test holds that holds for all after it; their number where it holds for no item. */
export function firstWhere<T>(items: readonly T[], test: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && test(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The index of the first of the sorted numbers that is not less than `least`; their count where all are less. */
export function indexFrom(sorted: readonly number[], least: number): number {
  return firstWhere(sorted, (number) => number >= least);
}
