// The updates that an agent sends for a session before it has answered the request for that session (R36).
import type { Agent } from '../ports/agent.ts';
import type { UpdateEvent } from '../session/events.ts';

/** The most updates held per agent for sessions whose `session/new` has not been answered yet (R36). */
const MAX_EARLY_UPDATES = 10_000;

/** What one agent sent before the answers to its requests for sessions. */
interface PendingRequests {
  count: number;
  /** The sessions that are asked for by their ids: what comes for them is their history, and all of it is held (R33). */
  readonly expected: Set<string>;
  updates: { readonly sessionId: string; readonly event: UpdateEvent }[];
}

export class EarlyUpdates {
  readonly #pending = new Map<Agent, PendingRequests>();

  /**
   * Holds an update of an unknown session. Returns false, and holds nothing, when no request for a session of the agent
   * is pending: then the update is for nobody.
   */
  hold(agent: Agent, sessionId: string, event: UpdateEvent): boolean {
    const pending = this.#pending.get(agent);
    if (pending === undefined) return false;
    const isWanted = pending.expected.has(sessionId) || pending.updates.length < MAX_EARLY_UPDATES;
    if (isWanted) pending.updates.push({ sessionId, event });
    return true;
  }

  /** Whether a prompt of that session is among the updates that are held: the agent replays it. */
  holdsPrompt(agent: Agent, sessionId: string): boolean {
    const updates = this.#pending.get(agent)?.updates ?? [];
    return updates.some(
      ({ sessionId: of, event }) =>
        of === sessionId && event.type === 'message_chunk' && event.role === 'user',
    );
  }

  /**
   * Runs a request for a session and holds early updates meanwhile; `opened` gets those of the session that the agent
   * answers with. `expected` is the session's id where it is known before.
   */
  async during(
    agent: Agent,
    request: () => Promise<string>,
    opened: (sessionId: string, updates: readonly UpdateEvent[]) => void,
    expected?: string,
  ): Promise<void> {
    const pending = this.#pending.get(agent) ?? { count: 0, expected: new Set(), updates: [] };
    pending.count++;
    if (expected !== undefined) pending.expected.add(expected);
    this.#pending.set(agent, pending);
    try {
      const sessionId = await request();
      const own = pending.updates.filter((update) => update.sessionId === sessionId);
      pending.updates = pending.updates.filter((update) => update.sessionId !== sessionId);
      opened(
        sessionId,
        own.map(({ event }) => event),
      );
    } finally {
      if (expected !== undefined) pending.expected.delete(expected);
      if (--pending.count === 0) this.#pending.delete(agent);
    }
  }
}
