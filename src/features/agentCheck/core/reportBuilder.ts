// Collects what a check finds, and makes of it the report that is shown: no secrets, one text for each finding.
import type { UserError } from '../../../core/errors.ts';
import type { AgentStatus } from '../../../core/ports/agent.ts';
import type { ProbedAgent } from '../../../core/ports/agentProbe.ts';
import type { ConfigOption } from '../../../core/session/configOptions/state.ts';
import type { Launch, ProcessLaunch } from '../../../core/settings/agentSettings.ts';
import { addressText, serversFor } from '../../../core/settings/remoteAddress.ts';
import { usableServers, type McpServer } from '../../../core/mcp/mcpServerSettings.ts';
import { commandLineText } from '../../../core/text/commandLineText.ts';
import { capabilitiesOf } from './capabilities.ts';
import {
  checkStepId,
  type CheckedServer,
  type CheckFact,
  type CheckReport,
  type CheckStep,
  type CheckStepId,
  type Finding,
  type Severity,
  type StepState,
} from './checkReport.ts';
import { checkStrings } from './checkStrings.ts';
import { findingsOf } from './findings.ts';
import type { EditorFacts, ProgramFacts } from '../../../core/ports/programFacts.ts';

export class ReportBuilder {
  readonly #agent: { readonly name: string; readonly label: string };
  readonly #redact: (text: string) => string;
  readonly #steps = new Map<CheckStepId, CheckStep>();
  readonly #facts = new Map<string, CheckFact>();
  readonly #errors: UserError[] = [];
  #connection: readonly CheckFact[] = [];
  #state: CheckReport['state'] = 'running';
  #failure: UserError | undefined;
  #findings: readonly Finding[] = [];
  #outputFindings: readonly Finding[] = [];
  #serverFindings: readonly Finding[] = [];
  #servers: readonly CheckedServer[] = [];
  #probed: ProbedAgent | undefined;
  #options: readonly ConfigOption[] | undefined;
  #signIn: CheckReport['signIn']['state'] = 'unknown';
  #stderrTail = '';
  #launch: Launch | undefined;

  constructor(agent: { readonly name: string; readonly label: string }, redact: (text: string) => string) {
    this.#agent = agent;
    this.#redact = redact;
    for (const id of checkStepId.options) {
      this.#steps.set(id, { id, label: checkStrings.step(id), state: 'waiting' });
    }
  }

  beginStep(id: CheckStepId): void {
    this.#setStep(id, { state: 'running' });
  }

  endStep(id: CheckStepId, state: StepState, durationMs: number): void {
    // What was said while it ran does not hold any more.
    this.#steps.set(id, { id, label: checkStrings.step(id), state, durationMs });
  }

  noteStep(id: CheckStepId, state: StepState, note: string): void {
    this.#setStep(id, { state, note });
  }

  /** The connection that sessions of the agent use, and its last error. */
  setConnection({ state, error }: AgentStatus): void {
    const value = checkStrings.connectionState[state]();
    this.#connection = [{ name: 'connection', label: checkStrings.connection(), value }];
    if (error !== undefined) this.#errors.push(error);
  }

  setLaunch(launch: Launch, serverProblems: readonly string[]): void {
    this.#serverFindings = serverProblems.map((text) => ({ topic: 'servers', severity: 'warning', text }));
    this.#launch = launch;
    if ('url' in launch) {
      this.#setFact('url', checkStrings.url(), addressText(launch.url));
      this.noteStep('program', 'skipped', checkStrings.runsOnServer());
      return;
    }
    const { command, args, cwd, behind } = launch;
    const { command: program, args: rest } = behind ?? { command, args };
    this.#setFact('command', checkStrings.command(), commandLineText(program, rest));
    if (behind !== undefined) {
      this.#setFact('protocol', checkStrings.protocolKind(), checkStrings.rpcMode());
    }
    this.#setFact('folder', checkStrings.folder(), cwd);
  }

  setProgram(launch: ProcessLaunch, facts: ProgramFacts, editor: EditorFacts): void {
    const { path, realPath, version, command } = facts;
    const found =
      path === undefined
        ? checkStrings.notFound()
        : realPath === undefined
          ? path
          : checkStrings.linksTo(path, realPath);
    this.#setFact('path', checkStrings.found(), found);
    // The program may be Node, which says nothing of the version of the agent.
    const name = command.replace(/^.*[\\/]/, '');
    if (version !== undefined) this.#setFact('programVersion', checkStrings.programVersion(name), version);
    this.#findings = findingsOf(launch, facts, editor);
    if (path === undefined) this.noteStep('program', 'failed', checkStrings.programNotFound(command));
    else this.noteStep('program', 'done', path);
  }

  setProtocolVersion({ protocolVersion, description }: ProbedAgent): void {
    this.#setFact('agent', checkStrings.agentTitle(), description.title);
    const { version } = description;
    if (version !== undefined) this.#setFact('version', checkStrings.agentVersion(), version);
    this.#setFact('protocolVersion', checkStrings.protocolVersion(), protocolVersion);
  }

