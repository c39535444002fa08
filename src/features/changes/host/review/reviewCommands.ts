// The commands of comments on changes: add, edit, delete, resolve, send. VS Code's menus call most of them.
import * as vscode from 'vscode';
import type { PromptQueue } from '../../../../core/sessionLifecycle/promptQueue.ts';
import { CommentNote } from './commentNote.ts';
import type { CommentThreads } from './commentThreads.ts';
import type { Review } from './review.ts';

export type CommentAction = 'add' | 'edit' | 'save' | 'cancel' | 'delete' | 'resolve';

/** Does something with what VS Code's menus of comments hand over; anything else is ignored. */
export async function runOnComment(action: CommentAction, target: unknown, review: Review): Promise<void> {
  const threads = await review.threads();
  if (action === 'add') {
    if (isReply(target)) await threads.add(target.thread, target.text);
  } else if (target instanceof CommentNote) {
    runOnNote(action, target, { threads, review });
  } else if (isThread(target)) {
    const found = threads.commentsOf(target);
    if (found === undefined) target.dispose();
    else if (action === 'resolve') review.comments.resolve(found.key, found.ids);
    else if (action === 'delete') review.comments.delete(found.key, found.ids);
  }
}

/** Sends the comments of the session that a thread belongs to, else of the one the user looks at. */
export async function sendReview(
  target: unknown,
  shownKey: string | undefined,
  { review, queue }: { readonly review: Review; readonly queue: Pick<PromptQueue, 'add'> },
): Promise<void> {
  const found = isThread(target) ? (await review.threads()).commentsOf(target) : undefined;
  await review.send(found?.key ?? shownKey, queue);
}

function runOnNote(
  action: Exclude<CommentAction, 'add'>,
  note: CommentNote,
  { threads, review }: { readonly threads: CommentThreads; readonly review: Review },
): void {
  const { key, comment } = note;
  switch (action) {
    case 'edit':
      return threads.edit(note);
    case 'save':
      return threads.save(note);
    case 'cancel':
      return threads.cancel(note);
    case 'delete':
      return review.comments.delete(key, [comment.id]);
    case 'resolve':
      return void review.comments.resolve(key, [comment.id]);
  }
}

function isReply(target: unknown): target is vscode.CommentReply {
  return (
    typeof target === 'object' &&
    target !== null &&
    'text' in target &&
    typeof target.text === 'string' &&
    'thread' in target &&
    isThread(target.thread)
  );
}

function isThread(target: unknown): target is vscode.CommentThread {
  return (
    typeof target === 'object' &&
    target !== null &&
    'uri' in target &&
    target.uri instanceof vscode.Uri &&
    'comments' in target &&
    Array.isArray(target.comments)
  );
}
