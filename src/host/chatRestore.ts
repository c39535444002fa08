// Gives the chats of a new window the sessions that they showed in the one before.
import { join } from 'node:path';
import * as z from 'zod';
import { DisposableStore, type Disposable } from '../core/lifecycle.ts';
import type { Clock, Log } from '../core/ports.ts';
import type { Sessions } from '../core/sessions.ts';
import type { Chat } from './chat.ts';
import type { Chats } from './chats.ts';
import type { CurrentSession } from './currentSession.ts';
import type { KeptSessions } from './keptSessions.ts';
import type { Drafts } from './drafts.ts';
import { defaultAgent } from './settings.ts';
import { StateFile } from './stateFile.ts';

/** The key of the sidebar's session. */
const keptChats = z.object({ sidebar: z.string() });

export interface ChatRestoreOptions {
  /** Of the workspace; absolute. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly sessions: Sessions;
  readonly kept: KeptSessions;
  readonly current: CurrentSession;
  readonly chats: Chats;
  readonly drafts: Drafts;
}

/** Fills chats; what cannot be brought back makes room for a new session. */
export class ChatRestore implements Disposable {
  readonly #options: ChatRestoreOptions;
  readonly #owned = new DisposableStore();
  /** Sessions to be opened in their agents once the person sees them. */
  readonly #unopened = new Set<string>();
  #filling: Promise<void> | undefined;
  readonly #file: StateFile<z.infer<typeof keptChats>>;

  constructor(options: ChatRestoreOptions) {
    this.#options = options;
    const { chats, folder, clock, log } = options;
    this.#file = this.#owned.add(
      new StateFile({ path: join(folder, 'chats.json'), schema: keptChats, clock, log }),
    );
    let shown: string | undefined;
    this.#owned.add(
      chats.onChange(() => {
        const { key } = chats.sidebar;
        if (key === undefined || key === shown) return;
        shown = key;
        this.#file.write({ sidebar: key });
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
    this.#filling ??= this.#fill(this.#options.chats.sidebar, this.#file.read()?.sidebar).finally(
      () => (this.#filling = undefined),
    );
    return this.#filling;
  }

  /** Gives a tab of the window before its session. */
  fillTab(tab: Chat, key: string | undefined): Promise<void> {
    return this.#fill(tab, key);
  }

  /** These sessions are opened in their agents when the person sees them. */
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
    const { kept, chats, current, drafts } = this.#options;
    const isHere = key !== undefined && (await kept.bringBack(key, true)) === 'here';
    // Somebody may have shown another session meanwhile.
    if (chat.key !== undefined) return;
    if (!isHere || chats.showing(key) !== undefined) {
      const begun = current.newKey(chat, defaultAgent());
      if (key !== undefined && !isHere) drafts.move(key, begun);
      chat.show(begun);
      return;
    }
    this.#unopened.add(key);
    chat.show(key);
  }
}
