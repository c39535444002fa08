// The session states by key, each with a sequence number that counts its events.
import { Emitter, type Disposable, type Event } from '../base/lifecycle.ts';
import type { SessionEvent } from '../session/events.ts';
import { emptySession, type SessionState } from '../session/model.ts';
import { reduce } from '../session/reduce/reduce.ts';

/** One event taken in: `seq` is the session's number after it, `previous` the state before it. */
export interface SessionChange {
  readonly key: string;
  readonly seq: number;
  readonly event: SessionEvent;
  readonly previous: SessionState;
  readonly state: SessionState;
}

/** A session's state together with the number of events it adds up. */
export interface SessionSnapshot {
  readonly state: SessionState;
  readonly seq: number;
}

/** Holds the truth about every session of the window. Everything else mirrors it. */
export class SessionStore implements Disposable {
  readonly #sessions = new Map<string, SessionSnapshot>();
  readonly #changed = new Emitter<SessionChange>();
  readonly #listChanged = new Emitter<void>();

  /** Fires after each dispatched event, in order. */
  readonly onChange: Event<SessionChange> = this.#changed.event;

  /** Fires when a session was added or removed. */
  readonly onListChange: Event<void> = this.#listChanged.event;

  /** The keys in the order of creation. */
  keys(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  snapshot(key: string): SessionSnapshot | undefined {
    return this.#sessions.get(key);
  }

  state(key: string): SessionState | undefined {
    return this.#sessions.get(key)?.state;
  }

  /** Adds an empty session. */
  create(key: string, agent: string, cwd: string): void {
    this.add(emptySession(key, agent, cwd));
  }

  /** Adds a session as it stood elsewhere: in the history, or in the one it is a copy of. */
  add(state: SessionState): void {
    this.#sessions.set(state.key, { state, seq: 0 });
    this.#listChanged.fire();
  }

  remove(key: string): void {
    if (this.#sessions.delete(key)) this.#listChanged.fire();
  }

  /** Takes an event in. An event for a session that is gone is dropped. */
  dispatch(key: string, event: SessionEvent): void {
    const current = this.#sessions.get(key);
    if (current === undefined) return;
    const next: SessionSnapshot = { state: reduce(current.state, event), seq: current.seq + 1 };
    this.#sessions.set(key, next);
    this.#changed.fire({ key, seq: next.seq, event, previous: current.state, state: next.state });
  }

  dispose(): void {
    this.#changed.dispose();
    this.#listChanged.dispose();
    this.#sessions.clear();
  }
}
