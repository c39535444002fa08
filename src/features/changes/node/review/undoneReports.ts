// Reports to agents what the user has undone: it is attached to the next prompt, where the user sees and can remove it.
import { isSameData } from '../../../../core/base/isSameData.ts';
import { DisposableStore, type Disposable } from '../../../../core/base/lifecycle.ts';
import type { Clock } from '../../../../core/ports/hostPorts.ts';
import {
  isUndoneBlock,
  undoneBlock,
  undoneText,
  withRedone,
  withUndone,
  type RedonePath,
  type UndoneChange,
} from '../../../../core/changes/undoneChanges.ts';
import type { SessionStore } from '../../../../core/sessionLifecycle/sessionStore.ts';

/** What the next prompt of a session reports. */
interface Report {
  /** What was attached already when the window was opened, or by the session that this one continues. */
  readonly earlier: string | undefined;
  readonly changes: readonly UndoneChange[];
  /** Whether this is attached: the lines of thousands of files are compared once, not at each further action. */
  readonly isAttached?: true;
}

export class UndoneReports implements Disposable {
  readonly #store: SessionStore;
  readonly #clock: Clock;
  /** By session, until its next prompt. */
  readonly #reports = new Map<string, Report>();
  readonly #owned = new DisposableStore();

  constructor(store: SessionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#owned.add(
      store.onEvent('context_attached', ({ key, event }) => {
        // It was sent, or the user has removed it.
        if (!event.content.some(isUndoneBlock)) this.#reports.delete(key);
      }),
    );
    this.#owned.add(
      store.onListChange(() => {
        for (const key of this.#reports.keys()) if (store.state(key) === undefined) this.#reports.delete(key);
      }),
    );
  }

  /** The user has undone something in files. */
  add(key: string, undone: readonly UndoneChange[]): void {
    if (undone.length === 0) return;
    const { earlier, changes } = this.#reports.get(key) ?? {
      earlier: undoneText(this.#store.state(key)?.context ?? []),
      changes: [],
    };
    this.#reports.set(key, { earlier, changes: withUndone(changes, undone) });
  }

  /** The user has redone undos. */
  redone(key: string, redone: readonly RedonePath[]): void {
    const report = this.#reports.get(key);
    if (report === undefined) return;
    this.#reports.set(key, { earlier: report.earlier, changes: withRedone(report.changes, redone) });
  }

  /** Attaches what there is to report to the session's next prompt. */
  attach(key: string): void {
    const report = this.#reports.get(key);
    if (report === undefined || report.isAttached === true) return;
    const block = undoneBlock(report.changes, report.earlier);
    const attached = this.#store.state(key)?.context ?? [];
    const others = attached.filter((each) => !isUndoneBlock(each));
    const content = block === undefined ? others : [...others, block];
    if (block === undefined) this.#reports.delete(key);
    else this.#reports.set(key, { ...report, isAttached: true });
    if (isSameData(content, attached)) return;
    this.#store.dispatch(key, { type: 'context_attached', at: this.#clock.now(), content: [...content] });
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
