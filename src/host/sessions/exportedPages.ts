// Opens the page that an agent wrote because the user asked for it with `/export_html`.
import { fileURLToPath } from 'node:url';
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/lifecycle.ts';
import { plainText } from '../../core/session/content.ts';
import { findLastEntry, isUserPrompt } from '../../core/session/entries.ts';
import type {
  SessionChange,
  SessionEventOf,
  SessionStore,
} from '../../core/sessionLifecycle/sessionStore.ts';
import { workspaceFile } from '../editors/workspaceFile.ts';

/** Opens the page in an answer to `/export_html`. Nothing else that an agent links to opens on its own. */
export function openExportedPages(store: SessionStore): Disposable {
  return store.onEvent('message_chunk', (change) => {
    const uri = exportedPage(change);
    if (uri !== undefined) void open(uri, change.state.cwd);
  });
}

/** The page in the answer to `/export_html`; undefined for anything else. */
function exportedPage({ event, state }: SessionChange<SessionEventOf<'message_chunk'>>): string | undefined {
  const isAnswer = event.role === 'agent' && state.turn !== undefined;
  if (!isAnswer || event.content.type !== 'resource_link') return undefined;
  const prompt = findLastEntry(state.entries, isUserPrompt);
  const wasAsked = prompt !== undefined && /^\/export_html\b/.test(plainText(prompt.found.content));
  const { uri } = event.content;
  return wasAsked && uri.startsWith('file:') && uri.endsWith('.html') ? uri : undefined;
}

async function open(uri: string, cwd: string): Promise<void> {
  const path = await workspaceFile(fileURLToPath(uri), cwd);
  // A page outside the workspace stays a link to click.
  if (path === undefined) return;
  const page = vscode.Uri.file(path);
  // The user's browser cannot read a file of a remote machine, so that opens in the editor.
  const isHere = vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
  if (isHere) await vscode.env.openExternal(page);
  else await vscode.commands.executeCommand('vscode.open', page);
}
