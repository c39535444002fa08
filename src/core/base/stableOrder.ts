// Keeps the rows of an open list in the order of their first appearance, so that none moves under the pointer.

interface Place {
  readonly section: number;
  readonly rank: number;
}

/** One for each time a list is opened. */
export class StableOrder {
  readonly #places = new Map<string, Place>();

  /**
   * Arranges items in `count` sections. An item that was there before stays in its section and in its order; a new one
   * is appended to the section that `sectionOf` names (0-based).
   */
  arrange<Item extends { readonly id: string }>(
    items: readonly Item[],
    count: number,
    sectionOf: (item: Item) => number,
  ): readonly (readonly Item[])[] {
    const placed = items.map((item) => ({ item, place: this.#place(item.id, () => sectionOf(item)) }));
    placed.sort((a, b) => a.place.rank - b.place.rank);
    return Array.from({ length: count }, (_, section) =>
      placed.filter(({ place }) => place.section === section).map(({ item }) => item),
    );
  }

  #place(id: string, section: () => number): Place {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const place = { section: section(), rank: this.#places.size };
    this.#places.set(id, place);
    return place;
  }
}
