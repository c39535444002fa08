// The items of the Sessions view: agents, their sessions, and "Show More".
import * as vscode from 'vscode';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import { metaHighlights, metaLines } from '../../../core/sessionList/metaText.ts';
import type { CatalogueEntry } from '../../../core/sessionLifecycle/sessionCatalogue.ts';
import type { Agents } from '../../../core/agentUpkeep/agentDirectory.ts';
import { activityOf } from '../../../core/sessionList/sessionActivity.ts';
import type { SessionList } from '../../../core/sessionList/sessionList.ts';
import type { ShownSessions } from '../../../core/sessionList/shownSessions.ts';
import type { UnreadSessions } from '../../../core/sessionList/unreadSessions.ts';
import { ageText } from '../../../core/text/age.ts';
import { displayLanguage } from '../../../core/text/localization.ts';
import { IN_SIDEBAR } from '../../contributions/commandArguments.ts';
import { agentLabel } from '../../settings/settings.ts';
import type { AgentSecrets } from '../../agents/agentSecrets.ts';
import { folderText } from './sessionFolders.ts';
import { entryTitle } from './entryTitle.ts';
import { activityIcon, waitingText } from './sessionLabels.ts';
import { sessionStrings } from '../sessionStrings.ts';

/** The length of the metadata in a tooltip. */
const MAX_META_LENGTH = 600;

export interface SessionItemSources {
  readonly unread: UnreadSessions;
  readonly chats: ShownSessions;
  readonly agents: Agents;
  readonly secrets: Pick<AgentSecrets, 'names'>;
  readonly clock: Clock;
  readonly list: Pick<SessionList, 'markOf'>;
}

/** An agent: whether it needs a sign-in stands beside it, and signing in and out are in its menu. */
export function agentItem(
  name: string,
  id: string,
  hasSessions: boolean,
  { agents, secrets }: Pick<SessionItemSources, 'agents' | 'secrets'>,
): vscode.TreeItem {
  const label = agentLabel(name);
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, hasSessions ? Expanded : None);
  const { description, status } = agents.existing(name) ?? {};
  const needsSignIn = status?.state === 'needs-sign-in';
  item.id = id;
  item.iconPath = new vscode.ThemeIcon('hubot');
  item.contextValue = [
    'agent',
    needsSignIn ? 'needsSignIn' : '',
    needsSignIn || (description?.authMethods.length ?? 0) > 0 ? 'signsIn' : '',
    description?.signsOut === true && !needsSignIn ? 'signsOut' : '',
    secrets.names(name).length > 0 ? 'hasSecrets' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
  if (needsSignIn) {
    const state = sessionStrings.activity.needsSignIn();
    item.description = state;
    item.accessibilityInformation = { label: `${label}, ${state}` };
  }
  return item;
}

/** The sessions of an agent that the user has put away; folded. */
export function archivedItem(id: string, count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(sessionStrings.archived(count), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = id;
  item.iconPath = new vscode.ThemeIcon('archive');
  return item;
}

/** `command` lists more sessions of the agent. */
export function showMoreItem(agent: string, id: string, command: string): vscode.TreeItem {
  const title = sessionStrings.showMore();
  const item = new vscode.TreeItem(title);
  item.id = id;
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = { command, title, arguments: [agent] };
  return item;
}

export function sessionItem(entry: CatalogueEntry, id: string, sources: SessionItemSources): vscode.TreeItem {
  const { chats, agents, clock, list } = sources;
  const title = entryTitle(entry);
  const item = new vscode.TreeItem(title);
  const activity = activityOf(entry, sources);
  item.id = id;
  const canFork = agents.existing(entry.agent)?.description?.sessions.fork === true;
  const mark = list.markOf(entry);
  item.contextValue = [
    entry.state === undefined ? 'storedSession' : 'openSession',
    ...(canFork ? ['canFork'] : []),
    mark === 'pinned' ? 'pinned' : 'notPinned',
    mark === 'archived' ? 'archived' : 'notArchived',
    ...(activity === 'waiting' ? ['asks'] : []),
  ].join(' ');
  item.iconPath = activityIcon(activity, entry.key !== undefined && chats.isShown(entry.key));
  const details = [
    mark === 'pinned' ? sessionStrings.pinned() : '',
    waitingText(activity, entry, clock.now()),
    ...metaHighlights(entry.meta ?? {}),
    ageText(entry.updatedAt, clock.now()),
  ].filter((part) => part !== '');
  item.description = details.join(' · ');
  item.accessibilityInformation = { label: [title, ...details].join(', ') };
  item.tooltip = tooltip(entry);
  item.command = {
    command: 'parley.switchSession',
    title: sessionStrings.openSession(),
    arguments: [entry.id, IN_SIDEBAR],
  };
  return item;
}

/** Plain text, because an agent's text must not be read as Markdown here. */
function tooltip(entry: CatalogueEntry): string {
  const { state, cwd, updatedAt, isOpenInOtherWindow, listed } = entry;
  const agentTitle = state?.info.title ?? listed?.title;
  const lines = [
    entryTitle(entry),
    agentTitle !== undefined && agentTitle !== entry.title ? sessionStrings.titleOfAgent(agentTitle) : '',
    folderText(cwd) === '' ? '' : cwd,
    updatedAt === 0 ? '' : sessionStrings.lastActive(new Date(updatedAt).toLocaleString(displayLanguage())),
    state?.readOnly ?? '',
    isOpenInOtherWindow === true ? sessionStrings.openInOtherWindowHint() : '',
    metaLines(entry.meta ?? {})
      .join('\n')
      .slice(0, MAX_META_LENGTH),
  ];
  return lines.filter((line) => line !== '').join('\n');
}
