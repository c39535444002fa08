// Notifies the user of background sessions that finished, failed or need input.
import * as vscode from 'vscode';
import { toDisposable, type Disposable } from '../../core/base/lifecycle.ts';
import type { SessionEvent } from '../../core/session/events.ts';
import type { SessionState } from '../../core/session/model.ts';
import { sessionTitle } from '../../core/session/selectors.ts';
import { unreadActivity, type UnreadActivity } from '../../core/session/unreadActivity.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Chats } from '../chat/openChats.ts';
import { agentLabel } from '../settings/settings.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import { shouldNotify } from '../chat/notificationPolicy.ts';
import { sessionStrings } from './sessionStrings.ts';

/** The most notifications at a time; further sessions are only marked in the Sessions view. */
const MAX_NOTIFICATIONS = 3;

export interface SessionNotifierOptions {
  readonly store: SessionStore;
  readonly chats: Chats;
  /** Shows a session of the window. */
  readonly open: (key: string) => Promise<void>;
}

/**
 * Shows a notification for the unread activity of a session, one at a time for each. Permission requests have
 * notifications of their own, in which they can be answered.
 */
export function notifyOfSessions({ store, chats, open }: SessionNotifierOptions): Disposable {
  const shown = new Set<string>();
  let isDisposed = false;

  const notify = async (key: string, activity: UnreadActivity, text: string): Promise<void> => {
    shown.add(key);
    const button = sessionStrings.openSession();
    const show =
      activity === 'finished' ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
    const chosen = await show(text, button).then(undefined, () => undefined);
    shown.delete(key);
    if (chosen === button && !isDisposed) await open(key);
  };

  // The permission notifier reports permission requests.
  const types = ['elicitation_requested', 'turn_ended', 'turn_failed', 'open_failed'] as const;
  const watch = store.onEvent(types, ({ key, previous, event, state }) => {
    const activity = unreadActivity(previous, event, state);
    if (activity === undefined) return;
    if (shown.has(key) || shown.size >= MAX_NOTIFICATIONS || !shouldNotify(key, chats)) return;
    void notify(key, activity, notificationText(activity, event, state));
  });
  return toDisposable(() => {
    isDisposed = true;
    watch.dispose();
  });
}

function notificationText(activity: UnreadActivity, event: SessionEvent, state: SessionState): string {
  const title = escapeForNotification(sessionTitle(state) ?? sessionStrings.untitled());
  const agent = escapeForNotification(agentLabel(state.agent));
  switch (activity) {
    case 'finished':
      return sessionStrings.finished(agent, title);
    case 'waiting':
      return sessionStrings.needsInput(agent, title);
    case 'failed': {
      if (!('error' in event) || event.error === undefined) return sessionStrings.failed(agent, title);
      const { error } = event;
      const reason = escapeForNotification(typeof error === 'string' ? error : error.message);
      return sessionStrings.failedBecause(agent, title, reason);
    }
  }
}
