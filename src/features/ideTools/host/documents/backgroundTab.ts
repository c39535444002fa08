// A tab for a file that no editor shows, behind the active one, for as long as something needs it.
import * as vscode from 'vscode';

/** Whether a tab of the window has the file. */
export function hasTab(uri: vscode.Uri): boolean {
  return tabsOf(uri).length > 0;
}

/** Calls `body` while the file has a tab. The active editor and the focus stay where they are. */
export async function whileInTab<T>(uri: vscode.Uri, body: () => Promise<T>): Promise<T> {
  if (hasTab(uri)) return body();
  // `background` is an option of this command alone: `showTextDocument` always brings an editor to the front.
  await vscode.commands.executeCommand('vscode.open', uri, {
    background: true,
    preserveFocus: true,
    preview: false,
  });
  try {
    return await body();
  } finally {
    // One that the user has brought to the front, or has typed in, is theirs.
    const isUsed = (tab: vscode.Tab): boolean => tab.isDirty || (tab.isActive && tab.group.tabs.length > 1);
    await vscode.window.tabGroups.close(
      tabsOf(uri).filter((tab) => !isUsed(tab)),
      true,
    );
  }
}

function tabsOf(uri: vscode.Uri): readonly vscode.Tab[] {
  const isOf = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isOf));
}
