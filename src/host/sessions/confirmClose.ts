// Asks before a session is closed that works, or that could only be read afterwards.
import * as vscode from 'vscode';
import type { SessionState } from '../../core/session/model.ts';
import { isRunning, sessionTitle } from '../../core/session/selectors.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';
import { agentLabel, historySettings } from '../settings/settings.ts';

/**
 * Resolves to whether the session is to be closed; without a question where nothing is lost by it. `isLost`: its agent
 * could not go on with it.
 */
export async function confirmClose(state: SessionState, isLost: boolean): Promise<boolean> {
  if (!isRunning(state) && !isLost) return true;
  const title = escapeForNotification(sessionTitle(state) ?? vscode.l10n.t('New session'));
  const close = vscode.l10n.t('Close Session');
  const answer = await vscode.window.showWarningMessage(
    isRunning(state)
      ? vscode.l10n.t('“{0}” is running. Stop it and close the session?', title)
      : vscode.l10n.t('Close “{0}”?', title),
    { modal: true, ...(isLost ? { detail: lossOf(escapeForNotification(agentLabel(state.agent))) } : {}) },
    close,
  );
  return answer === close;
}

function lossOf(agent: string): string {
  return historySettings().isEnabled
    ? vscode.l10n.t(
        '{0} cannot open a session again. You could still read what was said, but go on only in a new session that is given the transcript.',
        agent,
      )
    : vscode.l10n.t(
        '{0} cannot open a session again, and Parley keeps no transcript because the history is switched off. What was said would be gone.',
        agent,
      );
}
