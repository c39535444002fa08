// Builds what shows sessions outside of the panel: the Sessions view, the status bar, titles, notifications.
import type { ChatArea } from '../chat/createChats.ts';
import { openExportedPages } from '../sessions/exportedPages.ts';
import { notifyOfPermissions } from '../permissions/permissionNotifier.ts';
import type { PermissionRules } from '../permissions/permissionRules.ts';
import { watchQuestions } from '../permissions/questionContext.ts';
import type { HistoryArea } from '../sessions/createHistory.ts';
import type { SessionArea } from '../sessions/createSessions.ts';
import { LiveTitle } from '../sessions/liveTitle.ts';
import { notifyOfSessions } from '../sessions/sessionNotifier.ts';
import { SessionsTree } from '../sessions/list/sessionsTree.ts';
import type { SignInCards } from '../../core/ports/signInCards.ts';
import type { AgentSecrets } from '../agents/agentSecrets.ts';
import { StatusBar } from '../usage/statusBar.ts';
import type { HostServices } from '../window/hostServices.ts';
import { watchWalkthrough } from '../window/walkthroughProgress.ts';

export interface ViewParts {
  readonly session: SessionArea;
  readonly chat: ChatArea;
  readonly history: HistoryArea;
  readonly rules: PermissionRules;
  readonly secrets: AgentSecrets;
  readonly signInCards: SignInCards;
}

export function createViews({ owned, context, store, clock }: HostServices, parts: ViewParts): void {
  const { agents, sessions } = parts.session;
  const { chats, current } = parts.chat;
  const { list, unread, opener } = parts.history;
  const { secrets, signInCards } = parts;
  owned.add(new SessionsTree({ store, list, unread, chats, agents, secrets, clock }));
  owned.add(watchWalkthrough({ store, signInCards, state: context.globalState }));
  owned.add(new StatusBar(store, agents, current, parts.rules));
  owned.add(new LiveTitle(store, chats));
  owned.add(openExportedPages(store));
  owned.add(watchQuestions(store, current));
  owned.add(notifyOfPermissions({ store, sessions, current, chats }));
  owned.add(notifyOfSessions({ store, chats, open: (key) => opener.open(key) }));
}
