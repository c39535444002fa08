// Sets the context keys that say whether a session is shown and what waits for an answer in it, for the commands and key
// bindings that depend on it.
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { SessionState } from '../../core/session/model.ts';
import { hasQuestion } from '../../core/session/selectors.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { CurrentSession } from './currentSession.ts';
import { setContext } from '../contributions/contextKeys.ts';

const hasPermissionRequest = ({ permissions }: SessionState): boolean => permissions.length > 0;

/** Keeps the context keys up to date. */
export function watchShownSession(store: SessionStore, current: CurrentSession): Disposable {
  const owned = new DisposableStore();
  const watch = (
    context: 'parley.hasSession' | 'parley.questionWaits' | 'parley.permissionWaits',
    isTrue: (state: SessionState) => boolean,
  ): void => {
    let known = false;
    const update = (): void => {
      const key = current.shownKey;
      const state = key === undefined ? undefined : store.state(key);
      const value = state !== undefined && isTrue(state);
      if (value === known) return;
      known = value;
      setContext(context, value);
    };
    owned.add(store.onSelect(isTrue, update));
    owned.add(store.onListChange(update));
    owned.add(current.onChange(update));
  };
  watch('parley.hasSession', () => true);
  watch('parley.questionWaits', hasQuestion);
  watch('parley.permissionWaits', hasPermissionRequest);
  return owned;
}
