// Reports to agents what the user has undone: it is attached to the next prompt, where the user sees and can remove it.
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';
import {
  isUndoneBlock,
  undoneBlock,
  withUndone,
  type UndoneChange,
} from '../../core/review/undoneChanges.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';

export class UndoneReports implements Disposable {
  readonly #store: SessionStore;
  readonly #clock: Clock;
  readonly #changes = new Map<string, readonly UndoneChange[]>();
  readonly #listener: Disposable;

  constructor(store: SessionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#listener = store.onEvent('context_attached', ({ key, event }) => {
      // It was sent, or the user has removed it.
      if (!event.content.some(isUndoneBlock)) this.#changes.delete(key);
    });
  }

  /** The user has undone something at a path. */
  add(key: string, change: UndoneChange): void {
    this.#changes.set(key, withUndone(this.#changes.get(key) ?? [], change));
  }

  /** The user has redone what was undone at these paths. */
  remove(key: string, paths: readonly string[]): void {
    const changes = this.#changes.get(key)?.filter(({ path }) => !paths.includes(path));
    if (changes !== undefined) this.#changes.set(key, changes);
  }

  /** Attaches what there is to report to the session's next prompt. */
  attach(key: string): void {
    const changes = this.#changes.get(key);
    if (changes === undefined) return;
    const attached = this.#store.state(key)?.context ?? [];
    const block = undoneBlock(changes);
    const others = attached.filter((each) => !isUndoneBlock(each));
    const content = block === undefined ? others : [...others, block];
    if (content.length === 0 && attached.length === 0) return;
    this.#store.dispatch(key, { type: 'context_attached', at: this.#clock.now(), content: [...content] });
  }

  dispose(): void {
    this.#listener.dispose();
  }
}
