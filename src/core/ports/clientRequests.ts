// Client-side requests: what agents do through Parley, files and commands, without having asked the user.

/** What an agent wants to do with a file. */
export type FileUse = 'read' | 'write';

/** A command that an agent starts in a terminal of Parley's. */
export interface CommandClientRequest {
  readonly use: 'command';
  readonly command: string;
  readonly args: readonly string[];
  /** Variables besides those of Parley. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
}

/** A file that an agent reads or writes through Parley. */
export interface FileClientRequest {
  readonly use: FileUse;
  /** As the agent sent it. */
  readonly path: string;
  /** Where it leads: absolute, without symbolic links. */
  readonly real: string;
  /** Whether that is in the session's folders. */
  readonly isInside: boolean;
  /** The text to write. */
  readonly content?: string;
  /** The text there is, to be shown beside it; undefined when there is none or it is no text. Never rejects. */
  readonly before?: () => Promise<string | undefined>;
}

export type ClientRequest = CommandClientRequest | FileClientRequest;

/** The permission to go on. */
export interface Permit {
  /** What the user made of the text to write; absent when it is to be written as it is. */
  readonly content?: string;
  /** Reports how it ended, for the card of the question where there was one. */
  readonly close: (status: 'completed' | 'failed') => void;
}
