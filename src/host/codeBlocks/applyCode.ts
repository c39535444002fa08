// Applies a code block to a file, as a change that is reviewed like one of the agent.
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { appliedCode } from '../../core/codeBlocks/appliedCode.ts';
import type { CodeInAnswer } from '../../core/codeBlocks/codeAction.ts';
import { fenceLanguage } from '../../core/codeBlocks/codeLanguage.ts';
import { codeTargets } from '../../core/codeBlocks/codeTargets.ts';
import { describeError } from '../../core/errors.ts';
import { FileAccessError, type FileAccess } from '../../core/ports/fileAccess.ts';
import type { SessionState } from '../../core/session/model.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { workspaceFile } from '../editors/workspaceFile.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';
import { codeBlockStrings } from './codeBlockStrings.ts';
import { targetEditor } from './targetEditor.ts';

export interface ApplyCodeOptions {
  readonly store: SessionStore;
  /** Serves files as agents get them. */
  readonly files: FileAccess;
  /** Runs a write in the session `key` so that what it changes can be reviewed. */
  readonly whileApplying: (key: string, path: string, write: () => Promise<void>) => Promise<void>;
  /** Shows the open changes of a session in one file. */
  readonly review: (key: string, path: string) => Promise<void> | void;
}

/** A file to apply code to; one that is not there yet is created. */
interface Target {
  readonly path: string;
  readonly isNew: boolean;
}

/** Every reason why nothing was changed is notified. */
export async function applyCode(key: string, block: CodeInAnswer, options: ApplyCodeOptions): Promise<void> {
  const state = options.store.state(key);
  if (state === undefined) return;
  const target = await targetOf(state, block);
  if (target === undefined) return;
  const { path, isNew } = target;
  const name = shortName(path);
  try {
    const request = requestFor(state, path);
    const before = isNew ? '' : await options.files.readTextFile(request);
    const text = await textWith(block, before, path);
    if (text === undefined) return;
    await options.whileApplying(key, path, () => options.files.writeTextFile(request, text));
  } catch (error) {
    const reason = error instanceof FileAccessError ? error.message : describeError(error).message;
    void vscode.window.showErrorMessage(codeBlockStrings.notApplied(name, escapeForNotification(reason)));
    return;
  }
  await options.review(key, path);
}

/** The file with the code in it; undefined where there is nothing to do, or the user decides against it. */
async function textWith(block: CodeInAnswer, before: string, path: string): Promise<string | undefined> {
  const name = shortName(path);
  const isPatch = ['diff', 'patch'].includes(fenceLanguage(block.info));
  const applied = appliedCode(before, block.code, isPatch);
  switch (applied.state) {
    case 'applied':
      return applied.text;
    case 'same':
      void vscode.window.showInformationMessage(codeBlockStrings.same(name));
      return undefined;
    case 'conflict':
      void vscode.window.showWarningMessage(codeBlockStrings.conflict(name));
      return undefined;
    case 'unclear':
      return askWhere(block.code, before, path);
  }
}

async function askWhere(code: string, before: string, path: string): Promise<string | undefined> {
  const editor = targetEditor();
  const shown = editor !== undefined && editor.document.uri.fsPath === path ? editor : undefined;
  const atCursor =
    shown?.selection.isEmpty === true
      ? codeBlockStrings.insertAtCursor()
      : codeBlockStrings.replaceSelection();
  const whole = codeBlockStrings.replaceFile();
  const chosen = await vscode.window.showQuickPick(shown === undefined ? [whole] : [atCursor, whole], {
    placeHolder: codeBlockStrings.whereInFile(vscode.workspace.asRelativePath(path)),
  });
  if (chosen === undefined) return undefined;
  if (chosen === whole || shown === undefined) return before.endsWith('\n') ? `${code}\n` : code;
  const { document, selection } = shown;
  const text = document.getText();
  return (
    text.slice(0, document.offsetAt(selection.start)) + code + text.slice(document.offsetAt(selection.end))
  );
}

/** The first file that the answer names and that is there; else the one that the user was in last, or a new one. */
async function targetOf(state: SessionState, block: CodeInAnswer): Promise<Target | undefined> {
  const named = codeTargets(block);
  for (const { path } of named) {
    const found = await existing(path, state.cwd);
    if (found !== undefined) return { path: found, isNew: false };
  }
  const open = targetEditor()?.document.uri;
  const openPath = open?.scheme === 'file' ? await existing(open.fsPath, state.cwd) : undefined;
  const [first] = named;
  if (first !== undefined) return askForMissing(first.path, state.cwd, openPath);
  if (openPath !== undefined) return { path: openPath, isNew: false };
  void vscode.window.showInformationMessage(codeBlockStrings.noTarget());
  return undefined;
}

async function askForMissing(
  path: string,
  cwd: string,
  openPath: string | undefined,
): Promise<Target | undefined> {
  const create = codeBlockStrings.createFile();
  const other = openPath === undefined ? [] : [codeBlockStrings.applyTo(shortName(openPath))];
  const text = codeBlockStrings.missing(escapeForNotification(path));
  const answer = await vscode.window.showWarningMessage(text, create, ...other);
  if (answer === create) return { path: isAbsolute(path) ? path : join(cwd, path), isNew: true };
  return answer === undefined || openPath === undefined ? undefined : { path: openPath, isNew: false };
}

/** A file of the workspace: in the session's folder, or in another folder of the window. */
async function existing(path: string, cwd: string): Promise<string | undefined> {
  const folders = [cwd, ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath)];
  const candidates = isAbsolute(path) ? [path] : folders.map((folder) => join(folder, path));
  for (const candidate of candidates) {
    if ((await workspaceFile(candidate, cwd)) !== undefined) return candidate;
  }
  return undefined;
}

/** The user asked for it: nothing else has to be allowed. */
function requestFor({ agent, sessionId, cwd }: SessionState, path: string) {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return {
    session: { agent, id: sessionId ?? '', roots: [...new Set([cwd, ...folders])] },
    path,
    signal: new AbortController().signal,
    permit: async ({ isInside }: { readonly isInside: boolean }) => {
      if (!isInside) throw new FileAccessError('outside', codeBlockStrings.outside(shortName(path)));
      return {};
    },
  };
}

function shortName(path: string): string {
  return escapeForNotification(vscode.workspace.asRelativePath(path));
}
