// Adds one agent: shows the exact entry, installs what has to be installed, tries the agent, and writes the setting.
import * as vscode from 'vscode';
import { describeError, ParleyError } from '../../../core/errors.ts';
import type { AgentDescription } from '../../../core/ports/agent.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import { missingPackage, type MissingPackage } from '../../../core/failures/missingPackage.ts';
import { oneLine } from '../../../core/text/oneLine.ts';
import { spelledOut } from '../../../core/text/spelledOut.ts';
import type { AgentEntry } from '../../../core/settings/agentEntry.ts';
import { isCancelled } from '../node/registryErrors.ts';
import { entryLaunch, withDownload } from '../../../host/agents/agentLaunch.ts';
import { escapeForNotification } from '../../../host/text/escapeForNotification.ts';
import { addAgentStrings } from './addAgentStrings.ts';
import type { AddAgentServices } from './addAgentServices.ts';
import { askName } from './askName.ts';
import { CountedSteps, type ReportStep } from './countedSteps.ts';
import { entryText, freeName, writeAgent, type RemoteEntry } from './userAgents.ts';

const MAX_DETAIL = 1_500;

export interface NewAgent {
  /** Its key in the settings. */
  readonly name: string;
  readonly entry: AgentEntry;
  /** What it is besides the entry, as sentences. */
  readonly notes: readonly string[];
  readonly question: string;
  readonly confirm: string;
  /** Whether an entry of that name is replaced. */
  readonly isUpdate?: boolean;
  /** The time for its first answer: a package manager may have to download first. */
  readonly timeoutSeconds: number;
  /** Added to the environment of the first start alone, so that it shows what it does. */
  readonly firstStart?: Readonly<Record<string, string>>;
  /** Downloads what the entry needs. */
  readonly prepare?: (signal: AbortSignal, report: ReportStep) => Promise<void>;
  /** The same agent with the newest version of its package, where that can be found out. */
  readonly withNewest?: (missing: MissingPackage, signal: AbortSignal) => Promise<Instead | undefined>;
  /** Removes what was downloaded, after the agent could not be started. */
  readonly discard?: () => Promise<void>;
}

/** Where the user has clicked, which shows the steps of an install in the place of a notification. */
export interface InstallPlace {
  readonly show: (step: string) => void;
  /** Aborted when the user cancels there. */
  readonly signal: AbortSignal;
}

/** An agent to add in the place of one whose package is missing. */
interface Instead {
  readonly version: string;
  readonly agent: NewAgent;
}

/**
 * Asks for the name of an agent that the user has described, and whether it is added with this entry. Undefined when it
 * is not.
 */
export async function nameAndConfirm(
  title: string,
  proposed: string,
  entry: AgentEntry | RemoteEntry,
): Promise<string | undefined> {
  const name = await askName(title, freeName(proposed));
  if (name === undefined) return undefined;
  const isConfirmed = await confirmEntry({
    name,
    entry,
    notes: [],
    question: addAgentStrings.confirmAdd(spelledOut(name)),
    confirm: addAgentStrings.add(),
  });
  return isConfirmed ? name : undefined;
}

/** Asks with the exact entry in view. */
export async function confirmEntry({
  name,
  entry,
  notes,
  question,
  confirm,
  isUpdate = false,
}: Pick<NewAgent, 'name' | 'notes' | 'question' | 'confirm' | 'isUpdate'> & {
  readonly entry: AgentEntry | RemoteEntry;
}): Promise<boolean> {
  const where = isUpdate ? addAgentStrings.changedEntry() : addAgentStrings.entry();
  const detail = [...notes.map(spelledOut), `${where}\n\n${entryText(name, entry)}`].join('\n\n');
  const answer = await vscode.window.showInformationMessage(question, { modal: true, detail }, confirm);
  return answer === confirm;
}

/**
 * Installs and tries a confirmed agent, with progress and cancel, and writes it. Where it is not added, nothing of it is
 * left; `'retry'`: it failed, and the user, who knows why, wants to try again.
 */
export async function addEntry(
  agent: NewAgent,
  services: AddAgentServices,
  place?: InstallPlace,
): Promise<'added' | 'cancelled' | 'retry'> {
  let instead: Instead | undefined;
  const again = (): string =>
    instead === undefined ? addAgentStrings.tryAgain() : addAgentStrings.installInstead(instead.version);
  const result = await withTrial({ name: agent.name, again, services, place }, async (signal, report) => {
    await agent.prepare?.(signal, report);
    try {
      await tryEntry(agent, { services, report, signal });
      await writeAgent(agent.name, agent.entry);
    } catch (error) {
      await agent.discard?.();
      const missing = missingPackage(describeError(error).detail ?? '');
      if (missing === undefined) throw error;
      instead = await agent.withNewest?.(missing, signal);
      throw packageError(missing);
    }
    return 'added' as const;
  });
  if (result !== 'retry' || instead === undefined) return result;
  return (await confirmEntry(instead.agent)) ? addEntry(instead.agent, services, place) : 'cancelled';
}

