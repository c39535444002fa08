// The view "Chat" in Parley's view container.
import * as vscode from 'vscode';
import { DisposableStore, Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import type { HostMessage } from '../../core/panel/hostMessage.ts';
import type { Chat, ChatEvent, FocusPlace } from './chat.ts';
import type { ChatPlace } from './chatPlace.ts';
import { chatStrings } from './chatStrings.ts';
import { fillWebview } from './panelHtml.ts';

/** The view's id in package.json. */
export const CHAT_VIEW = 'parley.chat';

/** A panel, as the view or the tab around it uses it. */
export interface ShownPanel extends Disposable {
  show(key: string): void;
  /** The webview is hidden: its page is gone, and it asks again when it is back. */
  pause(): void;
  focusComposer(text?: string): void;
  postWhenReady(message: HostMessage): void;
}

/** What a panel reports to the view or the tab around it. */
export interface PanelReports {
  readonly onFocus: (place: FocusPlace) => void;
  readonly onUse: () => void;
  /** The side bar of the chat; undefined for a tab, which has the title. */
  readonly place: ChatPlace | undefined;
}

/** Joins a webview to the sessions; reports where in it the focus is, and that the user works in it. */
export type MakePanel = (webview: vscode.Webview, reports: PanelReports) => ShownPanel;

/** Loads what panels are made of, once. */
export type LoadPanels = () => Promise<MakePanel>;

export interface ChatViewOptions {
  readonly extensionUri: vscode.Uri;
  readonly loadPanels: LoadPanels;
  /** Called when the view is there and shows no session yet: gives it one with `show`. `state`: what its page has stored. */
  readonly fill: (state: unknown) => void;
}

/** Has VS Code show the sidebar's chat in the view, as often as the view is made. */
export function registerChatView(sidebar: ChatView, options: ChatViewOptions): Disposable {
  return vscode.window.registerWebviewViewProvider(CHAT_VIEW, {
    resolveWebviewView: async (view, { state }) =>
      sidebar.attach(view, await options.loadPanels(), options, state),
  });
}

/** The chat in the sidebar: there from the start, with or without a view that shows it. */
export class ChatView implements Chat {
  readonly place: ChatPlace;
  readonly #owned = new DisposableStore();
  readonly #events = this.#owned.add(new Emitter<ChatEvent>());
  #key: string | undefined;
  #focus: FocusPlace = 'outside';
  #panel: ShownPanel | undefined;
  #view: vscode.WebviewView | undefined;
  #title: string | undefined;
  /** The draft to put into the composer when the panel is there; undefined when nobody asked for the focus. */
  #draftWhenResolved: string | undefined;
  readonly #waiting: HostMessage[] = [];

  readonly onEvent: Event<ChatEvent> = this.#events.event;

  constructor(place: ChatPlace) {
    this.place = place;
  }

  get key(): string | undefined {
    return this.#key;
  }

  get focus(): FocusPlace {
    return this.#focus;
  }

  get isVisible(): boolean {
    return this.#view?.visible === true;
  }

  describe(title: string | undefined): void {
    this.#title = title;
    if (this.#view !== undefined) this.#view.title = title ?? chatStrings.newSession();
  }

  /** Shows the chat in a view that VS Code made. */
  attach(
    view: vscode.WebviewView,
    makePanel: MakePanel,
    { extensionUri, fill }: ChatViewOptions,
    state: unknown,
  ): void {
    this.#view = view;
    view.title = this.#title ?? chatStrings.newSession();
    const panel = makePanel(view.webview, {
      onFocus: (place) => this.#setFocus(place),
      onUse: () => this.#events.fire('active'),
      place: this.place,
    });
    this.#panel = panel;
    const viewOwned = new DisposableStore();
    viewOwned.add(panel);
    viewOwned.add(view.onDidChangeVisibility(() => this.#visibilityChanged(view, panel)));
    view.onDidDispose(() => {
      viewOwned.dispose();
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#view = undefined;
      this.#setFocus('outside');
      this.#events.fire('visibility');
    });
    if (this.#key !== undefined) panel.show(this.#key);
    fillWebview(view.webview, extensionUri);
    if (this.#draftWhenResolved !== undefined) panel.focusComposer(this.#draftWhenResolved);
    this.#draftWhenResolved = undefined;
    for (const message of this.#waiting.splice(0)) panel.postWhenReady(message);
    this.#events.fire('visibility');
    if (this.#key === undefined) fill(state);
  }

  post(message: HostMessage): void {
    if (this.#panel === undefined) this.#waiting.push(message);
    else this.#panel.postWhenReady(message);
  }

  show(key: string): void {
    if (this.#key === key) return;
    this.#key = key;
    this.#panel?.show(key);
    this.#events.fire('shown');
  }

  async reveal(draft = ''): Promise<void> {
    this.#events.fire('active');
    const panel = this.#panel;
    if (panel === undefined) this.#draftWhenResolved = draft;
    // One that has the focus would lose it for a moment, and with it what is typed.
    if (this.#focus === 'outside') await vscode.commands.executeCommand(`${CHAT_VIEW}.focus`);
    panel?.focusComposer(draft);
  }

  dispose(): void {
    this.#panel?.dispose();
    this.#owned.dispose();
  }

  #visibilityChanged(view: vscode.WebviewView, panel: ShownPanel): void {
    if (!view.visible) {
      panel.pause();
      this.#setFocus('outside');
    }
    this.#events.fire('visibility');
  }

  #setFocus(place: FocusPlace): void {
    this.#focus = place;
    this.#events.fire('focus');
  }
}
