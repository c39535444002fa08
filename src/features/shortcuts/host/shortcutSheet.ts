// The sheet of keyboard shortcuts: a quick pick, so that it can be searched and closes as everything of VS Code does.
import * as vscode from 'vscode';
import type { Event } from '../../../core/base/lifecycle.ts';
import { acceptTypedAhead } from '../../../host/chat/typedAhead.ts';
import { keyRows, type KeyRow } from './keyRows.ts';
import { panelKeyRows } from './panelKeyStrings.ts';
import { placeNames, shortcutStrings } from './shortcutStrings.ts';

/** A command with its keys, or a key of the panel. */
export interface ShortcutItem extends vscode.QuickPickItem {
  readonly command?: string;
}

/** How the sheet was closed: the user goes on to VS Code's own editor, wants a question mark, or neither. */
export type SheetResult = 'opened' | 'question' | 'closed';

/** What the sheet shows. Where the system of the user is not known, keys of both are named. */
export function shortcutItems(
  packageJson: unknown,
  platform: NodeJS.Platform | undefined,
): readonly ShortcutItem[] {
  const rows = [...keyRows(packageJson), ...panelKeyRows()].filter(
    ({ isLinuxOnly }) => !isLinuxOnly || platform === 'linux',
  );
  return placeNames.flatMap(([place, label]) => {
    const here = rows.filter((row) => row.place === place);
    if (here.length === 0) return [];
    const titles = [...new Set(here.map(({ title }) => title))];
    return [
      { label: label(), kind: vscode.QuickPickItemKind.Separator },
      ...titles.map((title): ShortcutItem => {
        const own = here.filter((row) => row.title === title);
        const command = own[0]?.command;
        const description = own.map((row) => keyText(row, platform)).reduce(shortcutStrings.or);
        return command === undefined ? { label: title, description } : { label: title, description, command };
      }),
    ];
  });
}

/** Shows the sheet; resolves when it is closed. `platform`: of the user, as a chat of this window has reported it. */
export function showShortcutSheet(
  { packageJSON, id }: Pick<vscode.Extension<unknown>, 'packageJSON' | 'id'>,
  platform: NodeJS.Platform | undefined,
  onTypedAhead: Event<string>,
): Promise<SheetResult> {
  const isLocal = vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
  const sheet = vscode.window.createQuickPick<ShortcutItem>();
  const change: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('gear'),
    tooltip: shortcutStrings.change(),
  };
  const items = shortcutItems(packageJSON, platform ?? (isLocal ? process.platform : undefined));
  sheet.items = items.map((item) => (item.command === undefined ? item : { ...item, buttons: [change] }));
  sheet.title = shortcutStrings.title();
  sheet.placeholder = shortcutStrings.search();
  sheet.matchOnDescription = true;
  sheet.buttons = [{ iconPath: new vscode.ThemeIcon('keyboard'), tooltip: shortcutStrings.changeAll() }];
  return new Promise((resolve) => {
    let result: SheetResult = 'closed';
    const open = (query: string): void => {
      result = 'opened';
      sheet.hide();
      void vscode.commands.executeCommand('workbench.action.openGlobalKeybindings', query);
    };
    const openCommand = (item: ShortcutItem | undefined): void => {
      if (item?.command !== undefined) open(`@command:${item.command}`);
    };
    sheet.onDidTriggerButton(() => open(`@ext:${id}`));
    sheet.onDidTriggerItemButton(({ item }) => openCommand(item));
    sheet.onDidAccept(() => openCommand(sheet.activeItems[0]));
    sheet.onDidChangeValue((value) => {
      if (value !== '?') return;
      result = 'question';
      sheet.hide();
    });
    const typedAhead = acceptTypedAhead(sheet, onTypedAhead);
    sheet.onDidHide(() => {
      typedAhead.dispose();
      sheet.dispose();
      resolve(result);
    });
    sheet.show();
  });
}

function keyText({ key, mac }: KeyRow, platform: NodeJS.Platform | undefined): string {
  if (platform === 'darwin') return keyName(mac);
  return platform !== undefined || mac === key
    ? keyName(key)
    : shortcutStrings.onMac(keyName(key), keyName(mac));
}

/** `ctrl+shift+enter` as VS Code shows it. */
function keyName(key: string): string {
  return key.replaceAll(/[a-z][a-z\d_]*/g, (part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`);
}
