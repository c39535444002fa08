// What the contributed commands do.
import * as vscode from 'vscode';
import type { ErrorAction } from '../core/errors.ts';
import { sessionTitle } from '../core/session/select.ts';
import type { Sessions } from '../core/sessions.ts';
import type { SessionStore } from '../core/sessionStore.ts';
import type { ChangeCommandId } from './changes/changeCommands.ts';
import type { Chats } from './chats.ts';
import type { ChatTabs } from './chatTabs.ts';
import type { CommandHandler, CommandId } from './commands.ts';
import type { ConfigControls } from './configControls.ts';
import type { CurrentSession } from './currentSession.ts';
import type { Logs } from './log.ts';
import type { FollowCommandId } from './followMode.ts';
import type { PermissionCommandId } from './permissionCommands.ts';
import { pickSession } from './sessionPicker.ts';
import { defaultAgent } from './settings.ts';
import { exportUsage, usageReport } from './usageOverview.ts';

export interface SessionCommandsOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly current: CurrentSession;
  readonly chats: Chats;
  readonly tabs: ChatTabs;
  readonly logs: Logs;
  readonly controls: ConfigControls;
}

function text(argument: unknown): string | undefined {
  return typeof argument === 'string' && argument !== '' ? argument : undefined;
}

/** Opens Parley's settings where agents are configured: in a remote window that is the remote machine's file. */
async function openAgentSettings(): Promise<void> {
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
  const { store, sessions, current, chats, logs, controls } = options;
  const shownAgent = (): string | undefined => store.state(current.key())?.agent;

  /** Answers the oldest waiting permission with its first option of one of the kinds. */
  const answer = (kinds: readonly string[]): void => {
    const key = current.key();
    const request = store.state(key)?.permissions[0];
    const option = request?.options.find(({ kind }) => kinds.includes(kind));
    if (request !== undefined && option !== undefined) {
      sessions.answerPermission(key, request.requestId, option.optionId);
    }
  };

  const pick = (category?: string): Promise<void> => chats.keepingFocus(() => controls.pick(category));

  return {
    'parley.openChat': () => chats.reveal(),
    'parley.openChatInEditor': (argument) => openInEditor(text(argument), options),
    'parley.newSession': async (argument) => {
      await current.startNew(text(argument));
      await chats.reveal();
    },
    'parley.switchSession': async (argument) => {
      const key = text(argument) ?? (await pickSession(store, current.shownKey));
      if (key !== undefined) current.open(key);
      await chats.reveal();
    },
    'parley.renameSession': () => renameSession(current.key(), options),
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
      chats.post(usageReport(store));
    },
    'parley.exportUsage': () => exportUsage(store),
    'parley.sendPrompt': async (argument) => {
      const prompt =
        text(argument) ??
        (await vscode.window.showInputBox({ prompt: vscode.l10n.t('Prompt for the agent') }));
      if (prompt === undefined || prompt.trim() === '') return;
      sessions.prompt(current.key(), [{ type: 'text', text: prompt }]);
      await chats.reveal();
    },
    'parley.cancel': () => sessions.cancel(current.key()),
    'parley.allowOnce': () => answer(['allow_once']),
    'parley.reject': () => answer(['reject_once', 'reject_always']),
    'parley.restartAgent': async () => {
      const agent = shownAgent();
      if (agent !== undefined) await sessions.restart(agent);
    },
    'parley.showLog': () => logs.show(shownAgent()),
    'parley.openSettings': openAgentSettings,
  };
}

/**
 * Opens a session in a tab among the editors; one that is in a tab already is brought to the front. Without a key: the
 * sidebar's session where that is the current chat, else a new one. A session leaves the sidebar for its tab.
 */
export async function openInEditor(
  key: string | undefined,
  options: Pick<SessionCommandsOptions, 'store' | 'current' | 'chats' | 'tabs'>,
): Promise<void> {
  const { store, current, chats, tabs } = options;
  const { sidebar } = chats;
  const agent = store.state(current.shownKey ?? '')?.agent ?? defaultAgent();
  const moved = chats.current === sidebar ? sidebar.key : undefined;
  const wanted = key ?? moved ?? current.newKey(undefined, agent);
  const shownBy = chats.showing(wanted);
  if (shownBy !== undefined && shownBy !== sidebar) {
    await shownBy.reveal();
    return;
  }
  const tab = tabs.open(wanted);
  if (shownBy === sidebar) current.showNew(sidebar, agent);
  await tab.reveal();
}

/** Asks for a name and gives it to a session. */
export async function renameSession(
  key: string,
  options: Pick<SessionCommandsOptions, 'store' | 'sessions'>,
): Promise<void> {
  const state = options.store.state(key);
  if (state === undefined) return;
  const title = await vscode.window.showInputBox({
    prompt: vscode.l10n.t('Name of the session; empty: the agent’s own title'),
    value: sessionTitle(state) ?? '',
  });
  if (title !== undefined) await options.sessions.rename(key, title.trim());
}

/** Carries out the next step that an error offers. */
export async function runErrorAction(
  action: ErrorAction,
  agent: string,
  options: Pick<SessionCommandsOptions, 'sessions' | 'current' | 'logs'>,
): Promise<void> {
  switch (action) {
    case 'restart-agent':
      await options.sessions.restart(agent);
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
