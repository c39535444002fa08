// Applies a code block to a file, as a change that is reviewed like one of the agent.
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { appliedCode } from '../core/appliedCode.ts';
import type { CodeInAnswer } from '../../../core/codeBlocks/codeAction.ts';
import { isPatch } from '../../../core/codeBlocks/codeLanguage.ts';
import { codeTargets, type CodeTarget } from '../../../core/codeBlocks/codeTargets.ts';
import { describeError } from '../../../core/errors.ts';
import { protectionOf } from '../../../core/permissions/policy/protectedFiles.ts';
import { protectionStrings } from '../../../core/permissions/protectionStrings.ts';
import { isInside, pathStyleOf } from '../../../core/paths/pathContainment.ts';
import {
  FileAccessError,
  type FileAccess,
  type FileRequest,
  type WrittenText,
} from '../../../core/ports/fileAccess.ts';
import type { SessionState } from '../../../core/session/model.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { workspaceFile } from '../../../host/editors/workspaceFile.ts';
import { protectedFileSettings, scopeOf } from '../../../host/permissions/permissionSettings.ts';
import { escapeForNotification } from '../../../host/text/escapeForNotification.ts';
import { codeBlockStrings } from './codeBlockStrings.ts';
import { targetEditor } from './targetEditor.ts';

export interface ApplyCodeOptions {
  readonly store: SessionStore;
  /** Serves files as agents get them. */
  readonly files: FileAccess;
  /** Runs a write in the session `key` so that what it changes can be reviewed. */
  readonly whileApplying: (
    key: string,
    path: string,
    write: () => Promise<WrittenText | undefined>,
  ) => Promise<void>;
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
    if (text === undefined || !(await mayWrite(path, state.cwd))) return;
    const record: FileRequest['record'] = (write) => options.whileApplying(key, path, write);
    await options.files.writeTextFile({ ...request, record }, text);
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
  const applied = appliedCode(before, block.code, isPatch(block.info));
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
  const found: FoundFile[] = [];
  for (const { path, place } of named) {
    const file = await existing(path, state.cwd);
    if (file !== undefined) found.push({ path: file, place });
  }
  const open = targetEditor()?.document.uri;
  const openPath = open?.scheme === 'file' ? await existing(open.fsPath, state.cwd) : undefined;
  const [likeliest] = found;
  if (likeliest !== undefined) {
    const path = await askWhich(likeliest.path, found, openPath);
    return path === undefined ? undefined : { path, isNew: false };
  }
  const [first] = named;
  if (first !== undefined) return askForMissing(first.path, state.cwd, openPath);
  if (openPath !== undefined) return { path: openPath, isNew: false };
  void vscode.window.showInformationMessage(codeBlockStrings.noTarget());
  return undefined;
}

/** A file that is there, and where the answer names it. */
interface FoundFile {
  readonly path: string;
  readonly place: CodeTarget['place'];
}

/** Asks where users see no name of the file, and where a patch or the text says it is for another. */
async function askWhich(
  path: string,
  found: readonly FoundFile[],
  openPath: string | undefined,
): Promise<string | undefined> {
  const patched = found.filter(({ place }) => place === 'patch').map((file) => file.path);
  const shown = found.filter(({ place }) => place !== 'info').map((file) => file.path);
  const written = found.filter(({ place }) => place === 'text').map((file) => file.path);
  const isClear =
    patched.length > 0 ? patched.includes(path) : (written.length > 0 ? written : shown).includes(path);
  if (isClear || (shown.length === 0 && path === openPath)) return path;
  const other = [...patched, ...written, ...shown, ...(openPath === undefined ? [] : [openPath])].find(
    (each) => each !== path,
  );
  const [name, otherName] = [shortName(path), shortName(other ?? path)];
  const text =
    other === undefined ? codeBlockStrings.hiddenTarget(name) : codeBlockStrings.whichFile(name, otherName);
  const [apply, applyToOther] = [codeBlockStrings.applyTo(name), codeBlockStrings.applyTo(otherName)];
  const buttons = other === undefined ? [apply] : [apply, applyToOther];
  const answer = await vscode.window.showWarningMessage(text, { modal: true }, ...buttons);
  if (answer === apply) return path;
  return answer === applyToOther ? other : undefined;
}

/** A file that programs run by themselves is written when the user has seen its name and what runs it. */
async function mayWrite(path: string, cwd: string): Promise<boolean> {
  const reason = protectionOf(path, scopeOf(cwd), protectedFileSettings());
  if (reason === undefined) return true;
  const name = shortName(path);
  const apply = codeBlockStrings.applyTo(name);
  const detail = protectionStrings.fileRunsCode({ path, reason });
  const text = codeBlockStrings.applyToProtected(name);
  return (await vscode.window.showWarningMessage(text, { modal: true, detail }, apply)) === apply;
}

async function askForMissing(
  path: string,
  cwd: string,
  openPath: string | undefined,
): Promise<Target | undefined> {
  const create = codeBlockStrings.createFile();
  const created = isAbsolute(path) ? path : join(cwd, path);
  const isInWorkspace = foldersOf(cwd).some((folder) => isInside(folder, created, pathStyleOf(folder)));
  const text = isInWorkspace
    ? codeBlockStrings.missing(escapeForNotification(path))
    : codeBlockStrings.outside(escapeForNotification(path));
  const buttons = [
    ...(isInWorkspace ? [create] : []),
    ...(openPath === undefined ? [] : [codeBlockStrings.applyTo(shortName(openPath))]),
  ];
  const answer = await vscode.window.showWarningMessage(text, ...buttons);
  if (answer === create) return { path: created, isNew: true };
  return answer === undefined || openPath === undefined ? undefined : { path: openPath, isNew: false };
}

/** A file of the workspace: in the session's folder, or in another folder of the window. */
async function existing(path: string, cwd: string): Promise<string | undefined> {
  const candidates = isAbsolute(path) ? [path] : foldersOf(cwd).map((folder) => join(folder, path));
  for (const candidate of candidates) {
    if ((await workspaceFile(candidate, cwd)) !== undefined) return candidate;
  }
  return undefined;
}

/** The session's folder, and the others of the window. */
function foldersOf(cwd: string): readonly string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return [...new Set([cwd, ...folders])];
}

/** The user asked for it: nothing else has to be allowed. */
function requestFor({ agent, sessionId, cwd }: SessionState, path: string) {
  return {
    session: { agent, id: sessionId ?? '', roots: foldersOf(cwd) },
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
