// The tracking of changes, loaded with the first session that is opened: a window without one needs none of it.
import type { FileAccess } from '../../core/ports/fileAccess.ts';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { Checkpoints, Log } from '../../core/ports/hostPorts.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { CommandHandler } from '../window/commands.ts';
import type { ChangeCommandId, ChangeCommands } from './changeCommands.ts';
import type { ChangeTracker } from '../../changes/changeTracker.ts';

export interface ChangesOnUseOptions {
  readonly store: SessionStore;
  /** Both as the commands need them. */
  readonly shownKey: () => string | undefined;
  readonly currentKey: () => Promise<string>;
  readonly log: Log;
  /** Parley's folder for the workspace, absolute. */
  readonly storage: string;
}

interface Changes {
  readonly tracker: ChangeTracker;
  readonly commands: ChangeCommands;
}

/** Stands for the tracker and its commands; whoever needs them waits for the loading. */
export class ChangesOnUse implements Checkpoints, Disposable {
  readonly #options: ChangesOnUseOptions;
  readonly #owned = new DisposableStore();
  #loading: Promise<Changes> | undefined;

  constructor(options: ChangesOnUseOptions) {
    this.#options = options;
    const { store, log } = options;
    this.#owned.add(
      store.onEvent('opening', () => {
        if (this.#loading !== undefined) return;
        this.load().catch((error: unknown) => log.error(`Changes cannot be tracked: ${String(error)}`));
      }),
    );
  }

  /** The commands, as soon as they are there. */
  async commands(): Promise<ChangeCommands> {
    return (await this.load()).commands;
  }

  /** What the contributed commands do. */
  get handlers(): Readonly<Record<ChangeCommandId, CommandHandler>> {
    const run =
      (id: ChangeCommandId): CommandHandler =>
      async (argument, ...more) => {
        const { handlers }: { handlers: Readonly<Record<ChangeCommandId, CommandHandler>> } =
          await this.commands();
        return handlers[id](argument, ...more);
      };
    return {
      'parley.reviewChanges': run('parley.reviewChanges'),
      'parley.keepChanges': run('parley.keepChanges'),
      'parley.undoChanges': run('parley.undoChanges'),
      'parley.keepHunk': run('parley.keepHunk'),
      'parley.undoHunk': run('parley.undoHunk'),
      'parley.restoreFiles': run('parley.restoreFiles'),
      'parley.redoFiles': run('parley.redoFiles'),
    };
  }

  async beforePrompt(key: string, cwd: string): Promise<string | undefined> {
    return (await this.load()).tracker.beforePrompt(key, cwd);
  }

  /** The files of `access`; what agents write through it is known as theirs. */
  trackWrites(access: FileAccess): FileAccess {
    return {
      readTextFile: (request) => access.readTextFile(request),
      writeTextFile: async (request, content) => {
        const { tracker } = await this.load();
        await tracker.whileAgentWrites(request.session.id, request.path, () =>
          access.writeTextFile(request, content),
        );
      },
    };
  }

  load(): Promise<Changes> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #load(): Promise<Changes> {
    const [{ trackChanges }, { ChangeCommands: Commands }] = await Promise.all([
      import('./changeTracking.ts'),
      import('./changeCommands.ts'),
    ]);
    const { store, log, storage, shownKey, currentKey } = this.#options;
    const tracker = trackChanges(this.#owned, { store, log, storage });
    return { tracker, commands: new Commands({ tracker, store, shownKey, currentKey }) };
  }
}
