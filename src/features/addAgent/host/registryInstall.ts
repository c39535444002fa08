// Adds or updates an agent of the registry.
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { RegistryAgent } from '../node/list/registryFormat.ts';
import { binaryEntry, installChoice, packageEntry, type InstallChoice } from '../node/list/installChoice.ts';
import type { AgentEntry } from '../../../core/settings/agentEntry.ts';
import type { Fetch } from '../node/httpFetch.ts';
import { agentMarks } from '../node/list/entryMarks.ts';
import { versionFolder } from '../node/list/configuredVersion.ts';
import { updatedEntry } from '../node/list/updatedEntry.ts';
import {
  archiveAddress,
  filesFolder,
  installBinary,
  isInstalled,
  removeInstall,
  type InstallProgress,
} from '../node/install/installBinary.ts';
import { newestVersion } from '../node/newestVersion.ts';
import { networkVariables } from '../../../machine/packageNetwork.ts';
import type { MachineFacts } from '../node/machine.ts';
import { spelledOut } from '../../../core/text/spelledOut.ts';
import { networkSettings } from '../../../host/settings/networkSettings.ts';
import { addAgentStrings } from './addAgentStrings.ts';
import type { AddAgentServices } from './addAgentServices.ts';
import type { NewAgent } from './addAgentEntry.ts';
import type { ReportStep } from './countedSteps.ts';
import { freeName, userAgents } from './userAgents.ts';

const NODE_ADDRESS = 'https://nodejs.org/en/download';
const UV_ADDRESS = 'https://docs.astral.sh/uv/getting-started/installation/';
const PROGRAM_TIMEOUT_SECONDS = 60;
/** Large packages over a slow network; the user can cancel. */
const PACKAGE_TIMEOUT_SECONDS = 600;
const MEGABYTE = 1024 * 1024;

export interface RegistryInstallOptions {
  readonly fetch: Fetch;
  readonly installs: string;
  /** The address of the registry. */
  readonly address: string;
  readonly machine: MachineFacts;
  readonly services: AddAgentServices;
}

/**
 * What adding an agent of the registry means here, to be confirmed; `replaces`: the entry that is updated. Resolves to
 * undefined where it cannot be installed, and the user has been notified why.
 */
export async function registryInstall(
  agent: RegistryAgent,
  replaces: string | undefined,
  options: RegistryInstallOptions,
): Promise<NewAgent | undefined> {
  const choice = installChoice(agent, options.machine);
  if (choice === undefined) {
    const text = addAgentStrings.cannotInstall(spelledOut(agent.name));
    await vscode.window.showInformationMessage(text, { modal: true });
    return undefined;
  }
  if (choice.kind !== 'binary' && choice.isMissing) {
    await sayMissing(choice.kind, agent);
    return undefined;
  }
  const fresh =
    choice.kind === 'binary'
      ? binaryEntry(choice.target, filesFolder(options.installs, agent))
      : packageEntry(choice);
  const entry = replaces === undefined ? fresh : updatedEntry(userAgents()[replaces], fresh, agent);
  const name = replaces ?? freeName(agent.name);
  const isUpdate = replaces !== undefined;
  const shared = { name, entry, isUpdate, question: questionText(agent, replaces) };
  const steps =
    choice.kind === 'binary'
      ? await binarySteps(agent, choice, { ...options, replaces, entry })
      : await packageSteps(choice, replaces);
  return {
    ...shared,
    ...steps,
    notes: [...warnings(agent, choice), ...steps.notes],
    ...(choice.kind === 'npx' ? { withNewest: newestOf(agent, choice, replaces, options) } : {}),
  };
}

/** The list may name a version that npm does not have yet, or not here: the newest there is, added the same way. */
function newestOf(
  agent: RegistryAgent,
  { target }: Exclude<InstallChoice, { kind: 'binary' }>,
  replaces: string | undefined,
  options: RegistryInstallOptions,
): NonNullable<NewAgent['withNewest']> {
  return async ({ name, version: missing }, signal) => {
    if (missing === undefined || target.package !== `${name}@${missing}`) return undefined;
    const version = await newestVersion(name, options.fetch, signal);
    if (version === undefined || version === missing) return undefined;
    const npx = { ...target, package: `${name}@${version}` };
    const other = { ...agent, version, distribution: { binary: {}, npx, uvx: undefined } };
    const found = await registryInstall(other, replaces, options);
    return found === undefined ? undefined : { version, agent: found };
  };
}

