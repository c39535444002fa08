// Whether a turn brought anything: agents end turns without a word when their model could not be asked.
import * as z from 'zod/mini';
import { isBlank } from '../../core/session/content.ts';
import type { UpdateEvent } from '../../core/session/events.ts';

/** What tells the user nothing that they asked for. */
const SAYS_NOTHING: ReadonlySet<UpdateEvent['type']> = new Set([
  'commands',
  'session_info',
  'usage',
  'request_tokens',
]);

/** A longer text that speaks of limits or keys is an answer about them. */
export const MAX_REASON_CHARACTERS = 300;

interface RunningTurn {
  hasAnswered: boolean;
  /** What it has said; undefined where it has done something else, too. */
  text: string | undefined;
}

const sessionParams = z.object({ sessionId: z.string() });

export class TurnAnswers {
  /** By the id of the session, while a turn runs. */
  readonly #turns = new Map<string, RunningTurn>();

  begin(sessionId: string): void {
    this.#turns.set(sessionId, { hasAnswered: false, text: '' });
  }

  /** The agent has reported something. Thoughts alone are no answer, and neither is the user's own prompt. */
  reported(sessionId: string, event: UpdateEvent): void {
    if (!isAnswer(event)) return;
    const turn = this.#turns.get(sessionId);
    if (turn === undefined) return;
    const isText = event.type === 'message_chunk' && event.content.type === 'text';
    const isShort = (turn.text?.length ?? 0) <= MAX_REASON_CHARACTERS;
    turn.hasAnswered = true;
    turn.text = isText && isShort && turn.text !== undefined ? turn.text + event.content.text : undefined;
  }

  /** Reports to the user that something from the agent cannot be read. Undefined where its session is unknown, too. */
  unreadable(sessionId: string | undefined): void {
    for (const id of sessionId === undefined ? [...this.#turns.keys()] : [sessionId]) this.#answered(id);
  }

  /** The agent asks Parley for something, which the user sees where it matters. */
  requested(params: unknown): void {
    const sessionId = sessionParams.safeParse(params).data?.sessionId;
    if (sessionId !== undefined) this.#answered(sessionId);
  }

  /** Whether the turn has brought anything yet. */
  hasAnswered(sessionId: string): boolean {
    return this.#turns.get(sessionId)?.hasAnswered ?? true;
  }

  /** All that the turn has brought, where that is one short text; undefined otherwise. */
  onlyText(sessionId: string): string | undefined {
    const turn = this.#turns.get(sessionId);
    if (turn?.hasAnswered !== true || turn.text === undefined) return undefined;
    return turn.text.length <= MAX_REASON_CHARACTERS ? turn.text : undefined;
  }

  /** Returns whether the turn that ends brought anything. */
  end(sessionId: string): boolean {
    const hasAnswered = this.hasAnswered(sessionId);
    this.#turns.delete(sessionId);
    return hasAnswered;
  }

  #answered(sessionId: string): void {
    if (this.#turns.has(sessionId)) this.#turns.set(sessionId, { hasAnswered: true, text: undefined });
  }
}

function isAnswer(event: UpdateEvent): boolean {
  if (event.type === 'message_chunk') return event.role === 'agent' && !isBlank([event.content]);
  if (event.type === 'plan') return event.entries.length > 0;
  if (event.type === 'plan_document') return event.text.trim() !== '' || event.file !== undefined;
  return !SAYS_NOTHING.has(event.type);
}
