// One table of the commands that package.json contributes.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';

/** The ids of all contributed commands; package.json lists the same, held by a test. */
export const commandIds = [
  'parley.openChat',
  'parley.openChatInEditor',
  'parley.newSession',
  'parley.switchSession',
  'parley.renameSession',
  'parley.closeSession',
  'parley.forkSession',
  'parley.deleteSession',
  'parley.exportSession',
  'parley.searchSessions',
  'parley.find',
  'parley.deleteHistory',
  'parley.sendPrompt',
  'parley.cancel',
  'parley.config.pick',
  'parley.config.cycle',
  'parley.config.pickMode',
  'parley.config.pickModel',
  'parley.config.pickThoughtLevel',
  'parley.config.cycleMode',
  'parley.config.cycleModel',
  'parley.config.cycleThoughtLevel',
  'parley.showUsage',
  'parley.exportUsage',
  'parley.allowOnce',
  'parley.reject',
  'parley.explainPermission',
  'parley.showDecisions',
  'parley.exportDecisions',
  'parley.toggleReadOnly',
  'parley.toggleFollow',
  'parley.reviewChanges',
  'parley.keepChanges',
  'parley.undoChanges',
  'parley.keepHunk',
  'parley.undoHunk',
  'parley.restoreFiles',
  'parley.redoFiles',
  'parley.restartAgent',
  'parley.showLog',
  'parley.openSettings',
] as const;
export type CommandId = (typeof commandIds)[number];

/** What a command does. Arguments come from key bindings and other extensions, so they are unknown. */
export type CommandHandler = (argument: unknown, ...more: readonly unknown[]) => Promise<void> | void;

/** Registers a handler for every command; a forgotten one does not compile. */
export function registerCommands(handlers: Readonly<Record<CommandId, CommandHandler>>): Disposable {
  const owned = new DisposableStore();
  for (const id of commandIds) {
    owned.add(
      vscode.commands.registerCommand(id, (argument: unknown, ...more: readonly unknown[]) =>
        handlers[id](argument, ...more),
      ),
    );
  }
  return owned;
}
