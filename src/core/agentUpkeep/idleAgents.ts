// Stops the processes of agents that were idle for a while (`parley.idleMinutes`); they restart when a session is shown.
import { DisposableStore, type Disposable } from '../base/lifecycle.ts';
import type { Clock, Log } from '../ports/hostPorts.ts';
import type { Sessions } from '../sessionLifecycle/sessions.ts';
import type { SessionStore } from '../sessionLifecycle/sessionStore.ts';
import type { Agents } from './agentDirectory.ts';
import type { ShownSessions } from '../sessionList/shownSessions.ts';

const MINUTE_MS = 60_000;

export interface IdleAgentsOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly agents: Agents;
  readonly chats: ShownSessions;
  readonly clock: Clock;
  readonly log: Log;
  /** The idle minutes after which an agent's process is stopped; 0 disables this. */
  readonly idleMinutes: () => number;
  /** Receives the sessions whose agent was stopped; they are opened again when the user sees them. */
  readonly onSuspended: (keys: readonly string[]) => void;
}

/** Checks once a minute. An agent with a visible session is in use. */
export class IdleAgents implements Disposable {
  readonly #options: IdleAgentsOptions;
  readonly #owned = new DisposableStore();
  /** When something last happened in any session of an agent, in epoch milliseconds. */
  readonly #usedAt = new Map<string, number>();
  #timer: Disposable | undefined;

  constructor(options: IdleAgentsOptions) {
    this.#options = options;
    const { store, agents, clock } = options;
    const used = (agent: string): void => void this.#usedAt.set(agent, clock.now());
    this.#owned.add(store.onChange(({ state }) => used(state.agent)));
    this.#owned.add(agents.onStatusChange(({ name }) => used(name)));
    this.#checkInAMinute();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#owned.dispose();
  }

  #checkInAMinute(): void {
    this.#timer = this.#options.clock.after(MINUTE_MS, () => {
      this.#checkInAMinute();
      for (const { name, isBusy } of this.#options.agents.running()) {
        if (!isBusy && this.#isIdle(name)) void this.#suspend(name);
      }
    });
  }

  #isIdle(name: string): boolean {
    const { idleMinutes, clock, chats, store } = this.#options;
    const minutes = idleMinutes();
    const usedAt = this.#usedAt.get(name) ?? clock.now();
    if (minutes <= 0 || clock.now() - usedAt < minutes * MINUTE_MS) return false;
    return !store.keys().some((key) => store.state(key)?.agent === name && chats.isVisible(key));
  }

  async #suspend(name: string): Promise<void> {
    const { sessions, store, log, onSuspended } = this.#options;
    if (!(await sessions.supervisor.suspend(name))) return;
    log.info(`${name} was idle and has been stopped.`);
    onSuspended(store.keys().filter((key) => store.state(key)?.agent === name));
  }
}
