// The question to the person about a file outside a session's folders.
import * as vscode from 'vscode';
import type { FileSession, FileUse } from '../core/fileAccess.ts';
import { visiblePath } from '../core/pathContainment.ts';

/** Asks in a dialog with the full path, which closing refuses (R78). */
export async function askOutside(session: FileSession, realPath: string, use: FileUse): Promise<boolean> {
  const path = visiblePath(realPath);
  const agent = visiblePath(session.agent);
  const message =
    use === 'read'
      ? vscode.l10n.t('{0} wants to read a file outside its folders.', agent)
      : vscode.l10n.t('{0} wants to write a file outside its folders.', agent);
  const detail = vscode.l10n.t(
    '{0}\n\nIts folders are {1}. The answer holds for this file until the session ends.',
    path,
    session.roots.map(visiblePath).join(', '),
  );
  const allow: vscode.MessageItem = { title: vscode.l10n.t('Allow') };
  const refuse: vscode.MessageItem = { title: vscode.l10n.t('Refuse'), isCloseAffordance: true };
  const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, allow, refuse);
  return chosen === allow;
}
