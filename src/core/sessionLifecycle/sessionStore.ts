// The session states by key, each with a sequence number that counts its events.
import { DisposableStore, Emitter, fireInOrder, type Disposable, type Event } from '../base/lifecycle.ts';
import type { SessionEvent } from '../session/events.ts';
import { emptySession, type SessionState } from '../session/model.ts';
import { reduce } from '../session/reduce.ts';

export type SessionEventType = SessionEvent['type'];
export type SessionEventOf<T extends SessionEventType> = Extract<SessionEvent, { readonly type: T }>;

/** One applied event: `seq` is the session's number after it, `previous` the state before it. */
export interface SessionChange<E extends SessionEvent = SessionEvent> {
  readonly key: string;
  readonly seq: number;
  readonly event: E;
  readonly previous: SessionState;
  readonly state: SessionState;
}

/** A session's state together with the number of events it adds up. */
export interface SessionSnapshot {
  readonly state: SessionState;
  readonly seq: number;
}

/** Computes from a state what a listener depends on; cheap, because every event of every session calls it. */
export type SessionSelector = (state: SessionState) => unknown;

/** Holds the truth about every session of the window. Everything else mirrors it. */
export class SessionStore implements Disposable {
  readonly #sessions = new Map<string, SessionSnapshot>();
  readonly #changed = new Emitter<SessionChange>();
  readonly #changedBy = new Map<SessionEventType, Emitter<SessionChange>>();
  readonly #selected = new Emitter<SessionChange>();
  readonly #listChanged = new Emitter<void>();

  /**
   * Fires after each dispatched event, in order, before {@link onEvent} and {@link onSelect}. It is for listeners that
   * use every event: most want one of those two.
   */
  readonly onChange: Event<SessionChange> = this.#changed.event;

  /** Fires when a session was added or removed. */
  readonly onListChange: Event<void> = this.#listChanged.event;

  /** Calls the listener after each event of the given types. */
  onEvent<T extends SessionEventType>(
    types: T | readonly T[],
    listener: (change: SessionChange<SessionEventOf<T>>) => void,
  ): Disposable {
    const wanted: readonly T[] = typeof types === 'string' ? [types] : types;
    const owned = new DisposableStore();
    for (const type of wanted) {
      const emitter = this.#changedBy.get(type) ?? new Emitter<SessionChange>();
      this.#changedBy.set(type, emitter);
      owned.add(emitter.event((change) => isChangeBy(change, wanted) && listener(change)));
    }
    return owned;
  }

  /** Calls the listener after each event that changes (`===`) the selected value of a session, or one of several. */
  onSelect(
    select: SessionSelector | readonly SessionSelector[],
    listener: (change: SessionChange) => void,
  ): Disposable {
    const selectors = typeof select === 'function' ? [select] : select;
    return this.#selected.event((change) => {
      if (selectors.some((each) => each(change.previous) !== each(change.state))) listener(change);
    });
  }

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

  /** The session that an agent knows under its own id. */
  ofAgent(agent: string, sessionId: string): SessionState | undefined {
    for (const { state } of this.#sessions.values())
      if (state.sessionId === sessionId && state.agent === agent) return state;
    return undefined;
  }

  /** Adds an empty session. */
  create(key: string, agent: string, cwd: string): void {
    this.add(emptySession(key, agent, cwd));
  }

  /** Adds a session in the state it had in the history, or in the session it is a copy of. */
  add(state: SessionState): void {
    this.#sessions.set(state.key, { state, seq: 0 });
    this.#listChanged.fire();
  }

  remove(key: string): void {
    if (this.#sessions.delete(key)) this.#listChanged.fire();
  }

  /** Applies an event. An event for a session that is gone is dropped. */
  dispatch(key: string, event: SessionEvent): void {
    const current = this.#sessions.get(key);
    if (current === undefined) return;
    const next: SessionSnapshot = { state: reduce(current.state, event), seq: current.seq + 1 };
    this.#sessions.set(key, next);
    const change: SessionChange = {
      key,
      seq: next.seq,
      event,
      previous: current.state,
      state: next.state,
    };
    fireInOrder([this.#changed, this.#changedBy.get(event.type), this.#selected], change);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#changedBy.clear();
    this.#selected.dispose();
    this.#listChanged.dispose();
    this.#sessions.clear();
  }
}

function isChangeBy<T extends SessionEventType>(
  change: SessionChange,
  types: readonly T[],
): change is SessionChange & { readonly event: SessionEventOf<T> } {
  return types.some((type) => type === change.event.type);
}
