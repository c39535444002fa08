// A chat among the editors.
import * as vscode from 'vscode';
import { DisposableStore, Emitter, type Event } from '../../core/base/lifecycle.ts';
import type { HostMessage } from '../../core/panel/hostMessage.ts';
import type { Chat, ChatEvent, FocusPlace } from './chat.ts';
import type { MakePanel, ShownPanel } from './chatView.ts';
import { chatStrings } from './chatStrings.ts';
import { fillWebview } from './panelHtml.ts';

export interface ChatTabOptions {
  readonly extensionUri: vscode.Uri;
  readonly makePanel: MakePanel;
}

/** One tab; closing it leaves the session where it is. */
export class ChatTab implements Chat {
  readonly #tab: vscode.WebviewPanel;
  readonly #panel: ShownPanel;
  readonly #owned = new DisposableStore();
  readonly #events = new Emitter<ChatEvent>();
  #key: string | undefined;
  #focus: FocusPlace = 'outside';
  #isClosed = false;
  #wasActive: boolean;

  readonly onEvent: Event<ChatEvent> = this.#events.event;

  /** Owns `tab`. */
  constructor(tab: vscode.WebviewPanel, options: ChatTabOptions) {
    this.#tab = tab;
    this.#wasActive = tab.active;
    tab.iconPath = {
      light: vscode.Uri.joinPath(options.extensionUri, 'media', 'tab-light.svg'),
      dark: vscode.Uri.joinPath(options.extensionUri, 'media', 'tab-dark.svg'),
    };
    this.#panel = this.#owned.add(
      options.makePanel(tab.webview, {
        onFocus: (place) => this.#setFocus(place),
        onUse: () => this.#events.fire('active'),
        place: undefined,
      }),
    );
    this.#owned.add(tab.onDidChangeViewState(() => this.#viewStateChanged()));
    tab.onDidDispose(() => this.#close('closed_by_user'));
    fillWebview(tab.webview, options.extensionUri);
  }

  get key(): string | undefined {
    return this.#key;
  }

  get focus(): FocusPlace {
    return this.#focus;
  }

  get isVisible(): boolean {
    return this.#tab.visible;
  }

  show(key: string): void {
    if (this.#key === key) return;
    this.#key = key;
    this.#panel.show(key);
    this.#events.fire('shown');
  }

  reveal(draft = ''): Promise<void> {
    this.#events.fire('active');
    // One that has the focus would lose it for a moment, and with it what is typed.
    if (this.#focus === 'outside') this.#tab.reveal(undefined, false);
    this.#panel.focusComposer(draft);
    return Promise.resolve();
  }

  post(message: HostMessage): void {
    this.#panel.postWhenReady(message);
  }

  describe(title: string | undefined): void {
    this.#tab.title = title ?? chatStrings.newSession();
  }

  dispose(): void {
    this.#close('closed');
  }

  #close(event: ChatEvent): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#owned.dispose();
    this.#tab.dispose();
    this.#events.fire(event);
    this.#events.dispose();
  }

  #viewStateChanged(): void {
    if (!this.#tab.visible) {
      this.#panel.pause();
      this.#setFocus('outside');
    }
    this.#events.fire('visibility');
    if (this.#tab.active && !this.#wasActive) this.#events.fire('active');
    this.#wasActive = this.#tab.active;
  }

  #setFocus(place: FocusPlace): void {
    this.#focus = place;
    this.#events.fire('focus');
  }
}
