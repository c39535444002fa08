// The quick picks over all sessions, loaded on first use.
import type { ChatTabs } from '../../chat/chatTabOpener.ts';
import type { ChatArea } from '../../chat/createChats.ts';
import type { HostServices } from '../../window/hostServices.ts';
import type { SessionArea } from '../createSessions.ts';
import type { HistoryArea } from '../createHistory.ts';

export interface SessionQuickPicks {
  /** Lets the user select a session, and shows it. */
  readonly pick: () => Promise<void>;
  /** Lets the user search all sessions, and shows the selected one. */
  readonly search: (query?: string) => Promise<void>;
}

export function sessionQuickPicks(
  { clock, log }: HostServices,
  { chats, current }: ChatArea,
  { agents }: SessionArea,
  { list, unread, opener, actions, deletion, archive }: HistoryArea,
  tabs: ChatTabs,
): SessionQuickPicks {
  return {
    pick: async () => {
      await opener.choose(async () => {
        const { pickSession } = await import('./sessionPicker.ts');
        return pickSession(current.before(), {
          list,
          unread,
          agents,
          actions,
          deletion,
          tabs,
          clock,
          chats,
          onTypedAhead: chats.onTypedAhead,
        });
      });
    },
    search: async (query) => {
      const { searchSessions } = await import('./sessionSearch.ts');
      await searchSessions({ list, archive, opener, chats, clock, log }, query);
    },
  };
}
