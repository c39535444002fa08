// Which addresses in mentions may be opened: an agent may have written them.
import * as vscode from 'vscode';
import { isOnOtherComputer } from '../../editors/workspaceFile.ts';

/**
 * The address, unless opening it would contact another computer or have an extension do something. What VS Code has
 * already, such as an open document, can always be shown.
 */
export function openableUri(address: string, isKnown: boolean): vscode.Uri | undefined {
  const uri = vscode.Uri.parse(address);
  return isKnown || (uri.scheme === 'file' && !isOnOtherComputer(uri.fsPath, '')) ? uri : undefined;
}
