// Which sessions the user has pinned and archived, by their ids in the list of sessions.
import * as z from 'zod/mini';
import { Emitter, type Disposable, type Event } from '../base/lifecycle.ts';

export type SessionMark = 'pinned' | 'archived';

/** Of more sessions the mark that is oldest is forgotten. */
const MAX_MARKED = 2_000;

const KEYS: Readonly<Record<SessionMark, string>> = {
  pinned: 'parley.pinnedSessions',
  archived: 'parley.archivedSessions',
};
const storedIds = z.array(z.string());

/** What is stored of the user, in all windows. */
export interface MarkStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** A session has one mark at most. */
export class SessionMarks implements Disposable {
  readonly #store: MarkStore;
  readonly #changed = new Emitter<void>();

  readonly onChange: Event<void> = this.#changed.event;

  constructor(store: MarkStore) {
    this.#store = store;
  }

  /** The mark of a session; undefined where it has none. */
  of(id: string): SessionMark | undefined {
    if (this.#ids('pinned').includes(id)) return 'pinned';
    return this.#ids('archived').includes(id) ? 'archived' : undefined;
  }

  /** Gives the sessions the mark; undefined takes theirs away. */
  async set(ids: readonly string[], mark: SessionMark | undefined): Promise<void> {
    const changed = new Set(ids);
    for (const each of ['pinned', 'archived'] as const) {
      const before = this.#ids(each);
      const others = before.filter((id) => !changed.has(id));
      const after = each === mark ? [...others, ...changed].slice(-MAX_MARKED) : others;
      if (after.length > 0 || before.length > 0) await this.#store.update(KEYS[each], after);
    }
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** What another window, or an older version, has stored may be anything. */
  #ids(mark: SessionMark): readonly string[] {
    const stored = storedIds.safeParse(this.#store.get(KEYS[mark]));
    return stored.success ? stored.data : [];
  }
}
