// The limits that sessions wait for: when they are over, and which sessions continue automatically then.
import type { Disposable } from '../../../core/base/lifecycle.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import type { ContentBlock } from '../../../core/session/content.ts';
import type { SessionLimit } from '../../../core/session/limit/state.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { metLimit, pendingPrompt } from './metLimit.ts';

/** Clocks differ: a limit that is over by this one may hold a little longer by the other. */
const MARGIN_MS = 2_000;
/** A timer cannot wait longer; when it ends, the rest is waited for. */
const MAX_TIMER_MS = 20 * 86_400_000;
/** The time was missed, for example because the computer slept: the user decides whether the session continues. */
const MISSED_AFTER_MS = 5 * 60_000;
/** Times that differ by less are those of one window: texts say them to the minute. */
const SAME_WINDOW_MS = 60_000;
/** After so many automatic continuations, the user has to ask for the next one. */
const MAX_CONTINUATIONS = 3;

export interface SessionLimitsOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  /** Sends a prompt before what waits, as one of the user's own. */
  readonly send: (key: string, content: readonly ContentBlock[]) => void;
  /** Called with the keys of the sessions that continue automatically, when they have changed. */
  readonly onWaiting: (keys: readonly string[]) => void;
  /** Called for a session that was to continue automatically, where the time for that was missed. */
  readonly onMissed: (key: string) => void;
}

/** One timer a session, and no request to any agent before it ends. */
export class SessionLimits implements Disposable {
  readonly #options: SessionLimitsOptions;
  readonly #timers = new Map<string, Disposable>();
  /** Listens for sessions that are closed. */
  readonly #closing: Disposable;

  constructor(options: SessionLimitsOptions) {
    this.#options = options;
    this.#closing = options.store.onListChange(() => this.#report());
  }

  /** A turn of the session has ended, or it comes from an earlier window: its limit is another one now, or none. */
  check(key: string): void {
    const { store, clock } = this.#options;
    const state = store.state(key);
    if (state === undefined || state.turn !== undefined) return;
    const met = metLimit(state);
    if (met === undefined) {
      if (state.limit !== undefined) this.#change(key, undefined);
      return;
    }
    const limit = state.limit?.entryId === met.entryId ? state.limit : nextLimit(state.limit, met);
    // While no window was open, nobody could have stopped what begins then.
    const isPast = limit.resetsAt !== undefined && limit.resetsAt <= clock.now();
    if (isPast) this.#miss(key, limit);
    else this.#change(key, limit);
  }

  /** The user is back: the computer may have slept, and timers with it. */
  checkTimes(): void {
    // Each sets its timer anew, which is a new one of the map.
    const waiting = Array.from(this.#timers.keys());
    for (const key of waiting) this.#due(key);
  }

  /** The session continues automatically after the reset, which is at `resetsAt` where the user says so. */
  continueAtReset(key: string, resetsAt = this.#limit(key)?.resetsAt): void {
    const limit = this.#limit(key);
    if (limit === undefined || resetsAt === undefined || resetsAt <= this.#options.clock.now()) return;
    const { isOver: _notYet, ...open } = limit;
    this.#change(key, { ...open, resetsAt, continuation: { count: 0 } });
  }

  /** The session waits for the user again. */
  dontContinue(key: string): void {
    const limit = this.#limit(key);
    if (limit === undefined) return;
    const { continuation: _notAnyMore, ...rest } = limit;
    this.#change(key, rest);
  }

  /** The user wants the session to continue at once. */
  continueNow(key: string): void {
    const state = this.#options.store.state(key);
    const content = state === undefined || state.turn !== undefined ? undefined : pendingPrompt(state);
    if (content !== undefined) this.#options.send(key, content);
  }

  /** The user has seen that the session met a limit. */
  dismiss(key: string): void {
    if (this.#limit(key) !== undefined) this.#change(key, undefined);
  }

  dispose(): void {
    this.#closing.dispose();
    for (const timer of this.#timers.values()) timer.dispose();
    this.#timers.clear();
  }

  /** The limit is over, and the session waits for the user. */
  #miss(key: string, { continuation, ...limit }: SessionLimit): void {
    const { store, onMissed } = this.#options;
    this.#change(key, { ...limit, isOver: true });
    const isOffered = continuation !== undefined && limit.isOver !== true;
    if (isOffered && store.state(key)?.readOnly === undefined) onMissed(key);
  }

  #limit(key: string): SessionLimit | undefined {
    return this.#options.store.state(key)?.limit;
  }

  #change(key: string, limit: SessionLimit | undefined): void {
    const { store, clock } = this.#options;
    if (limit !== this.#limit(key)) {
      store.dispatch(key, {
        type: 'limit_changed',
        at: clock.now(),
        ...(limit === undefined ? {} : { limit }),
      });
    }
    this.#schedule(key);
    this.#report();
  }

  #report(): void {
    const { store, onWaiting } = this.#options;
    onWaiting(store.keys().filter((key) => isToContinue(this.#limit(key))));
  }

  #schedule(key: string): void {
    this.#timers.get(key)?.dispose();
    this.#timers.delete(key);
    const { resetsAt, isOver } = this.#limit(key) ?? {};
    if (resetsAt === undefined || isOver === true) return;
    const { clock } = this.#options;
    const milliseconds = Math.max(resetsAt - clock.now(), 0) + MARGIN_MS;
    this.#timers.set(
      key,
      clock.after(Math.min(milliseconds, MAX_TIMER_MS), () => this.#due(key)),
    );
  }

  /** The time has come, unless the clock was changed. */
  #due(key: string): void {
    const { store, clock, send } = this.#options;
    const state = store.state(key);
    const { limit } = state ?? {};
    if (state === undefined || limit?.resetsAt === undefined) {
      this.#schedule(key);
      return;
    }
    const late = clock.now() - limit.resetsAt;
    if (late < MARGIN_MS) {
      this.#schedule(key);
      return;
    }
    // The end of a turn that runs says what holds then.
    const isToSend = state.turn === undefined && state.readOnly === undefined && late <= MISSED_AFTER_MS;
    const content = isToContinue(limit) && isToSend ? pendingPrompt(state) : undefined;
    if (content === undefined || limit.continuation === undefined) {
      if (state.turn === undefined) this.#miss(key, limit);
      else this.#change(key, { ...limit, isOver: true });
      return;
    }
    const { count } = limit.continuation;
    const continuation = { count: count + 1, lastReset: limit.resetsAt };
    this.#change(key, { ...limit, isOver: true, continuation });
    send(key, content);
  }
}

function isToContinue(limit: SessionLimit | undefined): boolean {
  return limit?.continuation !== undefined && limit.isOver !== true;
}

/** The session waits and continues again where this is another window than that after which it continued last. */
function nextLimit(
  last: SessionLimit | undefined,
  met: Pick<SessionLimit, 'entryId' | 'resetsAt'>,
): SessionLimit {
  const { continuation } = last ?? {};
  if (continuation === undefined || met.resetsAt === undefined) return met;
  const { count, lastReset = Number.NEGATIVE_INFINITY } = continuation;
  const isOtherWindow = met.resetsAt > lastReset + SAME_WINDOW_MS;
  return isOtherWindow && count < MAX_CONTINUATIONS ? { ...met, continuation } : met;
}
