// The type of what handles the messages of a panel: one handler a message, contributed by the feature it is about.
import type { HostMessage } from '../../core/panel/hostMessage.ts';
import { ownValue } from '../../core/base/ownValue.ts';
import { featureOfMessage, type FeatureMessageType } from '../../core/panel/featureMessages.ts';
import type { PanelMessage } from '../../core/panel/panelMessage.ts';
import type { FocusPlace } from './chat.ts';

type PanelMessageType = PanelMessage['type'];

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
  /** It shows the last sessions, or does no more. */
  showRecentSessions(isShown: boolean): void;
  /** Sends a message to this panel alone. */
  post(message: HostMessage): void;
}

/** A rejected promise is logged. */
type PanelHandler<T extends PanelMessageType> = (
  message: PanelMessageOf<T>,
  panel: PanelContext,
) => Promise<void> | void;

/** A handler for every message. Areas contribute a `Pick` of them, which `panelMaker.ts` joins, and features theirs. */
export type PanelHandlers = { readonly [T in PanelMessageType]: PanelHandler<T> };

/** Handlers for the messages that no feature handles. */
export type KernelHandlers = Omit<PanelHandlers, FeatureMessageType>;

/** Loads the handlers of a feature for messages of the panel, by its name. A feature that was left out has none. */
export type FeatureHandlers = ReadonlyMap<string, () => Promise<Partial<PanelHandlers>>>;

/** What handles the messages of a panel. */
export interface MessageHandlers {
  readonly kernel: KernelHandlers;
  readonly features: FeatureHandlers;
}

/** Calls the handler of a message: of the kernel at once, of a feature when it is loaded. */
export function handlePanelMessage(
  { kernel, features }: MessageHandlers,
  message: PanelMessage,
  panel: PanelContext,
): Promise<void> | void {
  const feature = ownValue<string>(featureOfMessage, message.type);
  return feature === undefined
    ? handle<PanelMessageType>(kernel, message, panel)
    : features
        .get(feature)?.()
        .then((handlers) => handle<PanelMessageType>(handlers, message, panel));
}

function handle<T extends PanelMessageType>(
  handlers: Partial<PanelHandlers>,
  message: PanelMessageOf<T>,
  panel: PanelContext,
): Promise<void> | void {
  return handlers[message.type]?.(message, panel);
}
