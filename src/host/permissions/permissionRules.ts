// The rules for permissions in the settings: `parley.permissions.rules` and `parley.permissions.readOnly`.
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { DisposableStore, Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import type { judge, PolicySettings, Verdict } from '../../core/permissions/policy/permissionPolicy.ts';
import { factsOf } from '../../core/permissions/policy/requestFacts.ts';
import { readRules, ruleLabel } from '../../core/permissions/policy/permissionRule.ts';
import type { PermissionPolicy } from '../../core/permissions/permissionRequests.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { ToolCall } from '../../core/session/toolCall.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';
import { realPathSync } from '../../files/realPath.ts';
import { onSettingsChange, readSettingPlaces, writeSetting } from '../contributions/settings.ts';

const RULES = 'permissions.rules';
const READ_ONLY = 'permissions.readOnly';

/** Reads the rules again whenever the settings change. */
export class PermissionRules implements PermissionPolicy, Disposable {
  readonly #log: Log;
  readonly #owned = new DisposableStore();
  readonly #changed = new Emitter<void>();
  #settings: PolicySettings = readPolicy();
  /** Undefined until it is loaded. */
  #judge: typeof judge | undefined;

  readonly onChange: Event<void> = this.#changed.event;

  constructor(log: Log) {
    this.#log = log;
    this.#owned.add(this.#changed);
    this.#owned.add(
      onSettingsChange((affects) => {
        if (!affects('permissions')) return;
        this.#settings = readPolicy();
        this.#reportProblems();
        this.#changed.fire();
      }),
    );
    this.#reportProblems();
  }

  /** Loads what matches rules; has to be done before the first agent runs. */
  async load(): Promise<void> {
    if (this.#judge !== undefined) return;
    const policy = await import('../../core/permissions/policy/permissionPolicy.ts');
    this.#judge = policy.judge;
  }

  /** Whether what changes files or runs commands is denied. */
  get isReadOnly(): boolean {
    return this.#settings.isReadOnly;
  }

  judge(agent: string, cwd: string, call: ToolCall): Verdict {
    if (this.#judge === undefined) return { action: 'ask' };
    const family = process.platform === 'win32' ? 'windows' : 'posix';
    const scope = { cwd, home: homedir(), family, realPath: realPathSync } as const;
    return this.#judge(this.#settings, { facts: factsOf(agent, call, family), scope });
  }

  /** Turns read-only mode on or off in the user's settings; says so when the workspace keeps it on. */
  async toggleReadOnly(): Promise<void> {
    const turnsOn = readSettingPlaces(READ_ONLY).user !== true && !this.isReadOnly;
    await writeSetting(READ_ONLY, turnsOn);
    if (turnsOn || !this.isReadOnly) {
      const words = turnsOn
        ? vscode.l10n.t('Read-only mode is on: requests to edit, delete, move or run are denied.')
        : vscode.l10n.t('Read-only mode is off.');
      vscode.window.setStatusBarMessage(words, 5_000);
      return;
    }
    const open = vscode.l10n.t('Open Workspace Settings');
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t('Read-only mode stays on, because the settings of this workspace turn it on.'),
      open,
    );
    if (answer === open) await vscode.commands.executeCommand('workbench.action.openWorkspaceSettingsFile');
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #reportProblems(): void {
    const placed = [...this.#settings.userRules, ...this.#settings.workspaceRules];
    const problems = placed.filter(({ problem }) => problem !== undefined);
    for (const rule of problems) this.#log.warn(`parley.${RULES}: ${ruleLabel(rule)}: ${rule.problem ?? ''}`);
    const ignored = this.#settings.workspaceRules.filter(({ rule }) => rule?.action === 'allow');
    for (const rule of ignored) {
      this.#log.info(`parley.${RULES}: ${ruleLabel(rule)} is ignored: a workspace can only ask or deny`);
    }
    const first = problems[0];
    if (first !== undefined) void this.#offerSettings(ruleLabel(first), first.problem ?? '');
  }

  async #offerSettings(label: string, problem: string): Promise<void> {
    const open = vscode.l10n.t('Open Settings');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t(
        'A permission rule cannot be understood: {0}. Until it is corrected you are asked where a later rule would allow. {1}',
        escapeForNotification(label),
        escapeForNotification(problem.slice(0, 300)),
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
  };
}
