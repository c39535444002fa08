// Notifies the user of permission requests in hidden chats.
import { DisposableStore, toDisposable, type Disposable } from '../../core/base/lifecycle.ts';
import type { PermissionRequest } from '../../core/session/permission/state.ts';
import type { SessionState } from '../../core/session/model.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Chats } from '../chat/openChats.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import { shouldNotifyOfPermission } from '../chat/notificationPolicy.ts';

/** At a time; further requests only wait in the chat. */
const MAX_NOTIFICATIONS = 3;

export interface PermissionNotifierOptions {
  readonly store: SessionStore;
  readonly sessions: { readonly permissions: Pick<Sessions['permissions'], 'answer'> };
  readonly current: Pick<CurrentSession, 'open'>;
  readonly chats: Pick<Chats, 'isVisible' | 'reveal'>;
}

/**
 * Shows a notification for each request whose session is not visible. Closing it does not answer the request. VS Code
 * cannot withdraw a notification, so the buttons of one whose request was answered in another place only report that.
 */
export function notifyOfPermissions(options: PermissionNotifierOptions): Disposable {
  const { store, chats } = options;
  /** The pending requests with a notification. A notification may outlive its request. */
  const notified = new Set<string>();
  let isDisposed = false;

  const notify = async (state: SessionState, request: PermissionRequest): Promise<void> => {
    notified.add(request.requestId);
    const { showPermission } = await import('./permissionNotification.ts');
    // It may have been answered, or changed, since.
    const waiting = store.state(state.key)?.permissions ?? [];
    const asked = waiting.find(({ entryId }) => entryId === request.entryId);
    if (asked !== undefined) await showPermission(options, state, asked, () => isDisposed);
  };

  const owned = new DisposableStore();
  owned.add(store.onEvent('permission_closed', ({ event }) => notified.delete(event.requestId)));
  owned.add(
    store.onEvent('permission_changed', ({ event }) => {
      if (notified.delete(event.requestId)) notified.add(event.request.requestId);
    }),
  );
  owned.add(
    store.onEvent('permission_requested', ({ key, event, state }) => {
      if (notified.size >= MAX_NOTIFICATIONS || !shouldNotifyOfPermission(key, chats)) return;
      const request = state.permissions.find(({ requestId }) => requestId === event.request.requestId);
      if (request !== undefined) void notify(state, request);
    }),
  );
  return toDisposable(() => {
    isDisposed = true;
    owned.dispose();
  });
}
