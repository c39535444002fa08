// Remembers what the person answered about paths outside a session's folders. Knows no VS Code.
import {
  FileAccessError,
  type AskOutside,
  type FileRequest,
  type FileSession,
  type FileUse,
} from '../core/fileAccess.ts';
import { visiblePath } from '../core/pathContainment.ts';

/** The questions of one session by path and use. */
type Answers = Map<string, Promise<boolean>>;

/** Asks once per session, path and use, one question at a time. An answer is forgotten with its session. */
export class OutsideAccess {
  readonly #ask: AskOutside;
  readonly #answers = new WeakMap<FileSession, Answers>();
  #lastQuestion: Promise<unknown> = Promise.resolve();

  constructor(ask: AskOutside) {
    this.#ask = ask;
  }

  /** Resolves when the person allows the path; rejects with a FileAccessError `outside` when not (R78). */
  async permit(request: FileRequest, real: string, use: FileUse): Promise<void> {
    const { session } = request;
    const answers = this.#answers.get(session) ?? new Map<string, Promise<boolean>>();
    this.#answers.set(session, answers);
    request.onAsking();
    // Who may write may read.
    const mayWrite = use === 'read' ? answers.get(keyOf(real, 'write')) : undefined;
    if (mayWrite !== undefined && (await mayWrite.catch(() => false))) return;
    if (await this.#isAllowed(answers, request, real, use)) return;
    throw new FileAccessError(
      'outside',
      `${visiblePath(real)} is outside the folders of this session and the person did not allow it to be ${use === 'read' ? 'read' : 'written'}. Work inside ${session.roots.map(visiblePath).join(', ')}.`,
    );
  }

  async #isAllowed(answers: Answers, request: FileRequest, real: string, use: FileUse): Promise<boolean> {
    const key = keyOf(real, use);
    for (let given = answers.get(key); given !== undefined; given = answers.get(key)) {
      const allowed = await given.catch(() => undefined);
      if (allowed !== undefined) return allowed;
      // The request that was to put the question was withdrawn; this one puts it itself.
    }
    const answer = this.#askInTurn(request, real, use);
    answers.set(key, answer);
    try {
      return await answer;
    } catch (error) {
      answers.delete(key);
      throw error;
    }
  }

  #askInTurn(request: FileRequest, real: string, use: FileUse): Promise<boolean> {
    const question = this.#lastQuestion.then(() => {
      if (request.signal.aborted) throw withdrawn(request.path);
      return this.#ask(request.session, real, use);
    });
    this.#lastQuestion = question.catch(() => undefined);
    return question;
  }
}

/** The error for a request that the agent has taken back. */
export function withdrawn(path: string): FileAccessError {
  return new FileAccessError('cancelled', `The request for ${visiblePath(path)} was withdrawn.`);
}

function keyOf(real: string, use: FileUse): string {
  return `${use}:${real}`;
}
