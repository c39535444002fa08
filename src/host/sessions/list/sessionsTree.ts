// The view "Sessions": sessions by agent, with live titles, activity and ages.
import { SESSIONS_VIEW } from '../../contributions/views.ts';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { isEmptySession } from '../../../core/sessionList/emptySession.ts';
import type { SessionList } from '../../../core/sessionList/sessionList.ts';
import type { Chats } from '../../chat/openChats.ts';
import { configuredAgents, DEMO_AGENT } from '../../settings/settings.ts';
import { workspaceTest } from './sessionFolders.ts';
import { isPutAway, pinnedFirst } from './sessionSections.ts';
import { sessionsBadge } from './sessionsBadge.ts';
import { sessionStrings } from '../sessionStrings.ts';
import type { SessionItemSources } from './sessionTreeItem.ts';

/** Lists more sessions of an agent; not contributed, because only the tree runs it. */
const SHOW_MORE = 'parley.showMoreSessions';

/** How many sessions an agent lists at first; each "Show More" adds four times as many. */
const PAGE_SIZE = 30;

/** How often ages are updated while the view is visible. */
const AGE_INTERVAL_MS = 60_000;

type Node =
  | { readonly kind: 'agent'; readonly agent: string }
  | { readonly kind: 'session'; readonly id: string; readonly agent: string }
  | { readonly kind: 'more'; readonly agent: string }
  | { readonly kind: 'archived'; readonly agent: string };

export interface SessionsTreeOptions extends SessionItemSources {
  readonly store: SessionStore;
  readonly list: SessionList;
  readonly chats: Chats;
}

