// What was typed last, held by the tab itself: a page that ends within milliseconds of a key takes along what it has posted
// to the host, and the host's copy lacks the last letters.
import * as z from 'zod/mini';
import { parseJson } from '../../../src/core/text/parseJson.ts';

/** The part of `sessionStorage` that is used: it writes at once, and ends with the tab or the window. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const typed = z.object({ key: z.string(), text: z.string(), revision: z.number() });

/** A text, and how often the draft that it is of was changed. */
type Typed = Readonly<Omit<z.infer<typeof typed>, 'key'>>;

/** A webview has the storage in common with others of its kind, so each has an item for each session. */
const PREFIX = 'parley.typed.';

export class TypedText {
  readonly #storage: TabStorage | undefined;
  #last: string | undefined;

  /** Without a storage, nothing is held. */
  constructor(storage: TabStorage | undefined) {
    this.#storage = storage;
  }

  /** The text of a session's draft that was reported last in this tab. */
  of(key: string): Typed | undefined {
    const found = typed.safeParse(
      parseJson(this.#try((storage) => storage.getItem(PREFIX + key)) ?? ''),
    ).data;
    return found?.key === key ? found : undefined;
  }

  /** The text is being reported to the host. What is held of another session has arrived there. */
  set(key: string, { text, revision }: Typed): void {
    if (this.#last !== undefined && this.#last !== key) this.forget(this.#last);
    this.#last = key;
    this.#try((storage) => storage.setItem(PREFIX + key, JSON.stringify({ key, text, revision })));
  }

  forget(key: string): void {
    this.#try((storage) => storage.removeItem(PREFIX + key));
  }

  /** A storage may be full, or forbidden. */
  #try<T>(use: (storage: TabStorage) => T): T | undefined {
    try {
      return this.#storage === undefined ? undefined : use(this.#storage);
    } catch {
      return undefined;
    }
  }
}
