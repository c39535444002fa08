// Which files are in the workspace, with symbolic links resolved.
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import * as vscode from 'vscode';
import { isInside, isNetworkPath } from '../../core/paths/pathContainment.ts';
import { PATH_STYLE } from '../../files/pathStyle.ts';

/** The path without symbolic links of a file that is there and in the workspace; undefined for any other. */
export async function workspaceFile(path: string, cwd: string): Promise<string | undefined> {
  if (isOnOtherComputer(path, cwd)) return undefined;
  const real = await realpath(path).catch(() => undefined);
  return real !== undefined && (await isInWorkspace(real, cwd)) ? real : undefined;
}

/** The file that a name means, from the session's folder or another one of the workspace; undefined where there is none. */
export async function namedFile(name: string, cwd: string): Promise<string | undefined> {
  const paths = isAbsolute(name) ? [name] : foldersOf(cwd).map((folder) => resolve(folder, name));
  for (const path of new Set(paths)) {
    const real = await workspaceFile(path, cwd);
    if (real !== undefined && (await stat(real).catch(() => undefined))?.isFile() === true) return path;
  }
  return undefined;
}

/** Whether resolving a path would contact a computer on which no folder of the workspace is. */
export function isOnOtherComputer(path: string, cwd: string): boolean {
  return (
    isNetworkPath(path, PATH_STYLE) && !foldersOf(cwd).some((folder) => isInside(folder, path, PATH_STYLE))
  );
}

function foldersOf(cwd: string): readonly string[] {
  return [cwd, ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath)];
}

/** Whether a path without symbolic links lies in the session's folder or a folder of the workspace. */
export async function isInWorkspace(real: string, cwd: string): Promise<boolean> {
  const roots = await Promise.all(foldersOf(cwd).map((folder) => realpath(folder).catch(() => folder)));
  return roots.some((root) => isInside(root, real, PATH_STYLE));
}
