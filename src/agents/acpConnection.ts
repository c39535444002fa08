// An agent over ACP: at most one connected process, its status, and what Parley asks of it.
import type { AbortSignalLike } from '../core/base/abort.ts';
import type {
  Agent,
  AgentClient,
  AgentDescription,
  AgentSessions,
  AgentStatus,
  PromptResult,
  SessionControls,
} from '../core/ports/agent.ts';
import { isDownloaded, type Launch } from '../core/settings/agentSettings.ts';
import { agentStopped, describeError, ParleyError, startError, type UserError } from '../core/errors.ts';
import type { FileAccess } from '../core/ports/fileAccess.ts';
import { Emitter, type Event } from '../core/base/lifecycle.ts';
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import type { SessionServers } from '../core/ports/sessionServers.ts';
import { Redactor } from '../core/secrets/redactor.ts';
import type { TerminalAccess } from '../core/ports/agentTerminals.ts';
import type { ConfigOption } from '../core/session/configOptions/state.ts';
import type { ContentBlock } from '../core/session/content.ts';
import type { AcpProcess } from './acpProcess.ts';
import type { ClientInfo } from './handshake.ts';
import { redactedLog } from './redaction.ts';
import type { CookieJars } from './remote/agentCookies.ts';
import type { TrafficLog } from './wire/wireLog.ts';

/** The time for `initialize`: real agents were seen to need 7 s. */
const START_TIMEOUT_SECONDS = 30;
/** The same where a package manager downloads the agent first: large packages over a slow network. */
const DOWNLOAD_TIMEOUT_SECONDS = 600;

export interface AcpConnectionOptions {
  /** The agent's key in the settings. */
  readonly name: string;
  /** What the user calls it; its name when absent. */
  readonly label?: string;
  /** How it is started, asked anew at each start; throws a ParleyError when its settings are unusable. */
  readonly launch: () => Launch | Promise<Launch>;
  /** Handles what the agent sends. */
  readonly client: AgentClient;
  readonly clientInfo: ClientInfo;
  readonly clock: Clock;
  /** The agent's own log: its standard error, and what was wrong with its messages. */
  readonly log: Log;
  /** The time for `initialize`; more where a package manager downloads the agent first. */
  readonly startTimeoutSeconds?: number;
  /** Serves files; without it they are not advertised (R79). */
  readonly files?: FileAccess;
  /** Serves terminals; without it they are not advertised (R79). */
  readonly terminals?: TerminalAccess;
  /** The MCP servers that sessions are given, asked anew for each; those that the agent cannot use are left out. */
  readonly mcpServers?: SessionServers;
  /** Where the traffic is logged, asked anew at each start; undefined: nowhere. */
  readonly wireLog?: () => TrafficLog | undefined | Promise<TrafficLog | undefined>;
  /** Is given the secrets of each launch, and hides them in all that is written about the agent. */
  readonly redactor?: Redactor;
}

/** One attempt to run the agent, from the start of a process until it is stopped or lost. */
interface Run {
  /** Undefined until the process has been started. */
  process: AcpProcess | undefined;
  /** Undefined once the agent has answered `initialize`. */
  connecting: Promise<void> | undefined;
}

/** Owns at most one process that counts; one that is being stopped may still be there beside it. */
export class AcpConnection implements Agent {
  readonly name: string;
  readonly label: string;
  readonly #options: AcpConnectionOptions;
  readonly #redactor: Redactor;
  readonly #log: Log;
  readonly #statusChanged = new Emitter<AgentStatus>();
  #status: AgentStatus = { state: 'stopped' };
  #description: AgentDescription | undefined;
  /** The run that counts; another one, or none, means that this one was given up. */
  #run: Run | undefined;
  /** How often the user has signed out. */
  #signOuts = 0;
  #wireLog: TrafficLog | undefined;
  readonly #ending = new Set<Promise<void>>();
  /** The cookies of a remote agent: they lead back to the server that has its sessions. */
  readonly #cookies: CookieJars = new Map();

  readonly onStatusChange: Event<AgentStatus> = this.#statusChanged.event;

  constructor(options: AcpConnectionOptions) {
    this.name = options.name;
    this.label = options.label ?? options.name;
    this.#options = options;
    this.#redactor = options.redactor ?? new Redactor();
    this.#log = redactedLog(options.log, this.#redactor);
  }

  get status(): AgentStatus {
    return this.#status;
  }

  get description(): AgentDescription | undefined {
    return this.#description;
  }

  get isBusy(): boolean {
    return this.#run?.connecting !== undefined || this.#run?.process?.isBusy === true;
  }

  get sessions(): AgentSessions {
    return this.#process().sessions;
  }

  get controls(): SessionControls {
    return this.#process().prompts;
  }

  connect(): Promise<void> {
    if (this.#run === undefined) {
      const run: Run = { process: undefined, connecting: undefined };
      this.#run = run;
      run.connecting = this.#connect(run);
    }
    return this.#run.connecting ?? Promise.resolve();
  }

