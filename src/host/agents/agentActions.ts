// What the user can do with an agent, by command or as the next step that an error offers.
import * as vscode from 'vscode';
import { runCommand } from '../contributions/commands.ts';
import type { ErrorAction } from '../../core/errors.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';
import { agentLabel } from '../settings/settings.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import type { Logs } from '../window/log.ts';
import { agentStrings } from './agentStrings.ts';
import { openAgentSettings } from './openAgentSettings.ts';

export interface AgentActionsOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly current: CurrentSession;
  readonly logs: Logs;
  readonly agentSettings: AgentSettings;
  readonly context: vscode.ExtensionContext;
}

/** Restarts an agent; asks first if that stops running turns in sessions other than the current one. */
export async function restartAgent(
  agent: string,
  { sessions, store, current }: AgentActionsOptions,
): Promise<void> {
  const others = store.keys().filter((key) => {
    const state = store.state(key);
    return key !== current.shownKey && state?.agent === agent && state.turn?.cancelRequested === false;
  });
  if (others.length > 0) {
    const question = agentStrings.confirmRestart(escapeForNotification(agentLabel(agent)), others.length);
    const confirm = agentStrings.restartAgent();
    if ((await vscode.window.showWarningMessage(question, { modal: true }, confirm)) !== confirm) return;
  }
  await sessions.supervisor.restart(agent);
}

/** Has the user review an agent of the workspace, and starts it where it is allowed then. */
async function reviewAndStart(
  agent: string,
  { agentSettings, sessions }: AgentActionsOptions,
): Promise<void> {
  const found = agentSettings.agent(agent);
  if (found !== undefined && 'toReview' in found) {
    const { reviewEntry } = await import('../settings/reviewEntry.ts');
    if ((await reviewEntry(found.toReview, agentSettings.decisions)) !== 'allowed') return;
  }
  await sessions.supervisor.restart(agent);
}

/** Asks the user about the server of a remote agent, and starts the agent again where they agreed. */
async function withRemoteUrl(
  agent: string,
  { agentSettings, context, sessions }: AgentActionsOptions,
  ask: (url: string) => Promise<boolean>,
): Promise<void> {
  const { agentLaunch } = await import('./agentLaunch.ts');
  const launch = agentLaunch(agent, context, agentSettings);
  if ('url' in launch && (await ask(launch.url))) await sessions.supervisor.restart(agent);
}

/** Carries out the next step that an error offers. */
export async function runErrorAction(
  action: ErrorAction,
  agent: string,
  options: AgentActionsOptions,
): Promise<void> {
  switch (action) {
    case 'restart-agent':
      await restartAgent(agent, options);
      return;
    case 'show-log':
      options.logs.show(agent);
      return;
    case 'edit-settings':
      await openAgentSettings();
      return;
    case 'check-agent':
      await runCommand('parley.checkAgent', agent);
      return;
    case 'choose-agent':
      await runCommand('parley.addAgent');
      return;
    case 'review-agent':
      await reviewAndStart(agent, options);
      return;
    case 'enter-token':
      await withRemoteUrl(agent, options, async (url) => {
        const { enterToken } = await import('./remoteAccess.ts');
        return enterToken(agent, url, options.context);
      });
      return;
    case 'allow-unencrypted':
      await withRemoteUrl(agent, options, async (url) => {
        const { confirmUnencrypted } = await import('./remoteAccess.ts');
        return confirmUnencrypted(agent, url, options.context);
      });
      return;
    case 'open-folder':
      await vscode.commands.executeCommand('vscode.openFolder');
      return;
    case 'sign-in':
      await runCommand('parley.signIn', agent);
      return;
    case 'switch-model':
      await runCommand('parley.config.pickModel');
      return;
    case 'new-session':
      await options.current.startNew(agent);
  }
}
