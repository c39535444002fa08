// An agent as a row of a quick pick: its name, and where it is from.
import * as vscode from 'vscode';
import type { EntryDecision } from '../../core/settings/workspaceEntries.ts';
import { spelledOut } from '../../core/text/spelledOut.ts';
import { withoutIcons } from '../text/iconText.ts';
import type { AgentSettings, ConfiguredAgent } from './agentSettings.ts';
import { agentLabel, DEMO_AGENT } from './settings.ts';
import { settingsStrings } from './settingsStrings.ts';

export interface AgentChoice extends vscode.QuickPickItem {
  readonly name: string;
}

export interface AgentChoiceState {
  readonly isDefault: boolean;
  /** Whether the shown session has it. */
  readonly isShown?: boolean;
  /** What the user said of an agent of the workspace. */
  readonly decision: EntryDecision;
}

/** The row of an agent; one of the workspace says so, and whether it has to be confirmed. */
export function agentChoice(
  { name, entry }: ConfiguredAgent,
  { isDefault, isShown = false, decision }: AgentChoiceState,
): AgentChoice {
  const origin =
    decision === 'allowed' ? settingsStrings.fromWorkspace() : settingsStrings.needsConfirmation();
  const notes = [
    ...(name === DEMO_AGENT ? [settingsStrings.noModel()] : []),
    ...(isShown ? [settingsStrings.agentOfSession()] : []),
    ...(isDefault ? [settingsStrings.defaultAgent()] : []),
    ...(entry === undefined ? [] : [origin]),
  ];
  return {
    name,
    iconPath: new vscode.ThemeIcon(name === DEMO_AGENT ? 'beaker' : 'hubot'),
    label: withoutIcons(entry === undefined ? agentLabel(name) : spelledOut(name)),
    ...(notes.length === 0 ? {} : { description: notes.join(' · ') }),
  };
}

/** Lets the user choose among all agents, the demo agent included; undefined when they choose none. */
export async function pickAgent(settings: AgentSettings, placeHolder: string): Promise<string | undefined> {
  const rows = [...settings.agents, { name: DEMO_AGENT, entry: undefined }].map((agent) =>
    agentChoice(agent, {
      isDefault: agent.name === settings.defaultAgent,
      decision: settings.decisionOf(agent),
    }),
  );
  return (await vscode.window.showQuickPick(rows, { placeHolder }))?.name;
}
