// Asks before closing a session that is running, or that nobody could continue afterwards.
import * as vscode from 'vscode';
import type { SessionState } from '../../core/session/model.ts';
import { isRunning, isWorking, sessionTitle } from '../../core/session/selectors.ts';
import { agentLabel, historySettings } from '../settings/settings.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import { sessionStrings } from './sessionStrings.ts';
import { sessionCommandStrings } from './sessionCommandStrings.ts';

/**
 * Resolves to whether to close the session; does not ask when closing loses nothing. `isLost` says that its agent could
 * not reopen it.
 */
export async function confirmClose(state: SessionState, isLost: boolean): Promise<boolean> {
  if (!isWorking(state) && !isLost) return true;
  const title = escapeForNotification(sessionTitle(state) ?? sessionStrings.untitled());
  const close = sessionCommandStrings.closeSession();
  const answer = await vscode.window.showWarningMessage(
    question(state, title),
    { modal: true, ...(isLost ? { detail: lossText(escapeForNotification(agentLabel(state.agent))) } : {}) },
    close,
  );
  return answer === close;
}

function question(state: SessionState, title: string): string {
  if (isRunning(state)) return sessionCommandStrings.closeRunning(title);
  return isWorking(state)
    ? sessionCommandStrings.closeInBackground(title)
    : sessionCommandStrings.close(title);
}

function lossText(agent: string): string {
  return historySettings().isEnabled
    ? sessionCommandStrings.cannotReopen(agent)
    : sessionCommandStrings.cannotReopenNorRead(agent);
}