/** One sentence in the place of what the package manager printed, which is in the log. */
function packageError({ name, version }: MissingPackage): ParleyError {
  const message =
    version === undefined
      ? addAgentStrings.packageMissing(name)
      : addAgentStrings.versionMissing(name, version);
  return new ParleyError({ code: 'package-missing', message, actions: [] });
}

export interface TrialOptions {
  readonly name: string;
  /** The label of the button that goes on after a failure. */
  readonly again: string | (() => string);
  /** What to do about a failure, where its message does not say it. */
  readonly advice?: string;
  readonly services: Pick<AddAgentServices, 'log' | 'logs' | 'clock'>;
  readonly place?: InstallPlace | undefined;
}

/**
 * Shows the progress of a trial, which the user can cancel. Where it fails, the user is notified why; `'retry'`: they want
 * to go on.
 */
export async function withTrial<T>(
  { name, again, advice = addAgentStrings.whatToDo(), services, place }: TrialOptions,
  trial: (signal: AbortSignal, report: ReportStep) => Promise<T>,
): Promise<T | 'cancelled' | 'retry'> {
  const stop = new AbortController();
  place?.signal.addEventListener('abort', () => stop.abort());
  try {
    return await withSteps({ name, clock: services.clock, place, stop }, (report) =>
      trial(stop.signal, report),
    );
  } catch (error) {
    if (stop.signal.aborted || isCancelled(error)) return 'cancelled';
    const next = typeof again === 'string' ? again : again();
    return (await reportFailure(name, error, services, { again: next, advice })) ? 'retry' : 'cancelled';
  }
}

/** Shows the steps of what adds an agent: where the user has clicked, else in a notification. `stop`: of its Cancel. */
export async function withSteps<T>(
  {
    name,
    clock,
    place,
    stop,
  }: Pick<TrialOptions, 'name' | 'place'> & { readonly clock: Clock; readonly stop?: AbortController },
  work: (report: ReportStep) => Promise<T>,
): Promise<T> {
  return await vscode.window.withProgress(
    {
      location: place === undefined ? vscode.ProgressLocation.Notification : vscode.ProgressLocation.Window,
      title: addAgentStrings.adding(escapeForNotification(name)),
      cancellable: place === undefined && stop !== undefined,
    },
    async (progress, token) => {
      token.onCancellationRequested(() => stop?.abort());
      const steps = new CountedSteps(clock, stepReporter(progress, place));
      try {
        return await work(steps.report);
      } finally {
        steps.dispose();
      }
    },
  );
}

/** Starts the agent once; rejects with a ParleyError. */
export async function tryEntry(
  {
    name,
    entry,
    timeoutSeconds,
    firstStart = {},
  }: Pick<NewAgent, 'name' | 'entry' | 'timeoutSeconds' | 'firstStart'>,
  {
    services,
    report,
    signal,
  }: {
    readonly services: Pick<AddAgentServices, 'context' | 'logs' | 'tryAgent'>;
    readonly report: ReportStep;
    readonly signal: AbortSignal;
  },
): Promise<AgentDescription | undefined> {
  const launch = await withDownload(entryLaunch(name, entry, services.context));
  report(launch.needsDownload === true ? addAgentStrings.downloading() : addAgentStrings.starting());
  return services.tryAgent({
    name,
    launch: { ...launch, env: { ...launch.env, ...firstStart } },
    log: services.logs.agent(name),
    timeoutSeconds,
    signal,
  });
}

function stepReporter(
  progress: vscode.Progress<{ readonly message?: string; readonly increment?: number }>,
  place: InstallPlace | undefined,
): ReportStep {
  let reported = 0;
  return (message, percent) => {
    const increment = percent === undefined ? 0 : Math.max(0, percent - reported);
    reported += increment;
    progress.report({ message, ...(increment === 0 ? {} : { increment }) });
    place?.show(message);
  };
}

/** Says why an agent was not added, with what it printed. Resolves to whether the user wants to go on: `again`. */
async function reportFailure(
  name: string,
  error: unknown,
  { logs, log }: Pick<AddAgentServices, 'log' | 'logs'>,
  { again, advice }: { readonly again: string; readonly advice: string },
): Promise<boolean> {
  const { code, message, detail = '' } = describeError(error);
  log.warn(`${name} was not added (${code}): ${message} ${detail}`);
  const showLog = addAgentStrings.showLog();
  const answer = await vscode.window.showErrorMessage(
    addAgentStrings.notAdded(spelledOut(name), spelledOut(message)),
    { modal: true, detail: code === 'package-missing' ? '' : failureDetail(detail, advice) },
    again,
    showLog,
  );
  if (answer === showLog) logs.show(name);
  return answer === again;
}

/** What a program printed last, and what to do. */
function failureDetail(printed: string, advice: string): string {
  const tail = printed
    .slice(-MAX_DETAIL)
    .split('\n')
    .map((line) => oneLine(line))
    .join('\n')
    .trim();
  return [tail, advice].filter((text) => text !== '').join('\n\n');
}
