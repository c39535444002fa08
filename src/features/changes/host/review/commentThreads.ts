// The comments in VS Code's editors: beside changed files and the texts before them, and nowhere else.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../../core/base/lifecycle.ts';
import type { Clock } from '../../../../core/ports/hostPorts.ts';
import type { AnchorPlace } from '../../core/review/anchorSearch.ts';
import { anchorAt } from '../../core/review/codeAnchor.ts';
import type { ReviewComment } from '../../core/review/reviewComment.ts';
import type { SessionStore } from '../../../../core/sessionLifecycle/sessionStore.ts';
import { oneLine } from '../../../../core/text/oneLine.ts';
import { visibleStart } from '../../../../core/text/visibleText.ts';
import type { ChangeTracker } from '../../node/changeTracker.ts';
import type { ReviewComments } from '../../node/review/reviewComments.ts';
import { changedPlaces, type ShownSession } from '../changedPlaces.ts';
import { isDeletedUri, ORIGINAL_SCHEME, originalUri } from '../originalTexts.ts';
import { agentLabel } from '../../../../host/settings/settings.ts';
import { agentNote, CommentNote } from './commentNote.ts';
import { commentStrings } from './commentStrings.ts';
import { DocumentSearch } from './documentSearch.ts';

/** The time from an edit until the comments in the document are looked for. */
const RELOCATE_DELAY_MS = 300;
/** The length of the code in the title of an outdated comment. */
const MAX_SHOWN_CODE = 60;

export interface CommentThreadsOptions {
  readonly tracker: ChangeTracker;
  readonly comments: ReviewComments;
  readonly store: Pick<SessionStore, 'state'>;
  readonly shown: ShownSession;
  readonly clock: Clock;
}

/** The file that a document shows, and for which session; undefined where no agent changed the file. */
interface Commented {
  readonly key: string;
  readonly path: string;
  readonly side: ReviewComment['side'];
}

interface ShownThread {
  readonly key: string;
  readonly thread: vscode.CommentThread;
  /** What it was last drawn from. */
  comments: readonly ReviewComment[];
}

/** Made with the first change or comment of any session. */
export class CommentThreads implements vscode.CommentingRangeProvider, Disposable {
  readonly #options: CommentThreadsOptions;
  readonly #owned = new DisposableStore();
  readonly #controller: vscode.CommentController;
  readonly #threads = new Map<string, ShownThread>();
  /** The documents that were edited, until their comments have been looked for. */
  readonly #edited = new Set<string>();
  #timer: Disposable | undefined;
  readonly #search = new DocumentSearch();
  #commentable = '';

