// The review of agents' changes by comments: who has some, what is sent of them, and what agents see of them.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../../../core/ports/hostPorts.ts';
import type { ServedComment, ServedComments } from '../../../../core/ports/servedSession.ts';
import { reviewPrompt } from '../../core/review/reviewPrompt.ts';
import type { PromptQueue } from '../../../../core/sessionLifecycle/promptQueue.ts';
import type { SessionStore } from '../../../../core/sessionLifecycle/sessionStore.ts';
import type { ChangeTracker } from '../../node/changeTracker.ts';
import type { ReviewComments } from '../../node/review/reviewComments.ts';
import { ReviewDelivery } from '../../node/review/reviewDelivery.ts';
import type { ShownSession } from '../changedPlaces.ts';
import { showStatusMessage } from '../../../../host/window/statusMessage.ts';
import { placedComments } from './commentPlaces.ts';
import { commentStrings } from './commentStrings.ts';
import type { CommentThreads } from './commentThreads.ts';
import { setContext } from '../changesContext.ts';

export interface ReviewOptions {
  readonly tracker: ChangeTracker;
  readonly comments: ReviewComments;
  readonly store: SessionStore;
  readonly shown: ShownSession;
  readonly clock: Clock;
  readonly log: Log;
}

export class Review implements Disposable {
  readonly #options: ReviewOptions;
  readonly #owned = new DisposableStore();
  readonly #delivery: ReviewDelivery;
  #loading: Promise<CommentThreads> | undefined;
  #hasUnsent = false;

  constructor(options: ReviewOptions) {
    this.#options = options;
    const { tracker, comments, store } = options;
    this.#delivery = this.#owned.add(new ReviewDelivery(store, comments));
    this.#owned.add(tracker.onChange(() => this.#follow()));
    this.#owned.add(comments.onChange(() => this.#follow()));
  }

  /** The comments in editors. */
  threads(): Promise<CommentThreads> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** The comments of all sessions. */
  get comments(): ReviewComments {
    return this.#options.comments;
  }

  /**
   * Sends the comments of a session that were not sent yet in one prompt, or queues it while a turn runs. Without a key, or
   * where that session has none, those of the only session that has some.
   */
  async send(wanted: string | undefined, queue: Pick<PromptQueue, 'add'>): Promise<void> {
    const { tracker, comments, store } = this.#options;
    const withDrafts = comments.sessions().filter((each) => comments.unsent(each) > 0);
    const key = withDrafts.find((each) => each === wanted) ?? withDrafts.find(() => withDrafts.length === 1);
    if (key === undefined) {
      void vscode.window.showInformationMessage(commentStrings.nothingToSend());
      return;
    }
    const isDraft = ({ state }: { readonly state: string }): boolean => state === 'draft';
    const placed = await placedComments(tracker, key, comments.list(key).filter(isDraft));
    const edited = (await this.#loading)?.edited(key) ?? new Set();
    // What was changed or sent meanwhile is not sent as it was.
    const current = placed.filter(({ comment }) =>
      comments
        .list(key)
        .some((each) => each.id === comment.id && isDraft(each) && each.text === comment.text),
    );
    const drafts = current.filter(({ comment }) => !edited.has(comment.id));
    if (drafts.length < current.length) {
      void vscode.window.showWarningMessage(commentStrings.editedNotSent(current.length - drafts.length));
    }
    if (drafts.length === 0) return;
    const isBusy = store.state(key)?.turn !== undefined;
    const prompt = queue.add(key, reviewPrompt(drafts));
    if (prompt === undefined) {
      void vscode.window.showErrorMessage(commentStrings.notSentError());
      return;
    }
    this.#delivery.follow(
      key,
      prompt,
      drafts.map(({ comment }) => comment),
    );
    const text = isBusy
      ? commentStrings.reviewQueued(drafts.length)
      : commentStrings.reviewSent(drafts.length);
    showStatusMessage(text);
  }

  /** What the agent of a session sees of its comments: nothing of what the user has not sent. */
  served(key: string): ServedComments {
    const { tracker, comments } = this.#options;
    const sent = () => comments.list(key).filter(({ state }) => state !== 'draft');
    return {
      list: async () => {
        const placed = await placedComments(tracker, key, sent());
        return placed.map(({ comment, place }): ServedComment => {
          const { id, path, side, anchor, text, state, note } = comment;
          return {
            id,
            path,
            isBeforeChange: side === 'before',
            ...place,
            code: anchor.code,
            text,
            isResolved: state === 'resolved',
            ...(note === undefined ? {} : { note }),
          };
        });
      },
      resolve: async (id, note) =>
        sent().some((comment) => comment.id === id) && comments.resolve(key, [id], note),
    };
  }

  dispose(): void {
    this.#owned.dispose();
    void this.#loading?.then((threads) => threads.dispose());
  }

  /** Nothing is in editors before an agent has changed something. */
  #follow(): void {
    const { tracker, comments, log } = this.#options;
    const hasUnsent = comments.sessions().some((key) => comments.unsent(key) > 0);
    if (hasUnsent !== this.#hasUnsent) setContext('parley.hasUnsentComments', hasUnsent);
    this.#hasUnsent = hasUnsent;
    if (this.#loading !== undefined) return;
    if (tracker.sessions().length === 0 && comments.sessions().length === 0) return;
    this.threads().catch((error: unknown) => log.error(`Comments cannot be shown: ${String(error)}`));
  }

  async #load(): Promise<CommentThreads> {
    const { CommentThreads } = await import('./commentThreads.ts');
    return new CommentThreads(this.#options);
  }
}
