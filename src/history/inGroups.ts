// Looks at very many files, a few at a time, so that neither the memory nor the threads for files are full of them.

const GROUP_SIZE = 32;

/** What the work gives for a group of the items, one group after the other. */
export async function* inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<readonly Result[]> {
  for (let start = 0; start < items.length; start += GROUP_SIZE) {
    yield await Promise.all(items.slice(start, start + GROUP_SIZE).map((item) => work(item)));
  }
}
