// The chats on the screen: which one the user works in, and which shows a session.
import {
  DisposableStore,
  Emitter,
  toDisposable,
  type Disposable,
  type Event,
} from '../../core/base/lifecycle.ts';
import type { HostMessage } from '../../core/panel/hostMessage.ts';
import type { ShownSessions } from '../../core/sessionList/shownSessions.ts';
import type { Chat, ChatEvent } from './chat.ts';

/** Sets the context keys of the focus. */
export type SetFocusContext = (key: 'parley.chatFocused' | 'parley.composerFocused', value: boolean) => void;

/** Knows the sidebar's chat and those among the editors. The one the user works in is the current one. */
export class Chats implements ShownSessions, Disposable {
  readonly #sidebar: Chat;
  readonly #setContext: SetFocusContext;
  /** The current one last. */
  #chats: readonly Chat[] = [];
  readonly #watched = new Map<Chat, Disposable>();
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #currentChanged = this.#owned.add(new Emitter<string | undefined>());
  readonly #tabClosed = this.#owned.add(new Emitter<string>());
  readonly #typedAhead = this.#owned.add(new Emitter<string>());
  #focused: Chat | undefined;
  #currentKey: string | undefined;

  readonly onChange: Event<void> = this.#changed.event;

  /** Fires with the key when the current chat shows another session than the current chat did before. */
  readonly onCurrentChange: Event<string | undefined> = this.#currentChanged.event;

  /** Fires with the key of the session that a tab showed when the user has closed that tab. */
  readonly onTabClose: Event<string> = this.#tabClosed.event;

  /** Fires with what was typed in a chat before the quick pick that it was meant for had the focus. */
  readonly onTypedAhead: Event<string> = this.#typedAhead.event;

  /** The sidebar's chat is always there; `setContext` sets a context key of VS Code. */
  constructor(sidebar: Chat, setContext: SetFocusContext) {
    this.#sidebar = sidebar;
    this.#setContext = setContext;
    this.add(sidebar);
    this.#owned.add(toDisposable(() => this.#watched.forEach((watch) => watch.dispose())));
  }

  /** The chat in the sidebar. */
  get sidebar(): Chat {
    return this.#sidebar;
  }

  /**
   * The chat the user works in, or did last. The focus alone does not decide: VS Code gives it to a tab whenever a
   * quick pick is closed.
   */
  get current(): Chat {
    return this.#chats.at(-1) ?? this.#sidebar;
  }

  /** The chat to show another session in: the current one, but one in sight where that is not. */
  get target(): Chat {
    return this.current.isVisible
      ? this.current
      : (this.#chats.findLast(({ isVisible }) => isVisible) ?? this.current);
  }

  /** The chat with the focus in it. */
  get focused(): Chat | undefined {
    return this.#focused;
  }

  get all(): readonly Chat[] {
    return this.#chats;
  }

  /** The chat that shows the session. */
  showing(key: string): Chat | undefined {
    return this.#chats.find((chat) => chat.key === key);
  }

  isShown(key: string): boolean {
    return this.showing(key) !== undefined;
  }

  isVisible(key: string): boolean {
    return this.#chats.some((chat) => chat.key === key && chat.isVisible);
  }

  /** Adds a chat that was opened. */
  add(chat: Chat): void {
    this.#watched.set(
      chat,
      chat.onEvent((event) => this.#handle(chat, event)),
    );
    this.#chats = chat === this.#sidebar ? [chat] : [...this.#chats.slice(0, -1), chat, this.current];
    this.#report();
  }

  /** Makes a chat the current one. */
  use(chat: Chat): void {
    if (this.current === chat || !this.#watched.has(chat)) return;
    this.#chats = [...this.#chats.filter((other) => other !== chat), chat];
    this.#report();
  }

  /** Brings the current chat to the front with the focus in the composer, and adds `draft` to what is there. */
  reveal(draft?: string): Promise<void> {
    return this.current.reveal(draft);
  }

  typeAhead(text: string): void {
    this.#typedAhead.fire(text);
  }

  /** Sends a message to the current chat. */
  post(message: HostMessage): void {
    this.current.post(message);
  }

  /** Sends a message to the chat with the focus in it; where none has it, the current one gets it first. */
  async postFocused(message: HostMessage): Promise<void> {
    if (this.#focused === undefined) await this.reveal();
    (this.#focused ?? this.current).post(message);
  }

  /** Runs something that may take the focus, and gives it back if it was in a chat. */
  async keepingFocus(work: () => Promise<void>): Promise<void> {
    const focused = this.#focused;
    await work();
    // A chat that has the focus would lose it for a moment, and with it what is typed.
    if (focused === undefined || focused === this.#focused || !this.#watched.has(focused)) return;
    await focused.reveal();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #handle(chat: Chat, event: ChatEvent): void {
    switch (event) {
      case 'closed':
      case 'closed_by_user':
        this.#watched.get(chat)?.dispose();
        this.#watched.delete(chat);
        this.#chats = this.#chats.filter((other) => other !== chat);
        if (this.#focused === chat) this.#setFocused(undefined);
        this.#report();
        if (event === 'closed_by_user' && chat.key !== undefined) this.#tabClosed.fire(chat.key);
        return;
      case 'active':
        this.use(chat);
        return;
      case 'focus':
        // The chat that lost the focus may report it after the chat that got it.
        if (chat.focus !== 'outside') this.#setFocused(chat);
        else if (this.#focused === chat) this.#setFocused(undefined);
        return;
      case 'shown':
      case 'visibility':
        this.#report();
    }
  }

  /** Key bindings of the chat hold where these context keys say so. */
  #setFocused(chat: Chat | undefined): void {
    this.#focused = chat;
    this.#setContext('parley.chatFocused', chat !== undefined);
    this.#setContext('parley.composerFocused', chat?.focus === 'composer');
  }

  #report(): void {
    this.#changed.fire();
    const { key } = this.current;
    if (key === this.#currentKey) return;
    this.#currentKey = key;
    this.#currentChanged.fire(key);
  }
}
