// What the user does with an agent's changes, from the palette and from the panel; loaded with the first use.
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { CommandHandler } from '../window/commands.ts';
import type { ChangeCommandId, ChangeCommands } from './changeCommands.ts';
import type { ChangesOnUse } from './lazyChanges.ts';

export interface ChangeCommandsOnUseOptions {
  readonly changes: ChangesOnUse;
  readonly store: SessionStore;
  /** The key of the current session, if there is one already. */
  readonly shownKey: () => string | undefined;
  /** The current session, brought back or begun where there is none yet. */
  readonly currentKey: () => Promise<string>;
}

/** The handlers of the commands and of the panel's messages. */
export interface ChangeHandlers {
  readonly commands: Readonly<Record<ChangeCommandId, CommandHandler>>;
  readonly panel: Pick<PanelHandlers, 'changes_action' | 'restore' | 'redo'>;
}

/** Makes the handlers; the commands behind them are made once. */
export function createChangeCommands({ changes, ...options }: ChangeCommandsOnUseOptions): ChangeHandlers {
  let loading: Promise<ChangeCommands> | undefined;
  const load = async (): Promise<ChangeCommands> => {
    const [tracker, loaded] = await Promise.all([changes.load(), import('./changeCommands.ts')]);
    return new loaded.ChangeCommands({ tracker, ...options });
  };
  const commands = (): Promise<ChangeCommands> => (loading ??= load());
  const run =
    (id: ChangeCommandId): CommandHandler =>
    async (argument, ...more) => {
      const { handlers }: { handlers: Readonly<Record<ChangeCommandId, CommandHandler>> } = await commands();
      return handlers[id](argument, ...more);
    };
  return {
    commands: {
      'parley.reviewChanges': run('parley.reviewChanges'),
      'parley.keepChanges': run('parley.keepChanges'),
      'parley.undoChanges': run('parley.undoChanges'),
      'parley.keepHunk': run('parley.keepHunk'),
      'parley.undoHunk': run('parley.undoHunk'),
      'parley.restoreFiles': run('parley.restoreFiles'),
      'parley.redoFiles': run('parley.redoFiles'),
    },
    panel: {
      changes_action: async ({ key, action, path }) => (await commands()).run(key, action, path),
      restore: async ({ key, entryId }) => (await commands()).restore(key, entryId),
      redo: async ({ key }) => (await commands()).redo(key),
    },
  };
}
