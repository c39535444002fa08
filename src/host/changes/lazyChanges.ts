// The tracking of changes, loaded with the first session that is opened: a window without one needs none of it.
import type { FileAccess, FileRequest, WrittenText } from '../../core/ports/fileAccess.ts';
import { DisposableStore, toDisposable, type Disposable } from '../../core/base/lifecycle.ts';
import type { Checkpoints, Clock, Log } from '../../core/ports/hostPorts.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { ChangeTracker } from '../../changes/changeTracker.ts';
import type { Review } from '../review/review.ts';
import type { ChangeArea, DeletedSession } from './changeTracking.ts';
import type { ShownSession } from './changedPlaces.ts';

export interface LazyChangesOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Parley's folder for the workspace, absolute. */
  readonly storage: string;
}

/** Loads the tracker on first use. */
export class LazyChanges implements Checkpoints, Disposable {
  readonly #options: LazyChangesOptions;
  readonly #owned = new DisposableStore();
  #loading: Promise<ChangeArea> | undefined;
  #tracker: ChangeTracker | undefined;
  #shown: ShownSession = { shownKey: undefined, onChange: () => toDisposable(() => undefined) };

  constructor(options: LazyChangesOptions) {
    this.#options = options;
    const { store, log } = options;
    this.#owned.add(
      store.onEvent('opening', () => {
        if (this.#loading !== undefined) return;
        this.load().catch((error: unknown) => log.error(`Changes cannot be tracked: ${String(error)}`));
      }),
    );
  }

  async beforePrompt(key: string, cwd: string): Promise<string | undefined> {
    return (await this.load()).beforePrompt(key, cwd);
  }

  async share(ids: readonly string[], fork: string): Promise<void> {
    await this.load()
      .then((tracker) => tracker.share(ids, fork))
      .catch((error: unknown) =>
        this.#options.log.error(`A fork has no checkpoints of its own: ${String(error)}`),
      );
  }

  reverting(key: string): Promise<void> | undefined {
    return this.#tracker?.reverting(key);
  }

  /** Whose changes come first; set before the first session is opened. */
  setShown(shown: ShownSession): void {
    this.#shown = shown;
  }

  /** The files of `access`; what agents write through it is known as theirs. */
  trackWrites(access: FileAccess): FileAccess {
    return {
      readTextFile: (request) => access.readTextFile(request),
      writeTextFile: async (request, content) => {
        const tracker = await this.load();
        const record: FileRequest['record'] = (write) =>
          tracker.whileAgentWrites(request.session, request.path, write);
        return access.writeTextFile({ ...request, record }, content);
      },
    };
  }

  /** Runs a write by which the user applies what an agent proposed, so that it can be reviewed. */
  async whileApplying(
    key: string,
    path: string,
    write: () => Promise<WrittenText | undefined>,
  ): Promise<void> {
    await (await this.load()).whileApplying(key, path, write);
  }

  /** The tracker, once it is loaded. */
  async load(): Promise<ChangeTracker> {
    return (await this.#area()).tracker;
  }

  /** The user's comments on changes. */
  async review(): Promise<Review> {
    return (await this.#area()).review;
  }

  /** Removes what is stored of the changes, comments and checkpoints of deleted sessions. */
  async forget(sessions: readonly DeletedSession[]): Promise<void> {
    await (await this.#area()).forget(sessions);
  }

  /** Stores what agents that are at work have changed so far: the window closes. Never rejects. */
  async flush(): Promise<void> {
    await this.#tracker?.flush();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #area(): Promise<ChangeArea> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<ChangeArea> {
    const { trackChanges } = await import('./changeTracking.ts');
    const area = trackChanges(this.#owned, { ...this.#options, shown: this.#shown });
    this.#tracker = area.tracker;
    return area;
  }
}
