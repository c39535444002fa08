// The status bar item: the shown session's agent, its state, how full the context is, and read-only mode.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import { limitText } from '../../../core/session/limit/limitText.ts';
import type { SessionLimit } from '../../../core/session/limit/state.ts';
import { nextTimeLeftMs } from '../../../core/session/limit/timeLeft.ts';
import { sessionTitle, titleSources } from '../../../core/session/selectors.ts';
import {
  sessionStatus,
  statusSources,
  type SessionStatus,
} from '../../../core/session/status/sessionStatus.ts';
import {
  currentUsage,
  percentText,
  usageLevelOf,
  usageText,
  usedPercent,
} from '../../../core/usage/usageFigures.ts';
import { withoutIcons } from '../../../host/text/iconText.ts';
import { agentLabel } from '../../../host/settings/settings.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { statusBarStrings } from './statusBarStrings.ts';

export type StatusBarKernel = Pick<Kernel, 'host' | 'session' | 'chat' | 'rules'>;

const ICONS: Readonly<Record<SessionStatus, string>> = {
  waiting: 'bell-dot',
  'needs-sign-in': 'key',
  limited: 'clockface',
  failed: 'error',
  silent: 'watch',
  running: 'loading~spin',
  background: 'loading~spin',
  starting: 'loading~spin',
  'read-only': 'comment-discussion',
  ready: 'comment-discussion',
  stopped: 'comment-discussion',
};

/** What is said besides the icon: what the user should know of. */
const TEXTS: Readonly<Partial<Record<SessionStatus, () => string>>> = {
  waiting: statusBarStrings.needsInput,
  'needs-sign-in': statusBarStrings.needsSignIn,
  limited: statusBarStrings.limited,
  failed: statusBarStrings.failed,
  silent: statusBarStrings.silent,
  background: statusBarStrings.background,
};

/** It is shown from the first session on; a click opens the quick pick of sessions. */
export class StatusBar implements Disposable {
  readonly #kernel: StatusBarKernel;
  readonly #owned = new DisposableStore();
  readonly #item: vscode.StatusBarItem;
  /** Updates how long the session waits for its limit. */
  #ticking: Disposable | undefined;

  constructor(kernel: StatusBarKernel) {
    this.#kernel = kernel;
    const { store } = kernel.host;
    const { current } = kernel.chat;
    this.#item = this.#owned.add(
      vscode.window.createStatusBarItem('parley', vscode.StatusBarAlignment.Right, 100),
    );
    this.#item.name = 'Parley';
    this.#item.command = 'parley.switchSession';
    this.#owned.add(kernel.session.agents.onStatusChange(() => this.#update()));
    this.#owned.add(current.onChange(() => this.#update()));
    this.#owned.add(kernel.rules.onChange(() => this.#update()));
    this.#owned.add(
      store.onSelect([...titleSources, currentUsage, ...statusSources], ({ key }) => {
        if (key === current.shownKey) this.#update();
      }),
    );
    this.#update();
  }

  dispose(): void {
    this.#ticking?.dispose();
    this.#owned.dispose();
  }

  #update(): void {
    const { host, session, chat, rules } = this.#kernel;
    const state = host.store.state(chat.current.shownKey ?? '');
    this.#ticking?.dispose();
    if (state === undefined) return;
    const agent = session.agents.existing(state.agent);
    const name = agentLabel(state.agent);
    const usage = currentUsage(state);
    const percent = usage === undefined ? undefined : usedPercent(usage);
    const status = sessionStatus(state, agent?.status.state);
    const { isReadOnly } = rules;
    const parts = [
      `$(${ICONS[status]}) ${withoutIcons(name)}`,
      status === 'limited' ? this.#waitingText(state.limit) : (TEXTS[status]?.() ?? ''),
      percent === undefined ? '' : percentText(percent),
    ];
    const lock = isReadOnly ? ' $(lock)' : '';
    this.#item.text = parts.filter((part) => part !== '').join(' · ') + lock;
    const lines = [
      sessionTitle(state) ?? statusBarStrings.untitledSession(),
      usage === undefined ? '' : usageText(usage),
      isReadOnly ? statusBarStrings.readOnlyMode() : '',
      statusBarStrings.switchSession(),
    ];
    this.#item.tooltip = lines.filter((line) => line !== '').join('\n');
    const isAlarming = usage !== undefined && usageLevelOf(usage) === 'red';
    this.#item.backgroundColor = isAlarming
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.#item.show();
  }

  #waitingText(limit: SessionLimit | undefined): string {
    const { clock } = this.#kernel.host;
    const now = clock.now();
    const left = (limit?.resetsAt ?? now) - now;
    if (left > 0) this.#ticking = clock.after(nextTimeLeftMs(left), () => this.#update());
    return limitText(limit, now, statusBarStrings);
  }
}
