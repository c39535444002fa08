// What Parley's settings mean: agents, folders, the history.
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { HistorySettings } from '../../history/history.ts';
import { isSettingUsable, readSetting } from '../contributions/settings.ts';
import { settingsStrings } from './settingsStrings.ts';

/** The name under which the built-in demo agent is chosen in `parley.defaultAgent`. */
export const DEMO_AGENT = 'demo';

/** The names of the configured agents, in the order of the setting. */
export function configuredAgents(): readonly string[] {
  return Object.keys(readSetting('agents'));
}

/** Whether there is something under `parley.agents` that cannot be read at all. */
export function areAgentsUnreadable(): boolean {
  return !isSettingUsable('agents');
}

/** How an agent is configured, as text to compare; undefined when it is not. */
export function agentSettingText(name: string): string | undefined {
  const configured = readSetting('agents')[name];
  return configured === undefined ? undefined : JSON.stringify(configured);
}

/** The label of an agent before it has reported its title. */
export function agentLabel(name: string): string {
  return name === DEMO_AGENT ? settingsStrings.demoAgent() : name;
}

/** The agent of a new session that names none: the default, else the first configured, else the demo agent. */
export function defaultAgent(): string {
  return readSetting('defaultAgent') || (configuredAgents()[0] ?? DEMO_AGENT);
}

/** What of sessions is stored on the disk, and for how long. */
export function historySettings(): HistorySettings {
  return {
    isEnabled: readSetting('history.enabled'),
    maxAgeDays: readSetting('history.maxAgeDays'),
    maxSizeMB: readSetting('history.maxSizeMB'),
  };
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
