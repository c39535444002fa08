// Opens links in an agent's text: web pages in the browser, files of the workspace in the editor.
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import * as vscode from 'vscode';
import { parseLink, type LinkTarget } from '../../core/text/links.ts';
import { visibleStart } from '../../core/text/visibleText.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import { showStatusMessage } from '../window/statusMessage.ts';
import { columnBesideChat } from './besideChat.ts';
import { openedStrings } from './openedStrings.ts';
import { isInWorkspace, isOnOtherComputer } from './workspaceFile.ts';

/** The length of a link that is shown in a notification. */
const MAX_LINK_LENGTH = 200;

type FileLink = Extract<LinkTarget, { kind: 'file' }>;

/** Opens a link, or notifies the user why not. `cwd` is the session's folder. */
export async function openLink(href: string, cwd: string): Promise<void> {
  const target = parseLink(href);
  switch (target.kind) {
    case 'external':
      await vscode.env.openExternal(vscode.Uri.parse(target.url, true));
      return;
    case 'file':
      await openFile(target, cwd);
      return;
    case 'refused':
      void vscode.window.showWarningMessage(
        openedStrings.linkRefused(escapeForNotification(href.slice(0, MAX_LINK_LENGTH))),
      );
  }
}

/** Opens a web page in the browser, and nothing but web pages (R112): the one whose host the user was shown. */
export async function openPage(url: string): Promise<void> {
  if (!URL.canParse(url)) return;
  // Written out as the card shows it: VS Code reads some addresses as those of another host, `https://a\@b` of b.
  const { href, protocol } = new URL(url);
  if (protocol === 'https:' || protocol === 'http:')
    await vscode.env.openExternal(vscode.Uri.parse(href, true));
}

async function openFile(link: FileLink, cwd: string): Promise<void> {
  const path = isAbsolute(link.path) ? link.path : resolve(cwd, link.path);
  const isRemote = isOnOtherComputer(path, cwd);
  const real = isRemote ? undefined : await realpath(path).catch(() => undefined);
  if (real === undefined && !isRemote) {
    showStatusMessage(openedStrings.fileMissing(visibleStart(path, MAX_LINK_LENGTH)));
    return;
  }
  if (real === undefined || !(await isInWorkspace(real, cwd))) {
    void vscode.window.showWarningMessage(openedStrings.fileOutside(escapeForNotification(path)));
    return;
  }
  const uri = vscode.Uri.file(real);
  if ((await stat(real)).isDirectory()) {
    await vscode.commands.executeCommand('revealInExplorer', uri);
    return;
  }
  const start = (link.line ?? 1) - 1;
  const end = Math.max(start, (link.endLine ?? link.line ?? 1) - 1);
  const column = (link.column ?? 1) - 1;
  const selection =
    link.line === undefined
      ? {}
      : { selection: new vscode.Range(start, column, end, end === start ? column : 0) };
  await vscode.window
    .showTextDocument(uri, {
      preview: true,
      viewColumn: columnBesideChat(),
      ...selection,
    })
    .then(
      () => undefined,
      () => vscode.commands.executeCommand('vscode.open', uri, columnBesideChat()),
    );
}
