// Merges pieces of one text that came in one go, so that a session takes them as one update.
import { mergeChunks } from '../core/session/coalesce.ts';
import type { UpdateEvent } from '../core/session/events.ts';

interface Waiting {
  readonly sessionId: string;
  readonly event: UpdateEvent;
}

/** Hands updates on in their order. The last one waits until {@link flush}: the next may continue its text. */
export class MergedUpdates {
  readonly #deliver: (sessionId: string, event: UpdateEvent) => void;
  #waiting: Waiting | undefined;

  constructor(deliver: (sessionId: string, event: UpdateEvent) => void) {
    this.#deliver = deliver;
  }

  add(sessionId: string, event: UpdateEvent): void {
    const waiting = this.#waiting;
    const both = waiting?.sessionId === sessionId ? mergeChunks(waiting.event, event) : undefined;
    if (both === undefined) this.#handOn({ sessionId, event });
    else this.#waiting = { sessionId, event: both };
  }

  /** Hands on what waits. To be called before anything else that concerns a session. */
  flush(): void {
    this.#handOn(undefined);
  }

  /** The next one waits by then, so that it is not lost when the delivery fails. */
  #handOn(next: Waiting | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = next;
    if (waiting !== undefined) this.#deliver(waiting.sessionId, waiting.event);
  }
}
