// Checks an agent: starts it on its own, step by step, each with a timeout, and reports what came of it.
import type { AbortSignalLike } from '../../../core/base/abort.ts';
import { startTimedOut, unsupportedProtocol } from '../../../core/agentErrors.ts';
import { agentStopped, describeError, ParleyError, type UserError } from '../../../core/errors.ts';
import { remoteTimedOut } from '../../../core/remoteErrors.ts';
import type { AgentStatus } from '../../../core/ports/agent.ts';
import type { AgentProbe, ProbedAgent, StartProbe } from '../../../core/ports/agentProbe.ts';
import type { Clock, Log } from '../../../core/ports/hostPorts.ts';
import { isDownloaded, type Launch, type ProcessLaunch } from '../../../core/settings/agentSettings.ts';
import type { McpServer } from '../../../core/mcp/mcpServerSettings.ts';
import { KEY_TIMEOUT_SECONDS } from '../../../core/signIn/apiKey.ts';
import type { ConfigOption } from '../../../core/session/configOptions/state.ts';
import type { CheckReport, CheckStepId } from './checkReport.ts';
import { checkStrings } from './checkStrings.ts';
import type { EditorFacts, ProgramFacts } from '../../../core/ports/programFacts.ts';
import { ReportBuilder } from './reportBuilder.ts';

/** `initialize` has the time that it has in a chat, because a check has to come to the same result. */
const TIMEOUT_SECONDS: Readonly<Record<CheckStepId, number>> = {
  settings: 15,
  program: 15,
  start: 15,
  initialize: 30,
  session: 30,
};

/** What an agent is started with. */
export interface PreparedAgent {
  readonly launch: Launch;
  /** The folder of a session; absolute. */
  readonly cwd: string;
  readonly servers: readonly McpServer[];
  /** A sentence for each MCP server that cannot be used. */
  readonly serverProblems: readonly string[];
}

export interface CheckPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Reads the settings of the agent; rejects with a ParleyError. */
  readonly prepare: () => Promise<PreparedAgent>;
  readonly inspect: (launch: ProcessLaunch) => Promise<ProgramFacts>;
  readonly startProbe: StartProbe;
  readonly editor: EditorFacts;
  /** The status of the connection that sessions use; undefined where there is none. */
  readonly connection: () => AgentStatus | undefined;
  /** Hides the secrets of a text, asked anew for each. */
  readonly redact: (text: string) => string;
}

/** The time for `initialize` of an agent that is downloaded before, as it is in a chat. */
const DOWNLOAD_TIMEOUT_SECONDS = 600;

export interface CheckedAgent {
  /** Its key in the settings. */
  readonly name: string;
  /** What the user calls it. */
  readonly label: string;
}

/**
 * Resolves to the last report; `onReport` is given each before it. Never rejects: an error is part of the report. What was
 * started has ended when it resolves.
 */
export async function runCheck(
  agent: CheckedAgent,
  ports: CheckPorts,
  { onReport, signal }: { onReport: (report: CheckReport) => void; signal: AbortSignalLike },
): Promise<CheckReport> {
  return new Check(agent, ports, onReport, signal).run();
}

class Check {
  readonly #agent: CheckedAgent;
  readonly #ports: CheckPorts;
  readonly #signal: AbortSignalLike;
  readonly #onReport: (report: CheckReport) => void;
  readonly #report: ReportBuilder;
  #isDownloaded = false;
  #isRemote = false;
  #hasKeys = false;
  #starting: Promise<AgentProbe> | undefined;
  #probe: AgentProbe | undefined;

  constructor(
    agent: CheckedAgent,
    ports: CheckPorts,
    onReport: (report: CheckReport) => void,
    signal: AbortSignalLike,
  ) {
    this.#agent = agent;
    this.#ports = ports;
    this.#signal = signal;
    this.#onReport = onReport;
    this.#report = new ReportBuilder(agent, ports.redact);
  }

  async run(): Promise<CheckReport> {
    const report = this.#report;
    const connection = this.#ports.connection();
    if (connection !== undefined) report.setConnection(connection);
    try {
      await this.#steps();
      report.finish();
    } catch (error) {
      if (this.#signal.aborted) report.cancel();
      else report.fail(describeError(error));
    }
    this.#readOutput();
    if (this.#probe !== undefined) await this.#probe.stop();
    // A process that is there only after its time was over.
    else void this.#starting?.then((late) => late.stop()).catch(() => undefined);
    const last = report.build();
    this.#onReport(last);
    return last;
  }

  async #steps(): Promise<void> {
    const { prepare, inspect, startProbe, editor, clock } = this.#ports;
    const report = this.#report;
    const { label } = this.#agent;
    const prepared = await this.#step('settings', prepare);
    const { launch } = prepared;
    report.setLaunch(launch, prepared.serverProblems);
    this.#isRemote = 'url' in launch;
    this.#hasKeys = launch.apiKeys !== undefined;
    if (!('url' in launch)) {
      const facts = await this.#step('program', () => inspect(launch));
      report.setProgram(launch, facts, editor);
    }
    const startedAt = clock.now();
    const probe = await this.#step('start', () => {
      this.#starting = startProbe({ label, launch, log: this.#ports.log });
      return this.#starting;
    });
    this.#probe = probe;
    this.#isDownloaded = isDownloaded(launch);
    const probed = await this.#step('initialize', () => this.#initialize(probe));
    report.setAgent(probed, clock.now() - startedAt, prepared.servers);
    report.setOptions(await this.#trySession(probe, prepared));
  }

