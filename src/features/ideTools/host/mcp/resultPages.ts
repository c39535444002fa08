// Long results in pages: a cursor leads on in the result as it was, without asking VS Code again.
import { ToolError } from './toolError.ts';

/** A page has as many items as the agent asks for, and no more text than this. */
export const MAX_PAGE_CHARACTERS = 40_000;
const DEFAULT_PAGE_ITEMS = 50;
export const MAX_PAGE_ITEMS = 500;
const MAX_STORED_RESULTS = 8;
/** What is stored of one result; how many more there are is said. */
export const MAX_ITEMS = 200_000;
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
  /** How many of the total no page shows, because there are too many. */
  readonly beyond?: number;
}

/** A result of which pages are made. */
interface StoredResult {
  /** The tool that it is of: its cursors lead nowhere in the others. */
  readonly tool: string;
  /** How many items there are in all. */
  readonly total: number;
  /** How many of them pages show. */
  readonly count: number;
  /** Makes an item when its page is asked for. */
  readonly make: (index: number) => unknown;
}

/** The long results of one session; the oldest is forgotten for a new one. */
export class ResultPages {
  readonly #tool: string;
  readonly #shared: { readonly results: Map<string, StoredResult>; made: number };

  constructor(tool = '', shared?: ResultPages) {
    this.#tool = tool;
    this.#shared = shared === undefined ? { results: new Map(), made: 0 } : shared.#shared;
  }

  /** The same for one tool. */
  of(tool: string): ResultPages {
    return new ResultPages(tool, this);
  }

  /** The first page of a result. `toItem` is called only for what is on the page. */
  first<T>(all: readonly T[], limit: number | undefined, toItem: (each: T) => unknown): Page {
    const stored = all.slice(0, MAX_ITEMS);
    const result: StoredResult = {
      tool: this.#tool,
      total: all.length,
      count: stored.length,
      make: (index) => stored.slice(index, index + 1).map(toItem)[0],
    };
    return this.#page(`${++this.#shared.made}`, result, 0, limit);
  }

  /** The page that a cursor leads to. Throws a ToolError when there is none. */
  next(cursor: string, limit: number | undefined): Page {
    const [, id = '', start = ''] = /^(\d{1,9})\.(\d{1,9})$/.exec(cursor) ?? [];
    const result = this.#shared.results.get(id);
    if (result === undefined || result.tool !== this.#tool || Number(start) >= result.count) {
      throw new ToolError('This cursor is not known any more. Call again without it.');
    }
    return this.#page(id, result, Number(start), limit);
  }

  #page(id: string, result: StoredResult, start: number, limit = DEFAULT_PAGE_ITEMS): Page {
    const { total, count, make } = result;
    const items: unknown[] = [];
    let [characters, at, omitted] = [0, start, 0];
    for (; at < count && items.length < limit; at++) {
      const item = make(at);
      const size = JSON.stringify(item).length;
      if (items.length > 0 && characters + size > MAX_PAGE_CHARACTERS) break;
      if (size > MAX_ITEM_CHARACTERS) omitted++;
      else items.push(item);
      characters += size;
    }
    if (at < count) this.#store(id, result);
    return {
      items,
      total,
      ...(at < count ? { nextCursor: `${id}.${at}` } : {}),
      ...(omitted === 0 ? {} : { omitted }),
      ...(count === total ? {} : { beyond: total - count }),
    };
  }

  #store(id: string, result: StoredResult): void {
    const { results } = this.#shared;
    results.delete(id);
    results.set(id, result);
    const [oldest] = results.keys();
    if (results.size > MAX_STORED_RESULTS && oldest !== undefined) results.delete(oldest);
  }
}
