// Connects to a remote agent again when the connection was lost, and opens its sessions again.
import { toDisposable, type Disposable } from '../base/lifecycle.ts';
import type { Agent } from '../ports/agent.ts';
import type { Clock } from '../ports/hostPorts.ts';

/** The waits before the attempts: a network that changes is back at once, a server that restarts a little later. */
const DELAYS_MS = [1_000, 5_000, 15_000];

export interface ReconnectsOptions {
  readonly clock: Clock;
  /** Whether the agent may be started; false while it is stopped on purpose. */
  readonly mayStart: (agent: Agent) => boolean;
  /** Opens a session again, unless it is open. */
  readonly reopen: (key: string) => void;
}

/** At most one series of attempts for each agent. The user's own restart, or a prompt, makes it superfluous. */
export class Reconnects implements Disposable {
  readonly #options: ReconnectsOptions;
  readonly #waiting = new Map<Agent, Disposable>();

  constructor(options: ReconnectsOptions) {
    this.#options = options;
  }

  /** The connection to an agent was lost, with these sessions in it. */
  lost(agent: Agent, keys: readonly string[]): void {
    if (keys.length > 0) this.#schedule(agent, keys, 0);
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) timer.dispose();
    this.#waiting.clear();
  }

  #schedule(agent: Agent, keys: readonly string[], attempt: number): void {
    const delay = DELAYS_MS[attempt];
    this.#waiting.get(agent)?.dispose();
    this.#waiting.delete(agent);
    if (delay === undefined) return;
    const timer = this.#options.clock.after(delay, () => {
      this.#waiting.delete(agent);
      void this.#connect(agent, keys, attempt);
    });
    this.#waiting.set(
      agent,
      toDisposable(() => timer.dispose()),
    );
  }

  async #connect(agent: Agent, keys: readonly string[], attempt: number): Promise<void> {
    const { mayStart, reopen } = this.#options;
    if (agent.status.state !== 'failed' || !mayStart(agent)) return;
    try {
      await agent.connect();
    } catch {
      // What else is wrong, such as a token that is not accepted, does not go away by waiting.
      if (isNetworkFailure(agent)) this.#schedule(agent, keys, attempt + 1);
      return;
    }
    for (const key of keys) reopen(key);
  }
}

/** A balancer refuses in place of a server that restarts. */
const NETWORK_FAILURES: readonly string[] = ['remote-unreachable', 'remote-refused', 'connection-lost'];

function isNetworkFailure({ status }: Agent): boolean {
  return NETWORK_FAILURES.includes(status.error?.code ?? '');
}
