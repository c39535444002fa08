// Decides where the commands of agents may run. Knows no VS Code.
import { stat } from 'node:fs/promises';
import { FileAccessError, type FileSession } from '../core/fileAccess.ts';
import { visiblePath } from '../core/pathContainment.ts';
import type { TerminalAccess } from '../core/terminals.ts';
import { PATH_STYLE, resolvePath } from './containedPath.ts';
import { refusalOf } from './fileTrouble.ts';

/** Commands run in the folders of their session and below, and nowhere while read-only mode is on. */
export function terminalsInRoots(isReadOnly: () => boolean): TerminalAccess {
  return {
    async workingFolder(session, path) {
      if (isReadOnly()) {
        throw new FileAccessError(
          'no-permission',
          'The user has turned on read-only mode: no command is run. Say what you would have run instead.',
        );
      }
      const [root] = session.roots;
      if (root === undefined) throw new FileAccessError('invalid-path', 'The session has no folder.');
      // The session's folder keeps the name by which the person opened it.
      return path === undefined || session.roots.includes(path) ? (path ?? root) : contained(session, path);
    },
  };
}

async function contained(session: FileSession, path: string): Promise<string> {
  const { real, inside } = await resolvePath(withoutSlashes(path), session.roots);
  if (!inside) {
    throw new FileAccessError(
      'outside',
      `${visiblePath(real)} is outside the folders of this session. Run the command in ${session.roots.map(visiblePath).join(', ')}, or below.`,
    );
  }
  const found = await stat(real).catch((error: unknown) => {
    throw refusalOf(error, path);
  });
  if (found.isDirectory()) return real;
  throw new FileAccessError('invalid-path', `${visiblePath(path)} is not a folder.`);
}

/** A folder's path may end with separators; the root of the file system or of a drive has to. */
function withoutSlashes(path: string): string {
  const cut = PATH_STYLE === 'windows' ? path.replace(/[\\/]+$/, '') : path.replace(/\/+$/, '');
  return cut === '' || /^[a-z]:$/i.test(cut) ? path : cut;
}
