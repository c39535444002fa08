// Sets the context key that says whether a question waits in the shown session, for the key bindings that depend on it.
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import { hasQuestion } from '../../core/session/selectors.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import { setContext } from '../contributions/contextKeys.ts';

/** Keeps the context key up to date. */
export function watchQuestions(store: SessionStore, current: CurrentSession): Disposable {
  const owned = new DisposableStore();
  let known = false;
  const update = (): void => {
    const key = current.shownKey;
    const state = key === undefined ? undefined : store.state(key);
    const waits = state !== undefined && hasQuestion(state);
    if (waits === known) return;
    known = waits;
    setContext('parley.questionWaits', waits);
  };
  owned.add(store.onSelect(hasQuestion, update));
  owned.add(store.onListChange(update));
  owned.add(current.onChange(update));
  return owned;
}
