// The page about usage among the editors: what the sessions of the window used, renewed while it is in sight.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../../core/ports/hostPorts.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { usagePageMessage } from '../core/usagePage.ts';
import { fillWebview } from '../../../host/chat/panelHtml.ts';
import { columnBesideChat } from '../../../host/editors/besideChat.ts';
import { inBackground } from '../../../host/window/inBackground.ts';
import { exportUsage, usageState } from './usageExport.ts';
import { usagePageStrings } from './usagePageStrings.ts';

/** The type of the tab. */
const USAGE_TAB = 'parley.usage';

/** How long changes are collected before they are shown, in milliseconds: some agents report many times a turn. */
const SHOW_DELAY_MS = 500;

export interface UsagePageOptions {
  readonly store: SessionStore;
  readonly extensionUri: vscode.Uri;
  readonly clock: Clock;
  readonly log: Log;
  readonly onClose: () => void;
}

/** One tab; it lasts until the user closes it. */
export class UsagePage implements Disposable {
  readonly #options: UsagePageOptions;
  readonly #tab: vscode.WebviewPanel;
  readonly #owned = new DisposableStore();
  #showTimer: Disposable | undefined;
  #isClosed = false;

  constructor(options: UsagePageOptions) {
    this.#options = options;
    const { extensionUri, store } = options;
    this.#tab = vscode.window.createWebviewPanel(USAGE_TAB, usagePageStrings.usage(), columnBesideChat(), {});
    this.#tab.iconPath = {
      light: vscode.Uri.joinPath(extensionUri, 'media', 'tab-light.svg'),
      dark: vscode.Uri.joinPath(extensionUri, 'media', 'tab-dark.svg'),
    };
    this.#owned.add(this.#tab.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#owned.add(store.onEvent(['turn_ended', 'turn_failed', 'usage'], () => this.#schedulePost()));
    this.#owned.add(store.onListChange(() => this.#schedulePost()));
    this.#tab.onDidDispose(() => this.dispose());
    fillWebview(this.#tab.webview, extensionUri, 'usage');
  }

  /** Brings the tab to the front. */
  reveal(): void {
    this.#tab.reveal();
  }

  dispose(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#showTimer?.dispose();
    this.#owned.dispose();
    this.#tab.dispose();
    this.#options.onClose();
  }

  /** All entries of all sessions are gone through for it. */
  #schedulePost(): void {
    this.#showTimer ??= this.#options.clock.after(SHOW_DELAY_MS, () => {
      this.#showTimer = undefined;
      this.#post();
    });
  }

  /** A tab that is hidden has no page, and asks when it is back. */
  #post(): void {
    if (this.#tab.visible) void this.#tab.webview.postMessage(usageState(this.#options.store));
  }

  #receive(raw: unknown): void {
    const { log, store } = this.#options;
    const parsed = usagePageMessage.safeParse(raw);
    if (!parsed.success)
      log.error(`The page sent a message that is not in the contract: ${parsed.error.message}`);
    else if (parsed.data.type === 'ready') this.#post();
    else inBackground(log, exportUsage(store));
  }
}
