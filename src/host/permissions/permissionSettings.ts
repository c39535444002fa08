// What the settings say of permissions, and what they judge; loaded before the first agent runs.
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { judge, type PolicySettings, type Verdict } from '../../core/permissions/policy/permissionPolicy.ts';
import type { ShellFamily } from '../../core/permissions/policy/commands/commandLine.ts';
import type { PathScope } from '../../core/permissions/policy/matchPath.ts';
import { readRules, type PlacedRule } from '../../core/permissions/policy/permissionRule.ts';
import {
  readProtectedFiles,
  type ProtectedFileSettings,
} from '../../core/permissions/policy/protectedFileSettings.ts';
import { factsOf } from '../../core/permissions/policy/requestFacts.ts';
import { localizedRuleLabel, ruleLabel } from '../../core/permissions/policy/ruleLabel.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { ToolCall } from '../../core/session/toolCall/state.ts';
import { allProblems } from '../../core/text/schemaProblem.ts';
import { existsLocally, listLocally, realPathSync, targetPathSync } from '../../storage/realPath.ts';
import { readSettingPlaces } from '../contributions/settings.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import { isReadOnly, RULES } from './permissionRules.ts';
import { permissionUiStrings } from './permissionUiStrings.ts';

const PROTECTED_FILES = 'permissions.protectedFiles';

const MAX_PROBLEM_LENGTH = 300;

/** The shells of this machine, on which agents run commands. */
export const SHELL_FAMILY: ShellFamily = process.platform === 'win32' ? 'windows' : 'posix';

/** What the settings say now. */
export function readPolicy(): PolicySettings {
  return { ...readAllRules(), isReadOnly: isReadOnly(), protectedFiles: protectedFileSettings() };
}

/** What the settings say now of files that run on their own. */
export function protectedFileSettings(): ProtectedFileSettings {
  const { user, workspace, folder } = readSettingPlaces(PROTECTED_FILES);
  return readProtectedFiles(user, workspace, folder);
}

/** Where the paths of a session with this folder are, on this machine. */
export function scopeOf(cwd: string): PathScope {
  return {
    cwd,
    home: homedir(),
    family: SHELL_FAMILY,
    realPath: realPathSync,
    target: targetPathSync,
    exists: existsLocally,
    list: listLocally,
  };
}

/** What the settings decide about a request of an agent. */
export function judgeBy(settings: PolicySettings, agent: string, cwd: string, call: ToolCall): Verdict {
  return judge(settings, { facts: factsOf(agent, call, SHELL_FAMILY), scope: scopeOf(cwd) });
}

/** Logs the rules that have no effect, and shows the user the first that cannot be understood. */
export async function reportRules(log: Log): Promise<void> {
  const { userRules, workspaceRules } = readAllRules();
  for (const rule of workspaceRules) {
    if (rule.rule?.action !== 'allow') continue;
    log.info(`parley.${RULES}: ${ruleLabel(rule)} is ignored: a workspace can only ask or deny`);
  }
  const invalid = [...userRules, ...workspaceRules].flatMap((placed) =>
    placed.problem === undefined ? [] : [{ label: ruleLabel(placed), problem: allProblems(placed.problem) }],
  );
  for (const { label, problem } of invalid) log.warn(`parley.${RULES}: ${label}: ${problem}`);
  const [first] = invalid;
  if (first !== undefined) await offerSettings(localizedRuleLabel(first.label), first.problem);
}

function readAllRules(): { userRules: readonly PlacedRule[]; workspaceRules: readonly PlacedRule[] } {
  const { user, workspace, folder } = readSettingPlaces(RULES);
  return {
    userRules: readRules('user', user),
    workspaceRules: [...readRules('workspace', workspace), ...readRules('workspace', folder)],
  };
}

async function offerSettings(label: string, problem: string): Promise<void> {
  const open = permissionUiStrings.openSettings();
  const answer = await vscode.window.showWarningMessage(
    permissionUiStrings.invalidRule(
      escapeForNotification(label),
      escapeForNotification(problem.slice(0, MAX_PROBLEM_LENGTH)),
    ),
    open,
  );
  if (answer === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', `parley.${RULES}`);
  }
}
