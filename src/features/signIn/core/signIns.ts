// Signs users in to agents: one attempt at a time for each agent, by the method that the user chose (R24–R30).
import { Abort, type AbortSignalLike } from '../../../core/base/abort.ts';
import { DisposableStore, type Disposable, type Event } from '../../../core/base/lifecycle.ts';
import { ownValue } from '../../../core/base/ownValue.ts';
import { describeError, ParleyError, type UserError } from '../../../core/errors.ts';
import { failureClassOf } from '../../../core/failures/failureClass.ts';
import type { Agent } from '../../../core/ports/agent.ts';
import type { AgentDirectory, Clock, Log } from '../../../core/ports/hostPorts.ts';
import { apiKeyName } from '../../../core/signIn/apiKey.ts';
import type { AuthMethod, TerminalCommand, VariableValues } from '../../../core/signIn/authMethod.ts';
import {
  signInCommandFailed,
  signInMethodGone,
  signInRefused,
  signInWithoutEffect,
  signOutMissing,
} from './attemptErrors.ts';
import type { SignInProgress, SignInStates } from './signInStates.ts';

/** What signing in needs of VS Code. */
export interface SignInPorts {
  /**
   * Runs a program in a terminal that the user sees. Resolves to its exit code, or to undefined where it was ended or
   * closed before; rejects with a ParleyError when it cannot be started. Aborting closes the terminal.
   */
  runInTerminal(agent: Agent, command: TerminalCommand, signal: AbortSignalLike): Promise<number | undefined>;
  /** Asks for the values of variables; resolves to undefined when the user gave up. */
  askForVariables(
    agent: Agent,
    method: AuthMethod,
    signal: AbortSignalLike,
  ): Promise<VariableValues | undefined>;
  /** Stores the values, which the agent is given from its next start on; a key replaces the one of any other method. */
  storeVariables(agentName: string, values: VariableValues): Promise<void>;
  /** Deletes the keys that are passed with `authenticate`, which would sign in again at the next start. */
  forgetKeys(agentName: string): Promise<void>;
  /** Deletes what is stored for the agent. Resolves to whether there was something. */
  forgetVariables(agentName: string): Promise<boolean>;
  /** Stores the method by which the agent signs users in itself that worked last, for its next processes. */
  rememberMethod(agentName: string, methodId: string | undefined): Promise<void>;
}

/** What signing in needs of the sessions. */
interface SignInSessions {
  /** Stops the agent's process, opens its sessions in a new one, and sends again the prompts that it refused. */
  restart(agentName: string): Promise<void>;
  /** Opens again the sessions that the agent did not open before, and sends again the prompts that it refused. */
  reopen(agentName: string): void;
  /** Whether a new process would not remember what was said in the sessions that are open in this one. */
  losesMemory(agentName: string): boolean;
  /** Fires with the name of an agent that has answered a prompt. */
  readonly onAnswered: Event<string>;
  /** Resolves when no turn runs in the agent, or when `signal` aborts. */
  idle(agentName: string, signal: AbortSignalLike): Promise<void>;
}

export interface SignInsOptions {
  readonly agents: AgentDirectory & { readonly onStatusChange: Event<Agent> };
  readonly states: SignInStates;
  readonly sessions: SignInSessions;
  readonly ports: SignInPorts;
  readonly clock: Clock;
  readonly log: Log;
}

/** An agent that asks for a sign-in again within this time was not helped by the last one; a later one is a new need. */
const EFFECT_MS = 60_000;

export class SignIns implements Disposable {
  readonly #options: SignInsOptions;
  readonly #aborts = new Map<string, Abort>();
  /** When the last sign-in that counts for the agent's process succeeded, by agent; epoch milliseconds. */
  readonly #doneAt = new Map<string, number>();
  /** The agents that are started anew for a sign-in. */
  readonly #isRestarting = new Set<string>();
  /** The agents whose process took no notice of a sign-in that succeeded: their next one may. */
  readonly #withoutEffect = new Set<string>();
  readonly #watch = new DisposableStore();

