// A chat as the rest of the host sees it: a place on the screen that shows one session.
import type { Disposable, Event } from '../../core/base/lifecycle.ts';
import type { HostMessage } from '../../core/panel/hostMessage.ts';
import type { PanelMessage } from '../../core/panel/panelMessage.ts';

/** Where in a chat the focus is. */
export type FocusPlace = Extract<PanelMessage, { type: 'focus' }>['where'];

/**
 * `shown`: another session; `visibility`: came into sight or left it; `active`: it is the one the user works in;
 * `focus`: its {@link Chat.focus} changed; `closed` or `closed_by_user`: gone for good.
 */
export type ChatEvent = 'shown' | 'visibility' | 'active' | 'focus' | 'closed' | 'closed_by_user';

/** The view in the sidebar, or a tab among the editors. */
export interface Chat extends Disposable {
  /** The key of the session it shows; undefined before the first. */
  readonly key: string | undefined;
  readonly isVisible: boolean;
  readonly focus: FocusPlace;
  readonly onEvent: Event<ChatEvent>;
  show(key: string): void;
  /** Brings it to the front with the focus in the composer, and adds `draft` to what is written there. */
  reveal(draft?: string): Promise<void>;
  /** Sends a message to the panel once that is there. */
  post(message: HostMessage): void;
  /** Shows the session's title on the chat's frame. */
  describe(title: string | undefined): void;
}
