// Decides where the commands of agents may run. Pure Node; no `vscode` import.
import { stat } from 'node:fs/promises';
import { FileAccessError, type FileSession } from '../core/ports/fileAccess.ts';
import { visiblePath } from '../core/paths/visiblePath.ts';
import type { TerminalAccess } from '../core/ports/agentTerminals.ts';
import { resolvePath } from './containedPath.ts';
import { refusalOf } from './fileErrors.ts';
import { PATH_STYLE } from './pathStyle.ts';

/** Commands run in the folders of their session and below. */
export const terminalsInRoots: TerminalAccess = {
  async workingFolder(session, path) {
    const [root] = session.roots;
    if (root === undefined) throw new FileAccessError('invalid-path', 'The session has no folder.');
    // The session's folder keeps the name by which the user opened it.
    return path === undefined || session.roots.includes(path) ? (path ?? root) : contained(session, path);
  },
};

async function contained(session: FileSession, path: string): Promise<string> {
  const folder = withoutSlashes(path);
  // The root of the file system or of a drive holds the session's folders, so it is in none of them.
  if (folder === '' || /^[a-z]:$/i.test(folder)) throw outside(session, path);
  const { real, inside } = await resolvePath(folder, session.roots);
  if (!inside) throw outside(session, real);
  const found = await stat(real).catch((error: unknown) => {
    throw refusalOf(error, path);
  });
  if (found.isDirectory()) return real;
  throw new FileAccessError('invalid-path', `${visiblePath(path)} is not a folder.`);
}

function outside(session: FileSession, path: string): FileAccessError {
  const folders = session.roots.map(visiblePath).join(', ');
  return new FileAccessError(
    'outside',
    `${visiblePath(path)} is outside the folders of this session. Run the command in ${folders}, or below.`,
  );
}

/** A folder's path may end with separators. */
function withoutSlashes(path: string): string {
  return path.replace(PATH_STYLE === 'windows' ? /[\\/]+$/ : /\/+$/, '');
}
