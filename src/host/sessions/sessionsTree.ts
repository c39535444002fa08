// The view "Sessions": sessions by agent, with live titles, states and ages.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';
import type { MetaValue, SessionInfo } from '../../core/session/sessionInfo.ts';
import { isWaiting } from '../../core/session/selectors.ts';
import type { CatalogueEntry } from '../../core/sessionLifecycle/sessionCatalogue.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Agents } from '../../core/agentUpkeep/agentDirectory.ts';
import type { Chats } from '../chat/openChats.ts';
import { IN_SIDEBAR } from '../contributions/commandArguments.ts';
import type { SessionList } from '../../core/sessionList/sessionList.ts';
import type { UnreadSessions } from '../../core/sessionList/unreadSessions.ts';
import {
  activityIcon,
  activityOf,
  activityText,
  ageText,
  entryTitle,
  folderText,
  workspaceTest,
} from './sessionLabels.ts';
import { agentLabel, configuredAgents, DEMO_AGENT } from '../settings/settings.ts';

/** The view's id in package.json. */
export const SESSIONS_VIEW = 'parley.sessions';

/** Sessions that an agent shows at first, and how many more on request. */
const PAGE = 30;

/** Milliseconds between two looks at the ages. */
const MINUTE = 60_000;

/** Characters of a tooltip's metadata. */
const META_LENGTH = 600;

type Node =
  | { readonly kind: 'agent'; readonly agent: string }
  | { readonly kind: 'session'; readonly id: string; readonly agent: string }
  | { readonly kind: 'more'; readonly agent: string };

export interface SessionsTreeOptions {
  readonly store: SessionStore;
  readonly list: SessionList;
  readonly marks: UnreadSessions;
  readonly chats: Chats;
  readonly agents: Agents;
  readonly clock: Clock;
}

/** Shows the sessions, and on its badge how many of them want the user. */
export class SessionsTree implements vscode.TreeDataProvider<Node>, Disposable {
  readonly #options: SessionsTreeOptions;
  readonly #owned = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<Node | undefined>();
  readonly #nodes = new Map<string, Node>();
  /** How many sessions an agent shows. */
  readonly #shown = new Map<string, number>();
  readonly #view: vscode.TreeView<Node>;
  #ageTimer: Disposable | undefined;
  #wasLookedAt = false;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(options: SessionsTreeOptions) {
    this.#options = options;
    const { list, marks, chats } = options;
    this.#owned.add(this.#changed);
    this.#view = this.#owned.add(vscode.window.createTreeView(SESSIONS_VIEW, { treeDataProvider: this }));
    this.#owned.add(list.onChange(() => this.#update()));
    this.#owned.add(marks.onChange(() => this.#update()));
    this.#owned.add(chats.onChange(() => this.#update()));
    this.#owned.add(chats.onCurrentChange((key) => this.#select(key)));
    this.#owned.add(
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (visible) list.refresh();
        this.#select(chats.current.key);
      }),
    );
    this.#owned.add(
      vscode.commands.registerCommand('parley.showMoreSessions', (agent: unknown) => {
        if (typeof agent !== 'string') return;
        this.#shown.set(agent, this.#limit(agent) + 4 * PAGE);
        this.#changed.fire(undefined);
      }),
    );
  }

  getChildren(node?: Node): Node[] {
    this.#keepAges();
    if (!this.#wasLookedAt) this.#options.list.refresh();
    this.#wasLookedAt = true;
    // The tree shows what belongs to this window.
    const isHere = workspaceTest();
    const entries = this.#options.list
      .entries()
      .filter(({ state, cwd }) => state !== undefined || isHere(cwd));
    if (node === undefined) {
      const agents = [...new Set(entries.map(({ agent }) => agent))];
      return inOrderOfSettings(agents).map((agent) => this.#node({ kind: 'agent', agent }));
    }
    if (node.kind !== 'agent') return [];
    const own = entries.filter(({ agent }) => agent === node.agent);
    const limit = this.#limit(node.agent);
    const nodes = own
      // Those of the window are always there.
      .filter(({ state }, index) => index < limit || state !== undefined)
      .map(({ id, agent }) => this.#node({ kind: 'session', id, agent }));
    return nodes.length < own.length ? [...nodes, this.#node({ kind: 'more', agent: node.agent })] : nodes;
  }

  getParent(node: Node): Node | undefined {
    return node.kind === 'agent' ? undefined : this.#node({ kind: 'agent', agent: node.agent });
  }

  getTreeItem(node: Node): vscode.TreeItem {
    switch (node.kind) {
      case 'agent': {
        const item = new vscode.TreeItem(agentLabel(node.agent), vscode.TreeItemCollapsibleState.Expanded);
        item.id = nodeId(node);
        item.iconPath = new vscode.ThemeIcon('hubot');
        item.contextValue = 'agent';
        return item;
      }
      case 'more': {
        const item = new vscode.TreeItem(vscode.l10n.t('Show more'));
        item.id = nodeId(node);
        item.iconPath = new vscode.ThemeIcon('ellipsis');
        item.command = {
          command: 'parley.showMoreSessions',
          title: vscode.l10n.t('Show more'),
          arguments: [node.agent],
        };
        return item;
      }
      case 'session':
        return this.#sessionItem(node.id, nodeId(node));
    }
  }

  dispose(): void {
    this.#ageTimer?.dispose();
    this.#owned.dispose();
  }

  #sessionItem(id: string, itemId: string): vscode.TreeItem {
    const { list, marks, chats, agents, clock } = this.#options;
    const entry = list.find(id);
    if (entry === undefined) return new vscode.TreeItem(vscode.l10n.t('New session'));
    const item = new vscode.TreeItem(entryTitle(entry));
    const activity = activityOf(entry, marks);
    item.id = itemId;
    const canFork = agents.existing(entry.agent)?.description?.sessions.fork === true;
    item.contextValue = `${entry.state === undefined ? 'keptSession' : 'openSession'}${canFork ? ' canFork' : ''}`;
    item.iconPath = activityIcon(activity, entry.key !== undefined && chats.isShown(entry.key));
    item.description = [activityText(activity), ageText(entry.updatedAt, clock.now())]
      .filter((words) => words !== '')
      .join(' · ');
    item.accessibilityInformation = {
      label: [entryTitle(entry), item.description].filter((words) => words !== '').join(', '),
    };
    item.tooltip = tooltip(entry);
    item.command = {
      command: 'parley.switchSession',
      title: vscode.l10n.t('Open'),
      arguments: [id, IN_SIDEBAR],
    };
    return item;
  }

  /** The same object for the same thing, as VS Code wants it. */
  #node(node: Node): Node {
    const id = nodeId(node);
    const known = this.#nodes.get(id) ?? node;
    this.#nodes.set(id, known);
    return known;
  }

  #limit(agent: string): number {
    return this.#shown.get(agent) ?? PAGE;
  }

  #update(): void {
    this.#changed.fire(undefined);
    this.#updateBadge();
  }

  /** The current session is the selected one. */
  #select(key: string | undefined): void {
    const entry = key === undefined ? undefined : this.#options.list.find(key);
    if (entry === undefined || !this.#view.visible) return;
    const node = this.#node({ kind: 'session', id: entry.id, agent: entry.agent });
    // A node that is not drawn cannot be selected, and need not be.
    this.#view.reveal(node, { select: true, focus: false }).then(undefined, () => undefined);
  }

  /** While the tree is looked at, its ages are right. */
  #keepAges(): void {
    this.#ageTimer ??= this.#options.clock.after(MINUTE, () => {
      this.#ageTimer = undefined;
      if (this.#view.visible) this.#changed.fire(undefined);
    });
  }

  #updateBadge(): void {
    const { store, marks } = this.#options;
    const waiting = store.keys().filter((key) => {
      const state = store.state(key);
      return state !== undefined && isWaiting(state);
    });
    const marked = marks.keys().filter((key) => !waiting.includes(key));
    const value = waiting.length + marked.length;
    const tooltips = [
      waiting.length === 0 ? '' : vscode.l10n.t('{0} sessions wait for you', waiting.length),
      marked.length === 0 ? '' : vscode.l10n.t('{0} sessions have news', marked.length),
    ].filter((words) => words !== '');
    this.#view.badge = value === 0 ? undefined : { value, tooltip: tooltips.join(', ') };
  }
}

