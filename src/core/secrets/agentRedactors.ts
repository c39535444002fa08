// The redactors of all agents: each agent has secrets of its own.
import { Redactor } from './redactor.ts';
import type { NamedValue } from './secretRecognition.ts';

/** Reads from the settings what an agent would be started with. May reject. */
export type SecretSource = (agent: string) => Promise<Iterable<NamedValue>>;

export class AgentRedactors {
  readonly #redactors = new Map<string, Redactor>();
  #source: SecretSource = () => Promise.resolve([]);

  /** For agents that were not started in this window. */
  readFrom(source: SecretSource): void {
    this.#source = source;
  }

  /** The redactor of an agent; it knows the secrets of an agent that was started. */
  of(agent: string): Redactor {
    const known = this.#redactors.get(agent);
    if (known !== undefined) return known;
    const redactor = new Redactor();
    this.#redactors.set(agent, redactor);
    return redactor;
  }

  /** The redactor of an agent, which also knows what the settings hold now. Never rejects. */
  async current(agent: string): Promise<Redactor> {
    const redactor = this.of(agent);
    // An agent that is not configured any more has nothing to hide but what is known.
    redactor.add(await this.#source(agent).catch(() => []));
    return redactor;
  }

  /** JSON about any agents without the secrets of all; stays JSON. */
  json(text: string): string {
    return [...this.#redactors.values()].reduce((masked, redactor) => redactor.json(masked), text);
  }

  /** A text of any agent without the secrets of all. */
  values(text: string): string {
    return [...this.#redactors.values()].reduce((masked, redactor) => redactor.values(masked), text);
  }
}
