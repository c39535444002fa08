// Gives the chats of a new window the sessions that they showed in the one before.
import { join } from 'node:path';
import * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import type { SessionState } from '../../core/session/model.ts';
import { hasPrompts } from '../../core/session/selectors.ts';
import type { SessionPlace, Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Chat } from '../chat/chat.ts';
import type { Chats } from '../chat/openChats.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { SessionArchive } from '../../history/sessionArchive.ts';
import type { Drafts } from '../prompt/drafts.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';
import { StateFile } from '../../files/stateFile.ts';

/** The places of further sessions are forgotten, those shown longest ago first. */
const MAX_PLACES = 100;

/** Of the sessions that sidebars showed last: each window of the folder shows another. */
const MAX_SIDEBARS = 10;

const sessionPlace = z.object({
  key: z.string(),
  agent: z.string(),
  cwd: z.string(),
  /** Absent where nothing was said. */
  sessionId: z.exactOptional(z.string()),
});

const storedChats = z.object({
  /** The keys of the sessions that sidebars showed, the last one first; earlier versions had the last one alone. */
  sidebars: z.exactOptional(z.array(z.string())),
  sidebar: z.exactOptional(z.string()),
  /** Where the sessions of chats are found when the history does not have them. */
  places: z.exactOptional(z.array(sessionPlace)),
});

/** What the page of a chat stores about itself, as far as the host needs it. */
const savedPage = z.object({ shown: z.string() });

export interface ChatRestoreOptions {
  /** The absolute path of the workspace's folder. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly archive: SessionArchive;
  readonly current: CurrentSession;
  readonly agentSettings: AgentSettings;
  readonly chats: Chats;
  readonly drafts: Drafts;
}

/** Fills chats; what cannot be brought back makes room for a new session. */
export class ChatRestore implements Disposable {
  readonly #options: ChatRestoreOptions;
  readonly #owned = new DisposableStore();
  /** Sessions to be opened in their agents once the user sees them. */
  readonly #unopened = new Set<string>();
  #filling: Promise<void> | undefined;
  readonly #file: StateFile<z.infer<typeof storedChats>>;
  #sidebar: string | undefined;
  /** Those that the window before has left; read when first asked for. */
  #sidebars: readonly string[] = [];
  /** By key; read when first asked for. */
  #places: Map<string, SessionPlace> | undefined;
  /** The sessions whose places this window has changed, the one shown last at the end. */
  readonly #changed = new Set<string>();
  /** The sessions that chats of this window have shown. */
  readonly #noted = new Set<string>();