  /** What the agent said of itself, and how long that took. `servers`: all that are configured. */
  setAgent(probed: ProbedAgent, startMs: number, servers: readonly McpServer[]): void {
    this.#probed = probed;
    this.setProtocolVersion(probed);
    const duration = checkStrings.milliseconds(String(Math.round(startMs)));
    this.#setFact('startTime', checkStrings.startTime(), duration);
    const reachable = this.#launch === undefined ? servers : serversFor(this.#launch, servers);
    const usable = new Set(usableServers(reachable, probed.mcp));
    this.#servers = servers.map((server) => {
      const kind = 'type' in server ? server.type : 'stdio';
      const isPassed = usable.has(server);
      const note = isPassed ? checkStrings.passed() : checkStrings.leftOut(kind);
      return { name: server.name, kind, isPassed, note };
    });
  }

  setOptions(options: readonly ConfigOption[] | undefined): void {
    this.#options = options;
  }

  setSignIn(state: CheckReport['signIn']['state'], error?: UserError): void {
    this.#signIn = state;
    if (error !== undefined) this.#errors.push(error);
  }

  setOutput(stderrTail: string, skippedLines: number, lastSkipped: string): void {
    this.#stderrTail = stderrTail;
    this.#outputFindings =
      skippedLines === 0
        ? []
        : [
            {
              topic: 'output',
              severity: 'warning',
              text: checkStrings.skippedLines(skippedLines, lastSkipped),
            },
          ];
  }

  finish(): void {
    this.#state = 'finished';
    this.#skipWaiting();
  }

  fail(error: UserError): void {
    this.#state = 'finished';
    this.#failure = error;
    this.#errors.push(error);
    this.#skipWaiting();
  }

  cancel(): void {
    this.#state = 'cancelled';
    this.#skipWaiting();
  }

  build(): CheckReport {
    const redact = this.#redact;
    return {
      agent: this.#agent.name,
      label: this.#agent.label,
      state: this.#state,
      verdict: this.#verdict(),
      steps: [...this.#steps.values()].map(({ note, ...step }) => ({
        ...step,
        ...(note === undefined ? {} : { note: redact(note) }),
      })),
      facts: [...this.#facts.values(), ...this.#connection].map((fact) => ({
        ...fact,
        value: redact(fact.value),
      })),
      capabilities: this.#probed === undefined ? [] : [...capabilitiesOf(this.#probed, this.#options)],
      signIn: this.#signInReport(),
      servers: [...this.#servers],
      findings: this.#allFindings().map((finding) => ({ ...finding, text: redact(finding.text) })),
      errors: distinct(this.#errors).map(({ detail, ...error }) => ({
        ...error,
        message: redact(error.message),
        actions: [...error.actions],
        ...(detail === undefined ? {} : { detail: redact(detail) }),
      })),
      stderrTail: redact(this.#stderrTail),
    };
  }

  #verdict(): CheckReport['verdict'] {
    const { label } = this.#agent;
    if (this.#state === 'running') return { severity: 'info', text: checkStrings.checking(label) };
    if (this.#state === 'cancelled') return { severity: 'warning', text: checkStrings.cancelled() };
    if (this.#failure !== undefined) {
      return { severity: 'error', text: this.#redact(this.#failure.message) };
    }
    if (this.#signIn === 'needed') return { severity: 'warning', text: checkStrings.worksAfterSignIn(label) };
    const hasWarning = this.#allFindings().some(({ severity }) => severity !== 'info');
    return hasWarning
      ? { severity: 'warning', text: checkStrings.worksWithWarnings(label) }
      : { severity: 'info', text: checkStrings.works(label) };
  }

  #allFindings(): readonly Finding[] {
    const all = [...this.#outputFindings, ...this.#serverFindings, ...this.#findings];
    return ORDER.flatMap((severity) => all.filter((finding) => finding.severity === severity));
  }

  #signInReport(): CheckReport['signIn'] {
    const methods = (this.#probed?.description.authMethods ?? []).map(({ name, description }) => ({
      name,
      description,
    }));
    const text = {
      ready: checkStrings.signInReady,
      needed: checkStrings.signInNeeded,
      unknown: checkStrings.signInUnknown,
    }[this.#signIn]();
    return { state: this.#signIn, text, methods };
  }

  #skipWaiting(): void {
    for (const [id, { state }] of this.#steps) {
      if (state === 'waiting' || state === 'running') this.#setStep(id, { state: 'skipped' });
    }
  }

  #setStep(id: CheckStepId, change: Partial<CheckStep>): void {
    const step = this.#steps.get(id);
    if (step !== undefined) this.#steps.set(id, { ...step, ...change });
  }

  #setFact(name: string, label: string, value: string): void {
    this.#facts.set(name, { name, label, value });
  }
}

const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

/** Errors that say the same once: the connection of sessions and the trial mostly fail for one reason. */
function distinct(errors: readonly UserError[]): readonly UserError[] {
  return errors.filter(
    ({ code, message }, index) =>
      errors.findIndex((other) => other.code === code && other.message === message) === index,
  );
}
