// Runs work on many items, a few at a time.

/** The results in the order of the items. No further item is begun once one has failed. */
export async function mapInParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const left = items.entries();
  let hasFailed = false;
  const runOne = async (): Promise<void> => {
    for (const [index, item] of left) {
      if (hasFailed) return;
      try {
        results.set(index, await work(item));
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runOne));
  return [...results].toSorted(([one], [other]) => one - other).map(([, result]) => result);
}
