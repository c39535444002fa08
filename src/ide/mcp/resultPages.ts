// Long results in pages: a cursor leads on in the result as it was, without asking VS Code again.
import { ToolError } from './toolError.ts';

/** A page has as many items as the agent asks for, and no more text than this. */
export const MAX_PAGE_CHARACTERS = 40_000;
export const DEFAULT_PAGE_ITEMS = 50;
export const MAX_PAGE_ITEMS = 500;
const MAX_STORED_RESULTS = 8;
const MAX_ITEMS = 20_000;
/** What one item may have; one that has more is cut down by its tool, or left out here. */
const MAX_ITEM_CHARACTERS = 40_000;

export interface Page {
  readonly items: readonly unknown[];
  /** How many there are in all. */
  readonly total: number;
  /** Given with the next call; absent on the last page. */
  readonly nextCursor?: string;
  /** How many were left out because they are too large. */
  readonly omitted?: number;
}

/** Makes an item when its page is asked for. */
type MakeItem = () => unknown;

/** The long results of one session; the oldest is forgotten for a new one. */
export class ResultPages {
  readonly #results = new Map<string, readonly MakeItem[]>();
  #made = 0;

  /** The first page of a result. `toItem` is called only for what is on the page. */
  first<T>(all: readonly T[], limit: number | undefined, toItem: (each: T) => unknown): Page {
    const held = all.slice(0, MAX_ITEMS).map((each) => () => toItem(each));
    return this.#page(`${++this.#made}`, held, 0, limit, all.length);
  }

  /** The page that a cursor leads to. Throws a ToolError when there is none. */
  next(cursor: string, limit: number | undefined): Page {
    const [, id = '', start = ''] = /^(\d{1,9})\.(\d{1,9})$/.exec(cursor) ?? [];
    const held = this.#results.get(id);
    if (held === undefined || Number(start) >= held.length) {
      throw new ToolError('This cursor is not known any more. Call again without it.');
    }
    return this.#page(id, held, Number(start), limit, held.length);
  }

  #page(
    id: string,
    held: readonly MakeItem[],
    start: number,
    limit = DEFAULT_PAGE_ITEMS,
    total: number,
  ): Page {
    const items: unknown[] = [];
    let [characters, at, omitted] = [0, start, 0];
    for (; at < held.length && items.length < limit; at++) {
      const item = held[at]?.();
      const size = JSON.stringify(item).length;
      if (items.length > 0 && characters + size > MAX_PAGE_CHARACTERS) break;
      if (size > MAX_ITEM_CHARACTERS) omitted++;
      else items.push(item);
      characters += size;
    }
    if (at < held.length) this.#store(id, held);
    return {
      items,
      total,
      ...(at < held.length ? { nextCursor: `${id}.${at}` } : {}),
      ...(omitted === 0 ? {} : { omitted }),
    };
  }

  #store(id: string, held: readonly MakeItem[]): void {
    this.#results.delete(id);
    this.#results.set(id, held);
    const [oldest] = this.#results.keys();
    if (this.#results.size > MAX_STORED_RESULTS && oldest !== undefined) this.#results.delete(oldest);
  }
}