/** What the user is to look at: what an entry does besides starting its own agent. */
function warnings(agent: RegistryAgent, choice: InstallChoice): readonly string[] {
  const { variables = [], args = [], hasOddName = false } = agentMarks(agent, choice) ?? {};
  return [
    ...(hasOddName ? [addAgentStrings.oddName()] : []),
    ...(variables.length === 0 ? [] : [addAgentStrings.loadsByVariables(variables.join(', '))]),
    ...(args.length === 0 ? [] : [addAgentStrings.loadsByArguments(args.join(', '))]),
  ];
}

function questionText({ name, version }: RegistryAgent, replaces: string | undefined): string {
  return replaces === undefined
    ? addAgentStrings.confirmInstall(spelledOut(`${name} ${version}`))
    : addAgentStrings.confirmUpdate(spelledOut(replaces), spelledOut(version));
}

type Steps = Omit<NewAgent, 'name' | 'entry' | 'question' | 'isUpdate'>;

async function packageSteps(
  { kind, target }: Exclude<InstallChoice, { kind: 'binary' }>,
  replaces: string | undefined,
): Promise<Steps> {
  const runs = kind === 'npx' ? addAgentStrings.runsNpx : addAgentStrings.runsUvx;
  return {
    notes: [runs(target.package)],
    confirm: replaces === undefined ? addAgentStrings.install() : addAgentStrings.update(),
    timeoutSeconds: PACKAGE_TIMEOUT_SECONDS,
    // Else npm prints nothing while it downloads, and the log of a failed install would not say how far it came.
    firstStart:
      kind === 'npx' ? { npm_config_loglevel: 'http' } : await networkVariables(kind, networkSettings()),
  };
}

async function binarySteps(
  agent: RegistryAgent,
  { target }: Extract<InstallChoice, { kind: 'binary' }>,
  options: RegistryInstallOptions & { readonly replaces: string | undefined; readonly entry: AgentEntry },
): Promise<Steps> {
  const { fetch, installs, address, services, replaces } = options;
  const isThere = await isInstalled(agent, target, { installs, registry: address });
  const isUnchecked = !isThere && target.sha256 === undefined;
  const checksum = isUnchecked ? addAgentStrings.checksumUnknown() : addAgentStrings.checksumKnown();
  const confirm = replaces === undefined ? addAgentStrings.install() : addAgentStrings.update();
  const steps = {
    notes: isThere
      ? [addAgentStrings.alreadyDownloaded()]
      : [addAgentStrings.downloads(archiveAddress(target, address)), checksum],
    confirm: isUnchecked ? addAgentStrings.installUnchecked() : confirm,
    timeoutSeconds: PROGRAM_TIMEOUT_SECONDS,
  };
  if (isThere) return steps;
  return {
    ...steps,
    prepare: (signal, report) =>
      installBinary(agent, target, {
        fetch,
        installs,
        registry: address,
        signal,
        onProgress: downloadReporter(report),
        bunzip2Worker: services.context.asAbsolutePath(join('dist', 'bunzip2-worker.js')),
      }),
    discard: () => removeInstall(installs, versionFolder(agent)),
  };
}

/** Reports a download at most once for each percent or megabyte. */
function downloadReporter(report: ReportStep): (progress: InstallProgress) => void {
  let last = '';
  report(addAgentStrings.downloading());
  return (progress) => {
    const [message, percent] = progressText(progress);
    if (message === last) return;
    last = message;
    report(message, percent);
  };
}

function progressText(progress: InstallProgress): readonly [string, number?] {
  if (progress.step === 'unpack') return [addAgentStrings.unpacking(), 100];
  const { receivedBytes, totalBytes } = progress;
  const received = megabytes(receivedBytes);
  if (totalBytes === undefined || totalBytes === 0) return [addAgentStrings.downloadingSome(received)];
  return [
    addAgentStrings.downloadingBytes(received, megabytes(totalBytes)),
    Math.floor((receivedBytes / totalBytes) * 100),
  ];
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(bytes < 10 * MEGABYTE ? 1 : 0);
}

async function sayMissing(kind: 'npx' | 'uvx', { name }: RegistryAgent): Promise<void> {
  const [text, get, address] =
    kind === 'npx'
      ? [addAgentStrings.nodeMissing, addAgentStrings.getNode(), NODE_ADDRESS]
      : [addAgentStrings.uvMissing, addAgentStrings.getUv(), UV_ADDRESS];
  const options = { modal: true, detail: `${addAgentStrings.missingDetail()}\n\n${address}` };
  const answer = await vscode.window.showWarningMessage(text(spelledOut(name)), options, get);
  if (answer === get) await vscode.env.openExternal(vscode.Uri.parse(address));
}