  constructor(options: SignInsOptions) {
    this.#options = options;
    this.#watch.add(options.agents.onStatusChange((agent) => this.#statusChanged(agent)));
    // The sign-in had its effect: when the agent asks for another one, that is a new need.
    this.#watch.add(options.sessions.onAnswered((agentName) => this.#doneAt.delete(agentName)));
  }

  /** Shows the methods, and starts the agent where it has not listed them yet. Never rejects. */
  async open(agentName: string): Promise<void> {
    this.#options.states.open(agentName);
    const agent = this.#options.agents.agent(agentName);
    if (agent.description !== undefined) return;
    await this.#attempt(agentName, undefined, () => agent.connect());
  }

  /** Hides the methods, unless the agent requires a sign-in; forgets how the last attempt ended. */
  close(agentName: string): void {
    if (!this.#aborts.has(agentName)) this.#options.states.close(agentName);
  }

  /**
   * Signs in by a method. `isShown` is whether the command that runs in a terminal is the one that the user was shown.
   * Whatever happens becomes the state of the agent; never rejects.
   */
  async start(agentName: string, methodId: string, isShown: (method: AuthMethod) => boolean): Promise<void> {
    if (this.#aborts.has(agentName)) return;
    const agent = this.#options.agents.agent(agentName);
    const method = agent.description?.authMethods.find(({ id }) => id === methodId);
    if (method === undefined || !isShown(method)) {
      this.#fail(agentName, methodId, signInMethodGone(agent.label));
      return;
    }
    const abort = new Abort();
    this.#aborts.set(agentName, abort);
    this.#progress(agentName, { state: 'running', methodId });
    await this.#attempt(agentName, methodId, async () => {
      const isDone = await this.#signIn(agent, method, abort);
      if (abort.aborted || !isDone) this.#progress(agentName, undefined);
      else await this.#goOn(agent, method, abort);
    });
    this.#aborts.delete(agentName);
    if (abort.aborted) this.#progress(agentName, undefined);
  }

  /** Signs in to a new process of the agent by the method that worked in an earlier one. */
  async again(agentName: string, methodId: string): Promise<void> {
    const agent = this.#options.agents.agent(agentName);
    const method = agent.description?.authMethods.find(({ id }) => id === methodId);
    if (method === undefined || !isRemembered(method)) return;
    await this.start(agentName, methodId, () => true);
    // The next process asks the user.
    if (this.#options.states.of(agentName).progress?.state === 'failed') {
      await this.#options.ports.rememberMethod(agentName, undefined);
    }
  }

  /** Gives up the attempt that runs. */
  cancel(agentName: string): void {
    this.#aborts.get(agentName)?.abort();
  }

  /** Signs out where the agent advertises it (R26); rejects with a ParleyError otherwise, or when it refuses. */
  async signOut(agentName: string): Promise<void> {
    const agent = this.#options.agents.agent(agentName);
    await agent.connect();
    if (agent.description?.signsOut !== true) throw new ParleyError(signOutMissing(agent.label));
    // A card that is closed has no Cancel any more.
    this.cancel(agentName);
    await this.#options.ports.rememberMethod(agentName, undefined);
    await agent.signOut();
    await this.#options.ports.forgetKeys(agentName);
    this.#options.states.close(agentName);
  }

  /** Deletes the stored values and starts the agent without them. Resolves to whether there were any. */
  async forgetVariables(agentName: string): Promise<boolean> {
    const { ports, sessions } = this.#options;
    if (!(await ports.forgetVariables(agentName))) return false;
    this.cancel(agentName);
    this.#options.states.close(agentName);
    await sessions.restart(agentName);
    return true;
  }

