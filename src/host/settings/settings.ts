// What Parley's settings mean: agents, folders, the history.
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { HistorySettings } from '../../history/historyOptions.ts';
import { budgetFromSettings, type ReadBudget } from '../../core/usage/budgetSetting.ts';
import {
  readRawUserSetting,
  readSetting,
  readUserSetting,
  readWorkspaceValues,
  settings,
} from '../contributions/settings.ts';
import { settingsStrings } from './settingsStrings.ts';

/** The name under which the built-in demo agent is chosen in `parley.defaultAgent`. */
export const DEMO_AGENT = 'demo';

/** The names of the user's own agents, in the order of the setting. */
export function configuredAgents(): readonly string[] {
  return Object.keys(readUserSetting('agents'));
}

/** Whether the user has something under `parley.agents` that cannot be read at all. */
export function areAgentsUnreadable(): boolean {
  const agents = readRawUserSetting('agents') ?? {};
  return !settings.agents.schema.safeParse(agents).success;
}

/** The label of an agent before it has reported its title. */
export function agentLabel(name: string): string {
  return name === DEMO_AGENT ? settingsStrings.demoAgent() : name;
}

/** What of sessions is stored on the disk, and for how long. */
export function historySettings(): HistorySettings {
  return {
    isEnabled: readSetting('history.enabled'),
    maxAgeDays: readSetting('history.maxAgeDays'),
    maxSizeMB: readSetting('history.maxSizeMB'),
  };
}

/** The budget of the user and the workspace together, and what of it cannot be used. */
export function readBudget(): ReadBudget {
  const workspace = readWorkspaceValues('budget').map(({ value }) => value);
  return budgetFromSettings([readRawUserSetting('budget'), ...workspace]);
}

/** The folders of the window that are on the disk. */
export function localRoots(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

/**
 * The folder a new session works in: that of another one where the window has it, else the first of the workspace, else
 * the home folder. Absolute.
 */
export function sessionFolder(preferred?: string): string {
  const roots = localRoots();
  return (roots.find(({ uri }) => uri.fsPath === preferred) ?? roots[0])?.uri.fsPath ?? homedir();
}

/** The folders of the window besides `cwd`; absolute. */
export function otherRoots(cwd: string): readonly string[] {
  return localRoots().flatMap(({ uri }) => (uri.fsPath === cwd ? [] : uri.fsPath));
}
