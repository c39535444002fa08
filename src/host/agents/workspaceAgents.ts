// The command that lists what the workspace's settings add, to review, allow and revoke it.
import * as vscode from 'vscode';
import type { EntryKind, WorkspaceEntry } from '../../core/settings/workspaceEntries.ts';
import { spelledOut } from '../../core/text/spelledOut.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';
import { reviewEntry } from '../settings/reviewEntry.ts';
import { withoutIcons } from '../text/iconText.ts';
import { agentStrings } from './agentStrings.ts';
import { workspaceAgentStrings } from './workspaceAgentStrings.ts';

/** Ends the process of an agent, if it runs. */
type StopAgent = (name: string) => Promise<void>;

/** Lets the user select an entry and decide about it; an agent that may not be used any more is stopped. */
export async function manageWorkspaceAgents(settings: AgentSettings, stop: StopAgent): Promise<void> {
  const items = settings.entries.map((entry) => entryItem(entry, settings));
  const forget = settings.decisions.count === 0 ? [] : [forgetItem()];
  if (items.length + forget.length === 0) {
    await vscode.window.showInformationMessage(workspaceAgentStrings.noWorkspaceEntries());
    return;
  }
  const placeHolder = workspaceAgentStrings.selectEntry();
  const chosen = await vscode.window.showQuickPick([...items, ...forget], { placeHolder });
  if (chosen === undefined) return;
  const usable = settings.agents.filter((agent) => settings.agentText(agent.name) !== undefined);
  if (chosen.entry === undefined) await forgetDecisions(settings);
  else await reviewEntry(chosen.entry, settings.decisions);
  const revoked = usable.filter(({ name }) => settings.agentText(name) === undefined);
  await Promise.all(revoked.map(({ name }) => stop(name)));
}

interface EntryItem extends vscode.QuickPickItem {
  readonly entry: WorkspaceEntry | undefined;
}

function entryItem(entry: WorkspaceEntry, settings: AgentSettings): EntryItem {
  const states = {
    allowed: workspaceAgentStrings.allowed(),
    refused: workspaceAgentStrings.notAllowed(),
    undecided: workspaceAgentStrings.undecided(),
  };
  return {
    entry,
    label: withoutIcons(spelledOut(entry.name)),
    description: `${kindLabel(entry.kind)} · ${states[settings.decision(entry) ?? 'undecided']}`,
    detail: withoutIcons(spelledOut(entry.source.path)),
  };
}

function kindLabel(kind: EntryKind): string {
  switch (kind) {
    case 'agent':
      return agentStrings.agent();
    case 'mcpServer':
      return workspaceAgentStrings.mcpServer();
    case 'defaultAgent':
      return workspaceAgentStrings.defaultAgent();
  }
}

function forgetItem(): EntryItem {
  return { entry: undefined, label: workspaceAgentStrings.forgetDecisions() };
}

async function forgetDecisions({ decisions }: AgentSettings): Promise<void> {
  const confirm = workspaceAgentStrings.forget();
  const detail = workspaceAgentStrings.confirmForgetDetail();
  const question = workspaceAgentStrings.confirmForget(decisions.count);
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, confirm)) !== confirm)
    return;
  await decisions.forgetAll();
}
