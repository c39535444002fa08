// Tells the user of sessions that finish, fail or wait while they look elsewhere.
import * as vscode from 'vscode';
import { toDisposable, type Disposable } from '../../core/base/lifecycle.ts';
import type { SessionEvent } from '../../core/session/events.ts';
import type { SessionState } from '../../core/session/model.ts';
import { unreadActivity, type UnreadActivity } from '../../core/session/unreadActivity.ts';
import { sessionTitle } from '../../core/session/selectors.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Chats } from '../chat/openChats.ts';
import { shouldNotify } from '../window/notificationText.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';
import { agentLabel } from '../settings/settings.ts';

/** Notifications at a time; further sessions are marked in the tree alone. */
const MOST = 3;

export interface SessionNotifierOptions {
  readonly store: SessionStore;
  readonly chats: Chats;
  /** Shows a session of the window. */
  readonly open: (key: string) => Promise<void>;
}

/**
 * Shows a notification for what is news in a session, one at a time for each. Permission requests have notifications of
 * their own, which can be answered.
 */
export function notifyOfSessions({ store, chats, open }: SessionNotifierOptions): Disposable {
  const shown = new Set<string>();
  let isDisposed = false;

  const notify = async (key: string, news: UnreadActivity, text: string): Promise<void> => {
    shown.add(key);
    const button = vscode.l10n.t('Open');
    const show =
      news === 'finished' ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
    const chosen = await show(text, button).then(undefined, () => undefined);
    shown.delete(key);
    if (chosen === button && !isDisposed) await open(key);
  };

  // The permission notifier reports waiting permission requests.
  const types = ['elicitation_requested', 'turn_ended', 'turn_failed', 'open_failed'] as const;
  const watch = store.onEvent(types, ({ key, previous, event, state }) => {
    const news = unreadActivity(previous, event, state);
    if (news === undefined) return;
    if (shown.has(key) || shown.size >= MOST || !shouldNotify(key, chats)) return;
    void notify(key, news, newsText(news, event, state));
  });
  return toDisposable(() => {
    isDisposed = true;
    watch.dispose();
  });
}

function newsText(news: UnreadActivity, event: SessionEvent, state: SessionState): string {
  const title = escapeForNotification(sessionTitle(state) ?? vscode.l10n.t('New session'));
  const agent = escapeForNotification(agentLabel(state.agent));
  switch (news) {
    case 'finished':
      return vscode.l10n.t('{0} has finished in “{1}”.', agent, title);
    case 'waiting':
      return vscode.l10n.t('{0} waits for your answer in “{1}”.', agent, title);
    case 'failed': {
      const reason =
        'error' in event && event.error !== undefined ? escapeForNotification(errorText(event.error)) : '';
      return vscode.l10n.t('{0} failed in “{1}”. {2}', agent, title, reason).trim();
    }
  }
}

function errorText(error: string | { readonly message: string }): string {
  return typeof error === 'string' ? error : error.message;
}
