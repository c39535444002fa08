// Which sessions belong to the folders of this window, and how the others name their folder.
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { isInside, isNetworkPath } from '../../../core/paths/pathContainment.ts';
import { PATH_STYLE } from '../../../files/pathStyle.ts';

const LETTER_CASE = PATH_STYLE === 'windows' ? 'ignored' : 'matters';

/** Real paths of more folders are not remembered. */
const MAX_REAL_PATHS = 1_000;

/** Each folder is resolved once: thousands of sessions work in a few, and the list is sorted often. */
const realPaths = new Map<string, string>();

/**
 * Returns a test of whether a folder is one of the window's or below one; without an open folder, of whether it is the
 * home folder. A folder that was opened through a link is the one that the link leads to: agents report that one. Only
 * lists are sorted by this, nothing is allowed.
 */
export function workspaceTest(): (cwd: string) => boolean {
  const roots = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];
  const realRoots = roots.map(realPath);
  const results = new Map<string, boolean>();
  const isHere = (cwd: string): boolean =>
    roots.length === 0
      ? isSameFolder(cwd, homedir())
      : roots.some((root) => isInside(root, cwd, PATH_STYLE, LETTER_CASE)) ||
        realRoots.some((root) => isInside(root, realPath(cwd), PATH_STYLE, LETTER_CASE));
  return (cwd) => {
    const result = results.get(cwd) ?? isHere(cwd);
    results.set(cwd, result);
    return result;
  };
}

/** The name of a session's folder, as the workspace has it; empty when it is the only folder of the window. */
export function folderText(cwd: string): string {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const root = folders.find(({ uri }) => isSameFolder(uri.fsPath, cwd));
  if (root === undefined) return basename(cwd) || cwd;
  return folders.length === 1 ? '' : root.name;
}

function isSameFolder(one: string, other: string): boolean {
  const [first, second] = [realPath(one), realPath(other)];
  return isInside(first, second, PATH_STYLE, LETTER_CASE) && isInside(second, first, PATH_STYLE, LETTER_CASE);
}

/** The path with its links resolved; as it is spelled where it cannot be read, or where another computer would be asked. */
function realPath(path: string): string {
  const known = realPaths.get(path);
  if (known !== undefined) return known;
  const real = isNetworkPath(path, PATH_STYLE) ? path : resolved(path);
  if (realPaths.size >= MAX_REAL_PATHS) realPaths.clear();
  realPaths.set(path, real);
  return real;
}

function resolved(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
