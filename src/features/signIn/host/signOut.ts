// Signs out of an agent and forgets what was entered for it, after the user has confirmed.
import * as vscode from 'vscode';
import { describeError } from '../../../core/errors.ts';
import { storedName } from '../../../core/signIn/apiKey.ts';
import { displayLanguage } from '../../../core/text/localization.ts';
import { spelledOut } from '../../../core/text/spelledOut.ts';
import { agentLabel } from '../../../host/settings/settings.ts';
import { escapeForNotification } from '../../../host/text/escapeForNotification.ts';
import { remoteToken } from '../../../host/agents/remoteToken.ts';
import type { Kernel } from '../../../host/kernel.ts';
import type { SignIns } from '../core/signIns.ts';
import { signInUiStrings } from './signInUiStrings.ts';
import { showStatusMessage } from '../../../host/window/statusMessage.ts';

interface SignOutParts {
  readonly kernel: Kernel;
  readonly signIns: SignIns;
}

/** Signs out where the agent can; offers to forget the stored secrets, which would sign in again. */
export async function signOut(agent: string, parts: SignOutParts): Promise<void> {
  const { secrets } = parts.kernel;
  const label = escapeForNotification(agentLabel(agent));
  try {
    await parts.signIns.signOut(agent);
    showStatusMessage(signInUiStrings.signedOut(label));
  } catch (error) {
    const { message, detail } = describeError(error);
    const text = escapeForNotification([message, detail ?? ''].filter((part) => part !== '').join(' '));
    const forget = signInUiStrings.forgetSecrets();
    const buttons = secrets.names(agent).length > 0 ? [forget] : [];
    if ((await vscode.window.showWarningMessage(text, ...buttons)) === forget) {
      await forgetSecrets(agent, parts);
    }
  }
}

/** Deletes the stored values of an agent's variables, its token, and what was entered for MCP servers; restarts it. */
export async function forgetSecrets(agent: string, { kernel, signIns }: SignOutParts): Promise<void> {
  const { host, session, secrets, servers } = kernel;
  const label = escapeForNotification(agentLabel(agent));
  const token = await remoteToken(agent, host);
  const values = await servers.configured.storedValues();
  const names = [
    ...secrets.names(agent).map((name) => spelledOut(storedName(name))),
    ...(token === undefined ? [] : [signInUiStrings.token()]),
    ...(values.count === 0 ? [] : [signInUiStrings.serverValues(values.count)]),
  ];
  if (names.length === 0) {
    await vscode.window.showInformationMessage(signInUiStrings.nothingToForget(label));
    return;
  }
  const list = new Intl.ListFormat(displayLanguage(), { type: 'conjunction' }).format(names);
  const confirm = signInUiStrings.forgetSecrets();
  const chosen = await vscode.window.showWarningMessage(
    signInUiStrings.confirmForget(label),
    { modal: true, detail: signInUiStrings.confirmForgetDetail(list) },
    confirm,
  );
  if (chosen !== confirm) return;
  await values.forgetAll();
  if (token !== undefined) {
    await token.forget();
    await session.sessions.supervisor.restart(agent);
  }
  await signIns.forgetVariables(agent);
}
