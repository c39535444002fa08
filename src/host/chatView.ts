// The view "Chat" in Parley's view container.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/lifecycle.ts';
import type { HostMessage } from '../core/panelProtocol.ts';
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
  #view: vscode.WebviewView | undefined;
  #description: string | undefined;
  /** The draft to put into the composer when the panel is there; undefined when nobody asked for the focus. */
  #draftWhenResolved: string | undefined;

  constructor(options: ChatViewOptions) {
    this.#options = options;
    this.#owned.add(vscode.window.registerWebviewViewProvider(CHAT_VIEW, this));
  }

  /** Shows the session's title beside the view's name. */
  describe(title: string | undefined): void {
    this.#description = title;
    if (this.#view !== undefined) this.#view.description = title ?? '';
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    view.description = this.#description ?? '';
    const { extensionUri, makePanel, currentSession } = this.#options;
    const panel = makePanel(view.webview);
    this.#panel = panel;
    const viewOwned = new DisposableStore();
    viewOwned.add(panel);
    viewOwned.add(view.onDidChangeVisibility(() => !view.visible && panel.pause()));
    view.onDidDispose(() => {
      viewOwned.dispose();
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#view = undefined;
    });
    panel.show(currentSession());
    view.webview.options = { enableScripts: true, localResourceRoots: panelResourceRoots(extensionUri) };
    view.webview.html = panelHtml(view.webview, extensionUri);
    if (this.#draftWhenResolved !== undefined) panel.focusComposer(this.#draftWhenResolved);
    this.#draftWhenResolved = undefined;
  }

  /** Whether the person can see the view. */
  get isVisible(): boolean {
    return this.#view?.visible === true;
  }

  /** Runs something that takes the focus, and gives it back if it was in the chat. */
  async keepingFocus(work: () => Promise<void>): Promise<void> {
    const hadFocus = this.#panel?.hasFocus === true;
    await work();
    if (hadFocus) await this.reveal();
  }

  /** Sends a message to the panel if it is there. */
  post(message: HostMessage): void {
    this.#panel?.postWhenReady(message);
  }

  /** Shows a session in the view if the view is there. */
  show(key: string): void {
    this.#panel?.show(key);
  }

  /** Brings the view to the front with the focus in the composer, and adds `draft` to what is written there. */
  async reveal(draft = ''): Promise<void> {
    const panel = this.#panel;
    if (panel === undefined) this.#draftWhenResolved = draft;
    await vscode.commands.executeCommand(`${CHAT_VIEW}.focus`);
    panel?.focusComposer(draft);
  }

  dispose(): void {
    this.#panel?.dispose();
    this.#owned.dispose();
  }
}
