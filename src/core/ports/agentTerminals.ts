// The commands an agent may start: the port that says in which folder.
import type { FileSession } from './fileAccess.ts';

/** Grants an agent's commands their place on this machine. */
export interface TerminalAccess {
  /**
   * The folder to start a command in, for the absolute path that the agent sent, or, where it sent none, the session's
   * (R81). Rejects with a FileAccessError when it is no folder, not inside the session's (R78), or no command may run.
   */
  workingFolder(session: FileSession, path: string | undefined): Promise<string>;
}
