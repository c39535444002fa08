// What the commands about sessions and the chat do.
import * as vscode from 'vscode';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { AgentRedactors } from '../../core/secrets/agentRedactors.ts';
import { canStop, isRunning } from '../../core/session/selectors.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { ChatTabs } from '../chat/chatTabOpener.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Chats } from '../chat/openChats.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { HistoryArea } from './createHistory.ts';
import type { SessionQuickPicks } from './list/sessionQuickPicks.ts';
import { sessionStrings } from './sessionStrings.ts';
import { showStatusMessage } from '../window/statusMessage.ts';

export interface SessionCommandsOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly current: CurrentSession;
  readonly chats: Chats;
  readonly tabs: ChatTabs;
  readonly history: HistoryArea;
  readonly quickPicks: SessionQuickPicks;
  readonly redactors: AgentRedactors;
  /** The current session; restored or created if there is none yet. */
  readonly currentKey: () => Promise<string>;
}

type SessionCommandId =
  | 'parley.openChat'
  | 'parley.openChatInEditor'
  | 'parley.newSession'
  | 'parley.newSessionWith'
  | 'parley.showSessionList'
  | 'parley.switchSession'
  | 'parley.renameSession'
  | 'parley.closeSession'
  | 'parley.forkSession'
  | 'parley.deleteSession'
  | 'parley.pinSession'
  | 'parley.unpinSession'
  | 'parley.archiveSession'
  | 'parley.unarchiveSession'
  | 'parley.answerRequest'
  | 'parley.exportSession'
  | 'parley.searchSessions'
  | 'parley.deleteHistory'
  | 'parley.sendPrompt'
  | 'parley.cancel';

export function sessionCommands(options: SessionCommandsOptions): Pick<CommandHandlers, SessionCommandId> {
  const { store, sessions, current, chats, tabs, history, quickPicks, redactors, currentKey } = options;
  const { opener, actions, deletion, list } = history;

  /** The session that a command was called on, else the current one. */
  const on =
    (work: (id: string) => Promise<void>) =>
    async ({ session }: { readonly session: string | undefined }): Promise<void> =>
      work(session ?? (await currentKey()));

  return {
    'parley.openChat': () => chats.reveal(),
    'parley.openChatInEditor': ({ session }) => tabs.openSession(session),
    'parley.newSession': async ({ agent }) => {
      await current.startNew(agent);
      await chats.reveal();
    },
    'parley.newSessionWith': async () => {
      if (await current.startNewWith()) await chats.reveal();
    },
    'parley.showSessionList': () => chats.postFocused({ type: 'open_session_list' }),
    'parley.switchSession': ({ session, isInSidebar }) =>
      session === undefined ? quickPicks.pick() : opener.open(session, isInSidebar),
    'parley.renameSession': on((id) => actions.rename(id)),
    'parley.closeSession': on((id) => actions.close(id)),
    'parley.forkSession': on((id) => actions.fork(id)),
    'parley.deleteSession': async ({ session, sessions: selected }) =>
      selected.length > 1
        ? deletion.deleteSeveral(selected)
        : deletion.delete(session ?? (await currentKey())),
    'parley.pinSession': ({ sessions: ids }) => list.mark(ids, 'pinned'),
    'parley.unpinSession': ({ sessions: ids }) => list.mark(ids, undefined),
    'parley.archiveSession': ({ sessions: ids }) => list.mark(ids, 'archived'),
    'parley.unarchiveSession': ({ sessions: ids }) => list.mark(ids, undefined),
    'parley.answerRequest': on(async (key) => {
      const { answerWaiting } = await import('../permissions/waitingRequestTexts.ts');
      await answerWaiting(key, { store, sessions, open: (id) => opener.open(id, true) });
    }),
    'parley.exportSession': on(async (id) => {
      const { exportSession } = await import('./exportSession.ts');
      await exportSession(id, { ...history, redactors });
    }),
    'parley.searchSessions': ({ query }) => quickPicks.search(query),
    'parley.deleteHistory': () => deletion.deleteAll(),
    'parley.sendPrompt': async ({ text }) => {
      const prompt = text ?? (await vscode.window.showInputBox({ prompt: sessionStrings.promptForAgent() }));
      if (prompt === undefined || prompt.trim() === '') return;
      sessions.prompt(await currentKey(), [{ type: 'text', text: prompt }]);
      await chats.reveal();
    },
    'parley.cancel': () => {
      const key = current.shownKey ?? '';
      const state = store.state(key);
      if (state === undefined || !(isRunning(state) || canStop(state) || state.opening)) {
        showStatusMessage(sessionStrings.nothingRunning());
      }
      sessions.cancel(key);
    },
  };
}
