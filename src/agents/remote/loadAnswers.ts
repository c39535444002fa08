// Holds the answer to the loading of a session back until its history is there: the two come by different streams.
import type { AnyMessage } from '@agentclientprotocol/sdk';
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';

/** The pause in the messages of a session after which its history counts as complete. */
const IDLE_MS = 150;
/** A session that is at work does not pause. */
const MAX_HOLD_MS = 5_000;

interface Held {
  readonly sessionId: string;
  readonly message: AnyMessage;
  readonly until: number;
  timer: Disposable;
}

export class LoadAnswers {
  readonly #clock: Clock;
  readonly #deliver: (message: AnyMessage) => void;
  /** The sessions that are being loaded, by the ids of the requests. */
  readonly #loads = new Map<unknown, string>();
  readonly #held = new Set<Held>();

  constructor(clock: Clock, deliver: (message: AnyMessage) => void) {
    this.#clock = clock;
    this.#deliver = deliver;
  }

  /** Remembers a request that loads a session. */
  sent(message: AnyMessage): void {
    if (!('method' in message) || !('id' in message) || message.method !== 'session/load') return;
    const sessionId = sessionOf(message);
    if (sessionId !== undefined) this.#loads.set(message.id, sessionId);
  }

  /** Whether a message is delivered later. Any other one of the session puts that off. */
  hold(message: AnyMessage): boolean {
    if ('method' in message) {
      const sessionId = sessionOf(message);
      for (const held of this.#held) if (held.sessionId === sessionId) this.#putOff(held);
      return false;
    }
    const sessionId = 'id' in message ? this.#loads.get(message.id) : undefined;
    if (sessionId === undefined) return false;
    this.#loads.delete(message.id);
    const held = { sessionId, message, until: this.#clock.now() + MAX_HOLD_MS, timer: none };
    this.#held.add(held);
    this.#putOff(held);
    return true;
  }

  dispose(): void {
    for (const { timer } of this.#held) timer.dispose();
    this.#held.clear();
  }

  #putOff(held: Held): void {
    held.timer.dispose();
    const left = held.until - this.#clock.now();
    held.timer = this.#clock.after(Math.max(0, Math.min(IDLE_MS, left)), () => {
      this.#held.delete(held);
      this.#deliver(held.message);
    });
  }
}

const none: Disposable = { dispose() {} };

function sessionOf(message: AnyMessage): string | undefined {
  const params: unknown = 'params' in message ? message.params : undefined;
  if (typeof params !== 'object' || params === null || !('sessionId' in params)) return undefined;
  return typeof params.sessionId === 'string' ? params.sessionId : undefined;
}
