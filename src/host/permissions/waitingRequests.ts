// The permission requests that wait in the sessions of this window, for lists that answer them without opening the session.
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { WaitingRequest } from '../../core/panel/waitingRequest.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';

export class WaitingRequests {
  readonly #store: SessionStore;

  constructor(store: SessionStore) {
    this.#store = store;
  }

  /** Hands the requests to `show`, soon and whenever they change, until the result is disposed. */
  follow(show: (requests: readonly WaitingRequest[]) => void): Disposable {
    const owned = new DisposableStore();
    let isFollowed = true;
    const update = async (): Promise<void> => {
      const { requestsOf } = await import('./waitingRequestTexts.ts');
      if (isFollowed) show(requestsOf(this.#store));
    };
    owned.add({ dispose: () => (isFollowed = false) });
    owned.add(
      this.#store.onSelect(
        ({ permissions }) => permissions,
        () => void update(),
      ),
    );
    owned.add(this.#store.onListChange(() => void update()));
    void update();
    return owned;
  }
}
