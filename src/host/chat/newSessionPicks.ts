// Lets the user choose the agent of a new session, and the folder in which it works; loaded on first use.
import * as vscode from 'vscode';
import { distinctNames } from '../../core/paths/distinctNames.ts';
import { runCommand } from '../contributions/commands.ts';
import { agentChoice } from '../settings/agentPick.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';
import { DEMO_AGENT, localRoots, sessionFolder } from '../settings/settings.ts';
import { withoutIcons } from '../text/iconText.ts';
import { chatStrings } from './chatStrings.ts';

/** Undefined where the user cancels; the only folder without a question. `current` stands first. */
export async function chooseFolder(current: string | undefined): Promise<string | undefined> {
  const roots = localRoots();
  if (roots.length < 2) return sessionFolder();
  const names = distinctNames(roots.map(({ uri }) => uri.fsPath));
  const items = roots.map(({ name, uri: { fsPath } }) => {
    const isOneOfMany = roots.some((other) => other.name === name && other.uri.fsPath !== fsPath);
    return {
      label: withoutIcons(isOneOfMany ? (names.get(fsPath) ?? name) : name),
      description: fsPath,
      path: fsPath,
    };
  });
  const inOrder = items.toSorted(
    (one, other) => Number(other.path === current) - Number(one.path === current),
  );
  const chosen = await vscode.window.showQuickPick(inOrder, { placeHolder: chatStrings.selectFolder() });
  return chosen?.path;
}

/** {@link CurrentSession.chooseAgent}; `shown`: the agent of the shown session. */
export async function chooseAgent(
  placeHolder: string,
  options: { readonly canAdd: boolean; readonly shown: string | undefined; readonly settings: AgentSettings },
): Promise<string | undefined> {
  const { canAdd, shown, settings } = options;
  const offered = settings.agents.filter((agent) => settings.decisionOf(agent) !== 'refused');
  const choices = [...offered, { name: DEMO_AGENT, entry: undefined }].map((agent) =>
    agentChoice(agent, {
      isDefault: agent.name === settings.defaultAgent,
      isShown: agent.name === shown,
      decision: settings.decisionOf(agent),
    }),
  );
  const add = { label: chatStrings.addAgent(), iconPath: new vscode.ThemeIcon('add') };
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator };
  const items: readonly (vscode.QuickPickItem & { readonly name?: string })[] = canAdd
    ? [...choices, separator, add]
    : choices;
  const chosen = await vscode.window.showQuickPick(items, { placeHolder });
  if (chosen === add) await runCommand('parley.addAgent');
  return chosen?.name;
}