  constructor(options: ChatRestoreOptions) {
    this.#options = options;
    const { chats, folder, clock, log, store } = options;
    this.#file = this.#owned.add(
      new StateFile({ path: join(folder, 'chats.json'), schema: storedChats, clock, log }),
    );
    this.#owned.add(chats.onChange(() => this.#note()));
    this.#owned.add(store.onListChange(() => this.#forgetClosed()));
    this.#owned.add(
      store.onEvent(['opened', 'prompt_started'], ({ key }) => {
        if (chats.showing(key) !== undefined) this.#note();
      }),
    );
  }

  /** The current session, which is brought back or begun where there is none yet. */
  async currentKey(): Promise<string> {
    const { current } = this.#options;
    if (current.shownKey === undefined) await this.fillSidebar();
    return current.key();
  }

  /**
   * Gives the sidebar the session it showed last in this workspace. `state` is what its page has stored, which counts where
   * another window shows that session.
   */
  fillSidebar(state?: unknown): Promise<void> {
    this.#read();
    this.#filling ??= this.#ownSidebar(shownIn(state))
      .then((key) => this.#fill(this.#options.chats.sidebar, key))
      .finally(() => (this.#filling = undefined));
    return this.#filling;
  }

  async #ownSidebar(shown: string | undefined): Promise<string | undefined> {
    const [last] = this.#sidebars;
    if (last === undefined || last === shown || shown === undefined) return last;
    if (!this.#sidebars.includes(shown)) return last;
    return (await this.#options.archive.isOpenInOtherWindow(last)) ? shown : last;
  }

  /** Gives a tab of the window before its session. `state` is what its page has stored. */
  fillTab(tab: Chat, state: unknown): Promise<void> {
    return this.#fill(tab, shownIn(state));
  }

  /** These sessions are opened in their agents when the user sees them. */
  openWhenPresented(keys: readonly string[]): void {
    for (const key of keys) this.#unopened.add(key);
  }

  /** A panel shows the session now: its agent may be started. */
  presented(key: string): void {
    if (this.#unopened.delete(key)) this.#options.sessions.open(key);
  }

  /** Whether a session exists, or may exist: in a window, in the history, or in its agent alone. */
  async mayBeSession(key: string): Promise<boolean> {
    const { store, archive } = this.#options;
    const { sidebars, places } = known(this.#file.read());
    if (store.state(key) !== undefined || sidebars.includes(key)) return true;
    return places.some((place) => place.key === key) || (await archive.isStored(key));
  }

  /** Writes at once which session is shown. */
  flush(): Promise<void> {
    return this.#file.flush();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #fill(chat: Chat, key: string | undefined): Promise<void> {
    const { fillChat } = await import('./fillChat.ts');
    const onUnopened = (unopened: string): unknown => this.#unopened.add(unopened);
    await fillChat(chat, key, this.#read().get(key ?? ''), { ...this.#options, onUnopened });
  }

  /** Who closes or deletes a session does not want it back. */
  #forgetClosed(): void {
    const places = this.#read();
    const closed = [...this.#noted].filter((key) => this.#options.store.state(key) === undefined);
    for (const key of closed) {
      this.#noted.delete(key);
      places.delete(key);
      this.#changed.add(key);
    }
    if (closed.length > 0) this.#write(places);
  }

  /** Notes what the chats show. */
  #note(): void {
    const { chats, store } = this.#options;
    const places = this.#read();
    let isChanged = false;
    const { key: sidebar } = chats.sidebar;
    if (sidebar !== undefined && sidebar !== this.#sidebar) {
      this.#sidebar = sidebar;
      isChanged = true;
    }
    for (const { key } of chats.all) {
      const state = key === undefined ? undefined : store.state(key);
      if (state === undefined) continue;
      this.#noted.add(state.key);
      const known = places.get(state.key);
      const place = placeOf(state, known);
      if (isSame(place, known)) continue;
      places.set(place.key, place);
      this.#changed.delete(place.key);
      this.#changed.add(place.key);
      isChanged = true;
    }
    if (isChanged) this.#write(places);
  }

  /** Changes what this window knows better: other windows on the folder have theirs in the file. */
  #write(places: ReadonlyMap<string, SessionPlace>): void {
    const usual = this.#options.agentSettings.defaultAgent;
    this.#file.update((stored) => {
      const { sidebars, places: others } = known(stored());
      const kept = others.filter(({ key }) => !this.#changed.has(key));
      const own = [...this.#changed].flatMap((key) => places.get(key) ?? []);
      return {
        sidebars: [...new Set([this.#sidebar ?? [], sidebars].flat())]
          .filter((key) => places.has(key) || !this.#changed.has(key))
          .slice(0, MAX_SIDEBARS),
        // One with the default agent and nothing in it is as good as any new one, also when the default is another then.
        places: [...kept, ...own]
          .filter(({ agent, sessionId }) => sessionId !== undefined || agent !== usual)
          .slice(-MAX_PLACES),
      };
    });
  }

  #read(): Map<string, SessionPlace> {
    if (this.#places === undefined) {
      const { sidebars, places } = known(this.#file.read());
      this.#sidebars = sidebars;
      this.#places = new Map(places.map((place) => [place.key, place]));
    }
    return this.#places;
  }
}

function shownIn(state: unknown): string | undefined {
  return savedPage.safeParse(state).data?.shown;
}

function known({ sidebar, sidebars, places = [] }: z.infer<typeof storedChats> = {}) {
  return { sidebars: sidebars ?? (sidebar === undefined ? [] : [sidebar]), places };
}

/** Where a session is found; agents do not store one without a prompt. */
function placeOf(state: SessionState, known: SessionPlace | undefined): SessionPlace {
  const { key, agent, cwd, sessionId } = state;
  const isUsed = hasPrompts(state) || known?.sessionId === sessionId;
  return { key, agent, cwd, ...(isUsed && sessionId !== undefined ? { sessionId } : {}) };
}

function isSame(a: SessionPlace, b: SessionPlace | undefined): boolean {
  return a.agent === b?.agent && a.cwd === b.cwd && a.sessionId === b.sessionId;
}
