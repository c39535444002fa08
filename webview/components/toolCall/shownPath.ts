// A file's path as it is shown.
import { visiblePath } from '../../../src/core/paths/visiblePath.ts';

/** The path from the session's folder on when the file is in it, else the whole path; invisible characters are spelled out. */
export function shownPath(path: string, folder: string): string {
  const start = path.slice(0, folder.length);
  const rest = path.slice(folder.length);
  return visiblePath(start === folder && /^[/\\]./.test(rest) ? rest.slice(1) : path);
}

/** The last part of a path. */
export function shownName(path: string): string {
  return visiblePath(path.split(/[/\\]/).findLast((part) => part !== '') ?? path);
}
