// The status bar item: the shown session's agent, its state, how full the context is, and read-only mode.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import { sessionTitle, titleSources } from '../../core/session/selectors.ts';
import { sessionStatus, statusSources, type SessionStatus } from '../../core/session/status/sessionStatus.ts';
import {
  currentUsage,
  percentText,
  usageLevelOf,
  usageText,
  usedPercent,
} from '../../core/usage/usageFigures.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Agents } from '../../core/agentUpkeep/agentDirectory.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { PermissionRules } from '../permissions/permissionRules.ts';
import { withoutIcons } from '../text/iconText.ts';
import { agentLabel } from '../settings/settings.ts';
import { usageUiStrings } from './usageUiStrings.ts';

const ICONS: Readonly<Record<SessionStatus, string>> = {
  waiting: 'bell-dot',
  'needs-sign-in': 'key',
  failed: 'error',
  silent: 'watch',
  running: 'loading~spin',
  starting: 'loading~spin',
  'read-only': 'comment-discussion',
  ready: 'comment-discussion',
  stopped: 'comment-discussion',
};

/** What is said besides the icon: what the user should know of. */
const TEXTS: Readonly<Partial<Record<SessionStatus, () => string>>> = {
  waiting: usageUiStrings.needsInput,
  'needs-sign-in': usageUiStrings.needsSignIn,
  failed: usageUiStrings.failed,
  silent: usageUiStrings.silent,
};

/** It is shown from the first session on; a click opens the quick pick of sessions. */
export class StatusBar implements Disposable {
  readonly #store: SessionStore;
  readonly #agents: Agents;
  readonly #current: CurrentSession;
  readonly #rules: PermissionRules;
  readonly #owned = new DisposableStore();
  readonly #item: vscode.StatusBarItem;

  constructor(store: SessionStore, agents: Agents, current: CurrentSession, rules: PermissionRules) {
    this.#store = store;
    this.#agents = agents;
    this.#current = current;
    this.#rules = rules;
    this.#item = this.#owned.add(
      vscode.window.createStatusBarItem('parley', vscode.StatusBarAlignment.Right, 100),
    );
    this.#item.name = 'Parley';
    this.#item.command = 'parley.switchSession';
    this.#owned.add(agents.onStatusChange(() => this.#update()));
    this.#owned.add(current.onChange(() => this.#update()));
    this.#owned.add(rules.onChange(() => this.#update()));
    this.#owned.add(
      store.onSelect([...titleSources, currentUsage, ...statusSources], ({ key }) => {
        if (key === current.shownKey) this.#update();
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #update(): void {
    const state =
      this.#current.shownKey === undefined ? undefined : this.#store.state(this.#current.shownKey);
    if (state === undefined) return;
    const agent = this.#agents.existing(state.agent);
    const name = agentLabel(state.agent);
    const usage = currentUsage(state);
    const percent = usage === undefined ? undefined : usedPercent(usage);
    const status = sessionStatus(state, agent?.status.state);
    const { isReadOnly } = this.#rules;
    const parts = [
      `$(${ICONS[status]}) ${withoutIcons(name)}`,
      TEXTS[status]?.() ?? '',
      percent === undefined ? '' : percentText(percent),
      isReadOnly ? '$(lock)' : '',
    ];
    this.#item.text = parts.filter((part) => part !== '').join(' ');
    const lines = [
      sessionTitle(state) ?? usageUiStrings.untitledSession(),
      usage === undefined ? '' : usageText(usage),
      isReadOnly ? usageUiStrings.readOnlyMode() : '',
      usageUiStrings.switchSession(),
    ];
    this.#item.tooltip = lines.filter((line) => line !== '').join('\n');
    const isAlarming = usage !== undefined && usageLevelOf(usage) === 'red';
    this.#item.backgroundColor = isAlarming
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.#item.show();
  }
}
