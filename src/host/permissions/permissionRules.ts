// The rules for permissions in the settings: `parley.permissions.rules` and `parley.permissions.readOnly`.
import * as vscode from 'vscode';
import { DisposableStore, Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { PolicySettings, Verdict } from '../../core/permissions/policy/permissionPolicy.ts';
import type { PermissionPolicy } from '../../core/permissions/permissionRequests.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { PermissionRequest } from '../../core/session/permission/state.ts';
import type { ToolCall } from '../../core/session/toolCall/state.ts';
import { inBackground } from '../window/inBackground.ts';
import { setContext } from '../contributions/contextKeys.ts';
import { onSettingsChange, readSettingPlaces, writeSetting } from '../contributions/settings.ts';
import type { judgeBy, readPolicy } from './permissionSettings.ts';
import { permissionUiStrings } from './permissionUiStrings.ts';
import { showStatusMessage } from '../window/statusMessage.ts';

export const RULES = 'permissions.rules';
const READ_ONLY = 'permissions.readOnly';

/** What judges requests. */
interface Policy {
  readonly judgeBy: typeof judgeBy;
  readonly readPolicy: typeof readPolicy;
  settings: PolicySettings;
}

/** Reads the rules again whenever the settings change. */
export class PermissionRules implements PermissionPolicy, Disposable {
  readonly #log: Log;
  readonly #owned = new DisposableStore();
  readonly #changed = new Emitter<void>();
  #isReadOnly = isReadOnly();
  /** Undefined until it is loaded. */
  #policy: Policy | undefined;

  readonly onChange: Event<void> = this.#changed.event;

  constructor(log: Log) {
    this.#log = log;
    setContext('parley.readOnly', this.#isReadOnly);
    this.#owned.add(this.#changed);
    this.#owned.add(
      onSettingsChange((affects) => {
        if (!affects('permissions')) return;
        if (this.#policy !== undefined) this.#policy.settings = this.#policy.readPolicy();
        this.#isReadOnly = isReadOnly();
        setContext('parley.readOnly', this.#isReadOnly);
        this.#reportRules();
        this.#changed.fire();
      }),
    );
    this.#reportRules();
  }

  /** Loads what matches rules; has to be done before the first agent runs. */
  readonly load = loadOnce(async (): Promise<void> => {
    const { judgeBy, readPolicy } = await import('./permissionSettings.ts');
    this.#policy = { judgeBy, readPolicy, settings: readPolicy() };
  });

  /** Whether requests that change files or run commands are denied. */
  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  judge(agent: string, cwd: string, call: ToolCall): Verdict {
    return this.#policy?.judgeBy(this.#policy.settings, agent, cwd, call) ?? { action: 'ask' };
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

  /** In the background, and without loading anything where there are no rules. */
  #reportRules(): void {
    const { user, workspace, folder } = readSettingPlaces(RULES);
    if (user === undefined && workspace === undefined && folder === undefined) return;
    const report = async (): Promise<void> => {
      const { reportRules } = await import('./permissionSettings.ts');
      await reportRules(this.#log);
    };
    inBackground(this.#log, report());
  }
}

/** Whether the settings say now that nothing may be changed. */
export function isReadOnly(): boolean {
  const { user, workspace, folder } = readSettingPlaces(READ_ONLY);
  return [user, workspace, folder].includes(true);
}
