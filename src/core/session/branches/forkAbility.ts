// What can be done with an earlier prompt: which agents can copy the session up to it.
import { Emitter, type Disposable, type Event } from '../../base/lifecycle.ts';
import type { SessionAbilities } from '../../ports/agent.ts';

/**
 * Whether an agent may be asked for a copy that ends after an answer: it is known to read after which, or it replays
 * the copy, so that one that has too much in it is noticed.
 */
export function canEndAfterAnswer({
  fork,
  forkAfterAnswer,
  load,
}: Pick<SessionAbilities, 'fork' | 'forkAfterAnswer' | 'load'>): boolean {
  return fork && (forkAfterAnswer || load);
}

/** The agents that were found to copy all of a session when they were asked for a part of it. They are not asked again. */
export class WholeForks implements Disposable {
  readonly #agents = new Set<string>();
  readonly #changed = new Emitter<void>();

  /** Fires when another agent was found to be one. */
  readonly onChange: Event<void> = this.#changed.event;

  has(agent: string): boolean {
    return this.#agents.has(agent);
  }

  add(agent: string): void {
    if (this.#agents.has(agent)) return;
    this.#agents.add(agent);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
