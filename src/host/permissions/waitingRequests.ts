// The permission requests and questions that wait in the sessions of this window, for lists that answer them without opening the session.
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { WaitingRequest } from '../../core/panel/waitingRequest.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { inBackground } from '../window/inBackground.ts';

export class WaitingRequests {
  readonly #store: SessionStore;
  readonly #log: Log;

  constructor(store: SessionStore, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** Hands the requests to `show`, soon and whenever they change, until the result is disposed. */
  follow(show: (requests: readonly WaitingRequest[]) => void): Disposable {
    const owned = new DisposableStore();
    let isFollowed = true;
    const send = async (): Promise<void> => {
      const { requestsOf } = await import('./waitingRequestTexts.ts');
      if (isFollowed) show(requestsOf(this.#store));
    };
    const update = (): void => inBackground(this.#log, send());
    owned.add({ dispose: () => (isFollowed = false) });
    owned.add(this.#store.onSelect(({ permissions }) => permissions, update));
    owned.add(this.#store.onSelect(({ elicitations }) => elicitations, update));
    owned.add(this.#store.onListChange(update));
    update();
    return owned;
  }
}
