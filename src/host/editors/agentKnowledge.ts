// The text that each agent knows of a file: what it read or wrote last, which its next write is made from.
import type { FileSession } from '../../core/ports/fileAccess.ts';

/** Of all files of a session; those that were not used for the longest time are forgotten first. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

export interface KnownText {
  readonly text: string;
  /** What saving made of it: formatters, or the user who typed in the same moment. */
  readonly saved?: string | undefined;
  /** How often the user had edited the file by then. */
  readonly userEdits: number;
}

export class AgentKnowledge {
  readonly #sessions = new WeakMap<FileSession, Map<string, KnownText>>();

  /** The text that the agent of a session knows of the file at a real path. */
  of(session: FileSession, real: string): KnownText | undefined {
    return this.#sessions.get(session)?.get(real);
  }

  record(session: FileSession, real: string, known: KnownText): void {
    const files = this.#sessions.get(session) ?? new Map<string, KnownText>();
    this.#sessions.set(session, files);
    files.delete(real);
    files.set(real, known);
    let characters = [...files.values()].reduce((sum, { text }) => sum + text.length, 0);
    for (const [path, { text }] of files) {
      if (characters <= MAX_CHARACTERS) break;
      files.delete(path);
      characters -= text.length;
    }
  }
}
