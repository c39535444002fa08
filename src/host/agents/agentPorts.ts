// The files and terminals that agents are granted, loaded with their first use.
import type { TerminalAccess } from '../../core/ports/agentTerminals.ts';
import type { FileAccess } from '../../core/ports/fileAccess.ts';

/** The files of this machine, as the user sees them in the editor. */
export function editorFiles(): FileAccess {
  let loading: Promise<FileAccess> | undefined;
  const load = async (): Promise<FileAccess> => {
    const { EditorFileSystem } = await import('../editors/editorFileSystem.ts');
    return new EditorFileSystem();
  };
  const files = (): Promise<FileAccess> => (loading ??= load());
  return {
    readTextFile: async (request) => (await files()).readTextFile(request),
    writeTextFile: async (request, content) => (await files()).writeTextFile(request, content),
  };
}

/** Commands run in the folders of their session. */
export const sessionTerminals: TerminalAccess = {
  async workingFolder(session, path) {
    const { terminalsInRoots } = await import('../../files/terminalFolder.ts');
    return terminalsInRoots.workingFolder(session, path);
  },
};
