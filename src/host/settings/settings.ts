// Parley's settings, read from VS Code.
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import which from 'which';
import * as z from 'zod';
import { budgetSetting, type BudgetSetting } from '../../core/usage/budget.ts';
import { launchFromSetting, type Launch } from '../../core/settings/agentSettings.ts';
import { mcpServersFromSetting, type McpServer } from '../../core/settings/mcpServerSettings.ts';
import { ParleyError, unknownAgent } from '../../core/errors.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { HistorySettings } from '../../history/history.ts';

/** The name under which the built-in demo agent is chosen in `parley.defaultAgent`. */
export const DEMO_AGENT = 'demo';

const SECTION = 'parley';

const agentsSetting = z.record(z.string(), z.unknown());

function setting(name: string): unknown {
  return vscode.workspace.getConfiguration(SECTION).get(name);
}

function agentSettings(): Readonly<Record<string, unknown>> {
  const parsed = agentsSetting.safeParse(setting('agents'));
  return parsed.success ? parsed.data : {};
}

/** The names of the configured agents, in the order of the setting. */
export function configuredAgents(): readonly string[] {
  return Object.keys(agentSettings());
}

/** Whether there is something under `parley.agents` that cannot be read at all. */
export function areAgentsUnreadable(): boolean {
  return !agentsSetting.nullish().safeParse(setting('agents')).success;
}

/** How an agent is configured, as text to compare; undefined when it is not. */
export function agentSettingText(name: string): string | undefined {
  const configured = agentSettings()[name];
  return configured === undefined ? undefined : JSON.stringify(configured);
}

/** What an agent is called before it has told its title. */
export function agentLabel(name: string): string {
  return name === DEMO_AGENT ? vscode.l10n.t('Demo agent') : name;
}

/** The agent of a new session that names none: the default, else the first configured, else the demo agent. */
export function defaultAgent(): string {
  const chosen = setting('defaultAgent');
  if (typeof chosen === 'string' && chosen !== '') return chosen;
  return configuredAgents()[0] ?? DEMO_AGENT;
}

/** Which of Enter and Shift+Enter sends. */
export function enterKey(): 'send' | 'newline' {
  return setting('enterKey') === 'newline' ? 'newline' : 'send';
}

/** Whether the traffic with agents is written to a file. */
export function isTraceOn(): boolean {
  return setting('trace') === 'messages';
}

/** The limits on what sessions may cost; a setting that cannot be read limits nothing. */
export function budget(): BudgetSetting {
  const parsed = budgetSetting.safeParse(setting('budget'));
  return parsed.success ? parsed.data : {};
}

/** Whether the config values chosen last are applied to new sessions of an agent. */
export function remembersConfigOptions(): boolean {
  return setting('rememberConfigOptions') === true;
}

/** What of sessions is kept on the disk, and for how long. */
export function historySettings(): HistorySettings {
  return {
    isEnabled: setting('history.enabled') !== false,
    maxAgeDays: positiveNumber(setting('history.maxAgeDays')) ?? 0,
    maxSizeMB: positiveNumber(setting('history.maxSizeMB')) ?? 0,
  };
}

/** Minutes without use after which an agent is ended; 0: never. */
export function idleMinutes(): number {
  return positiveNumber(setting('idleMinutes')) ?? 0;
}

/** Whether an empty session is kept ready with each agent in use. */
export function keepsWarmSpare(): boolean {
  return setting('warmSpare') === true;
}

/** When a user is told of sessions that they do not look at. */
export function notifications(): 'off' | 'unfocused' | 'always' {
  const chosen = setting('notifications');
  return chosen === 'off' || chosen === 'always' ? chosen : 'unfocused';
}

function positiveNumber(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}

/** The folder a new session works in: the first of the workspace, else the home folder. Absolute. */
export function sessionFolder(): string {
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir();
}

/** The folders of the window besides `cwd`; absolute. */
export function otherRoots(cwd: string): readonly string[] {
  const roots = vscode.workspace.workspaceFolders ?? [];
  return roots.map(({ uri }) => uri.fsPath).filter((path) => path !== cwd);
}

/** How to start the agent of that name. Throws a ParleyError when it is not configured or not usable. */
export function agentLaunch(name: string, extensionUri: vscode.Uri): Launch {
  const configured = agentSettings()[name];
  if (configured === undefined) throw new ParleyError(unknownAgent(name));
  return launchFromSetting(name, configured, {
    workspaceFolder: sessionFolder(),
    userHome: homedir(),
    environment: process.env,
    isAbsolute,
    join,
    rpcProgram: {
      node: process.execPath,
      script: vscode.Uri.joinPath(extensionUri, 'dist', 'rpc-agent.js').fsPath,
    },
  });
}

/** The MCP servers that sessions are given; entries that cannot be used are told in the log. */
export function mcpServers(log: Log): readonly McpServer[] {
  const { servers, problems } = mcpServersFromSetting(setting('mcpServers'), {
    workspaceFolder: sessionFolder(),
    userHome: homedir(),
    environment: process.env,
    findCommand: (command) => which.sync(command, { nothrow: true }) ?? undefined,
  });
  for (const problem of problems) log.warn(problem);
  return servers;
}

/** Fires when one of Parley's settings changed; the argument tells which are asked about. */
export function onSettingsChange(listener: (affects: (name: string) => boolean) => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (!change.affectsConfiguration(SECTION)) return;
    listener((name) => change.affectsConfiguration(`${SECTION}.${name}`));
  });
}
