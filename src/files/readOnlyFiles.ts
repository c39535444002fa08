// Refuses to write files for agents while read-only mode is on. Pure Node; no `vscode` import.
import { FileAccessError, type FileAccess } from '../core/ports/fileAccess.ts';

/** The files of `access`; what is read is not touched by the mode. */
export function unlessReadOnly(access: FileAccess, isReadOnly: () => boolean): FileAccess {
  return {
    readTextFile: (request) => access.readTextFile(request),
    async writeTextFile(request, content) {
      if (isReadOnly()) {
        throw new FileAccessError(
          'no-permission',
          'The user has turned on read-only mode: no file is written. Say what you would have changed instead.',
        );
      }
      await access.writeTextFile(request, content);
    },
  };
}
