// Which session the user works in, and how another one comes into a chat.
import type { Event } from '../../core/base/lifecycle.ts';
import { isUnused } from '../../core/session/selectors.ts';
import type { SessionState } from '../../core/session/model.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Chat } from './chat.ts';
import { chatStrings } from './chatStrings.ts';
import type { Drafts } from '../prompt/drafts.ts';
import type { Chats } from './openChats.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';
import { DEMO_AGENT, sessionFolder } from '../settings/settings.ts';

/** Further sessions are forgotten as having been the current one, the oldest first. */
const MAX_RECENT = 50;

export interface CurrentSessionOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly chats: Chats;
  readonly drafts: Pick<Drafts, 'hand' | 'isInEditor' | 'of' | 'attachmentsOf'>;
  readonly agentSettings: AgentSettings;
}

/** The session of the current chat; there is one as soon as somebody asks. */
export class CurrentSession {
  readonly #options: CurrentSessionOptions;
  /** The keys of the sessions that were the current one, the last one last. */
  #recent: readonly string[] = [];

  /** Fires with the key when another session is the current one. */
  readonly onChange: Event<string | undefined>;

  constructor(options: CurrentSessionOptions) {
    this.#options = options;
    const { chats } = options;
    this.onChange = chats.onCurrentChange;
    this.onChange((key) => {
      if (key !== undefined)
        this.#recent = [...this.#recent.filter((each) => each !== key), key].slice(-MAX_RECENT);
    });
    chats.onTabClose((key) => this.#showLeft(key));
  }

  /** The current session if there is one already. */
  get shownKey(): string | undefined {
    return this.#options.chats.current.key;
  }

  /** The current session; the first is made with the default agent. */
  key(): string {
    return (
      this.shownKey ?? this.showNew(this.#options.chats.current, this.#options.agentSettings.defaultAgent)
    );
  }

  /** The sessions of the window that were the current one before, the last one first. */
  before(): readonly string[] {
    return this.#recent
      .filter((key) => key !== this.shownKey && this.#options.store.state(key) !== undefined)
      .toReversed();
  }

  /**
   * Starts a session with that agent, else with the agent of the shown session, and shows it in the current chat, or in
   * one in sight. `parent` is the agent's id of the session that it continues. It works in the folder of the shown session
   * unless given.
   */
  async startNew(agent?: string, parent?: string, folder?: string): Promise<void> {
    // A question takes the focus, and gives it back to any chat.
    const { target } = this.#options.chats;
    const chosen = agent ?? this.#usableAgentOf(target.key) ?? this.#options.agentSettings.defaultAgent;
    if (!(await this.mayStart(chosen))) return;
    const cwd = folder ?? sessionFolder(this.#options.store.state(target.key ?? '')?.cwd);
    const key =
      parent === undefined
        ? this.newKey(target, chosen, undefined, cwd)
        : this.#options.sessions.create(chosen, cwd, parent);
    const before = this.#options.store.state(target.key ?? '');
    // No list has a session in which nothing happened.
    if (before !== undefined && isEmpty(before) && !this.#options.drafts.isInEditor(before.key))
      this.#options.drafts.hand(before.key, key);
    this.handLeft(key);
    target.show(key);
    this.#options.chats.use(target);
  }

  /** Starts a session with an agent that the user selects. Resolves to whether they did. */
  async startNewWith(): Promise<boolean> {
    const agent = await this.chooseAgent(chatStrings.selectAgent(), { canAdd: true });
    return agent !== undefined && this.startInFolder(agent);
  }

  /** Starts a session in the folder that the user selects, where there are several. Resolves to whether they did. */
  async startInFolder(agent?: string): Promise<boolean> {
    const { chooseFolder } = await import('./newSessionPicks.ts');
    const folder = await chooseFolder(this.#options.store.state(this.shownKey ?? '')?.cwd);
    if (folder !== undefined) await this.startNew(agent, undefined, folder);
    return folder !== undefined;
  }

  /** Shows a session in which nothing happened yet in `chat`, but not `except`, and returns its key. */
  showNew(chat: Chat, agent: string, except?: string): string {
    const key = this.newKey(chat, agent, except);
    this.handLeft(key, except);
    chat.show(key);
    return key;
  }

  /**
   * Gives a session that is about to be shown the drafts of those in which nothing happened and that no chat shows, but not
   * of `except`: no list has them, so that nobody would find what was typed there.
   */
  handLeft(to: string, except?: string): void {
    const { chats, drafts, store } = this.#options;
    // What is attached to the draft of a session in sight is in its page.
    if (chats.showing(to) !== undefined) return;
    for (const key of store.keys())
      if (key !== to && key !== except && chats.showing(key) === undefined && this.#isDraftOfEmpty(key))
        drafts.hand(key, to);
  }

  /** A tab was closed that showed the session: its draft, if nothing else is there, goes to where it is found. */
  #showLeft(key: string): void {
    const { chats, store } = this.#options;
    const { sidebar } = chats;
    const shown = store.state(sidebar.key ?? '');
    if (shown === undefined || !isEmpty(shown) || this.#hasDraft(shown.key)) return;
    if (chats.showing(key) === undefined && this.#isDraftOfEmpty(key)) sidebar.show(key);
  }

  #isDraftOfEmpty(key: string): boolean {
    const state = this.#options.store.state(key);
    return (
      state !== undefined && isEmpty(state) && this.#hasDraft(key) && !this.#options.drafts.isInEditor(key)
    );
  }

  #hasDraft(key: string): boolean {
    const { drafts } = this.#options;
    return drafts.of(key).trim() !== '' || (drafts.attachmentsOf(key) ?? []).length > 0;
  }

  /** The key of a session in which nothing happened yet: one that no other chat shows, else a new one. */
  newKey(chat: Chat | undefined, agent: string, except?: string, cwd = sessionFolder()): string {
    const empty = this.#emptySession(chat, agent, except, cwd);
    if (empty === undefined) return this.#options.sessions.create(agent, cwd);
    // Its agent may have been ended meanwhile.
    this.#options.sessions.open(empty);
    return empty;
  }

  /** Makes a session of the window the current one: in the chat that shows it, else in `target`. */
  open(key: string, target = this.#options.chats.target): void {
    if (this.#options.store.state(key) === undefined) return;
    const chat = this.#options.chats.showing(key) ?? target;
    chat.show(key);
    this.#options.chats.use(chat);
  }

  /** Whether an agent may be used: asks the user about one of the workspace that they have not decided about yet. */
  async mayStart(agent: string): Promise<boolean> {
    const { mayStart } = await import('../settings/reviewEntry.ts');
    return mayStart(agent, this.#options.agentSettings);
  }

  /**
   * Lets the user choose among the configured agents, those of the workspace and the demo agent; with `canAdd` also to
   * add another, which resolves to undefined.
   */
  async chooseAgent(placeHolder: string, { canAdd = false } = {}): Promise<string | undefined> {
    const { chooseAgent } = await import('./newSessionPicks.ts');
    const shown = this.#options.store.state(this.shownKey ?? '')?.agent;
    return chooseAgent(placeHolder, { canAdd, shown, settings: this.#options.agentSettings });
  }

  /** The agent of a session where a new session can have it as well; undefined where it is no longer configured. */
  #usableAgentOf(key: string | undefined): string | undefined {
    const agent = this.#options.store.state(key ?? '')?.agent;
    const { agents } = this.#options.agentSettings;
    return agent === DEMO_AGENT || agents.some(({ name }) => name === agent) ? agent : undefined;
  }

  /** Used instead of leaving empty sessions behind. */
  #emptySession(
    chat: Chat | undefined,
    agent: string,
    except: string | undefined,
    cwd: string,
  ): string | undefined {
    return this.#options.store.keys().find((key) => {
      if (key === except) return false;
      const state = this.#options.store.state(key);
      if (state?.agent !== agent || state.cwd !== cwd || !isEmpty(state)) return false;
      const shownBy = this.#options.chats.showing(key);
      return shownBy === undefined || shownBy === chat;
    });
  }
}

/** Whether nothing happened in a session, nor is one that happened before being loaded just now. */
function isEmpty(state: SessionState): boolean {
  if (state.readOnly !== undefined || (state.opening && state.sessionId !== undefined)) return false;
  return isUnused(state);
}
