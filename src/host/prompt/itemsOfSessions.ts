// What a user does beside the draft of a session: forms that are filled in, prompts that are edited.

/** Items of further sessions are forgotten, those changed longest ago first. */
const MAX_SESSIONS = 100;

/** Further items of a session are forgotten, those begun first before the others. */
const MAX_OF_SESSION = 20;

/** The items by session key, each with an id in its session. */
export class ItemsOfSessions<Item> {
  /** The session changed last at the end. */
  readonly #items: Map<string, readonly Item[]>;
  readonly #idOf: (item: Item) => string;

  constructor(idOf: (item: Item) => string, items: Iterable<readonly [string, readonly Item[]]> = []) {
    this.#idOf = idOf;
    this.#items = new Map(items);
  }

  get stored(): readonly (readonly [string, readonly Item[]])[] {
    return [...this.#items];
  }

  /** The one begun first at the beginning. */
  of(key: string): readonly Item[] {
    return this.#items.get(key) ?? [];
  }

  /** Returns those that there is no room for any more. */
  put(key: string, item: Item): readonly Item[] {
    const known = this.of(key);
    const index = known.findIndex((each) => this.#idOf(each) === this.#idOf(item));
    const items = index === -1 ? [...known, item] : known.with(index, item);
    this.set(key, items.slice(-MAX_OF_SESSION));
    return items.slice(0, -MAX_OF_SESSION);
  }

  /** Returns whether it was there. */
  delete(key: string, id: string): boolean {
    const items = this.of(key).filter((each) => this.#idOf(each) !== id);
    if (items.length === this.of(key).length) return false;
    this.set(key, items);
    return true;
  }

  set(key: string, items: readonly Item[]): void {
    if (items.length === 0) this.#items.delete(key);
    else setLast(this.#items, key, items, MAX_SESSIONS);
  }
}

/** Sets the entry changed last; forgets those changed longest ago. */
export function setLast<Value>(map: Map<string, Value>, key: string, value: Value, limit: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= limit) break;
    map.delete(oldest);
  }
}
