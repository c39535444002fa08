// The commands of the kernel that package.json contributes, with their arguments; those of features are in `feature.ts`.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import {
  IN_SIDEBAR,
  nothing,
  onAgent,
  onPlace,
  onSession,
  onSessions,
  onTargets,
  sessionArgument,
  textArgument,
  type RawArguments,
} from './commandArguments.ts';

/** Every command with what reads its arguments; those that cannot be used count as absent. */
export const commands = {
  'parley.openChat': nothing,
  'parley.openChatInEditor': onSession,
  'parley.newSession': onAgent,
  'parley.newSessionWith': nothing,
  'parley.showSessionList': nothing,
  'parley.moveToSecondarySideBar': nothing,
  'parley.moveToPrimarySideBar': nothing,
  'parley.switchSession': ([session, place]: RawArguments) => ({
    session: sessionArgument(session),
    isInSidebar: place === IN_SIDEBAR,
  }),
  'parley.renameSession': onSession,
  'parley.closeSession': onSession,
  'parley.forkSession': onSession,
  'parley.deleteSession': onSessions,
  'parley.pinSession': onSessions,
  'parley.unpinSession': onSessions,
  'parley.archiveSession': onSessions,
  'parley.unarchiveSession': onSessions,
  'parley.answerRequest': onSession,
  'parley.exportSession': onSession,
  'parley.searchSessions': ([query]: RawArguments) => ({ query: textArgument(query) }),
  'parley.copySelection': onPlace,
  'parley.copyCode': onPlace,
  'parley.copyMessage': onPlace,
  'parley.copyResponse': onPlace,
  'parley.copyAsMarkdown': onPlace,
  'parley.addSelectionToPrompt': onPlace,
  'parley.askAbout': onPlace,
  'parley.editPrompt': onPlace,
  'parley.openAsMarkdown': onPlace,
  'parley.exportResponse': onPlace,
  'parley.openDiff': onPlace,
  'parley.openSubagent': onPlace,
  'parley.addContext': onTargets,
  'parley.addToChat': onTargets,
  'parley.addSelection': nothing,
  'parley.addTerminalSelection': nothing,
  'parley.addTerminalCommand': nothing,
  'parley.deleteHistory': nothing,
  'parley.sendPrompt': ([text]: RawArguments) => ({ text: textArgument(text) }),
  'parley.cancel': nothing,
  'parley.config.pick': ([category]: RawArguments) => ({ category: textArgument(category) }),
  'parley.config.cycle': ([category]: RawArguments) => ({ category: textArgument(category) }),
  'parley.config.pickMode': nothing,
  'parley.config.pickModel': nothing,
  'parley.config.pickThoughtLevel': nothing,
  'parley.config.cycleMode': nothing,
  'parley.config.cycleModel': nothing,
  'parley.config.cycleThoughtLevel': nothing,
  'parley.increaseFontSize': nothing,
  'parley.decreaseFontSize': nothing,
  'parley.resetFontSize': nothing,
  'parley.allowOnce': nothing,
  'parley.reject': nothing,
  'parley.explainPermission': ([example]: RawArguments) => ({ example }),
  'parley.showDecisions': nothing,
  'parley.exportDecisions': nothing,
  'parley.toggleReadOnly': nothing,
  'parley.turnOnReadOnly': nothing,
  'parley.turnOffReadOnly': nothing,
  'parley.restartAgent': nothing,
  'parley.showLog': nothing,
  'parley.openSettings': nothing,
  'parley.manageWorkspaceAgents': nothing,
} as const;

/** Commands by id with what reads their arguments. */
export type CommandReaders<Arguments> = {
  readonly [Id in keyof Arguments]: (raw: RawArguments) => Arguments[Id];
};

/** The arguments of commands, by what reads them. */
export type ArgumentsOf<Readers extends Readonly<Record<string, (raw: RawArguments) => unknown>>> = {
  readonly [Id in keyof Readers]: ReturnType<Readers[Id]>;
};

/** Commands by id with what they do. */
export type HandlersOf<Arguments> = {
  readonly [Id in keyof Arguments]: (args: Arguments[Id]) => Promise<void> | void;
};

export type CommandId = keyof typeof commands;

/** What each command of the kernel does. Each area contributes a `Pick` of them. */
export type CommandHandlers = HandlersOf<ArgumentsOf<typeof commands>>;

/** Registers a handler for every command; a forgotten one does not compile. `load` is called when a command runs. */
export function registerCommands<Arguments extends object>(
  readers: CommandReaders<Arguments>,
  load: () => HandlersOf<Arguments> | Promise<HandlersOf<Arguments>>,
): Disposable {
  const owned = new DisposableStore();
  const register = (id: keyof Arguments & string): void => {
    const run = async (...raw: RawArguments): Promise<void> => (await load())[id](readers[id](raw));
    owned.add(vscode.commands.registerCommand(id, run));
  };
  const isId = (id: string): id is keyof Arguments & string => id in readers;
  Object.keys(readers).filter(isId).forEach(register);
  return owned;
}

/** Commands of features that other code offers as a next step. VS Code says where one is not there. */
type FeatureCommandId =
  | 'parley.addAgent'
  | 'parley.installAgent'
  | 'parley.checkAgent'
  | 'parley.showProtocol'
  | 'parley.mcpServers'
  | 'parley.signIn';

/** Runs a command as a menu does; rejects when it fails. `args` is read by the command's row of {@link commands}. */
export async function runCommand(id: CommandId | FeatureCommandId, ...args: RawArguments): Promise<void> {
  await vscode.commands.executeCommand(id, ...args);
}
