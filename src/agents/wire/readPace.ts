// Leaves half of the time to others while agents send more than can be handled: how long to rest between two slices.

/** How much work in one go asks for no rest: a long answer, or the history of a session of usual length. */
const BURST_MS = 100;

/** An agent that makes no more work than this in one go need not rest, whatever the others do. */
const SMALL_WORK_MS = 2;

/** A slice reserves no more rest than this, so that an agent with a pause in its output is not taken for one that has ended. */
const MAX_REST_MS = 16;

/** Adds up work; time without work takes as much of it away. */
class Work {
  owedMs = 0;
  #ended = 0;

  add(began: number, ended: number): void {
    this.owedMs = Math.max(0, this.owedMs - (began - this.#ended)) + (ended - began);
    this.#ended = ended;
  }
}

/** What the agents of a window have in common: when they flood, slices come one after another, a rest between every two. */
export class SharedPace {
  readonly work = new Work();
  #lastEnd = -Infinity;

  /** Reserves a slice like the last one after those that are reserved; returns the time from `now` until it begins. */
  reserve(now: number, sliceMs: number): number {
    const begin = Math.max(now, this.#lastEnd) + sliceMs;
    this.#lastEnd = begin + sliceMs;
    return begin - now;
  }
}

const ofWindow = new SharedPace();

/**
 * Counts how long messages of one agent are handled. What the user does in another session takes many turns of the event
 * loop: with a slice of a flood in each of them, however short, that would take seconds.
 */
export class ReadPace {
  readonly #now: () => number;
  readonly #shared: SharedPace;
  readonly #work = new Work();
  #began = 0;

  constructor(now: () => number = () => performance.now(), shared: SharedPace = ofWindow) {
    this.#now = now;
    this.#shared = shared;
  }

  /** Work begins. */
  begin(): void {
    this.#began = this.#now();
  }

  /** How long the work has gone on, in milliseconds. */
  get workedMs(): number {
    return this.#now() - this.#began;
  }

  /** The work ends: how long to rest before more of it, in milliseconds; most often 0. */
  end(): number {
    const ended = this.#now();
    this.#work.add(this.#began, ended);
    this.#shared.work.add(this.#began, ended);
    const mustRest = this.#shared.work.owedMs > BURST_MS && this.#work.owedMs > SMALL_WORK_MS;
    return mustRest ? this.#shared.reserve(ended, Math.min(ended - this.#began, MAX_REST_MS)) : 0;
  }
}
