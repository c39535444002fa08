// The text that each agent knows of a file: what it read or wrote last, which its next write is made from.
import type { FileSession } from '../../core/ports/fileAccess.ts';

/** The length of all files of a session; those that were not used for the longest time are forgotten first. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

export interface KnownText {
  readonly text: string;
  /** What saving made of it: formatters, or the user who typed in the same moment. */
  readonly saved?: string | undefined;
  /** How often the user had edited the file by then. */
  readonly userEdits: number;
  /** When it was so, in epoch milliseconds; undefined where the agent has not read the file through Parley. */
  readonly readAt?: number | undefined;
}

/** A write that was refused, because it would have overwritten what the user saved. */
export interface Refusal {
  readonly content: string;
  /** In epoch milliseconds. */
  readonly at: number;
}

interface SessionKnowledge {
  /** By real path, those used last at the end. */
  readonly files: Map<string, KnownText>;
  /** The last one by real path, until the file is read or written. */
  readonly refusals: Map<string, Refusal>;
  /** The length of all texts. */
  characters: number;
}

export class AgentKnowledge {
  readonly #sessions = new WeakMap<FileSession, SessionKnowledge>();

  /** The text that the agent of a session knows of the file at a real path. */
  of(session: FileSession, real: string): KnownText | undefined {
    return this.#sessions.get(session)?.files.get(real);
  }

  /** The last write of a session to the file that was refused. */
  refusalOf(session: FileSession, real: string): Refusal | undefined {
    return this.#sessions.get(session)?.refusals.get(real);
  }

  refuse(session: FileSession, real: string, refusal: Refusal): void {
    this.#knowledgeOf(session).refusals.set(real, refusal);
  }

  record(session: FileSession, real: string, known: KnownText): void {
    const knowledge = this.#knowledgeOf(session);
    const { files, refusals } = knowledge;
    refusals.delete(real);
    knowledge.characters += known.text.length - (files.get(real)?.text.length ?? 0);
    files.delete(real);
    files.set(real, known);
    for (const [path, { text }] of files) {
      if (knowledge.characters <= MAX_CHARACTERS) break;
      files.delete(path);
      knowledge.characters -= text.length;
    }
  }

  #knowledgeOf(session: FileSession): SessionKnowledge {
    let knowledge = this.#sessions.get(session);
    if (knowledge === undefined) {
      knowledge = { files: new Map(), refusals: new Map(), characters: 0 };
      this.#sessions.set(session, knowledge);
    }
    return knowledge;
  }
}
