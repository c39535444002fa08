// Picks the failure to store a draft that the user is warned of.
import type { Disposable, Event } from '../../core/base/lifecycle.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';

/** The draft of a session that could not be written, and why. */
export interface UnwrittenDraft {
  readonly key: string;
  readonly error: unknown;
}

/**
 * Calls `report` once, with the first draft of a session that is in the window: another session has no chat that could
 * show the warning, and must not use it up.
 */
export function onFirstUnwritten(
  onUnwritten: Event<UnwrittenDraft>,
  store: Pick<SessionStore, 'state'>,
  report: (draft: UnwrittenDraft) => void,
): Disposable {
  const following = onUnwritten((draft) => {
    if (store.state(draft.key) === undefined) return;
    following.dispose();
    report(draft);
  });
  return following;
}
