// A session as the MCP servers of Parley's own see it: whose calls they serve, and what those calls may do.
import type { ClientRequest, Permit } from './clientRequests.ts';
import type { AbortSignalLike } from '../base/abort.ts';
import type { SessionState } from '../session/model.ts';

/** One opening of a session in the process of an agent. */
export interface OpenedSession {
  /** The session's folders, absolute; it works in the first. */
  readonly roots: readonly string[];
  /** Whether the agent can use MCP servers over HTTP (R43). */
  readonly usesHttp: boolean;
  /** Whether the agent runs on this machine. */
  readonly isHere: boolean;
  /** The agent's id of the session; undefined until it has answered `session/new`. */
  readonly id: () => string | undefined;
  /** Whether the agent is opening the session or has it open. */
  readonly isOpen: () => boolean;
}

/** Where a path of an agent leads. */
export interface ServedPath {
  /** Absolute, without symbolic links; need not exist. */
  readonly real: string;
  /** Whether it lies in one of the session's folders. */
  readonly inside: boolean;
}

/** A command that runs for an agent where the user sees it, outside of the terminals of its session. */
export interface AskedCommand {
  /** A line of a shell, or a program with its arguments. */
  readonly command: string | readonly string[];
  /** Absolute. */
  readonly cwd: string;
}

/** A session whose agent may call the tools of the editor. */
export interface ServedSession extends OpenedSession {
  /** The agent's key in the settings. */
  readonly agent: string;
  /** Rejects with a FileAccessError where a path cannot be followed, or leads nobody knows where (R78). */
  readonly resolve: (path: string) => Promise<ServedPath>;
  /**
   * Resolves when the agent may do that, by the same rules and questions as what it asks Parley for over ACP. Rejects
   * with a FileAccessError.
   */
  readonly permit: (request: ClientRequest, signal: AbortSignalLike) => Promise<Permit>;
  /**
   * Asks the user unless a rule answers, as if the agent had asked. Rejects with a FileAccessError `refused`.
   */
  readonly askToRun: (command: AskedCommand, signal: AbortSignalLike) => Promise<Permit>;
  /** Its state; undefined where the window does not show it any more. */
  readonly state: () => SessionState | undefined;
  /** The absolute paths of the files that it changed and the user has neither kept nor undone. */
  readonly changedFiles: () => readonly string[];
}