  async authenticate(methodId: string, signal?: AbortSignalLike, apiKey?: string): Promise<void> {
    const process = this.#process();
    await process.authenticate(methodId, signal, apiKey);
    if (this.#run?.process === process) this.#signedIn();
  }

  signedIn(): void {
    this.#signedIn();
  }

  async signOut(): Promise<void> {
    await this.#process().signOut();
    this.#signOuts++;
  }

  async prompt(sessionId: string, content: readonly ContentBlock[]): Promise<PromptResult> {
    const process = this.#process();
    process.sessions.endReplay(sessionId);
    const signOuts = this.#signOuts;
    const result = await process.prompts.prompt(sessionId, content);
    // A turn that began before the user signed out says nothing of what comes after.
    if (this.#run?.process === process && this.#signOuts === signOuts) this.#signedIn();
    return result;
  }

  cancel(sessionId: string): void {
    this.#run?.process?.prompts.cancel(sessionId);
  }

  cancelSubagent(sessionId: string, toolCallId: string): void {
    this.#run?.process?.cancelSubagent(sessionId, toolCallId);
  }

  killTerminal(sessionId: string, terminalId: string): void {
    const killed = this.#run?.process?.terminals.kill(sessionId, terminalId);
    killed?.catch((error: unknown) => this.#log.info(`Nothing to stop: ${String(error)}`));
  }

  async endTerminals(sessionId: string): Promise<void> {
    await this.#run?.process?.terminals.endSession(sessionId);
  }

  async stop(): Promise<void> {
    const run = this.#run;
    this.#run = undefined;
    if (this.#status.state !== 'stopped') this.#setStatus({ state: 'stopped' });
    if (run?.process !== undefined) this.#end(run.process, agentStopped(this.label));
    // A process that was just being started is ended as soon as it is there.
    await run?.connecting?.catch(() => undefined);
    await Promise.all(this.#ending);
    await this.#wireLog?.flush();
  }

  dispose(): void {
    void this.stop().finally(() => this.#wireLog?.dispose());
    this.#statusChanged.dispose();
  }

  /** The only place where the status changes. */
  #setStatus(status: AgentStatus): void {
    this.#status = status;
    this.#log.info(`Now ${status.state}${status.error === undefined ? '.' : `: ${status.error.message}`}`);
    this.#statusChanged.fire(status);
  }

  /** An agent that does what it was asked does not need a sign-in any more (R29, R30). */
  #signedIn(): void {
    if (this.#status.state === 'needs-sign-in') this.#setStatus({ state: 'ready' });
  }

  #opened(sessionId: string, options: readonly ConfigOption[]): void {
    // Some agents open sessions also for users who have yet to sign in, and say so.
    if (this.#run?.process?.isSignedOut !== true) this.#signedIn();
    const { client, clock } = this.#options;
    if (options.length > 0) {
      client.sessionUpdate(this, sessionId, { type: 'config_options', at: clock.now(), options });
    }
  }

  /** The process that counts; throws a ParleyError when there is none. */
  #process(): AcpProcess {
    const process = this.#run?.process;
    if (process === undefined) throw new ParleyError(this.#status.error ?? agentStopped(this.label));
    return process;
  }

  async #connect(run: Run): Promise<void> {
    this.#setStatus({ state: 'starting' });
    try {
      const launch = await this.#options.launch();
      if (isDownloaded(launch) && this.#run === run) {
        this.#setStatus({ state: 'starting', isDownloading: true });
      }
      const process = await this.#start(launch);
      if (this.#run !== run) {
        const stopped = agentStopped(this.label);
        this.#end(process, stopped);
        throw new ParleyError(stopped);
      }
      run.process = process;
      process.onLost((error) => {
        if (this.#run === run) this.#fail(run.connecting === undefined ? error : startError(error));
      });
      this.#description = (await process.initialize()).description;
      this.#setStatus({ state: 'ready' });
      process.reportSignIn();
    } catch (error) {
      const failure = startError(describeError(error));
      if (this.#run === run) this.#fail(failure);
      throw new ParleyError(failure, { cause: error });
    } finally {
      run.connecting = undefined;
    }
  }

  /** Starts a process; rejects with a ParleyError. */
  async #start(launch: Launch): Promise<AcpProcess> {
    const { client, clientInfo, clock, files, terminals, mcpServers } = this.#options;
    // Loaded now, because a window in which no agent is used needs none of it.
    const [{ AcpProcess }, wireLog] = await Promise.all([
      import('./acpProcess.ts'),
      this.#options.wireLog?.(),
    ]);
    this.#wireLog = wireLog;
    return AcpProcess.start({
      agent: this,
      client,
      launch,
      clientInfo,
      clock,
      log: this.#log,
      startTimeoutSeconds: Math.max(
        this.#options.startTimeoutSeconds ?? START_TIMEOUT_SECONDS,
        isDownloaded(launch) ? DOWNLOAD_TIMEOUT_SECONDS : 0,
      ),
      files,
      terminalAccess: terminals,
      mcpServers,
      wireLog,
      redactor: this.#redactor,
      cookies: this.#cookies,
      onSignedIn: () => this.#signedIn(),
      onSignInNeeded: (error) => this.#setStatus({ state: 'needs-sign-in', error }),
      onOpened: (sessionId, options) => this.#opened(sessionId, options),
    });
  }

  /** The connection is lost, or was never made. What is pending rejects afterwards. */
  #fail(error: UserError): void {
    const process = this.#run?.process;
    this.#run = undefined;
    this.#setStatus({ state: 'failed', error });
    if (process !== undefined) this.#end(process, error);
  }

  /** Ends a process and remembers it until it is gone. */
  #end(process: AcpProcess, reason: UserError): void {
    const ending = process.end(reason).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}
