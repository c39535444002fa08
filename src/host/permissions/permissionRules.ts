// The rules for permissions in the settings: `parley.permissions.rules` and `parley.permissions.readOnly`.
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { DisposableStore, Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import type { judge, PolicySettings, Verdict } from '../../core/permissions/policy/permissionPolicy.ts';
import type { ShellFamily } from '../../core/permissions/policy/commands/commandLine.ts';
import type { factsOf } from '../../core/permissions/policy/requestFacts.ts';
import { readRules, type PlacedRule } from '../../core/permissions/policy/permissionRule.ts';
import { localizedRuleLabel, ruleLabel } from '../../core/permissions/policy/ruleLabel.ts';
import type { PathScope } from '../../core/permissions/policy/matchPath.ts';
import {
  readProtectedFiles,
  type ProtectedFileSettings,
} from '../../core/permissions/policy/protectedFileSettings.ts';
import type { PermissionPolicy } from '../../core/permissions/permissionRequests.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { PermissionRequest } from '../../core/session/permission/state.ts';
import type { ToolCall } from '../../core/session/toolCall/state.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import { inBackground } from '../window/inBackground.ts';
import { existsLocally, listLocally, realPathSync, targetPathSync } from '../../storage/realPath.ts';
import { setContext } from '../contributions/contextKeys.ts';
import { onSettingsChange, readSettingPlaces, writeSetting } from '../contributions/settings.ts';
import { permissionUiStrings } from './permissionUiStrings.ts';
import { showStatusMessage } from '../window/statusMessage.ts';

const RULES = 'permissions.rules';
const READ_ONLY = 'permissions.readOnly';
const PROTECTED_FILES = 'permissions.protectedFiles';

const MAX_PROBLEM_LENGTH = 300;

/** The shells of this machine, on which agents run commands. */
export const SHELL_FAMILY: ShellFamily = process.platform === 'win32' ? 'windows' : 'posix';

interface InvalidRule {
  readonly label: string;
  readonly problem: NonNullable<PlacedRule['problem']>;
}

/** Reads the rules again whenever the settings change. */
export class PermissionRules implements PermissionPolicy, Disposable {
  readonly #log: Log;
  readonly #owned = new DisposableStore();
  readonly #changed = new Emitter<void>();
  #settings: PolicySettings = readPolicy();
  /** Undefined until they are loaded. */
  #policy: { readonly judge: typeof judge; readonly factsOf: typeof factsOf } | undefined;

  readonly onChange: Event<void> = this.#changed.event;

  constructor(log: Log) {
    this.#log = log;
    setContext('parley.readOnly', this.isReadOnly);
    this.#owned.add(this.#changed);
    this.#owned.add(
      onSettingsChange((affects) => {
        if (!affects('permissions')) return;
        this.#settings = readPolicy();
        setContext('parley.readOnly', this.isReadOnly);
        this.#reportRules();
        this.#changed.fire();
      }),
    );
    this.#reportRules();
  }

  /** Loads what matches rules; has to be done before the first agent runs. */
  async load(): Promise<void> {
    if (this.#policy !== undefined) return;
    const [policy, facts] = await Promise.all([
      import('../../core/permissions/policy/permissionPolicy.ts'),
      import('../../core/permissions/policy/requestFacts.ts'),
    ]);
    this.#policy = { judge: policy.judge, factsOf: facts.factsOf };
  }

  /** Whether requests that change files or run commands are denied. */
  get isReadOnly(): boolean {
    return this.#settings.isReadOnly;
  }

  judge(agent: string, cwd: string, call: ToolCall): Verdict {
    if (this.#policy === undefined) return { action: 'ask' };
    const { judge, factsOf } = this.#policy;
    return judge(this.#settings, { facts: factsOf(agent, call, SHELL_FAMILY), scope: scopeOf(cwd) });
  }

  /** Adds the rule to the user's settings that allows the commands of a request as they were shown. */
  async addRuleFor(
    agent: string,
    cwd: string,
    { call, wordsToAllow = [] }: PermissionRequest,
  ): Promise<void> {
    const { ruleToAdd } = this.judge(agent, cwd, call);
    if (ruleToAdd === undefined || ruleToAdd.words.join('\n') !== wordsToAllow.join('\n')) return;
    const value = readSettingPlaces(RULES).user ?? [];
    const rules: readonly unknown[] = Array.isArray(value) ? value : [value];
    const rule = { action: 'allow', command: ruleToAdd.words };
    await writeSetting(RULES, rules.toSpliced(ruleToAdd.index, 0, rule));
    showStatusMessage(permissionUiStrings.ruleAdded());
  }

  /** Turns read-only mode on or off in the user's settings; reports when the workspace keeps it on. */
  async setReadOnly(turnsOn: boolean): Promise<void> {
    await writeSetting(READ_ONLY, turnsOn);
    if (turnsOn || !this.isReadOnly) {
      const text = turnsOn ? permissionUiStrings.readOnlyOn() : permissionUiStrings.readOnlyOff();
      showStatusMessage(text);
      return;
    }
    const open = permissionUiStrings.openWorkspaceSettings();
    const answer = await vscode.window.showInformationMessage(
      permissionUiStrings.readOnlyByWorkspace(),
      open,
    );
    if (answer === open) await vscode.commands.executeCommand('workbench.action.openWorkspaceSettingsFile');
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #reportRules(): void {
    const { userRules, workspaceRules } = this.#settings;
    const invalid = [...userRules, ...workspaceRules].flatMap((placed) =>
      placed.problem === undefined ? [] : [{ label: ruleLabel(placed), problem: placed.problem }],
    );
    if (invalid.length > 0) inBackground(this.#log, this.#reportProblems(invalid));
    const ignored = workspaceRules.filter(({ rule }) => rule?.action === 'allow');
    for (const rule of ignored) {
      this.#log.info(`parley.${RULES}: ${ruleLabel(rule)} is ignored: a workspace can only ask or deny`);
    }
  }

  async #reportProblems(invalid: readonly InvalidRule[]): Promise<void> {
    const { allProblems } = await import('../../core/text/schemaProblem.ts');
    for (const { label, problem } of invalid) {
      this.#log.warn(`parley.${RULES}: ${label}: ${allProblems(problem)}`);
    }
    const [first] = invalid;
    if (first === undefined) return;
    await this.#offerSettings(localizedRuleLabel(first.label), allProblems(first.problem));
  }

  async #offerSettings(label: string, problem: string): Promise<void> {
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
}

/** What the settings say now. */
function readPolicy(): PolicySettings {
  const rules = readSettingPlaces(RULES);
  const readOnly = readSettingPlaces(READ_ONLY);
  return {
    userRules: readRules('user', rules.user),
    workspaceRules: [...readRules('workspace', rules.workspace), ...readRules('workspace', rules.folder)],
    isReadOnly: [readOnly.user, readOnly.workspace, readOnly.folder].includes(true),
    protectedFiles: protectedFileSettings(),
  };
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
