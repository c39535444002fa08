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
import { DEMO_AGENT, historySettings } from '../settings/settings.ts';
import { StateFile } from '../../files/stateFile.ts';

/** The places of further sessions are forgotten, those shown longest ago first. */
const MAX_PLACES = 100;

const sessionPlace = z.object({
  key: z.string(),
  agent: z.string(),
  cwd: z.string(),
  /** Absent where nothing was said. */
  sessionId: z.exactOptional(z.string()),
});

const storedChats = z.object({
  /** The key of the sidebar's session. */
  sidebar: z.exactOptional(z.string()),
  /** Where the sessions of chats are found when the history does not have them. */
  places: z.exactOptional(z.array(sessionPlace)),
});

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
  /** By key, the one shown last at the end; read when first asked for. */
  #places: Map<string, SessionPlace> | undefined;
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

  /** Gives the sidebar the session it showed last in this workspace. */
  fillSidebar(): Promise<void> {
    this.#read();
    this.#filling ??= this.#fill(this.#options.chats.sidebar, this.#sidebar).finally(
      () => (this.#filling = undefined),
    );
    return this.#filling;
  }

  /** Gives a tab of the window before its session. */
  fillTab(tab: Chat, key: string | undefined): Promise<void> {
    return this.#fill(tab, key);
  }

  /** These sessions are opened in their agents when the user sees them. */
  openWhenPresented(keys: readonly string[]): void {
    for (const key of keys) this.#unopened.add(key);
  }

  /** A panel shows the session now: its agent may be started. */
  presented(key: string): void {
    if (this.#unopened.delete(key)) this.#options.sessions.open(key);
  }

  /** Writes at once which session is shown. */
  flush(): Promise<void> {
    return this.#file.flush();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #fill(chat: Chat, key: string | undefined): Promise<void> {
    const { store, archive, chats, current, drafts, agentSettings } = this.#options;
    const outcome = key === undefined ? undefined : await archive.restore(key, true);
    const isRestored = outcome === 'restored';
    if (key !== undefined) await drafts.restoreAttachments(key);
    // Somebody may have shown another session meanwhile.
    if (chat.key !== undefined) return;
    // One that another window has open by now goes on there.
    if (key === undefined || outcome === 'open-in-other-window' || chats.showing(key) !== undefined) {
      chat.show(current.newKey(chat, agentSettings.defaultAgent));
      return;
    }
    if (!isRestored && !this.#reclaim(key)) {
      const begun = current.newKey(chat, agentSettings.defaultAgent);
      drafts.move(key, begun);
      chat.show(begun);
      await this.#explain(key, begun);
      return;
    }
    this.#unopened.add(key);
    chat.show(key);
    // A session that the user deleted is stored again from the next prompt on, not because its agent loads it.
    if (!isRestored && store.state(key)?.sessionId !== undefined) await archive.delete(key);
  }

  /** Says in the new session why the stored one is not there. */
  async #explain(key: string, begun: string): Promise<void> {
    const { archive, clock, store } = this.#options;
    const reason = archive.unreadableReason(key);
    if (reason === undefined) return;
    const { unreadableNotice } = await import('./unavailable/unavailableSession.ts');
    const text = unreadableNotice(reason);
    store.dispatch(begun, { type: 'notice', at: clock.now(), severity: 'warning', text });
  }

  /** Has a session that the history does not know come back from its agent; false where that is not known or gone. */
  #reclaim(key: string): boolean {
    const place = this.#read().get(key);
    if (place === undefined) return false;
    const { agents } = this.#options.agentSettings;
    if (place.agent !== DEMO_AGENT && !agents.some(({ name }) => name === place.agent)) return false;
    // A user who has turned the history off wants a chat to begin empty.
    const { sessionId: _notStored, ...fresh } = place;
    this.#options.sessions.reclaim(historySettings().isEnabled ? place : fresh);
    return true;
  }

  /** Who closes or deletes a session does not want it back. */
  #forgetClosed(): void {
    const places = this.#read();
    const closed = [...this.#noted].filter((key) => this.#options.store.state(key) === undefined);
    for (const key of closed) {
      this.#noted.delete(key);
      places.delete(key);
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
      places.delete(place.key);
      places.set(place.key, place);
      isChanged = true;
    }
    for (const oldest of places.keys()) {
      if (places.size <= MAX_PLACES) break;
      places.delete(oldest);
    }
    if (isChanged) this.#write(places);
  }

  #write(places: ReadonlyMap<string, SessionPlace>): void {
    const usual = this.#options.agentSettings.defaultAgent;
    this.#file.write({
      ...(this.#sidebar === undefined ? {} : { sidebar: this.#sidebar }),
      // One with the default agent and nothing in it is as good as any new one, also when the default is another then.
      places: [...places.values()].filter(
        ({ agent, sessionId }) => sessionId !== undefined || agent !== usual,
      ),
    });
  }

  #read(): Map<string, SessionPlace> {
    if (this.#places === undefined) {
      const read = this.#file.read();
      this.#sidebar = read?.sidebar;
      this.#places = new Map(read?.places?.map((place) => [place.key, place]));
    }
    return this.#places;
  }
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
