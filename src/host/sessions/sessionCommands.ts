// What the commands about sessions and the chat do.
import * as vscode from 'vscode';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { ChatTabs } from '../chat/chatTabOpener.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Chats } from '../chat/openChats.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { SessionActions } from './sessionActions.ts';
import type { SessionQuickPicks } from './sessionQuickPicks.ts';

export interface SessionCommandsOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly current: CurrentSession;
  readonly chats: Chats;
  readonly tabs: ChatTabs;
  readonly actions: SessionActions;
  readonly quickPicks: SessionQuickPicks;
  /** The current session, brought back or begun where there is none yet. */
  readonly currentKey: () => Promise<string>;
}

type SessionCommandId =
  | 'parley.openChat'
  | 'parley.openChatInEditor'
  | 'parley.newSession'
  | 'parley.switchSession'
  | 'parley.renameSession'
  | 'parley.closeSession'
  | 'parley.forkSession'
  | 'parley.deleteSession'
  | 'parley.exportSession'
  | 'parley.searchSessions'
  | 'parley.deleteHistory'
  | 'parley.find'
  | 'parley.sendPrompt'
  | 'parley.cancel';

export function sessionCommands(options: SessionCommandsOptions): Pick<CommandHandlers, SessionCommandId> {
  const { store, sessions, current, chats, tabs, actions, quickPicks, currentKey } = options;

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
    'parley.switchSession': ({ session, isInSidebar }) =>
      session === undefined ? quickPicks.pick() : actions.open(session, isInSidebar),
    'parley.renameSession': on((id) => actions.rename(id)),
    'parley.closeSession': on((id) => actions.close(id)),
    'parley.forkSession': on((id) => actions.fork(id)),
    'parley.deleteSession': on((id) => actions.delete(id)),
    'parley.exportSession': on((id) => actions.export(id)),
    'parley.searchSessions': () => quickPicks.search(),
    'parley.deleteHistory': () => actions.deleteHistory(),
    'parley.find': async () => {
      // The find bar gives the focus back to where it is.
      if (chats.focused === undefined) await chats.reveal();
      (chats.focused ?? chats.current).post({ type: 'find' });
    },
    'parley.sendPrompt': async ({ text }) => {
      const prompt =
        text ?? (await vscode.window.showInputBox({ prompt: vscode.l10n.t('Prompt for the agent') }));
      if (prompt === undefined || prompt.trim() === '') return;
      sessions.prompt(await currentKey(), [{ type: 'text', text: prompt }]);
      await chats.reveal();
    },
    'parley.cancel': () => {
      const key = current.shownKey ?? '';
      const state = store.state(key);
      if (state?.turn === undefined && state?.opening !== true)
        vscode.window.setStatusBarMessage(vscode.l10n.t('Nothing runs in this session.'), 5_000);
      sessions.cancel(key);
    },
  };
}
