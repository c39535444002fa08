// Which paths the settings `files.exclude` and `search.exclude` leave out.
import picomatch from 'picomatch/posix.js';

/** Folders beyond these are looked at anew each time. */
const MAX_REMEMBERED = 50_000;

/**
 * A test for relative paths with `/` between their parts: a path is left out by a glob that it matches, and with the folder
 * it is in. Globs of the usual form, a name in any folder, cost next to nothing.
 */
export function excludedPaths(globs: readonly string[]): (path: string) => boolean {
  const names = new Set<string>();
  const others: ((path: string) => boolean)[] = [];
  for (const glob of globs) {
    const [, name] = /^\*\*\/([^*?{}[\]!/\\]+)\/?$/.exec(glob) ?? [];
    if (name === undefined) others.push(matcher(glob));
    else names.add(name);
  }
  const isMatch = (path: string): boolean =>
    names.has(path.slice(path.lastIndexOf('/') + 1)) || others.some((matches) => matches(path));
  const folders = new Map<string, boolean>([['', false]]);
  const isFolderExcluded = (folder: string): boolean => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const parent = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
    const excluded = isFolderExcluded(parent) || isMatch(folder);
    if (folders.size < MAX_REMEMBERED) folders.set(folder, excluded);
    return excluded;
  };
  return (path) => isFolderExcluded(path.slice(0, Math.max(0, path.lastIndexOf('/')))) || isMatch(path);
}

function matcher(glob: string): (path: string) => boolean {
  try {
    return picomatch(glob.replace(/\/$/, ''), { dot: true, nonegate: true });
  } catch {
    return () => false;
  }
}
