// Signs out of an agent and forgets what was entered for it, after the user has confirmed.
import * as vscode from 'vscode';
import { describeError } from '../../core/errors.ts';
import { storedName } from '../../core/signIn/apiKey.ts';
import { displayLanguage } from '../../core/text/localization.ts';
import { spelledOut } from '../../core/text/spelledOut.ts';
import { agentLabel } from '../settings/settings.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import type { SignInArea } from './createSignIn.ts';
import { signInUiStrings } from './signInUiStrings.ts';
import { showStatusMessage } from '../window/statusMessage.ts';

/** Signs out where the agent can; offers to forget the stored secrets, which would sign in again. */
export async function signOut(agent: string, area: SignInArea): Promise<void> {
  const { signIns, secrets } = area;
  const label = escapeForNotification(agentLabel(agent));
  try {
    await (await signIns()).signOut(agent);
    showStatusMessage(signInUiStrings.signedOut(label));
  } catch (error) {
    const { message, detail } = describeError(error);
    const text = escapeForNotification([message, detail ?? ''].filter((part) => part !== '').join(' '));
    const forget = signInUiStrings.forgetSecrets();
    const buttons = secrets.names(agent).length > 0 ? [forget] : [];
    if ((await vscode.window.showWarningMessage(text, ...buttons)) === forget) {
      await forgetSecrets(agent, area);
    }
  }
}

/** Deletes the stored values of an agent's variables, its token, and what was entered for MCP servers; restarts it. */
export async function forgetSecrets(
  agent: string,
  { signIns, secrets, storedToken, serverValues }: Omit<SignInArea, 'states'>,
): Promise<void> {
  const label = escapeForNotification(agentLabel(agent));
  const token = await storedToken(agent);
  const values = await serverValues();
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
  await token?.forget();
  await (await signIns()).forgetVariables(agent);
}