/** The configured agents as the user wrote them, then those that are not configured any more, the demo agent last. */
function inOrderOfSettings(agents: readonly string[]): readonly string[] {
  const order = [...configuredAgents(), ...agents.filter((agent) => agent !== DEMO_AGENT).toSorted()];
  const rank = (agent: string): number => (agent === DEMO_AGENT ? order.length : order.indexOf(agent));
  return agents.toSorted((one, other) => rank(one) - rank(other));
}

function nodeId(node: Node): string {
  return node.kind === 'session' ? `session ${node.id}` : `${node.kind} ${node.agent}`;
}

/** Plain text: what an agent says is no markdown here. */
function tooltip(entry: CatalogueEntry): string {
  const { state, cwd, updatedAt, isOpenInOtherWindow, listed } = entry;
  const agentTitle = state?.info.title ?? listed?.title;
  const lines = [
    entryTitle(entry),
    agentTitle !== undefined && agentTitle !== entry.title
      ? vscode.l10n.t('The agent calls it: {0}', agentTitle)
      : '',
    folderText(cwd) === '' ? '' : cwd,
    updatedAt === 0
      ? ''
      : vscode.l10n.t('Last active: {0}', new Date(updatedAt).toLocaleString(vscode.env.language)),
    state?.readOnly ?? '',
    isOpenInOtherWindow === true
      ? vscode.l10n.t('It is open in another window: go on with it there, or close it there first.')
      : '',
    metaText(state?.info.meta ?? {}).slice(0, META_LENGTH),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function metaText(meta: SessionInfo['meta']): string {
  return (
    Object.entries(meta)
      // What Parley's own programs tell is for its screens.
      .filter(([key]) => !key.startsWith('parley.dev/'))
      .map(([key, value]) => `${key}: ${metaValueText(value)}`)
      .join('\n')
  );
}

function metaValueText(value: MetaValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
