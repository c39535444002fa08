// Marks the sessions in which something happened while no chat showed them.
import { DisposableStore, Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import { sessionNews, type SessionNews } from '../../core/session/unreadActivity.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { ShownSessions } from '../chat/chat.ts';

/** A session that waits says so in its state. */
export type SessionMark = Exclude<SessionNews, 'waiting'>;

/** Keeps a mark until the session is looked at or goes on. */
export class SessionMarks implements Disposable {
  readonly #marks = new Map<string, SessionMark>();
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<string>());

  /** Fires with the key of a session whose mark came or went. */
  readonly onChange: Event<string> = this.#changed.event;

  constructor(store: SessionStore, chats: ShownSessions) {
    this.#owned.add(
      store.onEvent(['turn_ended', 'turn_failed', 'open_failed'], ({ key, previous, event, state }) => {
        const news = sessionNews(previous, event, state);
        if (news !== undefined && news !== 'waiting' && !chats.isVisible(key)) this.#set(key, news);
      }),
    );
    this.#owned.add(
      store.onEvent(['prompt_started', 'opened'], ({ key, event }) => {
        if (event.type === 'prompt_started' || this.of(key) === 'failed') this.#clear(key);
      }),
    );
    this.#owned.add(
      chats.onChange(() => {
        for (const key of this.#marks.keys()) if (chats.isVisible(key)) this.#clear(key);
      }),
    );
    this.#owned.add(
      store.onListChange(() => {
        for (const key of this.#marks.keys()) if (store.state(key) === undefined) this.#clear(key);
      }),
    );
  }

  /** The mark of a session. */
  of(key: string): SessionMark | undefined {
    return this.#marks.get(key);
  }

  /** The keys of the marked sessions. */
  keys(): readonly string[] {
    return [...this.#marks.keys()];
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #set(key: string, mark: SessionMark): void {
    this.#marks.set(key, mark);
    this.#changed.fire(key);
  }

  #clear(key: string): void {
    if (this.#marks.delete(key)) this.#changed.fire(key);
  }
}
