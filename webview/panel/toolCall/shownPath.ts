// A file's path as it is shown.
import { pathStyleOf, relativePath } from '../../../src/core/paths/pathContainment.ts';
import { visiblePath } from '../../../src/core/paths/visiblePath.ts';
import { withLookAlikesSpelled } from '../../text/lookAlikes.ts';

/**
 * The path from the session's folder on when the file is in it, else the whole path; characters that are invisible
 * or imitate Latin ones are spelled out.
 */
export function shownPath(path: string, folder: string): string {
  const rest = relativePath(folder, path, pathStyleOf(folder));
  if (rest === undefined || rest === '') return honestPath(path);
  return honestPath(path.includes('\\') ? rest.replaceAll('/', '\\') : rest);
}

/** The last part of a path. */
export function shownName(path: string): string {
  return honestPath(path.split(/[/\\]/).findLast((part) => part !== '') ?? path);
}

function honestPath(path: string): string {
  return withLookAlikesSpelled(visiblePath(path));
}
