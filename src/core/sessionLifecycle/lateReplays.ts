// What agents replay of a session after they have answered `session/load`: some answer first and replay then.
import type { Disposable } from '../base/lifecycle.ts';
import type { Clock } from '../ports/hostPorts.ts';
import type { UpdateEvent } from '../session/events.ts';
import type { mergeReplay } from '../session/replay/mergeReplay.ts';
import { isFact, isHistory } from '../session/status/updateTraits.ts';
import type { SessionStore } from './sessionStore.ts';

/** A replay has ended when nothing of it came for so long. */
const SILENCE_MS = 300;
/** However much comes, it is not waited for longer. */
const TIMEOUT_MS = 5_000;

/** A replay of which the beginning has come. */
export interface BegunReplay {
  readonly updates: readonly UpdateEvent[];
  readonly merge: typeof mergeReplay;
  /** Whether more of it is to come: then no prompt is sent before its end. */
  readonly isExpected: boolean;
  /** Called when it ends, with how many of the last stored prompts the agent does not remember. */
  readonly ended: (forgotten: number) => void;
}

interface LateReplay extends Pick<BegunReplay, 'merge' | 'ended'> {
  readonly updates: UpdateEvent[];
  readonly begun: number;
  /** Whether more of it is to come, or has come. */
  isExpected: boolean;
  timer: Disposable;
}

export interface LateReplaysOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  /** Sends the next prompt of a session, if it is idle. */
  readonly sendNext: (key: string) => void;
}

export class LateReplays implements Disposable {
  readonly #options: LateReplaysOptions;
  readonly #replays = new Map<string, LateReplay>();

  constructor(options: LateReplaysOptions) {
    this.#options = options;
  }

  /** Begins to wait for the rest of a replay. */
  begin(key: string, replay: BegunReplay): void {
    this.#replays.get(key)?.timer.dispose();
    const begun = this.#options.clock.now();
    this.#replays.set(key, {
      ...replay,
      updates: [...replay.updates],
      begun,
      timer: this.#silence(key),
    });
  }

  /** Holds an update that is part of a late replay; returns false, and holds nothing, where there is none. */
  hold(key: string, update: UpdateEvent): boolean {
    const replay = this.#replays.get(key);
    if (replay === undefined || !isHistory(update)) return false;
    replay.updates.push(update);
    replay.isExpected = true;
    if (this.#options.clock.now() - replay.begun < TIMEOUT_MS) {
      replay.timer.dispose();
      replay.timer = this.#silence(key);
    }
    return true;
  }

  /** Whether a prompt has to wait for the rest of a replay. A replay of which nothing is missing ends with the prompt. */
  isAwaited(key: string): boolean {
    if (this.#replays.get(key)?.isExpected === true) return true;
    this.#end(key);
    return false;
  }

  /** The session is not attached to its agent any more. */
  forget(key: string): void {
    this.#replays.get(key)?.timer.dispose();
    this.#replays.delete(key);
  }

  dispose(): void {
    for (const key of this.#replays.keys()) this.forget(key);
  }

  #silence(key: string): Disposable {
    return this.#options.clock.after(SILENCE_MS, () => {
      this.#end(key);
      this.#options.sendNext(key);
    });
  }

  #end(key: string): void {
    const { store, clock } = this.#options;
    const replay = this.#replays.get(key);
    const state = store.state(key);
    this.forget(key);
    if (replay === undefined || state === undefined) return;
    const history = replay.updates.filter((update) => !isFact(update));
    const { events, forgotten } = replay.merge(state, history, clock.now());
    // What the agent remembers instead stands below the line that says so.
    if (forgotten > 0) replay.ended(forgotten);
    for (const event of events) store.dispatch(key, event);
    // A replay may leave tool calls unfinished, which nothing runs.
    const isOpen = !state.opening && state.sessionId !== undefined && state.turn === undefined;
    if (isOpen && events.length > 0) {
      store.dispatch(key, { type: 'opened', at: clock.now(), sessionId: state.sessionId });
    }
    if (forgotten === 0) replay.ended(forgotten);
  }
}
