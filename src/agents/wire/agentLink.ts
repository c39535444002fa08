// One process of an agent, or a connection to a remote one, with JSON-RPC over it: from the start to why it ended.
import type { AbortSignalLike } from '../../core/base/abort.ts';
import type { Launch, ProcessLaunch, RemoteLaunch } from '../../core/settings/agentSettings.ts';
import { inputClosed, outputClosed } from '../../core/agentErrors.ts';
import { ParleyError, type UserError } from '../../core/errors.ts';
import { Emitter, type Event } from '../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import { AgentProcess } from './agentProcess.ts';
import type { AgentTransport, TransportEnd } from './agentTransport.ts';
import { RpcConnection, type RpcHandlers } from './rpcConnection.ts';
import type { Redactor } from '../../core/secrets/redactor.ts';
import { redactedError, redactedUserError } from '../redaction.ts';
import type { CookieJars } from '../remote/agentCookies.ts';
import { settlesWithin } from '../../../packages/process/wait.ts';
import type { TrafficLog } from './wireLog.ts';

/** The time in which an agent whose output or input was closed may still end, before it counts as out of reach. */
const EXIT_GRACE_PERIOD_MS = 1_000;

/** The idle time after which all that an ended agent sent counts as read. */
const IDLE_MS = 500;

/** What an agent printed in this time before its end is a reason for it, also where a prompt came between. */
const REASON_PERIOD_MS = 5_000;

export interface AgentLinkOptions {
  readonly name: string;
  readonly launch: Launch;
  readonly handlers: RpcHandlers;
  readonly clock: Clock;
  readonly log: Log;
  readonly wireLog: TrafficLog | undefined;
  /** Hides secrets in the stderr tail and in errors. */
  readonly redactor: Redactor;
  readonly cookies: CookieJars;
}

/** Lost once, for one reason: from then on nothing is delivered and everything pending rejects with that reason. */
export class AgentLink {
  readonly #options: AgentLinkOptions;
  readonly #transport: AgentTransport;
  readonly #rpc: RpcConnection;
  readonly #lost = new Emitter<UserError>();
  readonly #outputEnded: Promise<void>;
  #reason: UserError | undefined;
  /** The moment of the last prompt, and how many lines of the output were no messages by then. */
  #lastPrompt = { at: -Infinity, skippedLines: 0 };

  /** Fires when the agent ended or went out of reach without being stopped, before the pending requests reject (R16). */
  readonly onLost: Event<UserError> = this.#lost.event;

