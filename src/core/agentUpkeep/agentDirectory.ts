// The agents of the window by name, made when first asked for.
import type { Agent, AgentClient, OwnClient } from '../ports/agent.ts';
import type { AgentDirectory } from '../ports/hostPorts.ts';
import { Emitter, type Disposable, type Event } from '../base/lifecycle.ts';

/** Whom an agent, and the tools that it is given, call. */
export interface AgentClients {
  readonly client: AgentClient;
  readonly ownClient: OwnClient;
}

/** Makes the agent of that name. Throws a ParleyError when there is none. */
export type MakeAgent = (name: string, clients: AgentClients) => Agent;

/** Owns one agent per name and reports when one of them changes its status. */
export class Agents implements AgentDirectory, Disposable {
  readonly #make: MakeAgent;
  #clients: AgentClients | undefined;
  readonly #agents = new Map<string, { readonly agent: Agent; readonly watch: Disposable }>();
  readonly #changed = new Emitter<Agent>();

  /** Fires when an agent's status changed. */
  readonly onStatusChange: Event<Agent> = this.#changed.event;

  constructor(make: MakeAgent) {
    this.#make = make;
  }

  /** Sets whom the agents call; before this there is no agent. */
  connect(clients: AgentClients): void {
    this.#clients = clients;
  }

  agent(name: string): Agent {
    const known = this.#agents.get(name);
    if (known !== undefined) return known.agent;
    if (this.#clients === undefined)
      throw new Error('Agents are asked for before their client is connected.');
    const agent = this.#make(name, this.#clients);
    const watch = agent.onStatusChange(() => this.#changed.fire(agent));
    this.#agents.set(name, { agent, watch });
    return agent;
  }

  /** The agent of that name if it was made already. */
  existing(name: string): Agent | undefined {
    return this.#agents.get(name)?.agent;
  }

  /** The agents whose process runs and has answered `initialize`. */
  running(): readonly Agent[] {
    return [...this.#agents.values()]
      .map(({ agent }) => agent)
      .filter(({ status }) => status.state === 'ready');
  }

  /** Stops every process; resolves when all are gone. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#agents.values()].map(({ agent }) => agent.stop()));
  }

  dispose(): void {
    for (const { agent, watch } of this.#agents.values()) {
      watch.dispose();
      agent.dispose();
    }
    this.#agents.clear();
    this.#changed.dispose();
  }
}
