// Opens chats among the editors, and brings them back after a reload.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';
import { chatStrings } from './chatStrings.ts';
import type { CurrentSession } from './currentSession.ts';
import type { Chats } from './openChats.ts';
import { ChatTab } from './chatTab.ts';
import type { LoadPanels } from './chatView.ts';

/** The type of the tabs in package.json's activation events. */
export const CHAT_TAB = 'parley.chatTab';

export interface ChatTabsOptions {
  readonly extensionUri: vscode.Uri;
  readonly loadPanels: LoadPanels;
  readonly store: SessionStore;
  readonly current: CurrentSession;
  readonly agentSettings: AgentSettings;
  readonly chats: Chats;
  /** Brings a session of the list into the window; resolves to its key, to undefined when it cannot be had. */
  readonly bring: (id: string) => Promise<string | undefined>;
  /** Gives a tab of an earlier window its session with `show`. `state`: what its page has stored. */
  readonly fill: (tab: ChatTab, state: unknown) => void;
}

/** Whether a tab of an earlier window was not in sight yet, so that nobody knows which session it shows. */
export function hasUnfilledTabs(chats: Pick<Chats, 'all'>): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isChat);
  // The sidebar's chat has none.
  return tabs.length >= chats.all.length;
}

function isChat({ input }: vscode.Tab): boolean {
  // VS Code puts a prefix before the type.
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(CHAT_TAB);
}

/** Makes the tabs; each lasts until the user closes it. */
export class ChatTabs implements vscode.WebviewPanelSerializer, Disposable {
  readonly #options: ChatTabsOptions;
  readonly #owned = new DisposableStore();

  constructor(options: ChatTabsOptions) {
    this.#options = options;
    this.#owned.add(vscode.window.registerWebviewPanelSerializer(CHAT_TAB, this));
  }

  /** Opens a tab with a session, beside what the user looks at. */
  async #open(key: string): Promise<ChatTab> {
    const isFree = vscode.window.tabGroups.activeTabGroup.tabs.length === 0;
    const column = isFree ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
    const tab = await this.#add(
      vscode.window.createWebviewPanel(CHAT_TAB, chatStrings.newSession(), column, {}),
    );
    tab.show(key);
    return tab;
  }

  /**
   * Opens a session in a tab among the editors; one that is in a tab already is brought to the front. Without an id:
   * the sidebar's session where that is the current chat, else a new one. A session leaves the sidebar for its tab.
   */
  async openSession(id?: string): Promise<void> {
    const { store, current, chats, bring, agentSettings } = this.#options;
    const { sidebar } = chats;
    const agent = store.state(current.shownKey ?? '')?.agent ?? agentSettings.defaultAgent;
    const moved = chats.current === sidebar ? sidebar.key : undefined;
    const key = id === undefined ? (moved ?? current.newKey(undefined, agent)) : await bring(id);
    if (key === undefined) return;
    const shownBy = chats.showing(key);
    if (shownBy !== undefined && shownBy !== sidebar) {
      await shownBy.reveal();
      return;
    }
    if (id === undefined && moved === undefined) current.handLeft(key);
    const tab = await this.#open(key);
    if (shownBy === sidebar) current.showNew(sidebar, agent);
    await tab.reveal();
  }

  /** Called by VS Code when a tab of an earlier window comes into sight. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    this.#options.fill(await this.#add(panel), state);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #add(panel: vscode.WebviewPanel): Promise<ChatTab> {
    const { extensionUri, loadPanels, chats } = this.#options;
    const tab = new ChatTab(panel, { extensionUri, makePanel: await loadPanels() });
    chats.add(tab);
    return tab;
  }
}
