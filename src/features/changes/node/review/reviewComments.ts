// The user's comments on the changes of all sessions: added, edited, sent, resolved, and stored over reloads.
import { DisposableStore, Emitter, type Disposable, type Event } from '../../../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../../../core/ports/hostPorts.ts';
import type { CodeAnchor } from '../../core/review/codeAnchor.ts';
import {
  MAX_COMMENT_CHARACTERS,
  MAX_COMMENTS,
  MAX_NOTE_CHARACTERS,
  parseComments,
  type ReviewComment,
} from '../../core/review/reviewComment.ts';
import type { SessionStore } from '../../../../core/sessionLifecycle/sessionStore.ts';
import { startOf } from '../../../../core/text/wholeCharacters.ts';
import type { RecordedSession, SessionRecords } from './sessionRecords.ts';

export interface ReviewCommentsOptions {
  readonly store: SessionStore;
  readonly records: SessionRecords;
  readonly clock: Clock;
  readonly log: Log;
  /** An id that no other comment of the session has. */
  readonly newId: () => string;
}

/** What a comment is made of. */
export interface NewComment {
  /** The thread that it continues; a new one by default. */
  readonly thread?: string | undefined;
  readonly path: string;
  readonly side: ReviewComment['side'];
  readonly anchor: CodeAnchor;
  readonly text: string;
}

/** By session; those of a session are loaded when its agent has opened it, and gone from here when it is closed. */
export class ReviewComments implements Disposable {
  readonly #options: ReviewCommentsOptions;
  readonly #owned = new DisposableStore();
  readonly #comments = new Map<string, readonly ReviewComment[]>();
  /** By session: the agent's id of it, when what is stored was asked for. */
  readonly #loaded = new Map<string, string>();
  readonly #changed = new Emitter<string>();

  /** Fires with a session's key when its comments have changed. */
  readonly onChange: Event<string> = this.#changed.event;

