// Which sessions belong to the folders of this window, and how the others name their folder.
import { homedir } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { isInside } from '../../../core/paths/pathContainment.ts';
import { PATH_STYLE } from '../../../files/containedPath.ts';

/**
 * Returns a test of whether a folder is one of the window's or below one; without an open folder, of whether it is the
 * home folder. The test caches its results, because thousands of sessions work in a few folders.
 */
export function workspaceTest(): (cwd: string) => boolean {
  const roots = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];
  const results = new Map<string, boolean>();
  const letterCase = PATH_STYLE === 'windows' ? 'ignored' : 'matters';
  const isHere = (cwd: string): boolean =>
    roots.length === 0
      ? cwd === homedir()
      : roots.some((root) => isInside(root, cwd, PATH_STYLE, letterCase));
  return (cwd) => {
    const result = results.get(cwd) ?? isHere(cwd);
    results.set(cwd, result);
    return result;
  };
}

/** The name of a session's folder; empty when it is the only folder of the window. */
export function folderText(cwd: string): string {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length === 1 && folders[0]?.uri.fsPath === cwd ? '' : basename(cwd) || cwd;
}
