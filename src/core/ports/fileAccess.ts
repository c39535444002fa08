// The files an agent may reach: the port that serves them, why it refuses, and what a read hands out.
import type { AbortSignalLike } from '../base/abort.ts';
import type { FileClientRequest, Permit } from './clientRequests.ts';

/** The largest file that is read or written for an agent, in bytes. */
export const LARGEST_FILE = 10 * 1024 * 1024;

/** Why a file was not read or written; the message is for agents, this is for code. */
export type FileRefusal =
  /** No path that can be meant: relative, with `..`, of another scheme, the name of a device. */
  | 'invalid-path'
  | 'not-found'
  /** Outside the session's folders, and the user did not allow it (R78). */
  | 'outside'
  /** A rule of the user's, or the user, does not allow it. */
  | 'refused'
  /** Where the path leads is not certain, or has changed while it was used (R78). */
  | 'ambiguous'
  | 'folder'
  | 'special'
  | 'too-large'
  | 'binary'
  | 'encoding'
  | 'no-permission'
  | 'disk-full'
  | 'cancelled'
  /** The user has unsaved changes that the request would overwrite, or that cannot be read. */
  | 'conflict'
  | 'failed';

/** Thrown by {@link FileAccess}. The message says what happened and why, and is meant for the agent. */
export class FileAccessError extends Error {
  override readonly name = 'FileAccessError';
  readonly refusal: FileRefusal;

  constructor(refusal: FileRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.refusal = refusal;
  }
}

/** The session of an agent that files are served to. The object stands for one opening of the session, whose id may recur. */
export interface FileSession {
  /** The name of the agent. */
  readonly agent: string;
  /** The agent's id of the session, which a session of another agent may have, too. */
  readonly id: string;
  /** The session's folders, absolute: what lies in them needs no question (R78). */
  readonly roots: readonly string[];
}

/** A file that an agent asks for in one of its sessions. */
export interface FileRequest {
  readonly session: FileSession;
  /** As the agent sent it. */
  readonly path: string;
  /** Aborts when the agent withdraws the request or is gone (R14, R16). */
  readonly signal: AbortSignalLike;
  /**
   * Asked once it is known where the path leads, before anything else is done there. Rejects with a
   * {@link FileAccessError} when the agent may not.
   */
  readonly permit: (target: FileTarget) => Promise<Pick<Permit, 'content'>>;
  /** Runs the write itself, once it is permitted, and is given what it replaced. Without one it just runs. */
  readonly record?: (write: () => Promise<WrittenText | undefined>) => Promise<void>;
  /** Whether something of the agent ran since then, in epoch milliseconds, that may have changed any file. */
  readonly hasRunSince?: (at: number) => boolean;
  /** Whether the agent may have read the file since then, in epoch milliseconds, other than through Parley. */
  readonly mayHaveReadSince?: (at: number) => boolean;
  /** What the file said before others than the agent changed it, which the agent has not read since. Never rejects. */
  readonly textBeforeOthers?: () => Promise<string | undefined>;
}

/** The texts of an open document right before and right after a write, which the user may be typing around. */
export interface WrittenText {
  readonly before: string;
  readonly after: string;
  /** Whether the file has another encoding than UTF-8, so that the texts do not say which bytes it has. */
  readonly isEncoded: boolean;
}

/** Where the path of a request leads, and what is to be done there. */
type FileTarget = Omit<FileClientRequest, 'path'>;

/** Serves the files of the machine to agents. Both reject with a {@link FileAccessError}. */
export interface FileAccess {
  /** The whole text, unsaved changes included, with its line endings and byte order mark (R74, R75). */
  readTextFile(request: FileRequest): Promise<string>;
  /**
   * Makes `content` the whole text, with what the user has changed since the agent last knew the file. Resolves to the
   * text that is there then, which the user's own edits and formatters may have made another one. Missing folders are
   * made (R77).
   */
  writeTextFile(request: FileRequest, content: string): Promise<string>;
}

/**
 * The lines of a text from `line` (1-based, 0 counts as 1) on, at most `limit` of them, each with its own ending.
 * A byte order mark belongs to the first line. A start past the end gives an empty text (R75).
 */
export function sliceLines(text: string, line = 1, limit = Number.POSITIVE_INFINITY): string {
  const start = skipLines(text, 0, line - 1);
  return text.slice(start, skipLines(text, start, limit));
}

/** The offset `count` lines after `from`, or the end of the text. A line ends with `\n`, `\r\n` or a lone `\r`. */
function skipLines(text: string, from: number, count: number): number {
  if (count === Number.POSITIVE_INFINITY) return text.length;
  const ending = /\r\n|\r|\n/g;
  ending.lastIndex = from;
  for (let skipped = 0; skipped < count; skipped++) {
    if (ending.exec(text) === null) return text.length;
  }
  return ending.lastIndex;
}
