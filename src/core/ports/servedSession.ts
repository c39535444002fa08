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
  /** What the user calls it. */
  readonly name: string;
  /** A line of a shell, or a program with its arguments; undefined where nobody can say all that runs. */
  readonly command: string | readonly string[] | undefined;
  /** Absolute. */
  readonly cwd: string;
  /** All that runs, as it is configured: shown where the command is not known. */
  readonly runs: readonly object[];
}

/** A tool of another extension, or of an MCP server that VS Code runs, that is called for an agent. */
interface AskedTool {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A file that a tool of the editor changes for an agent. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** The text that there is, unsaved changes of the user included; undefined where the file is new. */
  readonly before: string | undefined;
  readonly text: string;
}

/** Files that change together. */
export interface FileChanges {
  readonly files: readonly FileChange[];
  /** Called before anything is written, and before each file is: rejects where it is not as it was. */
  readonly check: (file: FileChange) => Promise<void>;
}

/** A comment of the user on changes of the session, as it was sent to the agent. */
export interface ServedComment {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** Whether the lines are of the text before the changes. */
  readonly isBeforeChange: boolean;
  /** Where the lines are now, or were, where the code has changed since: 0-based, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  readonly isStale: boolean;
  /** The lines as they were when the comment was written. */
  readonly code: string;
  readonly text: string;
  readonly isResolved: boolean;
  /** What the agent said when it resolved it. */
  readonly note?: string;
}

/** The comments of one session. */
export interface ServedComments {
  list(): Promise<readonly ServedComment[]>;
  /** Marks a comment as resolved. Resolves to whether there is one with that id. */
  resolve(id: string, note: string | undefined): Promise<boolean>;
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
  /** Whether the user lets the agent see and call a tool of VS Code's (`vscode.lm.tools`). */
  readonly offersTool: (name: string) => boolean;
  /** {@link askToRun} for such a tool. */
  readonly askToCall: (tool: AskedTool, signal: AbortSignalLike) => Promise<Permit>;
  /**
   * Writes all of the files once all may be written, by the same rules and questions as what the agent writes over ACP,
   * so that they are reviewed and undone in the same way. Where one cannot be written, those before it get their text
   * back. Rejects with a FileAccessError, or as `check` does.
   */
  readonly writeFiles: (changes: FileChanges, signal: AbortSignalLike) => Promise<void>;
  /** Its state; undefined where the window does not show it any more. */
  readonly state: () => SessionState | undefined;
  /** The absolute paths of the files that it changed and the user has neither kept nor undone. */
  readonly changedFiles: () => readonly string[];
  /** The user's comments on its changes; undefined where the window does not show it any more. */
  readonly comments: () => Promise<ServedComments | undefined>;
}
