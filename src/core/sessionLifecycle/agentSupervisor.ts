// Watches the processes of agents: crashes, restarts by the user, and stopping an agent that nothing uses.
import type { Disposable } from '../base/lifecycle.ts';
import { crashedTooOften, ParleyError, type UserError } from '../errors.ts';
import type { Agent } from '../ports/agent.ts';
import type { AgentDirectory, Clock } from '../ports/hostPorts.ts';
import { hasPrompts, isWorking } from '../session/selectors.ts';
import { beginStop, crashLoop, endStop, NORMAL, type AgentHealth } from './agentHealth.ts';
import { interruptOpening, wasOpened } from './attachment.ts';
import type { AttachmentRegistry } from './attachmentRegistry.ts';
import { Reconnects } from './reconnects.ts';
import { RestartPolicy } from './restartPolicy.ts';
import type { SessionStore } from './sessionStore.ts';

export interface AgentSupervisorOptions {
  readonly store: SessionStore;
  readonly agents: AgentDirectory;
  readonly clock: Clock;
  readonly attachments: AttachmentRegistry;
  /** Opens a session; failures become entries of its transcript. */
  readonly open: (key: string) => void;
}

export class AgentSupervisor implements Disposable {
  readonly #options: AgentSupervisorOptions;
  readonly #policy: RestartPolicy;
  readonly #watched = new Map<Agent, Disposable>();
  readonly #health = new Map<Agent, AgentHealth>();
  readonly #reconnects: Reconnects;

  constructor(options: AgentSupervisorOptions) {
    this.#options = options;
    this.#policy = new RestartPolicy(options.clock);
    const { attachments, clock, open, store } = options;
    this.#reconnects = new Reconnects({
      clock,
      mayStart: (agent) => this.#healthOf(agent).state === 'normal',
      reopen: (key) => {
        if (store.state(key) !== undefined && attachments.of(key).state === 'detached') open(key);
      },
    });
  }

  /** Whether the agent is being stopped on purpose, so that what it leaves unfinished is no failure. */
  isStopping(agent: Agent): boolean {
    return this.#healthOf(agent).state === 'stopping';
  }

  /** Starts the agent where it does not run. Rejects with a ParleyError, too where it has crashed too often. */
  async connect(agent: Agent): Promise<void> {
    this.watch(agent);
    if (this.#healthOf(agent).state === 'crash-looping') throw new ParleyError(crashedTooOften(agent.label));
    await agent.connect();
  }

  /** Detaches the sessions of an agent when its process is gone. */
  watch(agent: Agent): void {
    if (this.#watched.has(agent)) return;
    this.#watched.set(
      agent,
      agent.onStatusChange(() => this.#statusChanged(agent)),
    );
  }

  /**
   * Stops the agent's process and starts it again because the user wants it; the sessions that were open in it are
   * opened again. Resolves when they have been asked for.
   */
  async restart(agentName: string): Promise<void> {
    const { agents, open } = this.#options;
    const agent = agents.agent(agentName);
    this.#policy.forget(agentName);
    this.#health.set(agent, NORMAL);
    const interrupted = this.#interrupt(agentName);
    await this.#stop(agent, false);
    this.reopen(agentName, new Set(interrupted.keys()));
    for (const [key, done] of interrupted) {
      void done.then(() => open(key));
    }
  }

  /** Opens the sessions of an agent that were open in it before, that are new, or that it failed to open. */
  reopen(agentName: string, except: ReadonlySet<string> = new Set()): void {
    const { attachments, open, store } = this.#options;
    for (const key of store.keys()) {
      const state = store.state(key);
      if (state?.agent !== agentName || except.has(key)) continue;
      const { sessionId, hasFailed } = state;
      if (wasOpened(attachments.of(key)) || sessionId === undefined || hasFailed === true) open(key);
    }
  }

  /**
   * Stops the process of an agent that nothing uses: no turn runs, none of its sessions is being opened, and each of them
   * can be reopened. Resolves to whether it was stopped.
   */
  async suspend(agentName: string): Promise<boolean> {
    const { agents, attachments, store } = this.#options;
    const agent = agents.agent(agentName);
    if (agent.status.state !== 'ready') return false;
    const isUsed = attachments
      .keysOf(agent)
      .flatMap((key) => store.state(key) ?? [])
      .some((state) => isWorking(state) || state.opening || (hasPrompts(state) && !canReopen(agent)));
    if (isUsed || this.#openingIn(agentName).length > 0) return false;
    await this.#stop(agent, true);
    return true;
  }

  dispose(): void {
    for (const watch of this.#watched.values()) watch.dispose();
    this.#reconnects.dispose();
  }

  #healthOf(agent: Agent): AgentHealth {
    return this.#health.get(agent) ?? NORMAL;
  }

  async #stop(agent: Agent, isIdle: boolean): Promise<void> {
    this.#health.set(agent, beginStop(isIdle));
    try {
      await agent.stop();
    } finally {
      this.#health.set(agent, endStop(this.#healthOf(agent)));
    }
  }

  /** When a process is gone its sessions are too; a running turn reports the reason itself (R16). */
  #statusChanged(agent: Agent): void {
    const { attachments, clock, store } = this.#options;
    const { state, error } = agent.status;
    if (state !== 'failed' && state !== 'stopped') return;
    if (isCrash(error) && this.#policy.crashed(agent.name) === 'stop') {
      this.#health.set(agent, crashLoop(this.#healthOf(agent)));
    }
    const health = this.#healthOf(agent);
    const reason = health.state === 'stopping' && health.isIdle ? 'suspended' : 'lost';
    const keys = attachments.keysOf(agent);
    for (const key of keys) {
      attachments.set(key, { state: 'detached', reason });
      const isReported = error === undefined || store.state(key)?.turn !== undefined;
      store.dispatch(key, { type: 'detached', at: clock.now(), ...(isReported ? {} : { error }) });
    }
    if (error?.code === 'connection-lost' && canReopen(agent)) this.#reconnectTo(agent, keys);
  }

  /** A connection that is lost again and again is left to the user. */
  #reconnectTo(agent: Agent, keys: readonly string[]): void {
    if (keys.length === 0 || this.#policy.crashed(agent.name) === 'stop') return;
    this.#reconnects.lost(agent, keys);
  }

  /** Ends the agent's attempts to open sessions without reporting a failure; returns when each has ended, by key. */
  #interrupt(agentName: string): ReadonlyMap<string, Promise<void>> {
    const { attachments } = this.#options;
    const openings = this.#openingIn(agentName);
    for (const [key, opening] of openings) {
      attachments.set(key, interruptOpening(opening));
      opening.abort.abort();
    }
    return new Map(openings.map(([key, { done }]) => [key, done]));
  }

  #openingIn(agentName: string): ReturnType<AttachmentRegistry['openings']> {
    const { attachments, store } = this.#options;
    return attachments.openings().filter(([key]) => store.state(key)?.agent === agentName);
  }
}

/** Whether the agent can reopen the sessions of an earlier process, or those that it was asked to close. */
export function canReopen({ description }: Agent): boolean {
  return description?.sessions.load === true || description?.sessions.resume === true;
}

/** Whether the process ended or broke off on its own; a command that is not there is no crash. */
function isCrash(error: UserError | undefined): boolean {
  return error !== undefined && ['agent-exited', 'output-closed', 'input-closed'].includes(error.code);
}
