// Finds out where a path really leads, and whether that is inside the folders of a session. Pure Node; no `vscode` import.
import { lstat, realpath } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { FileAccessError } from '../core/ports/fileAccess.ts';
import { isInside, isNetworkPath, type PathStyle } from '../core/paths/pathContainment.ts';
import { describePathProblem, pathProblem } from '../core/paths/pathProblem.ts';
import { visiblePath } from '../core/paths/visiblePath.ts';
import { errorCode, refusalOf } from './fileErrors.ts';
import { PATH_STYLE } from './pathStyle.ts';

/** Where a path leads. */
export interface ResolvedPath {
  /** Absolute, without symbolic links, in the spelling of the file system; need not exist. */
  readonly real: string;
  /** Whether it lies in one of the folders. */
  readonly inside: boolean;
}

/** What is asked of the disk to follow a path. Rejects like Node's own functions. */
export interface Links {
  /** The path without links, in the spelling of the disk. */
  realpath(path: string): Promise<string>;
  /** Whether there is a link of that name itself. */
  isLink(path: string): Promise<boolean>;
}

const diskLinks: Links = {
  realpath: (path) => realpath(path),
  isLink: async (path) => (await lstat(path)).isSymbolicLink(),
};

/**
 * Resolves a path that an agent sent against the session's folders (R78). Links are followed, also those of a folder in
 * which the file does not exist yet. Rejects with a FileAccessError `invalid-path` for a spelling that is not accepted and
 * `ambiguous` for a link that leads nowhere.
 */
export async function resolvePath(
  path: string,
  roots: readonly string[],
  style: PathStyle = PATH_STYLE,
  links: Links = diskLinks,
): Promise<ResolvedPath> {
  const problem = pathProblem(path, style);
  if (problem !== undefined) {
    throw new FileAccessError('invalid-path', `${visiblePath(path)} ${describePathProblem(problem)}.`);
  }
  return resolveOnDisk(path, roots, style, links);
}

/** As {@link resolvePath}, for a path that was found on the disk: it may be spelled as files may be named. */
export async function resolveOnDisk(
  path: string,
  roots: readonly string[],
  style: PathStyle = PATH_STYLE,
  links: Links = diskLinks,
): Promise<ResolvedPath> {
  // Following a path to another computer shows that computer who asks.
  if (isNetworkPath(path, style) && !roots.some((root) => isInside(root, path, style))) {
    throw new FileAccessError(
      'outside',
      `${visiblePath(path)} is on another computer. Work inside ${list(roots)}.`,
    );
  }
  const real = await realPathOf(path, style, links);
  const realRoots = await Promise.all(roots.map((root) => links.realpath(root).catch(() => undefined)));
  const inside = realRoots.some((root) => root !== undefined && isInside(root, real, style));
  return { real, inside };
}

/** The real path of a file, or of its nearest existing folder with the rest appended. */
async function realPathOf(path: string, style: PathStyle, links: Links): Promise<string> {
  try {
    return await links.realpath(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw refusalOf(error, path);
  }
  // A link whose target does not exist would be written through to who knows where.
  if (await links.isLink(path).catch(() => false)) {
    throw new FileAccessError(
      'ambiguous',
      `${visiblePath(path)} is a link to something that does not exist, so where it leads is not certain.`,
    );
  }
  const paths = style === 'windows' ? win32 : posix;
  const parent = paths.dirname(path);
  return parent === path ? path : paths.join(await realPathOf(parent, style, links), paths.basename(path));
}

function list(roots: readonly string[]): string {
  return roots.map(visiblePath).join(', ');
}
