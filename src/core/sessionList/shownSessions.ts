// Which sessions the user has on the screen, as the host knows it.
import type { Event } from '../base/lifecycle.ts';

/** The sessions that chats show. */
export interface ShownSessions {
  /** Whether a chat shows the session, visible or hidden. */
  isShown(key: string): boolean;
  /** Whether the user can see the session. */
  isVisible(key: string): boolean;
  /** Fires when a chat opened, closed, became visible or hidden, or shows another session. */
  readonly onChange: Event<void>;
}
