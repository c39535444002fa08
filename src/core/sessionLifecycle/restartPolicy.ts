// Decides whether an agent that crashed is started again by itself, or left alone because it crashes over and over.
import type { Clock } from '../ports/hostPorts.ts';

/** This many crashes … */
const MOST_CRASHES = 4;
/** … within this time are too many, in milliseconds. */
const WINDOW = 3 * 60_000;

/** Counts each agent by itself. It starts nothing: whoever asks it does. */
export class RestartPolicy {
  readonly #clock: Clock;
  /** When each agent crashed of late, the oldest first. */
  readonly #crashes = new Map<string, readonly number[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Takes note of a crash of an agent, by its name, and tells what is to be done: `stop` means that the user is told
   * why it is not started again, until {@link forget} or until enough time has passed.
   */
  crashed(agent: string): 'restart' | 'stop' {
    const now = this.#clock.now();
    const crashes = [...(this.#crashes.get(agent) ?? []), now].filter(
      // A clock that was set back must not make old crashes count for ever.
      (at) => at <= now && now - at < WINDOW,
    );
    this.#crashes.set(agent, crashes.slice(-MOST_CRASHES));
    return crashes.length >= MOST_CRASHES ? 'stop' : 'restart';
  }

  /** The user started the agent again, or changed its settings: what was before does not count. */
  forget(agent: string): void {
    this.#crashes.delete(agent);
  }
}
