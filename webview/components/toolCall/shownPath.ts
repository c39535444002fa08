// A file's path as it is shown.

/** The path from the session's folder on when the file is in it, else the whole path. */
export function shownPath(path: string, folder: string): string {
  const start = path.slice(0, folder.length);
  const rest = path.slice(folder.length);
  return start === folder && /^[/\\]./.test(rest) ? rest.slice(1) : path;
}
