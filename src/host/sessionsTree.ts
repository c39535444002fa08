// The view "Sessions": the window's sessions by agent, with live titles.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/lifecycle.ts';
import type { MetaValue } from '../core/session/info.ts';
import type { SessionState } from '../core/session/model.ts';
import { isWaiting, sessionTitle } from '../core/session/select.ts';
import type { SessionStore } from '../core/sessionStore.ts';
import { agentLabel } from './settings.ts';

/** The view's id in package.json. */
export const SESSIONS_VIEW = 'parley.sessions';

type Node =
  { readonly kind: 'agent'; readonly agent: string } | { readonly kind: 'session'; readonly key: string };

/** Characters of a tooltip's metadata. */
const META_LENGTH = 600;

/** Shows the sessions and how many of them wait for the person. */
export class SessionsTree implements vscode.TreeDataProvider<Node>, Disposable {
  readonly #store: SessionStore;
  readonly #owned = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<Node | undefined>();
  readonly #sessionNodes = new Map<string, Node>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(store: SessionStore) {
    this.#store = store;
    this.#owned.add(this.#changed);
    const view = this.#owned.add(vscode.window.createTreeView(SESSIONS_VIEW, { treeDataProvider: this }));
    this.#owned.add(store.onListChange(() => this.#changed.fire(undefined)));
    this.#owned.add(
      store.onChange(({ key, previous, state }) => {
        if (!isShownDifferently(previous, state)) return;
        this.#changed.fire(this.#sessionNodes.get(key));
        if (isWaiting(previous) !== isWaiting(state)) this.#updateBadge(view);
      }),
    );
  }

  getChildren(node?: Node): Node[] {
    const states = this.#store.keys().flatMap((key) => this.#store.state(key) ?? []);
    if (node === undefined) {
      return [...new Set(states.map(({ agent }) => agent))].map((agent) => ({ kind: 'agent', agent }));
    }
    if (node.kind === 'session') return [];
    return states.filter(({ agent }) => agent === node.agent).map(({ key }) => this.#sessionNode(key));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === 'agent') {
      const item = new vscode.TreeItem(agentLabel(node.agent), vscode.TreeItemCollapsibleState.Expanded);
      item.iconPath = new vscode.ThemeIcon('hubot');
      return item;
    }
    const state = this.#store.state(node.key);
    const item = new vscode.TreeItem(
      (state === undefined ? undefined : sessionTitle(state)) ?? vscode.l10n.t('New session'),
    );
    if (state === undefined) return item;
    item.id = node.key;
    item.contextValue = 'session';
    item.iconPath = stateIcon(state);
    item.description = stateWords(state);
    item.tooltip = tooltip(state);
    item.command = {
      command: 'parley.switchSession',
      title: vscode.l10n.t('Open'),
      arguments: [node.key],
    };
    return item;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #sessionNode(key: string): Node {
    const known = this.#sessionNodes.get(key) ?? { kind: 'session', key };
    this.#sessionNodes.set(key, known);
    return known;
  }

  #updateBadge(view: vscode.TreeView<Node>): void {
    const states = this.#store.keys().flatMap((key) => this.#store.state(key) ?? []);
    const waiting = states.filter(isWaiting);
    view.badge =
      waiting.length === 0
        ? undefined
        : { value: waiting.length, tooltip: vscode.l10n.t('{0} sessions wait for you', waiting.length) };
  }
}

function isShownDifferently(previous: SessionState, state: SessionState): boolean {
  return (
    previous.info !== state.info ||
    previous.alias !== state.alias ||
    previous.provisionalTitle !== state.provisionalTitle ||
    isWaiting(previous) !== isWaiting(state) ||
    (previous.turn === undefined) !== (state.turn === undefined) ||
    previous.opening !== state.opening
  );
}

function stateIcon(state: SessionState): vscode.ThemeIcon {
  if (isWaiting(state)) return new vscode.ThemeIcon('bell-dot');
  if (state.turn !== undefined || state.opening) return new vscode.ThemeIcon('loading~spin');
  return new vscode.ThemeIcon('comment');
}

/** What a session is doing, in words; empty when nothing. */
export function stateWords(state: SessionState): string {
  if (isWaiting(state)) return vscode.l10n.t('waits for you');
  if (state.turn !== undefined) return vscode.l10n.t('running');
  if (state.opening) return vscode.l10n.t('starting');
  return '';
}

/** Plain text: what an agent says is no markdown here. */
function tooltip(state: SessionState): string {
  const { title, updatedAt } = state.info;
  const lines = [
    sessionTitle(state) ?? vscode.l10n.t('New session'),
    state.alias !== undefined && title !== undefined ? vscode.l10n.t('The agent calls it: {0}', title) : '',
    state.cwd,
    updatedAt === undefined ? '' : vscode.l10n.t('Updated: {0}', updatedAt),
    metaText(state.info.meta).slice(0, META_LENGTH),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function metaText(meta: SessionState['info']['meta']): string {
  return Object.entries(meta)
    .map(([key, value]) => `${key}: ${metaValueText(value)}`)
    .join('\n');
}

function metaValueText(value: MetaValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
