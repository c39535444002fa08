// The type of what handles the messages of a panel: one handler a message, contributed by the feature it is about.
import type { HostMessage } from '../../core/panel/hostMessage.ts';
import type { PanelMessage } from '../../core/panel/panelMessage.ts';
import type { FocusPlace } from './chat.ts';

export type PanelMessageType = PanelMessage['type'];

/** The message of a type; of a union of types, any of their messages. */
export type PanelMessageOf<T extends PanelMessageType> = {
  [Type in T]: Extract<PanelMessage, { readonly type: Type }> & { readonly type: Type };
}[T];

/** The panel that a message came from, as its handlers need it. */
export interface PanelContext {
  /** The webview listens now: sends it the shown session and everything that waited for it. */
  ready(): void;
  setFocus(place: FocusPlace): void;
  /** It is on that side of the window. */
  placed(side: 'left' | 'right'): void;
  /** The user works in this panel. */
  use(): void;
  /** The session list of this panel was opened or closed. */
  showSessionList(isOpen: boolean): void;
  /** Sends a message to this panel alone. */
  post(message: HostMessage): void;
}

/** A rejected promise is logged. */
type PanelHandler<T extends PanelMessageType> = (
  message: PanelMessageOf<T>,
  panel: PanelContext,
) => Promise<void> | void;

/** A handler for every message. Each feature contributes a `Pick` of them; `panelMaker.ts` joins them. */
export type PanelHandlers = { readonly [T in PanelMessageType]: PanelHandler<T> };

/** Calls the handler of a message. */
export function handlePanelMessage<T extends PanelMessageType>(
  handlers: PanelHandlers,
  message: PanelMessageOf<T>,
  panel: PanelContext,
): Promise<void> | void {
  return handlers[message.type](message, panel);
}
