// Runs work on many items, a few at a time.

/** The results in the order of the items. No further item is begun once one has failed. */
export async function mapInParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const left = items.entries();
  const runOne = async (): Promise<void> => {
    for (const [index, item] of left) results.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runOne));
  return [...results].toSorted(([one], [other]) => one - other).map(([, result]) => result);
}