  async #initialize(probe: AgentProbe): Promise<ProbedAgent> {
    const probed = await probe.initialize();
    if (probed.isVersionSupported) return probed;
    this.#report.setProtocolVersion(probed);
    throw new ParleyError(unsupportedProtocol(this.#agent.label, probed.protocolVersion));
  }

  /** The options of a new session; undefined where the user has to sign in first. */
  async #trySession(
    probe: AgentProbe,
    { cwd, servers }: PreparedAgent,
  ): Promise<readonly ConfigOption[] | undefined> {
    const report = this.#report;
    try {
      const options = await this.#step('session', () => probe.tryNewSession(cwd, servers));
      report.noteStep('session', 'done', checkStrings.sessionOpened());
      report.setSignIn(probe.isSignedOut ? 'needed' : 'ready');
      return options;
    } catch (error) {
      const user = describeError(error);
      if (this.#signal.aborted || user.code !== 'sign-in-needed') throw error;
      report.noteStep('session', 'warning', checkStrings.signInNeeded());
      report.setSignIn('needed', user);
      return undefined;
    }
  }

  /** Runs one step, and reports before it and after it. Rejects when it takes too long, and when the user cancels. */
  async #step<T>(id: CheckStepId, run: () => Promise<T>): Promise<T> {
    const { clock } = this.#ports;
    const began = clock.now();
    this.#report.beginStep(id);
    if (id === 'initialize' && this.#isDownloaded) {
      this.#report.noteStep(id, 'running', checkStrings.downloading());
    }
    this.#onReport(this.#report.build());
    try {
      const value = await this.#within(id, run());
      this.#report.endStep(id, 'done', clock.now() - began);
      return value;
    } catch (error) {
      const state = this.#signal.aborted ? 'skipped' : 'failed';
      this.#report.endStep(id, state, clock.now() - began);
      if (state === 'failed') this.#report.noteStep(id, 'failed', describeError(error).message);
      throw error;
    } finally {
      this.#onReport(this.#report.build());
    }
  }

  async #within<T>(id: CheckStepId, promise: Promise<T>): Promise<T> {
    const seconds = this.#timeoutSeconds(id);
    const { label } = this.#agent;
    const ended = Promise.withResolvers<never>();
    const cancel = (): void => ended.reject(new ParleyError(agentStopped(label)));
    if (this.#signal.aborted) cancel();
    else this.#signal.addEventListener('abort', cancel);
    const timer = this.#ports.clock.after(seconds * 1000, () => {
      ended.reject(new ParleyError(this.#timedOut(id, seconds)));
    });
    try {
      return await Promise.race([promise, ended.promise]);
    } finally {
      timer.dispose();
    }
  }

  #timeoutSeconds(id: CheckStepId): number {
    if (id === 'initialize' && this.#isDownloaded) return DOWNLOAD_TIMEOUT_SECONDS;
    // Before a session the agent is passed the stored keys, which it may check.
    return TIMEOUT_SECONDS[id] + (id === 'session' && this.#hasKeys ? KEY_TIMEOUT_SECONDS : 0);
  }

  #timedOut(id: CheckStepId, seconds: number): UserError {
    const { label } = this.#agent;
    const detail = this.#lastOutput();
    if (id === 'initialize') {
      return (this.#isRemote ? remoteTimedOut : startTimedOut)(label, seconds, detail);
    }
    return {
      code: 'check-timed-out',
      message: checkStrings.timedOut(checkStrings.step(id), label, seconds),
      ...(detail === '' ? {} : { detail }),
      actions: [],
    };
  }

  #lastOutput(): string {
    const probe = this.#probe;
    return probe === undefined ? '' : probe.stderrTail() || probe.lastSkipped();
  }

  #readOutput(): void {
    const probe = this.#probe;
    if (probe === undefined) return;
    this.#report.setOutput(probe.stderrTail(), probe.skippedLines, probe.lastSkipped());
  }
}