/** Owns the view and its badge. */
export class SessionsTree implements vscode.TreeDataProvider<Node>, Disposable {
  readonly #options: SessionsTreeOptions;
  readonly #owned = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<Node | undefined>();
  readonly #nodes = new Map<string, Node>();
  /** How many sessions an agent lists, where that is not {@link PAGE_SIZE}. */
  readonly #limits = new Map<string, number>();
  readonly #view: vscode.TreeView<Node>;
  #ageTimer: Disposable | undefined;
  #hasRefreshed = false;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(options: SessionsTreeOptions) {
    this.#options = options;
    const { list, unread, chats, agents } = options;
    this.#owned.add(this.#changed);
    this.#view = this.#owned.add(
      vscode.window.createTreeView(SESSIONS_VIEW, { treeDataProvider: this, canSelectMany: true }),
    );
    this.#owned.add(list.onChange(() => this.#update()));
    this.#owned.add(unread.onChange(() => this.#update()));
    this.#owned.add(agents.onStatusChange(() => this.#update()));
    this.#owned.add(chats.onChange(() => this.#update()));
    this.#owned.add(chats.onCurrentChange((key) => this.#select(key)));
    this.#owned.add(
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (visible) list.refresh();
        this.#select(chats.current.key);
      }),
    );
    this.#owned.add(
      vscode.commands.registerCommand(SHOW_MORE, (agent: unknown) => {
        if (typeof agent !== 'string') return;
        this.#limits.set(agent, this.#limit(agent) + 4 * PAGE_SIZE);
        this.#changed.fire(undefined);
      }),
    );
  }

  getChildren(node?: Node): Node[] {
    this.#scheduleAgeUpdate();
    if (!this.#hasRefreshed) this.#options.list.refresh();
    this.#hasRefreshed = true;
    // The tree lists what belongs to this window.
    const isHere = workspaceTest();
    const entries = this.#options.list
      .entries()
      .filter((entry) => (entry.state !== undefined || isHere(entry.cwd)) && !isEmptySession(entry));
    if (node === undefined) {
      // An agent without a session is listed too: a session can be started there.
      const agents = [...new Set([...configuredAgents(), ...entries.map(({ agent }) => agent)])];
      return inOrderOfSettings(agents).map((agent) => this.#node({ kind: 'agent', agent }));
    }
    if (node.kind !== 'agent' && node.kind !== 'archived') return [];
    const all = entries.filter(({ agent }) => agent === node.agent);
    const { putAway = [], inSight = [] } = Object.groupBy(all, (entry) =>
      isPutAway(entry, this.#options) ? 'putAway' : 'inSight',
    );
    if (node.kind === 'archived') {
      return putAway.map(({ id, agent }) => this.#node({ kind: 'session', id, agent }));
    }
    const own = pinnedFirst(inSight, this.#options.list);
    const limit = this.#limit(node.agent);
    const nodes = own
      // Sessions of the window are always listed.
      .filter(({ state }, index) => index < limit || state !== undefined)
      .map(({ id, agent }) => this.#node({ kind: 'session', id, agent }));
    const { agent } = node;
    return [
      ...nodes,
      ...(nodes.length < own.length ? [this.#node({ kind: 'more', agent })] : []),
      ...(putAway.length > 0 ? [this.#node({ kind: 'archived', agent })] : []),
    ];
  }

  getParent(node: Node): Node | undefined {
    if (node.kind === 'agent') return undefined;
    const entry = node.kind === 'session' ? this.#options.list.find(node.id) : undefined;
    const isArchived = entry !== undefined && isPutAway(entry, this.#options);
    return this.#node({ kind: isArchived ? 'archived' : 'agent', agent: node.agent });
  }

  async getTreeItem(node: Node): Promise<vscode.TreeItem> {
    const { agentItem, archivedItem, sessionItem, showMoreItem } = await import('./sessionTreeItem.ts');
    switch (node.kind) {
      case 'agent':
        return agentItem(node.agent, nodeId(node), this.getChildren(node).length > 0, this.#options);
      case 'archived':
        return archivedItem(nodeId(node), this.getChildren(node).length);
      case 'more':
        return showMoreItem(node.agent, nodeId(node), SHOW_MORE);
      case 'session': {
        const entry = this.#options.list.find(node.id);
        return entry === undefined
          ? new vscode.TreeItem(sessionStrings.untitled())
          : sessionItem(entry, nodeId(node), this.#options);
      }
    }
  }

  dispose(): void {
    this.#ageTimer?.dispose();
    this.#owned.dispose();
  }

  /** The same object for the same node: VS Code compares nodes by identity. */
  #node(node: Node): Node {
    const id = nodeId(node);
    const known = this.#nodes.get(id) ?? node;
    this.#nodes.set(id, known);
    return known;
  }

  #limit(agent: string): number {
    return this.#limits.get(agent) ?? PAGE_SIZE;
  }

  #update(): void {
    this.#changed.fire(undefined);
    this.#view.badge = sessionsBadge(this.#options.store, this.#options);
  }

  /** Selects the current session in the tree. */
  #select(key: string | undefined): void {
    const entry = key === undefined ? undefined : this.#options.list.find(key);
    if (entry === undefined || !this.#view.visible) return;
    const node = this.#node({ kind: 'session', id: entry.id, agent: entry.agent });
    // VS Code rejects when the node is not listed, and then there is nothing to select.
    this.#view.reveal(node, { select: true, focus: false }).then(undefined, () => undefined);
  }

  #scheduleAgeUpdate(): void {
    this.#ageTimer ??= this.#options.clock.after(AGE_INTERVAL_MS, () => {
      this.#ageTimer = undefined;
      if (this.#view.visible) this.#changed.fire(undefined);
    });
  }
}

/** The configured agents as the user wrote them, then those that are no longer configured, the demo agent last. */
function inOrderOfSettings(agents: readonly string[]): readonly string[] {
  const order = [...configuredAgents(), ...agents.filter((agent) => agent !== DEMO_AGENT).toSorted()];
  const rank = (agent: string): number => (agent === DEMO_AGENT ? order.length : order.indexOf(agent));
  return agents.toSorted((one, other) => rank(one) - rank(other));
}

function nodeId(node: Node): string {
  return node.kind === 'session' ? `session ${node.id}` : `${node.kind} ${node.agent}`;
}