  constructor(options: ReviewCommentsOptions) {
    this.#options = options;
    const { store } = options;
    this.#owned.add(
      store.onEvent('opened', ({ key, previous, state: { agent, sessionId } }) => {
        if (sessionId !== undefined && sessionId !== previous.sessionId)
          this.#begin({ agent, sessionId, key });
        void this.#load(key);
      }),
    );
    this.#owned.add(store.onListChange(() => this.#dropClosed()));
    for (const key of store.keys()) void this.#load(key);
  }

  /** The sessions with comments. */
  sessions(): readonly string[] {
    return [...this.#comments.keys()];
  }

  /** The comments of a session, the oldest first. */
  list(key: string): readonly ReviewComment[] {
    return this.#comments.get(key) ?? [];
  }

  /** How many of a session were not sent yet. */
  unsent(key: string): number {
    return this.list(key).filter(({ state }) => state === 'draft').length;
  }

  /** Adds a draft. Returns undefined where the session has too many comments already, or the text is too long. */
  add(key: string, { thread, path, side, anchor, text }: NewComment): ReviewComment | undefined {
    const { store, clock, newId } = this.#options;
    if (store.state(key) === undefined) return undefined;
    if (this.list(key).length >= MAX_COMMENTS || text.length > MAX_COMMENT_CHARACTERS) return undefined;
    const id = newId();
    const at = clock.now();
    const comment: ReviewComment = { id, thread: thread ?? id, path, side, anchor, text, state: 'draft', at };
    this.#set(key, [...this.list(key), comment]);
    return comment;
  }

  /** Replaces the text: the comment is a draft again. Returns false where the text is too long. */
  edit(key: string, id: string, text: string): boolean {
    if (text.length > MAX_COMMENT_CHARACTERS) return false;
    this.#change(key, [id], (comment) => {
      const { note: _answered, prompt: _old, ...rest } = comment;
      return comment.text === text ? comment : { ...rest, text, state: 'draft' };
    });
    return true;
  }

  delete(key: string, ids: readonly string[]): void {
    this.#set(
      key,
      this.list(key).filter(({ id }) => !ids.includes(id)),
    );
  }

  /** Marks a comment as resolved; `note` is what the agent says about it. Returns whether there is such a comment. */
  resolve(key: string, ids: readonly string[], note?: string): boolean {
    const said = note === undefined ? {} : { note: startOf(note, MAX_NOTE_CHARACTERS) };
    return this.#change(key, ids, ({ prompt: _sent, ...comment }) => ({
      ...comment,
      ...said,
      state: 'resolved',
    }));
  }

  /** Marks comments as sent with a prompt that is queued. */
  markQueued(key: string, ids: readonly string[], prompt: string): void {
    this.#change(key, ids, (comment) => ({ ...comment, state: 'sent', prompt }));
  }

  /** The queued prompt was sent: its comments are no longer waiting. */
  markSent(key: string, prompt: string): void {
    this.#change(key, this.#ofPrompt(key, prompt), ({ prompt: _sent, ...comment }) => comment);
  }

  /** The queued prompt was removed, or could not be sent: its comments are drafts again. */
  markUnsent(key: string, prompt: string): void {
    this.#change(key, this.#ofPrompt(key, prompt), ({ prompt: _gone, ...comment }) => ({
      ...comment,
      state: 'draft',
    }));
  }

  /** The lines of a thread were moved by an edit: they are looked for from there on. Nothing is reported. */
  move(key: string, thread: string, start: number): void {
    const comments = this.list(key);
    const moved = comments.map((comment) => {
      const { anchor } = comment;
      if (comment.thread !== thread || anchor.start === start) return comment;
      return { ...comment, anchor: { ...anchor, start, end: start + anchor.end - anchor.start } };
    });
    if (!moved.some((comment, index) => comment !== comments[index])) return;
    this.#comments.set(key, moved);
    this.#save(key);
  }

  /** Removes what is stored of a session that is not open any more. Rejects when it cannot be removed. */
  remove(session: RecordedSession): Promise<void> {
    return this.#options.records.remove(session);
  }

  dispose(): void {
    this.#owned.dispose();
    this.#changed.dispose();
  }

  #ofPrompt(key: string, prompt: string): readonly string[] {
    return this.list(key).flatMap((comment) => (comment.prompt === prompt ? [comment.id] : []));
  }

  #change(key: string, ids: readonly string[], change: (comment: ReviewComment) => ReviewComment): boolean {
    const comments = this.list(key);
    if (!comments.some(({ id }) => ids.includes(id))) return false;
    this.#set(
      key,
      comments.map((comment) => (ids.includes(comment.id) ? change(comment) : comment)),
    );
    return true;
  }

  #set(key: string, comments: readonly ReviewComment[]): void {
    if (comments.length === 0) this.#comments.delete(key);
    else this.#comments.set(key, comments);
    this.#save(key);
    this.#changed.fire(key);
  }

  #save(key: string): void {
    const { store, records, log } = this.#options;
    const state = store.state(key);
    if (state?.sessionId === undefined) return;
    const comments = this.list(key);
    records
      .write(
        { agent: state.agent, sessionId: state.sessionId, key },
        comments.length === 0 ? undefined : comments,
      )
      .catch((error: unknown) => log.warn(`Comments could not be stored: ${String(error)}`));
  }

  /** The agent made a session, whose id an earlier one may have had. */
  #begin(session: RecordedSession): void {
    const { records, log } = this.#options;
    records
      .begin(session)
      .catch((error: unknown) => log.warn(`Comments could not be stored: ${String(error)}`));
  }

  /** Adds what is stored to what was written meanwhile. */
  async #load(key: string): Promise<void> {
    const { store, records } = this.#options;
    const state = store.state(key);
    if (state?.sessionId === undefined) return;
    // An agent may open a session again, when what is stored is older than what is here.
    if (this.#loaded.get(key) === state.sessionId) return;
    this.#loaded.set(key, state.sessionId);
    const stored = parseComments(await records.read({ agent: state.agent, sessionId: state.sessionId, key }));
    if (store.state(key)?.sessionId !== state.sessionId) return;
    const known = new Set(this.list(key).map(({ id }) => id));
    const added = stored.filter(({ id }) => !known.has(id));
    if (added.length > 0) this.#set(key, [...added, ...this.list(key)].slice(0, MAX_COMMENTS));
    else if (known.size > 0) this.#save(key);
  }

  #dropClosed(): void {
    for (const key of this.#loaded.keys()) {
      if (this.#options.store.state(key) === undefined) this.#loaded.delete(key);
    }
    for (const key of this.#comments.keys()) {
      if (this.#options.store.state(key) !== undefined) continue;
      this.#comments.delete(key);
      this.#changed.fire(key);
    }
  }
}
