// The commands that package.json contributes, with their arguments.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import {
  agentArgument,
  fileArgument,
  IN_SIDEBAR,
  linesArgument,
  menuArgument,
  sessionArgument,
  textArgument,
  type RawArguments,
} from './commandArguments.ts';

const nothing = (): object => ({});
const onSession = ([session]: RawArguments) => ({ session: sessionArgument(session) });
const onAgent = ([agent]: RawArguments) => ({ agent: agentArgument(agent) });
const onFile = ([file]: RawArguments) => ({ file: fileArgument(file) });
const onPlace = ([place]: RawArguments) => ({ menu: menuArgument(place) });
/** VS Code's menus hand over things of many kinds, and all that are selected. */
const onTargets = (targets: RawArguments) => ({
  targets: targets.filter((target) => target !== undefined && target !== null),
});
/** What VS Code's menus of comments hand over. */
const onTarget = ([target]: RawArguments) => ({ target });
const onLines = ([file, changes, index]: RawArguments) => ({
  file: fileArgument(file),
  lines: linesArgument(changes, index),
});

const enteredArgument = (argument: unknown): 'custom' | 'remote' | undefined =>
  argument === 'custom' || argument === 'remote' ? argument : undefined;

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
  'parley.deleteSession': onSession,
  'parley.exportSession': onSession,
  'parley.copySessionLink': onSession,
  'parley.searchSessions': nothing,
  'parley.find': nothing,
  'parley.focusTranscript': nothing,
  'parley.focusInput': nothing,
  'parley.accessibleView': nothing,
  'parley.accessibleViewNext': nothing,
  'parley.accessibleViewPrevious': nothing,
  'parley.accessibilityHelp': nothing,
  'parley.closeAccessibleView': nothing,
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
  'parley.addContext': onTargets,
  'parley.addToChat': onTargets,
  'parley.fix': onTargets,
  'parley.explain': onTargets,
  'parley.fixTerminalCommand': nothing,
  'parley.explainTerminalCommand': nothing,
  'parley.generateCommitMessage': onTargets,
  'parley.cancelCommitMessage': onTargets,
  'parley.undoCommitMessage': onTargets,
  'parley.commitTurn': onPlace,
  'parley.addSelection': nothing,
  'parley.addTerminalSelection': nothing,
  'parley.addTerminalCommand': nothing,
  'parley.deleteHistory': nothing,
  'parley.sendPrompt': ([text]: RawArguments) => ({ text: textArgument(text) }),
  'parley.composeInEditor': nothing,
  'parley.sendComposedPrompt': onFile,
  'parley.returnPromptToChat': onFile,
  'parley.cancel': nothing,
  'parley.config.pick': ([category]: RawArguments) => ({ category: textArgument(category) }),
  'parley.config.cycle': ([category]: RawArguments) => ({ category: textArgument(category) }),
  'parley.config.pickMode': nothing,
  'parley.config.pickModel': nothing,
  'parley.config.pickThoughtLevel': nothing,
  'parley.config.cycleMode': nothing,
  'parley.config.cycleModel': nothing,
  'parley.config.cycleThoughtLevel': nothing,
  'parley.showShortcuts': nothing,
  'parley.increaseFontSize': nothing,
  'parley.decreaseFontSize': nothing,
  'parley.resetFontSize': nothing,
  'parley.showUsage': nothing,
  'parley.exportUsage': nothing,
  'parley.allowOnce': nothing,
  'parley.reject': nothing,
  'parley.explainPermission': ([example]: RawArguments) => ({ example }),
  'parley.showDecisions': nothing,
  'parley.exportDecisions': nothing,
  'parley.toggleReadOnly': nothing,
  'parley.turnOnReadOnly': nothing,
  'parley.turnOffReadOnly': nothing,
  'parley.toggleFollow': nothing,
  'parley.reviewChanges': onFile,
  'parley.markReviewed': onFile,
  'parley.markNotReviewed': onFile,
  'parley.keepChanges': onFile,
  'parley.undoChanges': onFile,
  'parley.nextChangedFile': nothing,
  'parley.previousChangedFile': nothing,
  'parley.keepHunk': onLines,
  'parley.undoHunk': onLines,
  'parley.nextHunk': nothing,
  'parley.previousHunk': nothing,
  'parley.restoreFiles': nothing,
  'parley.redoFiles': nothing,
  'parley.sendReview': onTarget,
  'parley.addReviewComment': onTarget,
  'parley.editReviewComment': onTarget,
  'parley.saveReviewComment': onTarget,
  'parley.cancelReviewComment': onTarget,
  'parley.deleteReviewComment': onTarget,
  'parley.resolveReviewComment': onTarget,
  'parley.addAgent': ([id, entered]: RawArguments) => ({
    id: textArgument(id),
    entered: enteredArgument(entered),
  }),
  'parley.installAgent': ([id]: RawArguments) => ({ id: textArgument(id) }),
  'parley.checkAgent': ([agent]: RawArguments) => ({ agent: agentArgument(agent) }),
  'parley.mcpServers': onAgent,
  'parley.showProtocol': ([target]: RawArguments) => ({
    agent: agentArgument(target),
    file: fileArgument(target),
  }),
  'parley.restartAgent': nothing,
  'parley.signIn': onAgent,
  'parley.signOut': onAgent,
  'parley.forgetSecrets': onAgent,
  'parley.showLog': nothing,
  'parley.openSettings': nothing,
  'parley.manageWorkspaceAgents': nothing,
} as const;

export type CommandId = keyof typeof commands;
type CommandArguments = { readonly [Id in CommandId]: ReturnType<(typeof commands)[Id]> };

/** What each command does. Each area contributes a `Pick` of them. */
export type CommandHandlers = {
  readonly [Id in CommandId]: (args: CommandArguments[Id]) => Promise<void> | void;
};

/** The same table, so that an id leads to the type of its arguments. */
const byId: { readonly [Id in CommandId]: (raw: RawArguments) => CommandArguments[Id] } = commands;

/** Registers a handler for every command; a forgotten one does not compile. */
export function registerCommands(handlers: CommandHandlers): Disposable {
  const owned = new DisposableStore();
  const register = <Id extends CommandId>(id: Id): void => {
    owned.add(vscode.commands.registerCommand(id, (...raw: RawArguments) => handlers[id](byId[id](raw))));
  };
  for (const id of commandIds()) register(id);
  return owned;
}

/** Runs a command as a menu does; rejects when it fails. `args` is read by the command's row of {@link commands}. */
export async function runCommand(id: CommandId, ...args: RawArguments): Promise<void> {
  await vscode.commands.executeCommand(id, ...args);
}

function commandIds(): readonly CommandId[] {
  const isCommand = (id: string): id is CommandId => id in commands;
  return Object.keys(commands).filter(isCommand);
}
