// Ends agents that nobody used for a while (`parley.idleMinutes`); their sessions come back when they are looked at.
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Agents } from './agentDirectory.ts';
import type { ShownSessions } from '../chat/chat.ts';

const MINUTE = 60_000;

export interface IdleAgentsOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly agents: Agents;
  readonly chats: ShownSessions;
  readonly clock: Clock;
  readonly log: Log;
  /** Minutes without use after which an agent is ended; 0: never. */
  readonly idleMinutes: () => number;
  /** Sessions that lost their agent without a word, to be opened when the user sees them. */
  readonly onSuspended: (keys: readonly string[]) => void;
}

/** Looks once a minute. An agent with a session in sight is in use. */
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
    this.#lookSoon();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#owned.dispose();
  }

  #lookSoon(): void {
    this.#timer = this.#options.clock.after(MINUTE, () => {
      this.#lookSoon();
      for (const { name, isBusy } of this.#options.agents.running()) {
        if (!isBusy && this.#isIdle(name)) void this.#suspend(name);
      }
    });
  }

  #isIdle(name: string): boolean {
    const { idleMinutes, clock, chats, store } = this.#options;
    const minutes = idleMinutes();
    const usedAt = this.#usedAt.get(name) ?? clock.now();
    if (minutes <= 0 || clock.now() - usedAt < minutes * MINUTE) return false;
    return !store.keys().some((key) => store.state(key)?.agent === name && chats.isVisible(key));
  }

  async #suspend(name: string): Promise<void> {
    const { sessions, store, log, onSuspended } = this.#options;
    if (!(await sessions.suspend(name))) return;
    log.info(`${name} was not used and has been ended.`);
    onSuspended(store.keys().filter((key) => store.state(key)?.agent === name));
  }
}
