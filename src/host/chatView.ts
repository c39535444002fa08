// The view "Chat" in Parley's view container.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/lifecycle.ts';
import type { ChatPanel } from './chatPanel.ts';
import { panelHtml, panelResourceRoots } from './panelHtml.ts';

/** The view's id in package.json. */
export const CHAT_VIEW = 'parley.chat';

export interface ChatViewOptions {
  readonly extensionUri: vscode.Uri;
  readonly makePanel: (webview: vscode.Webview) => ChatPanel;
  /** The session to show, made when there is none yet. */
  readonly currentSession: () => string;
}

/** Fills the view when VS Code shows it for the first time. */
export class ChatView implements vscode.WebviewViewProvider, Disposable {
  readonly #options: ChatViewOptions;
  readonly #owned = new DisposableStore();
  #panel: ChatPanel | undefined;
  #focusWhenResolved = false;

  constructor(options: ChatViewOptions) {
    this.#options = options;
    this.#owned.add(vscode.window.registerWebviewViewProvider(CHAT_VIEW, this));
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { extensionUri, makePanel, currentSession } = this.#options;
    const panel = makePanel(view.webview);
    this.#panel = panel;
    const viewOwned = new DisposableStore();
    viewOwned.add(panel);
    viewOwned.add(view.onDidChangeVisibility(() => !view.visible && panel.pause()));
    view.onDidDispose(() => {
      viewOwned.dispose();
      if (this.#panel === panel) this.#panel = undefined;
    });
    panel.show(currentSession());
    view.webview.options = { enableScripts: true, localResourceRoots: panelResourceRoots(extensionUri) };
    view.webview.html = panelHtml(view.webview, extensionUri);
    if (this.#focusWhenResolved) panel.focusComposer();
  }

  /** Shows a session in the view if the view is there. */
  show(key: string): void {
    this.#panel?.show(key);
  }

  /** Brings the view to the front with the focus in the composer. */
  async reveal(): Promise<void> {
    this.#focusWhenResolved = true;
    await vscode.commands.executeCommand(`${CHAT_VIEW}.focus`);
    this.#panel?.focusComposer();
  }

  dispose(): void {
    this.#panel?.dispose();
    this.#owned.dispose();
  }
}
