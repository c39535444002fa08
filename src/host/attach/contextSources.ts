// What each item of the menu "Add Context" adds, asked for with VS Code's own dialogs and lists.
import * as vscode from 'vscode';
import type { ContextSource } from '../../core/panel/addedContext.ts';
import { attachStrings } from './attachStrings.ts';
import {
  AUDIO_EXTENSIONS,
  changesMention,
  documentText,
  gatherContext,
  IMAGE_EXTENSIONS,
  ownMention,
  type AcceptedMedia,
  type GatheredContext,
} from './gatherContext.ts';
import { lastTerminalCommand, terminalSelection } from './terminalContext.ts';

/** What an item adds; undefined when the user canceled. */
export async function contextFrom(
  source: ContextSource,
  accepted: AcceptedMedia,
): Promise<GatheredContext | undefined> {
  switch (source) {
    case 'files':
      return chosenFiles(accepted, {});
    case 'image':
      return chosenFiles(accepted, { [attachStrings.images()]: IMAGE_EXTENSIONS });
    case 'audio':
      return chosenFiles(accepted, { [attachStrings.audioFiles()]: AUDIO_EXTENSIONS });
    case 'editors':
      return ownMention(attachStrings.openEditors(), 'parley:/editors');
    case 'problems':
      return ownMention(attachStrings.problems(), 'parley:/problems');
    case 'changes':
      return ownMention(changesMention(false).name, changesMention(false).uri);
    case 'selection':
      return selectionContext(accepted);
    case 'terminal':
      return (await lastTerminalCommand()) ?? { note: attachStrings.nothingInTerminal() };
  }
}

/** Lets the user choose a source; undefined when they canceled. */
export async function chooseSource({ image, audio }: AcceptedMedia): Promise<ContextSource | undefined> {
  const items: readonly (vscode.QuickPickItem & { readonly source: ContextSource })[] = [
    { source: 'files', label: attachStrings.filesAndFolders(), iconPath: new vscode.ThemeIcon('files') },
    ...(image
      ? [
          {
            source: 'image',
            label: attachStrings.image(),
            iconPath: new vscode.ThemeIcon('file-media'),
          } as const,
        ]
      : []),
    ...(audio
      ? [{ source: 'audio', label: attachStrings.audio(), iconPath: new vscode.ThemeIcon('unmute') } as const]
      : []),
    {
      source: 'selection',
      label: attachStrings.selection(),
      iconPath: new vscode.ThemeIcon('list-selection'),
    },
    { source: 'editors', label: attachStrings.openEditors(), iconPath: new vscode.ThemeIcon('go-to-file') },
    { source: 'problems', label: attachStrings.problems(), iconPath: new vscode.ThemeIcon('warning') },
    { source: 'changes', label: attachStrings.changes(), iconPath: new vscode.ThemeIcon('source-control') },
    { source: 'terminal', label: attachStrings.terminal(), iconPath: new vscode.ThemeIcon('terminal') },
  ];
  return (await vscode.window.showQuickPick(items, { placeHolder: attachStrings.addContext() }))?.source;
}

/** On Windows and Linux a dialog selects files or folders, not both. */
async function chosenFiles(
  accepted: AcceptedMedia,
  filters: Readonly<Record<string, string[]>>,
): Promise<GatheredContext | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await vscode.window.showOpenDialog({
    canSelectMany: true,
    canSelectFiles: true,
    canSelectFolders: Object.keys(filters).length === 0,
    openLabel: attachStrings.addFiles(),
    filters,
    ...(folder === undefined ? {} : { defaultUri: folder }),
  });
  if (chosen === undefined) return undefined;
  return gatherContext(
    chosen.map((uri) => ({ kind: 'resource', uri })),
    accepted,
  );
}

/** What is selected in the active editor, its file when nothing is, or what is selected in the terminal. */
export async function selectionContext(accepted: AcceptedMedia): Promise<GatheredContext> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return (await terminalSelection()) ?? { note: attachStrings.nothingSelected() };
  const { document, selections } = editor;
  const ranges = selections.filter(({ isEmpty }) => !isEmpty);
  if (document.uri.scheme === 'file') {
    return gatherContext(
      ranges.length === 0
        ? [{ kind: 'resource', uri: document.uri }]
        : ranges.map((range) => ({ kind: 'resource', uri: document.uri, range })),
      accepted,
    );
  }
  const texts = (ranges.length === 0 ? [undefined] : ranges).map((range) => documentText(document, range));
  const [problem] = texts.flatMap((each) => ('problem' in each ? [each.problem] : []));
  return {
    attachments: texts.flatMap((each) => ('block' in each ? [each.block] : [])),
    ...(problem === undefined ? {} : { note: problem }),
  };
}
