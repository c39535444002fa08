// A file's path as it is shown.
import { pathStyleOf, relativePath } from '../../../src/core/paths/pathContainment.ts';
import { visiblePath } from '../../../src/core/paths/visiblePath.ts';

/** The path from the session's folder on when the file is in it, else the whole path; invisible characters are spelled out. */
export function shownPath(path: string, folder: string): string {
  const rest = relativePath(folder, path, pathStyleOf(folder));
  if (rest === undefined || rest === '') return visiblePath(path);
  return visiblePath(path.includes('\\') ? rest.replaceAll('/', '\\') : rest);
}

/** The last part of a path. */
export function shownName(path: string): string {
  return visiblePath(path.split(/[/\\]/).findLast((part) => part !== '') ?? path);
}
