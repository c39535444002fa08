// What the user does with an agent's changes, from the palette and from the panel; what does it is loaded with the first use.
import type { WrittenText } from '../../core/ports/fileAccess.ts';
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { PromptQueue } from '../../core/sessionLifecycle/promptQueue.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { CommentAction } from '../review/reviewCommands.ts';
import type { LazyChanges } from './lazyChanges.ts';

export interface ChangeCommandsOnUseOptions {
  readonly changes: LazyChanges;
  readonly queue: Pick<PromptQueue, 'add'>;
  readonly store: SessionStore;
  /** The key of the current session, if there is one already. */
  readonly shownKey: () => string | undefined;
  /** The current session, restored or created where there is none yet. */
  readonly currentKey: () => Promise<string>;
}

type ChangeCommandId =
  | 'parley.reviewChanges'
  | 'parley.markReviewed'
  | 'parley.markNotReviewed'
  | 'parley.keepChanges'
  | 'parley.undoChanges'
  | 'parley.nextChangedFile'
  | 'parley.previousChangedFile'
  | 'parley.keepHunk'
  | 'parley.undoHunk'
  | 'parley.nextHunk'
  | 'parley.previousHunk'
  | 'parley.restoreFiles'
  | 'parley.redoFiles'
  | 'parley.sendReview'
  | 'parley.addReviewComment'
  | 'parley.editReviewComment'
  | 'parley.saveReviewComment'
  | 'parley.cancelReviewComment'
  | 'parley.deleteReviewComment'
  | 'parley.resolveReviewComment';

/** The handlers of the commands and of the panel's messages. */
export interface ChangeHandlers {
  readonly commands: Pick<CommandHandlers, ChangeCommandId>;
  readonly panel: Pick<PanelHandlers, 'changes_action' | 'restore' | 'redo' | 'send_review'>;
  /** Runs a write by which the user applies what an agent proposed, so that it can be reviewed. */
  readonly whileApplying: (
    key: string,
    path: string,
    write: () => Promise<WrittenText | undefined>,
  ) => Promise<void>;
  /** Restores the files to before a prompt; resolves to false where the user does not confirm it. */
  readonly restoreFiles: (key: string, entryId: string) => Promise<boolean>;
}

/** Makes the handlers; the commands behind them are made once. */
export function createChangeCommands({
  changes,
  queue,
  ...options
}: ChangeCommandsOnUseOptions): ChangeHandlers {
  const commands = loadOnce(async () => {
    const [tracker, loaded] = await Promise.all([changes.load(), import('./changeCommands.ts')]);
    return new loaded.ChangeCommands({ tracker, ...options });
  });
  const send = async (target: unknown, key: string | undefined): Promise<void> => {
    const [review, { sendReview }] = await Promise.all([
      changes.review(),
      import('../review/reviewCommands.ts'),
    ]);
    await sendReview(target, key, { review, queue });
  };
  const onComment =
    (action: CommentAction) =>
    async ({ target }: { readonly target: unknown }): Promise<void> => {
      const [review, { runOnComment }] = await Promise.all([
        changes.review(),
        import('../review/reviewCommands.ts'),
      ]);
      await runOnComment(action, target, review);
    };
  return {
    commands: {
      'parley.reviewChanges': async ({ file }) => (await commands()).runOn('review', file),
      'parley.markReviewed': async ({ file }) => (await commands()).runOn('mark_reviewed', file),
      'parley.markNotReviewed': async ({ file }) => (await commands()).runOn('mark_unreviewed', file),
      'parley.keepChanges': async ({ file }) => (await commands()).runOn('keep', file),
      'parley.undoChanges': async ({ file }) => (await commands()).runOn('undo', file),
      'parley.nextChangedFile': async () => (await commands()).goToFile(1),
      'parley.previousChangedFile': async () => (await commands()).goToFile(-1),
      'parley.keepHunk': async (at) => (await commands()).runOnLines('keep', at),
      'parley.undoHunk': async (at) => (await commands()).runOnLines('undo', at),
      'parley.nextHunk': async () => (await commands()).goToHunk(1),
      'parley.previousHunk': async () => (await commands()).goToHunk(-1),
      'parley.restoreFiles': async () => (await commands()).pickCheckpoint(),
      'parley.redoFiles': async () => (await commands()).redo(await options.currentKey()),
      'parley.sendReview': ({ target }) => send(target, options.shownKey()),
      'parley.addReviewComment': onComment('add'),
      'parley.editReviewComment': onComment('edit'),
      'parley.saveReviewComment': onComment('save'),
      'parley.cancelReviewComment': onComment('cancel'),
      'parley.deleteReviewComment': onComment('delete'),
      'parley.resolveReviewComment': onComment('resolve'),
    },
    whileApplying: (key, path, write) => changes.whileApplying(key, path, write),
    restoreFiles: async (key, entryId) => (await commands()).restore(key, entryId),
    panel: {
      changes_action: async ({ key, action, path }) => (await commands()).run(key, action, path),
      restore: async ({ key, entryId }) => void (await (await commands()).restore(key, entryId)),
      redo: async ({ key }) => (await commands()).redo(key),
      send_review: ({ key }) => send(undefined, key),
    },
  };
}
