// What the user does with one session: rename it, close it, or continue it in another one.
import * as vscode from 'vscode';
import { describeError } from '../../core/errors.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { SessionList } from '../../core/sessionList/sessionList.ts';
import type { SessionArchive } from '../../history/sessionArchive.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Drafts } from '../prompt/drafts.ts';
import type { Chats } from '../chat/openChats.ts';
import { agentLabel } from '../settings/settings.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import { confirmClose } from './confirmClose.ts';
import { leaveChats } from './leaveChats.ts';
import { isOpenInOtherWindow } from './otherWindows.ts';
import type { SessionOpener } from './sessionOpener.ts';
import { sessionCommandStrings } from './sessionCommandStrings.ts';

export interface SessionActionsOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly list: SessionList;
  readonly archive: SessionArchive;
  readonly current: CurrentSession;
  readonly chats: Chats;
  readonly drafts: Drafts;
  readonly opener: SessionOpener;
}

/** Ids are those of the list. */
export class SessionActions {
  readonly #options: SessionActionsOptions;

  constructor(options: SessionActionsOptions) {
    this.#options = options;
  }

  /** Asks for a name and gives it to a session. */
  async rename(id: string): Promise<void> {
    const { list, store, sessions, archive, opener } = this.#options;
    const entry = list.find(id);
    if (store.state(id) === undefined && entry !== undefined && (await isOpenInOtherWindow(entry, archive))) {
      return;
    }
    const title = await vscode.window.showInputBox({
      prompt: sessionCommandStrings.renamePrompt(),
      value: entry?.title ?? '',
    });
    if (title === undefined) return;
    const key = await opener.bring(id);
    if (key !== undefined && store.state(key) !== undefined) await sessions.rename(key, title.trim());
  }

  /**
   * Closes a session in this window; it stays in the history. Asks first when a turn is running, or when nobody could
   * continue the session.
   */
  async close(id: string): Promise<void> {
    const { store, sessions, chats, current } = this.#options;
    const state = store.state(id);
    if (state === undefined || !(await confirmClose(state, sessions.isLostByClosing(id)))) return;
    leaveChats(id, state.agent, chats, current);
    await sessions.close(id);
  }

  /** Forks a session if its agent can, and shows the fork. */
  async fork(id: string): Promise<void> {
    const { store, sessions, current, chats, opener } = this.#options;
    const key = await opener.bring(id);
    if (key === undefined) return;
    const fork = await sessions.copies.fork(key).catch((error: unknown) => {
      void vscode.window.showErrorMessage(escapeForNotification(describeError(error).message));
      return key;
    });
    if (fork === key) return;
    if (fork === undefined) {
      const agent = escapeForNotification(agentLabel(store.state(key)?.agent ?? ''));
      void vscode.window.showInformationMessage(sessionCommandStrings.cannotFork(agent));
      return;
    }
    current.open(fork);
    await chats.reveal();
  }

  /** Continues in a new session that starts with the transcript of this one. */
  async continueInNew(key: string): Promise<void> {
    const { sessions, chats, current, drafts } = this.#options;
    const shownBy = chats.showing(key);
    const next = sessions.copies.continueInNew(key);
    if (next === undefined) return;
    drafts.hand(key, next);
    if (shownBy === undefined) current.open(next);
    else shownBy.show(next);
    await (shownBy ?? chats).reveal();
  }
}