  constructor(options: CommentThreadsOptions) {
    this.#options = options;
    this.#controller = vscode.comments.createCommentController('parley.review', commentStrings.controller());
    this.#controller.options = {
      prompt: commentStrings.prompt(),
      placeHolder: commentStrings.placeholder(),
    };
    this.#owned.add(this.#controller);
    const { tracker, comments, shown } = options;
    this.#owned.add(tracker.onChange(() => this.#updateRanges()));
    this.#owned.add(shown.onChange(() => this.#updateRanges()));
    this.#owned.add(comments.onChange((key) => this.#update(key)));
    this.#owned.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#scheduleRelocation(document)),
    );
    this.#owned.add(vscode.workspace.onDidOpenTextDocument((document) => this.#relocate(document)));
    this.#updateRanges();
    for (const key of comments.sessions()) this.#update(key);
  }

  /** Every line of a changed file can be commented on. */
  provideCommentingRanges(document: vscode.TextDocument): vscode.Range[] {
    if (this.#commented(document.uri) === undefined) return [];
    return [new vscode.Range(0, 0, Math.max(0, document.lineCount - 1), 0)];
  }

  /** Adds what the user typed, to a new thread or to one that is there. */
  async add(thread: vscode.CommentThread, text: string): Promise<void> {
    if (text.trim() === '') return;
    const known = [...this.#threads].find(([, shown]) => shown.thread === thread);
    const added =
      known === undefined ? await this.#addNew(thread, text) : this.#reply(known[0], known[1], text);
    if (added !== undefined) return;
    // VS Code has emptied the box.
    await vscode.env.clipboard.writeText(text);
    if (known === undefined) thread.dispose();
    void vscode.window.showWarningMessage(commentStrings.notAdded());
  }

  /** Shows the editor of a comment. */
  edit(note: CommentNote): void {
    note.mode = vscode.CommentMode.Editing;
    this.#redraw(note);
  }

  /** Stores what the user typed into the editor of a comment; an empty one stays open. */
  save(note: CommentNote): void {
    const text = note.typed;
    if (text.trim() === '') return;
    if (text === note.comment.text) {
      this.cancel(note);
      return;
    }
    note.mode = vscode.CommentMode.Preview;
    if (this.#options.comments.edit(note.key, note.comment.id, text)) return;
    note.mode = vscode.CommentMode.Editing;
    void vscode.window.showWarningMessage(commentStrings.tooLong());
  }

  cancel(note: CommentNote): void {
    note.body = note.comment.text;
    note.mode = vscode.CommentMode.Preview;
    this.#redraw(note);
  }

  /** The session and the comments of a thread; undefined for one without. */
  commentsOf(
    thread: vscode.CommentThread,
  ): { readonly key: string; readonly ids: readonly string[] } | undefined {
    const shown = [...this.#threads.values()].find((each) => each.thread === thread);
    return shown === undefined ? undefined : { key: shown.key, ids: shown.comments.map(({ id }) => id) };
  }

  /** The ids of the comments of a session whose text the user is editing: what they have typed is known to VS Code alone. */
  edited(key: string): ReadonlySet<string> {
    const shown = [...this.#threads.values()].filter((each) => each.key === key);
    const notes = shown.flatMap(({ thread }) => notesOf(thread));
    return new Set(notes.filter(({ isEdited }) => isEdited).map(({ comment }) => comment.id));
  }

  dispose(): void {
    this.#timer?.dispose();
    for (const { thread } of this.#threads.values()) thread.dispose();
    this.#owned.dispose();
  }

  async #addNew(thread: vscode.CommentThread, text: string): Promise<ReviewComment | undefined> {
    const commented = this.#commented(thread.uri);
    if (commented === undefined) return undefined;
    const document = await vscode.workspace.openTextDocument(thread.uri);
    const { key, ...place } = commented;
    const anchor = anchorAt(document.getText(), linesOf(thread));
    // It stays the thread of the widget that is open, in place of one that the change makes.
    const id = this.#pending(thread, key);
    const added = this.#options.comments.add(key, { ...place, anchor, text, thread: id });
    if (added === undefined) this.#threads.delete(id);
    return added;
  }

  #pending(thread: vscode.CommentThread, key: string): string {
    const id = randomUUID();
    this.#threads.set(id, { key, thread, comments: [] });
    return id;
  }

  /** About the lines as they are now. */
  #reply(id: string, { key, thread, comments }: ShownThread, text: string): ReviewComment | undefined {
    const last = comments.at(-1);
    if (last === undefined) return undefined;
    const { path, side } = last;
    const current = openDocument(thread.uri)?.getText();
    const anchor = current === undefined ? last.anchor : anchorAt(current, linesOf(thread));
    return this.#options.comments.add(key, { path, side, anchor, text, thread: id });
  }

  #commented(uri: vscode.Uri): Commented | undefined {
    const { tracker, shown } = this.#options;
    const path = vscode.Uri.file(uri.path).fsPath;
    const places = changedPlaces(tracker, shown.shownKey).filter((place) => place.path === path);
    if (uri.scheme === 'file') {
      const [first] = places;
      return first === undefined ? undefined : { key: first.key, path, side: 'current' };
    }
    const isOpen =
      uri.scheme === ORIGINAL_SCHEME && !isDeletedUri(uri) && places.some(({ key }) => key === uri.query);
    return isOpen ? { key: uri.query, path, side: 'before' } : undefined;
  }

  /** VS Code asks again for the ranges of what it shows when the provider is set. */
  #updateRanges(): void {
    const { tracker, shown } = this.#options;
    const places = changedPlaces(tracker, shown.shownKey);
    const commentable = JSON.stringify(places.map(({ key, path }) => [key, path]));
    if (commentable === this.#commentable) return;
    this.#commentable = commentable;
    this.#controller.commentingRangeProvider = this;
  }

  #update(key: string): void {
    const byThread = Map.groupBy(this.#options.comments.list(key), ({ thread }) => thread);
    for (const [id, shown] of this.#threads) {
      if (shown.key !== key || byThread.has(id)) continue;
      shown.thread.dispose();
      this.#threads.delete(id);
    }
    for (const [id, comments] of byThread) {
      const shown = this.#threads.get(id) ?? this.#newThread(id, key, comments);
      // A comment that is being edited is left alone by what happens to those of other threads.
      if (shown !== undefined && drawnText(comments) !== drawnText(shown.comments))
        this.#draw(shown, comments);
    }
  }

  #newThread(id: string, key: string, [first]: readonly ReviewComment[]): ShownThread | undefined {
    if (first === undefined) return undefined;
    const { path, side, anchor } = first;
    const uri = side === 'current' ? vscode.Uri.file(path) : originalUri(key, path);
    const thread = this.#controller.createCommentThread(uri, rangeOf(anchor), []);
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    const shown: ShownThread = { key, thread, comments: [] };
    this.#threads.set(id, shown);
    return shown;
  }

  #draw(shown: ShownThread, comments: readonly ReviewComment[]): void {
    const { thread, key } = shown;
    const isResolved = comments.every(({ state }) => state === 'resolved');
    const wasResolved = shown.comments.length > 0 && thread.state === vscode.CommentThreadState.Resolved;
    shown.comments = comments;
    const known = new Map(notesOf(thread).map((note) => [note.comment.id, note]));
    const noteOf = (comment: ReviewComment): CommentNote => {
      const note = known.get(comment.id);
      note?.update(comment);
      return note ?? new CommentNote(key, comment);
    };
    thread.comments = comments.flatMap((comment) => [
      noteOf(comment),
      ...(comment.note === undefined ? [] : [agentNote(comment.note, this.#agentOf(key))]),
    ]);
    const { Resolved, Unresolved } = vscode.CommentThreadState;
    thread.state = isResolved ? Resolved : Unresolved;
    thread.contextValue = isResolved ? 'resolved' : 'open';
    thread.canReply = true;
    if (isResolved && !wasResolved) {
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    }
    this.#locate(shown);
  }

  /** Draws the comments of the thread anew, one of which has changed. */
  #redraw(note: CommentNote): void {
    const shown = this.#threads.get(note.comment.thread);
    if (shown !== undefined) shown.thread.comments = [...shown.thread.comments];
  }

  #scheduleRelocation(document: vscode.TextDocument): void {
    const address = document.uri.toString();
    if (![...this.#threads.values()].some(({ thread }) => thread.uri.toString() === address)) return;
    this.#edited.add(address);
    this.#timer?.dispose();
    this.#timer = this.#options.clock.after(RELOCATE_DELAY_MS, () => {
      this.#timer = undefined;
      const edited = vscode.workspace.textDocuments.filter(({ uri }) => this.#edited.has(uri.toString()));
      this.#edited.clear();
      for (const each of edited) this.#relocate(each);
    });
  }

  #relocate(document: vscode.TextDocument): void {
    const address = document.uri.toString();
    for (const shown of this.#threads.values()) {
      if (shown.thread.uri.toString() === address) this.#locate(shown);
    }
  }

  /** Without one VS Code goes on showing what it shows above an empty thread. */
  #labelOf(key: string, { anchor }: ReviewComment, { isStale }: AnchorPlace): string {
    if (isStale) return commentStrings.outdated(visibleStart(oneLine(anchor.code), MAX_SHOWN_CODE));
    return commentStrings.forAgent(this.#agentOf(key));
  }

  #agentOf(key: string): string {
    return agentLabel(this.#options.store.state(key)?.agent ?? '');
  }

  /** Finds the lines of a thread in its document, if that is open. */
  #locate({ key, thread, comments }: ShownThread): void {
    const [first] = comments;
    const document = openDocument(thread.uri);
    if (first === undefined || document === undefined) return;
    const place = this.#search.in(document).locate(first.anchor);
    const range = rangeOf(place);
    if (thread.range?.isEqual(range) !== true) thread.range = range;
    const label = this.#labelOf(key, first, place);
    if (thread.label !== label) thread.label = label;
    if (!place.isStale) this.#options.comments.move(key, first.thread, place.start);
  }
}

function openDocument(address: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === address.toString());
}

/** The user's own comments of a thread. */
function notesOf({ comments }: vscode.CommentThread): readonly CommentNote[] {
  return comments.filter((comment) => comment instanceof CommentNote);
}

/** What of comments shows in their thread. */
function drawnText(comments: readonly ReviewComment[]): string {
  return JSON.stringify(comments.map(({ id, text, state, prompt, note }) => [id, text, state, prompt, note]));
}

/** From 0, `end` exclusive. */
function linesOf({ range }: vscode.CommentThread): { readonly start: number; readonly end: number } {
  return { start: range?.start.line ?? 0, end: (range?.end.line ?? 0) + 1 };
}

function rangeOf({ start, end }: Pick<AnchorPlace, 'start' | 'end'>): vscode.Range {
  return new vscode.Range(start, 0, Math.max(start, end - 1), 0);
}
