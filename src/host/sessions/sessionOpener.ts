// Brings sessions of the list into the window, and shows them.
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { SessionList } from '../../core/sessionList/sessionList.ts';
import type { SessionArchive } from '../../history/sessionArchive.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Drafts } from '../prompt/drafts.ts';
import type { Chats } from '../chat/openChats.ts';
import { entryTitle } from './list/entryTitle.ts';
import type { TranscriptPages } from './transcripts/transcriptPages.ts';

export interface SessionOpenerOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly list: SessionList;
  readonly archive: SessionArchive;
  readonly current: CurrentSession;
  readonly chats: Chats;
  readonly drafts: Pick<Drafts, 'restoreAttachments'>;
  readonly transcripts: Pick<TranscriptPages, 'show' | 'changed'>;
}

/** Ids are those of the list. */
export class SessionOpener {
  readonly transcripts: SessionOpenerOptions['transcripts'];
  readonly #options: SessionOpenerOptions;

  constructor(options: SessionOpenerOptions) {
    this.#options = options;
    this.transcripts = options.transcripts;
  }

  /** Shows a session: in the chat that shows it already, else in the sidebar or in the current or a visible chat. */
  async open(id: string, inSidebar = false): Promise<void> {
    const { chats } = this.#options;
    await this.choose(async () => id, inSidebar ? chats.sidebar : chats.target);
  }

  /**
   * Lets the user select a session and shows it in the chat that was the target before they were asked. Resolves to its
   * key, or to undefined when none is shown.
   */
  async choose(
    ask: () => Promise<string | undefined>,
    target = this.#options.chats.target,
  ): Promise<string | undefined> {
    const { chats, current } = this.#options;
    const { focused } = chats;
    const id = await ask();
    const key = id === undefined ? undefined : await this.bring(id);
    if (key === undefined) {
      // After a quick pick VS Code would give the focus to an editor.
      await focused?.reveal();
      return undefined;
    }
    current.open(key, target);
    await chats.reveal();
    return key;
  }

  /** Brings a session into the window. Resolves to its key, or to undefined when that fails, which is reported. */
  async bring(id: string): Promise<string | undefined> {
    const { store, sessions, list, archive, drafts } = this.#options;
    if (store.state(id) !== undefined) return id;
    // The list of stored sessions is read after the window has started.
    if (list.find(id) === undefined) await archive.refresh();
    const entry = list.find(id);
    if (entry === undefined) return undefined;
    if (entry.key === undefined) {
      return entry.listed === undefined ? undefined : sessions.adopt(entry.agent, entry.listed);
    }
    const outcome = await archive.restore(entry.key);
    if (outcome === 'restored') {
      await drafts.restoreAttachments(entry.key);
      sessions.open(entry.key);
      return entry.key;
    }
    const { reportMissing, offerTranscript } = await import('./unavailable/unavailableSession.ts');
    if (outcome === 'missing') reportMissing(entryTitle(entry), archive.unreadableReason(entry.key));
    else void offerTranscript(this.transcripts, entry.key, entryTitle(entry));
    return undefined;
  }
}