  private constructor(transport: AgentTransport, options: AgentLinkOptions) {
    this.#options = options;
    const { name, log, handlers, wireLog } = options;
    this.#transport = transport;
    const { input, output } = transport;
    this.#rpc = new RpcConnection({ input, output, handlers, log, wireLog });
    this.#outputEnded = new Promise((resolve) => {
      this.#rpc.onEnd(resolve);
    });
    void transport.ended.then((end) => this.#ended(end));
    void this.#outputEnded.then(() => this.#outOfReach(outputClosed(name)));
    this.#rpc.onWriteError((error) => {
      log.warn(`Its input was closed: ${error.message}`);
      void this.#outOfReach(inputClosed(name));
    });
  }

  /** Starts the process, or begins to connect. Rejects with a ParleyError when that fails. */
  static async start(options: AgentLinkOptions): Promise<AgentLink> {
    const { launch, redactor } = options;
    const starting = 'url' in launch ? connectRemote(launch, options) : startProcess(launch, options);
    const transport = await starting.catch((error: unknown) => {
      throw redactedError(error, redactor);
    });
    return new AgentLink(transport, options);
  }

  /** The end of the process's standard error; of its output, where that is all it said. */
  stderrTail(): string {
    return this.stderrOnly() || this.lastSkipped();
  }

  /** The end of the process's standard error. */
  stderrOnly(): string {
    return this.#options.redactor.text(this.#transport.stderrTail());
  }

  /** The last lines of its output that were no messages. */
  lastSkipped(): string {
    return this.#options.redactor.text(this.#rpc.lastSkipped());
  }

  /** How many lines of its output were no messages. */
  get skippedLines(): number {
    return this.#rpc.skippedLines;
  }

  /** The error of an agent that has not answered `initialize` in time. */
  describeTimeout(seconds: number): UserError {
    return this.#transport.describeTimeout(seconds, this.stderrTail());
  }

  /**
   * Sends a request. Rejects with the agent's `ResponseError`, or with a ParleyError when the link is lost. Aborting
   * `signal` asks the agent to give it up.
   */
  async request(method: string, params: object, signal?: AbortSignalLike): Promise<unknown> {
    if (this.#reason !== undefined) throw new ParleyError(this.#reason);
    if (method === 'session/prompt') {
      this.#lastPrompt = { at: this.#options.clock.now(), skippedLines: this.skippedLines };
    }
    try {
      return await this.#rpc.request(method, params, signal);
    } catch (error) {
      // Narrowing says it is undefined; it is set while the answer is waited for.
      const reason = this.#lossReason();
      throw reason === undefined ? error : new ParleyError(reason, { cause: error });
    }
  }

  notify(method: string, params: object): void {
    if (this.#reason === undefined) this.#rpc.notify(method, params);
  }

  /** Ends the agent for a reason of ours. Everything pending rejects with it at once; resolves when all is gone. */
  async stop(reason: UserError): Promise<void> {
    this.#rpc.abortServed();
    // The answers to what the agent had asked are sent before its input is closed.
    await new Promise(setImmediate);
    this.#end(reason);
    await this.#transport.stop();
  }

  async #ended({ note, describe }: TransportEnd): Promise<void> {
    const { clock, log, redactor } = this.#options;
    log.info(note);
    const endedAt = clock.now();
    await this.#drained();
    this.#lose(redactedUserError(describe(this.#printedBefore(endedAt)), redactor));
    await this.#transport.stop();
  }

  /** What the agent printed that may be why it ended: what it said in an earlier turn is not. */
  #printedBefore(end: number): string {
    const { at, skippedLines } = this.#lastPrompt;
    const printed = this.#transport.stderrTail(Math.min(at, end - REASON_PERIOD_MS));
    return this.#options.redactor.text(printed || this.#rpc.lastSkipped(skippedLines));
  }

  /** Until all the agent had written is delivered. A daemon it left may hold the pipe, so a pause counts too. */
  async #drained(): Promise<void> {
    let received: number;
    do {
      received = this.#rpc.received;
    } while (
      !(await settlesWithin(this.#options.clock, this.#outputEnded, IDLE_MS)) &&
      this.#rpc.received !== received
    );
  }

  async #outOfReach(reason: UserError): Promise<void> {
    if (await settlesWithin(this.#options.clock, this.#transport.ended, EXIT_GRACE_PERIOD_MS)) return;
    this.#lose(reason);
    await this.#transport.stop();
  }

  #lose(reason: UserError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#lost.fire(reason);
    this.#end(reason);
  }

  #end(reason: UserError): void {
    this.#reason ??= reason;
    this.#rpc.dispose();
    this.#lost.dispose();
  }

  #lossReason(): UserError | undefined {
    return this.#reason;
  }
}

async function startProcess(
  launch: ProcessLaunch,
  { name, clock, log }: AgentLinkOptions,
): Promise<AgentTransport> {
  const process = await AgentProcess.start({ name, launch, clock, onStderrLine: (line) => log.info(line) });
  log.info(`Started “${launch.command}” in ${launch.cwd}, process ${process.pid}.`);
  return process.transport(name);
}

async function connectRemote(
  launch: RemoteLaunch,
  { name, clock, log, cookies }: AgentLinkOptions,
): Promise<AgentTransport> {
  const { connectRemoteAgent } = await import('../remote/connectRemoteAgent.ts');
  return connectRemoteAgent({ name, launch, clock, log, cookies });
}
