// Notices when nothing has come from an agent for long, in a turn or in the background: agents retry a model that does not
// answer silently, and forget calls that they have not ended.
import { DisposableStore, type Disposable } from '../base/lifecycle.ts';
import type { Clock } from '../ports/hostPorts.ts';
import type { SessionState } from '../session/model.ts';
import {
  hasBackgroundWork,
  isCommandRunning,
  isRunningHere,
  isWaiting,
  isWorking,
} from '../session/selectors.ts';
import { isSignOfLife } from '../session/status/signOfLife.ts';
import type { SessionChange, SessionStore } from './sessionStore.ts';

/** How long an agent may send nothing until that is said. */
export const SILENCE_MS = 20_000;

/** The same where no turn runs: a call that the user allowed last may take its time, and nobody waits for it. */
export const BACKGROUND_SILENCE_MS = 120_000;

/** The same where a terminal that the agent began in the turn has not ended, as far as it says: often it does not. */
export const TERMINAL_SILENCE_MS = 120_000;

/** The same where an agent only writes although no turn runs, or goes on after Stop: it says nowhere that it has ended. */
export const TALK_SILENCE_MS = 5_000;

interface Watched {
  /** Epoch milliseconds of the last sign of life. */
  lastAt: number;
  timer: Disposable | undefined;
}

/** Dispatches `silence`. The work for an event does not grow: one timer runs for each session that works. */
export class SilenceWatch implements Disposable {
  readonly #store: SessionStore;
  readonly #clock: Clock;
  readonly #owned = new DisposableStore();
  readonly #watched = new Map<string, Watched>();
  /** The keys of sessions in which the user has stopped what no turn waits for: what was on its way comes after that. */
  readonly #stopped = new Set<string>();

  constructor(store: SessionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#owned.add(store.onChange((change) => this.#changed(change)));
    this.#owned.add(
      store.onListChange(() => {
        for (const key of this.#watched.keys()) if (store.state(key) === undefined) this.#end(key);
        for (const key of this.#stopped) if (store.state(key) === undefined) this.#stopped.delete(key);
      }),
    );
  }

  dispose(): void {
    for (const key of this.#watched.keys()) this.#end(key);
    this.#owned.dispose();
  }

  #changed({ key, event, state }: SessionChange): void {
    if (event.type === 'cancel_requested' && state.turn === undefined) this.#stopped.add(key);
    if (event.type === 'prompt_started') this.#stopped.delete(key);
    // A turn has a limit of its own, and so has what goes on after it.
    const isOtherWork = event.type === 'prompt_started' || event.type === 'turn_ended';
    if (isOtherWork || !isWorking(state)) this.#end(key);
    if (!isWorking(state)) return;
    if (event.type !== 'turn_ended' && !isSignOfLife(event.type)) return;
    const watched = this.#watched.get(key) ?? { lastAt: 0, timer: undefined };
    watched.lastAt = this.#clock.now();
    const limitMs = Math.min(SILENCE_MS, this.#limitOf(key, state));
    watched.timer ??= this.#clock.after(limitMs, () => this.#look(key, watched));
    this.#watched.set(key, watched);
  }

  #look(key: string, watched: Watched): void {
    watched.timer = undefined;
    const state = this.#store.state(key);
    if (state === undefined || !isWorking(state)) return;
    const now = this.#clock.now();
    // What the user or a command takes its time for is no silence of the agent, which begins after it.
    if (isExcused(state)) watched.lastAt = now;
    const restMs = watched.lastAt + this.#limitOf(key, state) - now;
    // The limit may be shorter before it is reached.
    const waitMs = Math.min(restMs, SILENCE_MS);
    if (waitMs > 0) watched.timer = this.#clock.after(waitMs, () => this.#look(key, watched));
    else this.#store.dispatch(key, { type: 'silence', at: now });
  }

  #limitOf(key: string, state: SessionState): number {
    return state.turn === undefined && this.#stopped.has(key) ? TALK_SILENCE_MS : limitOf(state);
  }

  #end(key: string): void {
    this.#watched.get(key)?.timer?.dispose();
    this.#watched.delete(key);
  }
}

function limitOf(state: SessionState): number {
  const { turn, terminals } = state;
  if (turn === undefined) return hasBackgroundWork(state) ? BACKGROUND_SILENCE_MS : TALK_SILENCE_MS;
  const isOpen = terminals.some(
    ({ startedAt, endedAt }) => endedAt === undefined && startedAt >= turn.startedAt,
  );
  return isOpen ? TERMINAL_SILENCE_MS : SILENCE_MS;
}

function isExcused(state: SessionState): boolean {
  if (state.turn === undefined) return isWaiting(state) || state.terminals.some(isRunningHere);
  const { cancelRequested, checkpointPercent } = state.turn;
  return isWaiting(state) || cancelRequested || checkpointPercent !== undefined || isCommandRunning(state);
}
