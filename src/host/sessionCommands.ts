// What the contributed commands do.
import * as vscode from 'vscode';
import type { ErrorAction } from '../core/errors.ts';
import type { Sessions } from '../core/sessions.ts';
import type { SessionStore } from '../core/sessionStore.ts';
import type { ChatView } from './chatView.ts';
import type { CommandHandler, CommandId } from './commands.ts';
import type { CurrentSession } from './currentSession.ts';
import type { Logs } from './log.ts';

export interface SessionCommandsOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly current: CurrentSession;
  readonly view: ChatView;
  readonly logs: Logs;
}

function text(argument: unknown): string | undefined {
  return typeof argument === 'string' && argument !== '' ? argument : undefined;
}

/** Opens the user's settings where agents are configured. */
async function openAgentSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'parley');
}

/** The handlers of all commands. */
export function sessionCommands(
  options: SessionCommandsOptions,
): Readonly<Record<CommandId, CommandHandler>> {
  const { store, sessions, current, view, logs } = options;
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

  return {
    'parley.openChat': () => view.reveal(),
    'parley.newSession': async (argument) => {
      await current.startNew(text(argument));
      await view.reveal();
    },
    'parley.switchSession': async () => {
      await current.pick();
      await view.reveal();
    },
    'parley.sendPrompt': async (argument) => {
      const prompt =
        text(argument) ??
        (await vscode.window.showInputBox({ prompt: vscode.l10n.t('Prompt for the agent') }));
      if (prompt === undefined || prompt.trim() === '') return;
      sessions.prompt(current.key(), [{ type: 'text', text: prompt }]);
      await view.reveal();
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
