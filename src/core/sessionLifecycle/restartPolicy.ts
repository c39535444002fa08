// Decides whether an agent that crashed may be restarted automatically, or not because it crashes repeatedly.
import type { Clock } from '../ports/hostPorts.ts';

/** This many crashes within the window are too many. */
const MAX_CRASHES = 4;
const WINDOW_MS = 3 * 60_000;

/** Counts the crashes of each agent separately. It starts nothing itself. */
export class RestartPolicy {
  readonly #clock: Clock;
  /** When each agent crashed recently, the oldest first. */
  readonly #crashes = new Map<string, readonly number[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Records a crash of an agent, by its name, and decides: `stop` means that the agent is not restarted automatically
   * and the user learns why, until {@link forget} or until enough time has passed.
   */
  crashed(agent: string): 'restart' | 'stop' {
    const now = this.#clock.now();
    const crashes = [...(this.#crashes.get(agent) ?? []), now].filter(
      // A clock that was set back must not make old crashes count for ever.
      (at) => at <= now && now - at < WINDOW_MS,
    );
    this.#crashes.set(agent, crashes.slice(-MAX_CRASHES));
    return crashes.length >= MAX_CRASHES ? 'stop' : 'restart';
  }

  /** The user started the agent again, or changed its settings: what was before does not count. */
  forget(agent: string): void {
    this.#crashes.delete(agent);
  }
}
