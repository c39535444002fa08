// Keeps the demo agent inside the session's folder: symbolic links are followed before a path is believed.
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** A path that the demo agent does not touch. The message is meant for the user. */
export class PathRefusedError extends Error {}

/**
 * The real, absolute path of `path` (absolute, or relative to `folder`), which need not exist yet.
 * Rejects with {@link PathRefusedError} when it leads out of `folder`, also by way of a symbolic link.
 */
export async function realPathInside(folder: string, path: string): Promise<string> {
  const realFolder = await realpath(folder);
  const real = await realPathOf(resolve(folder, path));
  const fromFolder = relative(realFolder, real);
  if (fromFolder === '..' || fromFolder.startsWith(`..${sep}`) || isAbsolute(fromFolder)) {
    throw new PathRefusedError(
      `\`${path}\` is outside the folder of this session. The demo agent stays inside \`${folder}\`.`,
    );
  }
  return real;
}

/** The real path of a file, or of its nearest existing folder with the rest appended. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // A link whose target does not exist would be written through to who knows where.
    if (await isLink(path))
      throw new PathRefusedError(`\`${path}\` is a link to a file that does not exist.`);
    const parent = dirname(path);
    return parent === path ? path : join(await realPathOf(parent), basename(path));
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}
