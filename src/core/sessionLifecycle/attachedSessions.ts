// Which session of the panel is which session of which agent, and the updates that come before that is known (R36).
import type { Agent } from '../ports/agent.ts';
import type { UpdateEvent } from '../session/events.ts';

/** How many updates are kept for sessions whose `session/new` has not been answered yet, per agent (R36). */
const EARLY_UPDATES = 10_000;

/** The link between a session of the panel and a session of an agent's process. */
export interface Attachment {
  readonly agent: Agent;
  readonly sessionId: string;
}

/** The updates that came before the answers to the `session/new` requests of one agent. */
interface EarlyUpdates {
  pending: number;
  /** The sessions that are asked for by their ids: what comes for them is their history and kept whole (R33). */
  readonly expected: Set<string>;
  updates: { readonly sessionId: string; readonly event: UpdateEvent }[];
}

/** Knows the links by session key, and by the agent's own ids for the hot path of updates. */
export class Attachments {
  readonly #attachments = new Map<string, Attachment>();
  readonly #keys = new Map<Agent, Map<string, string>>();
  readonly #early = new Map<Agent, EarlyUpdates>();

  /** The session's place in a living process, if it has one. */
  of(key: string): Attachment | undefined {
    return this.#attachments.get(key);
  }

  /** The key of an agent's session. */
  keyOf(agent: Agent, sessionId: string): string | undefined {
    return this.#keys.get(agent)?.get(sessionId);
  }

  /** The keys of the sessions an agent has. */
  keysOf(agent: Agent): readonly string[] {
    return [...(this.#keys.get(agent)?.values() ?? [])];
  }

  attach(key: string, { agent, sessionId }: Attachment): void {
    this.#attachments.set(key, { agent, sessionId });
    const keys = this.#keys.get(agent) ?? new Map<string, string>();
    this.#keys.set(agent, keys.set(sessionId, key));
  }

  detach(key: string): void {
    const attached = this.#attachments.get(key);
    if (attached === undefined) return;
    this.#attachments.delete(key);
    this.#keys.get(attached.agent)?.delete(attached.sessionId);
  }

  /**
   * Keeps an update of a session nobody knows yet. Returns false, and keeps nothing, when the agent is not asked for a
   * session just now: then the update is for nobody.
   */
  keepEarly(agent: Agent, sessionId: string, event: UpdateEvent): boolean {
    const early = this.#early.get(agent);
    if (early === undefined) return false;
    const isWanted = early.expected.has(sessionId) || early.updates.length < EARLY_UPDATES;
    if (isWanted) early.updates.push({ sessionId, event });
    return true;
  }

  /**
   * Runs a request for a session, keeping early updates meanwhile; `opened` gets those of the session it is given.
   * `expected` is the session's id where it is known before.
   */
  async whileOpening(
    agent: Agent,
    request: () => Promise<string>,
    opened: (sessionId: string, updates: readonly UpdateEvent[]) => void,
    expected?: string,
  ): Promise<void> {
    const early: EarlyUpdates = this.#early.get(agent) ?? { pending: 0, expected: new Set(), updates: [] };
    early.pending++;
    if (expected !== undefined) early.expected.add(expected);
    this.#early.set(agent, early);
    try {
      const sessionId = await request();
      const own = early.updates.filter((update) => update.sessionId === sessionId);
      early.updates = early.updates.filter((update) => update.sessionId !== sessionId);
      opened(
        sessionId,
        own.map(({ event }) => event),
      );
    } finally {
      if (expected !== undefined) early.expected.delete(expected);
      if (--early.pending === 0) this.#early.delete(agent);
    }
  }
}
