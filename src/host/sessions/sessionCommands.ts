// What the contributed commands do.
import * as vscode from 'vscode';
import type { ErrorAction } from '../../core/errors.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { ChangeCommandId } from '../changes/changeCommands.ts';
import type { ChatTabs } from '../chat/chatTabOpener.ts';
import type { Chats } from '../chat/openChats.ts';
import type { CommandHandler, CommandId } from '../window/commands.ts';
import type { ConfigControls } from '../settings/configControls.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Logs } from '../window/log.ts';
import type { FollowCommandId } from '../editors/followMode.ts';
import type { PermissionCommandId } from '../permissions/permissionCommands.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';
import type { SessionActions } from './sessionActions.ts';
import { IN_SIDEBAR, sessionArgument } from './sessionsTree.ts';
import { agentLabel } from '../settings/settings.ts';

export interface SessionCommandsOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly current: CurrentSession;
  readonly chats: Chats;
  readonly tabs: ChatTabs;
  readonly actions: SessionActions;
  /** The current session, brought back or begun where there is none yet. */
  readonly currentKey: () => Promise<string>;
  readonly pick: () => Promise<void>;
  readonly search: () => Promise<void>;
  readonly logs: Logs;
  readonly controls: ConfigControls;
}

function text(argument: unknown): string | undefined {
  return typeof argument === 'string' && argument !== '' ? argument : undefined;
}

/** Says why a command has nothing to do. */
function tell(words: string): void {
  vscode.window.setStatusBarMessage(words, 5_000);
}

/** Opens Parley's settings where agents are configured: in a remote window that is the remote machine's file. */
export async function openAgentSettings(): Promise<void> {
  const isRemote = vscode.env.remoteName !== undefined;
  const command = isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings';
  await vscode.commands.executeCommand(command, { query: '@ext:parley.parley-acp' });
}

/** The handlers of all commands but those about permissions, changes and following. */
export function sessionCommands(
  options: SessionCommandsOptions,
): Readonly<
  Record<Exclude<CommandId, PermissionCommandId | ChangeCommandId | FollowCommandId>, CommandHandler>
