// Shows the title of each chat's session on the chat's tab or view.
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import { sessionTitle, titleSources } from '../../core/session/selectors.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Chats } from '../chat/openChats.ts';

/** Updates the titles when a chat shows another session or a title changes. */
export class LiveTitle implements Disposable {
  readonly #owned = new DisposableStore();

  constructor(store: SessionStore, chats: Chats) {
    const describe = (only?: string): void => {
      for (const chat of chats.all) {
        // A tab that waits for its session keeps the title it had before the reload.
        if (chat.key === undefined || (only !== undefined && chat.key !== only)) continue;
        const state = store.state(chat.key);
        chat.describe(state === undefined ? undefined : sessionTitle(state));
      }
    };
    this.#owned.add(chats.onChange(() => describe()));
    this.#owned.add(store.onSelect(titleSources, ({ key }) => describe(key)));
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
