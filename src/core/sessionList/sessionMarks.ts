// Which sessions the user has pinned and archived, by their ids in the list of sessions.
import * as z from 'zod/mini';
import { Emitter, type Disposable, type Event } from '../base/lifecycle.ts';

export type SessionMark = 'pinned' | 'archived';

/** How many sessions can have a mark; with more, the oldest mark is forgotten. */
const MAX_MARKED = 2_000;

const KEYS: Readonly<Record<SessionMark, string>> = {
  pinned: 'parley.pinnedSessions',
  archived: 'parley.archivedSessions',
};
const storedIds = z.array(z.string());

/** What is stored of the user, in all windows. A value that changes is another one: none is changed in its place. */
export interface MarkStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** A session has one mark at most. */
export class SessionMarks implements Disposable {
  readonly #store: MarkStore;
  readonly #changed = new Emitter<void>();
  /** What was read last: a list asks for the marks of thousands of sessions. */
  readonly #known = new Map<SessionMark, { readonly stored: unknown; readonly ids: ReadonlySet<string> }>();

  readonly onChange: Event<void> = this.#changed.event;

  constructor(store: MarkStore) {
    this.#store = store;
  }

  /** The mark of a session; undefined where it has none. */
  of(id: string): SessionMark | undefined {
    if (this.#ids('pinned').has(id)) return 'pinned';
    return this.#ids('archived').has(id) ? 'archived' : undefined;
  }

  /** Gives the sessions the mark; undefined takes theirs away. `earlierIds` are other ids that they had before. */
  async set(
    ids: readonly string[],
    mark: SessionMark | undefined,
    earlierIds: readonly string[] = [],
  ): Promise<void> {
    const changed = new Set([...ids, ...earlierIds]);
    for (const each of ['pinned', 'archived'] as const) {
      const before = [...this.#ids(each)];
      const others = before.filter((id) => !changed.has(id));
      const after = each === mark ? [...others, ...new Set(ids)].slice(-MAX_MARKED) : others;
      if (after.length > 0 || before.length > 0) await this.#store.update(KEYS[each], after);
    }
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** What another window, or an older version, has stored may be anything. */
  #ids(mark: SessionMark): ReadonlySet<string> {
    const stored = this.#store.get(KEYS[mark]);
    const known = this.#known.get(mark);
    if (known !== undefined && known.stored === stored) return known.ids;
    const parsed = storedIds.safeParse(stored);
    const ids = new Set(parsed.success ? parsed.data : []);
    this.#known.set(mark, { stored, ids });
    return ids;
  }
}
