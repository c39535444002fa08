// Builds what shows sessions outside of the panel: the Sessions view and titles.
import type { ChatArea } from '../chat/createChats.ts';
import { watchShownSession } from '../chat/shownSessionContext.ts';
import type { HistoryArea } from '../sessions/createHistory.ts';
import type { SessionArea } from '../sessions/createSessions.ts';
import { LiveTitle } from '../sessions/liveTitle.ts';
import { SessionsTree } from '../sessions/list/sessionsTree.ts';
import type { SignInCards } from '../../core/ports/signInCards.ts';
import type { AgentSecrets } from '../agents/agentSecrets.ts';
import type { HostServices } from '../window/hostServices.ts';
import { watchWalkthrough } from '../window/walkthroughProgress.ts';

export interface ViewParts {
  readonly session: SessionArea;
  readonly chat: ChatArea;
  readonly history: HistoryArea;
  readonly secrets: AgentSecrets;
  readonly signInCards: SignInCards;
}

export function createViews({ owned, context, store, clock }: HostServices, parts: ViewParts): void {
  const { agents } = parts.session;
  const { chats, current } = parts.chat;
  const { list, unread } = parts.history;
  const { secrets, signInCards } = parts;
  owned.add(new SessionsTree({ store, list, unread, chats, agents, secrets, clock }));
  owned.add(watchWalkthrough({ store, signInCards, state: context.globalState }));
  owned.add(new LiveTitle(store, chats));
  owned.add(watchShownSession(store, current));
}
