// Lets the user choose in which folder of the window a new session works; loaded on first use.
import * as vscode from 'vscode';
import { distinctNames } from '../../core/paths/distinctNames.ts';
import { localRoots, sessionFolder } from '../settings/settings.ts';
import { withoutIcons } from '../text/iconText.ts';
import { chatStrings } from './chatStrings.ts';

/** Undefined where the user cancels; the only folder without a question. `current` stands first. */
export async function chooseFolder(current: string | undefined): Promise<string | undefined> {
  const roots = localRoots();
  if (roots.length < 2) return sessionFolder();
  const names = distinctNames(roots.map(({ uri }) => uri.fsPath));
  const items = roots.map(({ name, uri: { fsPath } }) => {
    const isOneOfMany = roots.some((other) => other.name === name && other.uri.fsPath !== fsPath);
    return {
      label: withoutIcons(isOneOfMany ? (names.get(fsPath) ?? name) : name),
      description: fsPath,
      path: fsPath,
    };
  });
  const inOrder = items.toSorted(
    (one, other) => Number(other.path === current) - Number(one.path === current),
  );
  const chosen = await vscode.window.showQuickPick(inOrder, { placeHolder: chatStrings.selectFolder() });
  return chosen?.path;
}
