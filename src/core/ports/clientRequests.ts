// Client-side requests: what agents do through Parley, files and commands, without having asked the user.

import type { Disposable } from '../base/lifecycle.ts';

/** What an agent wants to do with a file. */
export type FileUse = 'read' | 'write';

/** A command that an agent starts in a terminal of Parley's. */
export interface CommandClientRequest {
  readonly use: 'command';
  readonly command: string;
  readonly args: readonly string[];
  /** The line that the agent sent in the place of a program, which `command` and `args` give to a shell. */
  readonly line?: string;
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
  /** What a question about a write shows, which may change while the user reads it. */
  readonly proposal?: WriteProposal;
}

/** The texts of a write, as they are now. */
export interface WriteProposal {
  /** Reads the file. Never rejects. */
  readonly texts: () => Promise<ProposedTexts>;
  /** Calls back when the file has changed. */
  readonly onChange?: (changed: () => void) => Disposable;
}

export interface ProposedTexts {
  /** The current text; undefined when the file does not exist or is not text. */
  readonly before: string | undefined;
  /** What would be written over it. */
  readonly content: string;
}

export type ClientRequest = CommandClientRequest | FileClientRequest;

/** The permission to go on. */
export interface Permit {
  /** What the user made of the text to write; absent when it is to be written as it is. */
  readonly content?: string;
  /** Reports how it ended, for the card of the question where there was one. */
  readonly close: (status: 'completed' | 'failed') => void;
}
