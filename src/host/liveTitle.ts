// Keeps the chat view on the shown session and its title beside the view's name.
import { DisposableStore, type Disposable } from '../core/lifecycle.ts';
import { sessionTitle } from '../core/session/select.ts';
import type { SessionStore } from '../core/sessionStore.ts';
import type { ChatView } from './chatView.ts';
import type { CurrentSession } from './currentSession.ts';

/** Follows the shown session and its title. */
export class LiveTitle implements Disposable {
  readonly #owned = new DisposableStore();

  constructor(store: SessionStore, current: CurrentSession, view: ChatView) {
    const describe = (key: string): void => {
      const state = store.state(key);
      view.describe(state === undefined ? undefined : sessionTitle(state));
    };
    this.#owned.add(
      current.onChange((key) => {
        view.show(key);
        describe(key);
      }),
    );
    this.#owned.add(
      store.onChange(({ key, previous, state }) => {
        if (key === current.shownKey && sessionTitle(previous) !== sessionTitle(state)) describe(key);
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
