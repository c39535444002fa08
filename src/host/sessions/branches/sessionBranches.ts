// The branches of all sessions, of the window and of the history: which prompts of a session have others in their place.
import { DisposableStore, Emitter, type Disposable, type Event } from '../../../core/base/lifecycle.ts';
import {
  branchSwitches,
  type BranchedSession,
  type BranchSwitch,
} from '../../../core/session/branches/branchSwitches.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import type { StoredSummaries } from '../../../core/sessionList/sessionList.ts';

export interface SessionBranchesOptions {
  readonly store: SessionStore;
  readonly archive: Pick<StoredSummaries, 'summaries' | 'onChange'>;
}

export class SessionBranches implements Disposable {
  readonly #options: SessionBranchesOptions;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #sessions: readonly BranchedSession[];
  #signature: string;

  /** Fires when a branch appeared or is gone. */
  readonly onChange: Event<void> = this.#changed.event;

  constructor(options: SessionBranchesOptions) {
    this.#options = options;
    this.#sessions = branchedSessions(options);
    this.#signature = JSON.stringify(this.#sessions);
    this.#owned.add(options.store.onListChange(() => this.#update()));
    this.#owned.add(options.archive.onChange(() => this.#update()));
  }

  /** The prompts of a session in whose place others were sent. */
  of(key: string): readonly BranchSwitch[] {
    return branchSwitches(key, this.#sessions);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #update(): void {
    const sessions = branchedSessions(this.#options);
    const signature = JSON.stringify(sessions);
    if (signature === this.#signature) return;
    this.#sessions = sessions;
    this.#signature = signature;
    this.#changed.fire();
  }
}

/** The sessions that branch off others, and those; the oldest first. Most sessions are neither. */
function branchedSessions({ store, archive }: SessionBranchesOptions): readonly BranchedSession[] {
  const stored = archive.summaries().toSorted((one, other) => one.createdAt - other.createdAt);
  const links = new Map(stored.map(({ key, branch }) => [key, branch ?? []]));
  for (const key of store.keys()) links.set(key, store.state(key)?.branch ?? links.get(key) ?? []);
  const origins = new Set([...links.values()].flatMap((each) => each.map(({ key }) => key)));
  return [...links]
    .filter(([key, own]) => own.length > 0 || origins.has(key))
    .map(([key, own]) => ({ key, links: own }));
}