  dispose(): void {
    for (const abort of this.#aborts.values()) abort.abort();
    this.#watch.dispose();
  }

  /** Resolves to whether the user is signed in; not where they gave up. */
  async #signIn(agent: Agent, method: AuthMethod, signal: AbortSignalLike): Promise<boolean> {
    const { ports } = this.#options;
    const { id, command } = method;
    if (method.kind === 'env') {
      const values = await ports.askForVariables(agent, method, signal);
      if (values === undefined || signal.aborted) return false;
      if (method.passesKey === true) {
        await agent.connect();
        // One that is not accepted is not stored.
        await agent.authenticate(id, signal, ownValue(values, apiKeyName(id)));
      } else {
        // An earlier key would sign in by its own method at the next start.
        await ports.forgetKeys(agent.name);
      }
      await ports.storeVariables(agent.name, values);
      return true;
    }
    if (command === undefined) {
      await agent.connect();
      await agent.authenticate(id, signal);
    } else {
      const exitCode = await ports.runInTerminal(agent, command, signal);
      if (signal.aborted) return false;
      if (exitCode !== 0) throw new ParleyError(signInCommandFailed(exitCode));
    }
    // A key would sign in by its own method at the next start.
    await ports.forgetKeys(agent.name);
    return true;
  }

  /** The agent itself knows who signed in through it; what another process did it learns when it starts (R27). */
  async #goOn(agent: Agent, method: AuthMethod, signal: AbortSignalLike): Promise<void> {
    const { sessions } = this.#options;
    const { name } = agent;
    const { id, kind, passesKey } = method;
    // Where a new process would cost the user their sessions, the one that runs is tried first. Variables it cannot get.
    const isRenewed =
      (kind === 'env' && passesKey !== true) || (kind === 'terminal' && !sessions.losesMemory(name));
    if (isRenewed) {
      this.#progress(name, { state: 'ending-turns', methodId: id });
      await sessions.idle(name, signal);
      if (signal.aborted) return;
    }
    await this.#options.ports.rememberMethod(name, isRemembered(method) ? id : undefined);
    // From now on, an agent that asks for a sign-in again says that this one had no effect.
    this.#doneAt.set(name, this.#options.clock.now());
    this.#withoutEffect.delete(name);
    this.#progress(name, { state: 'done', methodId: id });
    if (isRenewed) {
      this.#isRestarting.add(name);
      await sessions.restart(name).finally(() => this.#isRestarting.delete(name));
    } else {
      agent.signedIn();
      sessions.reopen(name);
    }
  }

  /** Does a part of signing in; a failure becomes the state of the agent, unless the user gave up. */
  async #attempt(agentName: string, methodId: string | undefined, part: () => Promise<void>): Promise<void> {
    try {
      await part();
    } catch (error) {
      if (this.#aborts.get(agentName)?.aborted === true) return;
      const user = describeError(error);
      // That a sign-in is needed, or has expired, is why this one was tried.
      const isRefusal = failureClassOf(user) === 'auth-required';
      const { label } = this.#options.agents.agent(agentName);
      this.#fail(agentName, methodId, isRefusal ? signInRefused(label, user.detail) : user);
    }
  }

  #fail(agentName: string, methodId: string | undefined, error: UserError): void {
    this.#options.log.warn(`${agentName}: the user was not signed in: ${error.message}`);
    this.#progress(agentName, { state: 'failed', methodId, error });
  }

  #statusChanged({ name, label, status }: Agent): void {
    const { states, clock, sessions } = this.#options;
    const { progress } = states.of(name);
    const isOver = progress?.state === 'done' || progress?.state === 'failed';
    if (status.state === 'starting' && isOver && !this.#isRestarting.has(name) && !this.#aborts.has(name)) {
      // What worked in one process, or did not, says nothing of the next.
      this.#progress(name, undefined);
    }
    if (status.state === 'ready' && !this.#isRestarting.has(name) && this.#withoutEffect.delete(name)) {
      sessions.reopen(name);
    }
    if (status.state !== 'needs-sign-in' || progress?.state !== 'done') return;
    if (clock.now() - (this.#doneAt.get(name) ?? 0) > EFFECT_MS) {
      states.close(name);
      return;
    }
    const said = status.error?.detail;
    this.#withoutEffect.add(name);
    this.#progress(name, {
      state: 'failed',
      methodId: progress.methodId,
      error: signInWithoutEffect(label, said),
    });
  }

  #progress(agentName: string, progress: SignInProgress | undefined): void {
    this.#options.states.setProgress(agentName, progress);
  }
}

/** Whether the method may work in later processes as well, without the user: the agent itself signs them in. */
function isRemembered({ kind }: AuthMethod): boolean {
  return kind === 'agent';
}
