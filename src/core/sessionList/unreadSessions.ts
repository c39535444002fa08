// Marks the sessions with unread activity: something happened while they were not visible.
import { DisposableStore, Emitter, type Disposable, type Event } from '../base/lifecycle.ts';
import { unreadActivity, type UnreadActivity } from '../session/unreadActivity.ts';
import type { SessionStore } from '../sessionLifecycle/sessionStore.ts';
import type { ShownSessions } from './shownSessions.ts';

/** A session that waits for the user needs no mark: its state says so. */
export type UnreadMark = Exclude<UnreadActivity, 'waiting'>;

/** A mark stays until the session is shown or continues. */
export class UnreadSessions implements Disposable {
  readonly #marks = new Map<string, UnreadMark>();
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<string>());

  /** Fires with the key of a session whose mark was set or cleared. */
  readonly onChange: Event<string> = this.#changed.event;

  constructor(store: SessionStore, chats: ShownSessions) {
    this.#owned.add(
      store.onEvent(['turn_ended', 'turn_failed', 'open_failed'], ({ key, previous, event, state }) => {
        const activity = unreadActivity(previous, event, state);
        if (activity !== undefined && activity !== 'waiting' && !chats.isVisible(key)) {
          this.#set(key, activity);
        }
      }),
    );
    // What the agent says though no turn runs.
    this.#owned.add(
      store.onEvent('message_chunk', ({ key, state, event }) => {
        const isOfAgent = event.role === 'agent' && state.isTalking === true;
        if (isOfAgent && this.of(key) === undefined && !chats.isVisible(key)) this.#set(key, 'finished');
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
  of(key: string): UnreadMark | undefined {
    return this.#marks.get(key);
  }

  /** The keys of the marked sessions. */
  keys(): readonly string[] {
    return [...this.#marks.keys()];
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #set(key: string, mark: UnreadMark): void {
    this.#marks.set(key, mark);
    this.#changed.fire(key);
  }

  #clear(key: string): void {
    if (this.#marks.delete(key)) this.#changed.fire(key);
  }
}