> {
  const { store, sessions, current, chats, tabs, logs, controls, actions, currentKey } = options;
  const shownAgent = async (): Promise<string | undefined> => store.state(await currentKey())?.agent;

  /** Answers the oldest waiting permission with its first option of one of the kinds. */
  const answer = (kinds: readonly string[]): void => {
    const key = current.shownKey ?? '';
    const request = store.state(key)?.permissions[0];
    const option = request?.options.find(({ kind }) => kinds.includes(kind));
    if (request !== undefined && option !== undefined) {
      sessions.answerPermission(key, request.requestId, option.optionId);
    } else if (request === undefined) tell(vscode.l10n.t('This session asks for no permission.'));
    else tell(vscode.l10n.t('This request has no such answer. Choose one in the chat.'));
  };

  const cancel = (): void => {
    const key = current.shownKey ?? '';
    const state = store.state(key);
    if (state?.turn === undefined && state?.opening !== true)
      tell(vscode.l10n.t('Nothing runs in this session.'));
    sessions.cancel(key);
  };

  /** The session that a command was called on, else the current one. */
  const on = async (argument: unknown, work: (id: string) => Promise<void>): Promise<void> =>
    work(sessionArgument(argument) ?? (await currentKey()));

  const pick = (category?: string): Promise<void> => chats.keepingFocus(() => controls.pick(category));

  return {
    'parley.openChat': () => chats.reveal(),
    'parley.openChatInEditor': (argument) => tabs.openSession(sessionArgument(argument)),
    'parley.newSession': async (argument) => {
      await current.startNew(text(argument));
      await chats.reveal();
    },
    'parley.switchSession': async (argument, where) => {
      const id = sessionArgument(argument);
      if (id === undefined) await options.pick();
      else await actions.open(id, where === IN_SIDEBAR);
    },
    'parley.renameSession': (argument) => on(argument, (id) => actions.rename(id)),
    'parley.closeSession': (argument) => on(argument, (id) => actions.close(id)),
    'parley.forkSession': (argument) => on(argument, (id) => actions.fork(id)),
    'parley.deleteSession': (argument) => on(argument, (id) => actions.delete(id)),
    'parley.exportSession': (argument) => on(argument, (id) => actions.export(id)),
    'parley.searchSessions': () => options.search(),
    'parley.find': async () => {
      // The find bar gives the focus back to where it is.
      if (chats.focused === undefined) await chats.reveal();
      (chats.focused ?? chats.current).post({ type: 'find' });
    },
    'parley.deleteHistory': () => actions.deleteHistory(),
    'parley.config.pick': (argument) => pick(text(argument)),
    'parley.config.cycle': (argument) => controls.cycle(text(argument) ?? 'mode'),
    'parley.config.pickMode': () => pick('mode'),
    'parley.config.pickModel': () => pick('model'),
    'parley.config.pickThoughtLevel': () => pick('thought_level'),
    'parley.config.cycleMode': () => controls.cycle('mode'),
    'parley.config.cycleModel': () => controls.cycle('model'),
    'parley.config.cycleThoughtLevel': () => controls.cycle('thought_level'),
    'parley.showUsage': async () => {
      await chats.reveal();
      const { usageReport } = await import('../usage/usageExport.ts');
      chats.post(usageReport(store));
    },
    'parley.exportUsage': async () => {
      const { exportUsage } = await import('../usage/usageExport.ts');
      await exportUsage(store);
    },
    'parley.sendPrompt': async (argument) => {
      const prompt =
        text(argument) ??
        (await vscode.window.showInputBox({ prompt: vscode.l10n.t('Prompt for the agent') }));
      if (prompt === undefined || prompt.trim() === '') return;
      sessions.prompt(await currentKey(), [{ type: 'text', text: prompt }]);
      await chats.reveal();
    },
    'parley.cancel': cancel,
    'parley.allowOnce': () => answer(['allow_once']),
    'parley.reject': () => answer(['reject_once', 'reject_always']),
    'parley.restartAgent': async () => {
      const agent = await shownAgent();
      if (agent !== undefined) await restart(agent, options);
    },
    'parley.showLog': async () => logs.show(await shownAgent()),
    'parley.openSettings': openAgentSettings,
  };
}

/** Restarts an agent; asks before that stops what it does in sessions that are not the current one. */
async function restart(
  agent: string,
  { sessions, store, current }: Pick<SessionCommandsOptions, 'sessions' | 'store' | 'current'>,
): Promise<void> {
  const others = store.keys().filter((key) => {
    const state = store.state(key);
    return key !== current.shownKey && state?.agent === agent && state.turn?.cancelRequested === false;
  });
  if (others.length > 0) {
    const question = vscode.l10n.t(
      '{0} works in other sessions too: {1}. Stop that and restart it?',
      escapeForNotification(agentLabel(agent)),
      others.length,
    );
    const yes = vscode.l10n.t('Restart');
    if ((await vscode.window.showWarningMessage(question, { modal: true }, yes)) !== yes) return;
  }
  await sessions.restart(agent);
}

/** Carries out the next step that an error offers. */
export async function runErrorAction(
  action: ErrorAction,
  agent: string,
  options: Pick<SessionCommandsOptions, 'sessions' | 'store' | 'current' | 'logs'>,
): Promise<void> {
  switch (action) {
    case 'restart-agent':
      await restart(agent, options);
      return;
    case 'show-log':
      options.logs.show(agent);
      return;
    case 'edit-settings':
      await openAgentSettings();
      return;
    case 'open-folder':
      await vscode.commands.executeCommand('vscode.openFolder');
      return;
    case 'new-session':
      await options.current.startNew(agent);
  }
}
