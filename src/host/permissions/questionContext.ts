// Sets the context keys that say what waits for an answer in the shown session, for the key bindings that depend on it.
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { SessionState } from '../../core/session/model.ts';
import { hasQuestion } from '../../core/session/selectors.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import { setContext } from '../contributions/contextKeys.ts';

const hasPermissionRequest = ({ permissions }: SessionState): boolean => permissions.length > 0;

/** Keeps the context keys up to date. */
export function watchQuestions(store: SessionStore, current: CurrentSession): Disposable {
  const owned = new DisposableStore();
  const watch = (
    context: 'parley.questionWaits' | 'parley.permissionWaits',
    isWaiting: (state: SessionState) => boolean,
  ): void => {
    let known = false;
    const update = (): void => {
      const key = current.shownKey;
      const state = key === undefined ? undefined : store.state(key);
      const waits = state !== undefined && isWaiting(state);
      if (waits === known) return;
      known = waits;
      setContext(context, waits);
    };
    owned.add(store.onSelect(isWaiting, update));
    owned.add(store.onListChange(update));
    owned.add(current.onChange(update));
  };
  watch('parley.questionWaits', hasQuestion);
  watch('parley.permissionWaits', hasPermissionRequest);
  return owned;
}
