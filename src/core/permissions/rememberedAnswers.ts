// What the answers that a user gave in one session still cover.
import type { ClientRequest, FileClientRequest } from '../ports/clientRequests.ts';
import type { SessionState } from '../session/model.ts';
import { entryById } from '../session/entries.ts';
import { isFinished, type ToolCall } from '../session/toolCall/state.ts';
import { isSameText } from '../text/lineEndings.ts';
import { coversCommand, coversFile, isSamePath, showsWrite } from './clientRequestGrants.ts';
import type { Answer } from './permissionAnswer.ts';
import type { DecidedPermission } from './permissionRequests.ts';
import { effectOf, placeOf, type Effect, type Question } from './question.ts';

/** The call whose proposed text the user edited, and the entry of the request that they allowed. */
export interface EditedCall {
  readonly toolCallId: string;
  readonly entryId: string;
}

/** A text the user made of a proposed one, which waits for the agent's write. */
interface WaitingEdit extends EditedCall {
  readonly path: string;
  readonly proposed: string;
  readonly text: string;
}

/** What became of an edited proposal when the agent wrote the file. */
export interface UsedEdit extends EditedCall {
  /** The user's text; undefined when the agent wrote something else than it had proposed. */
  readonly text: string | undefined;
}

/** A call of the running turn that the user allowed, as it was when they did. */
interface Grant {
  readonly call: ToolCall;
  /** The entry of the request: a call that has ended grants nothing, even when its agent uses its id again. */
  readonly entryId: string;
}

export class RememberedAnswers {
  /** The agent's id of the session: an answer is worth nothing in another one. */
  readonly sessionId: string | undefined;
  /** The open questions about reading, by place. */
  readonly #reading = new Map<string, Promise<Answer>>();
  /** Places that are allowed until the session ends. */
  readonly #allowed = new Set<string>();
  /** Places that are refused until the turn ends. */
  readonly #refused = new Set<string>();
  /** Until the turn ends. */
  #grants: Grant[] = [];
  /** Until the turn ends. */
  #edits: WaitingEdit[] = [];

  constructor(sessionId: string | undefined) {
    this.sessionId = sessionId;
  }

  /**
   * Records what the user allowed as a permission request of the agent's own. What a rule allowed grants nothing: the rules
   * judge the request that follows by what that does.
   */
  recordAllowed({ call, entryId, decision, edits }: DecidedPermission): void {
    if (decision.by !== 'user') return;
    const { toolCallId } = call;
    this.#grants.push({ call, entryId });
    this.#edits.push(...edits.map((edit) => ({ toolCallId, entryId, ...edit })));
  }

  isRefused({ place }: Question): boolean {
    return place !== undefined && this.#refused.has(place);
  }

  /** Whether the user has allowed the request before. */
  covers({ request, place, isProtected }: Question, state: SessionState | undefined): boolean {
    const cwd = state?.cwd ?? '';
    const grants = this.#openGrants(state);
    if (request.use === 'command') return grants.some((call) => coversCommand(call, request, cwd));
    const covering = grants.filter((call) => coversFile(call, request, cwd));
    // What runs on its own was allowed only if the user was shown just this.
    if (isProtected) return covering.some((call) => showsWrite(call, request, cwd));
    // A user who lets a file be written lets it be read.
    const isAllowed =
      place !== undefined && (this.#allowed.has(place) || this.#allowed.has(placeOf('write', request.real)));
    return isAllowed || covering.length > 0;
  }

  /** Resolves with the answer to an open question about reading the same file; undefined when there is none. */
  openAnswer({ place }: Question): Promise<Answer> | undefined {
    return place === undefined ? undefined : this.#reading.get(place);
  }

  /** Resolves with what an answer leads to, and records it where it holds for longer than its question. */
  async follow(question: Question, answering: Promise<Answer>): Promise<Effect> {
    const { place, request } = question;
    // What is written is shown, so each write is a question of its own.
    if (place !== undefined && request.use === 'read') this.#reading.set(place, answering);
    const effect = effectOf(question, await answering);
    if (place !== undefined) {
      this.#reading.delete(place);
      if (effect.holds === 'session') this.#allowed.add(place);
      if (effect.holds === 'turn') this.#refused.add(place);
    }
    return effect;
  }

  /** Uses up what the user made of the text that a request writes; undefined when they edited none such. */
  useEdit(request: ClientRequest, cwd: string): UsedEdit | undefined {
    if (!writesText(request)) return undefined;
    const { real, path, content } = request;
    const edit = this.#edits.find((waiting) => isSamePath(waiting.path, [real, path], cwd));
    if (edit === undefined) return undefined;
    this.#edits = this.#edits.filter((waiting) => waiting !== edit);
    const { toolCallId, entryId, proposed, text } = edit;
    return {
      toolCallId,
      entryId,
      text: isSameText(content, proposed) ? text : undefined,
    };
  }

  /** Forgets what holds until the turn ends; returns the calls whose edited texts were never written. */
  endTurn(): readonly EditedCall[] {
    const unused = this.#edits;
    this.#grants = [];
    this.#edits = [];
    this.#refused.clear();
    return unused;
  }

  /** The allowed calls that are not done. */
  #openGrants(state: SessionState | undefined): readonly ToolCall[] {
    return this.#grants.flatMap(({ call, entryId }) => {
      const current = state === undefined ? undefined : entryById(state.entries, entryId)?.found;
      return current?.kind !== 'tool' || !isFinished(current.call.status) ? [call] : [];
    });
  }
}

function writesText(request: ClientRequest): request is FileClientRequest & { readonly content: string } {
  return request.use === 'write' && request.content !== undefined;
}
