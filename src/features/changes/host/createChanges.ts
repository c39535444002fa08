// What agents change: it is tracked, and the user reviews, keeps and undoes it, from the palette, editors and the panel.
import { join } from 'node:path';
import { withoutUndefined } from '../../../core/base/withoutUndefined.ts';
import type { TrackedChanges } from '../../../core/ports/changeTracking.ts';
import type { PanelHandlers } from '../../../host/chat/panelHandlers.ts';
import type { HandlersOf } from '../../../host/contributions/commands.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { runOnComment, sendReview, type CommentAction } from './review/reviewCommands.ts';
import { ChangeCommands } from './changeCommands.ts';
import { RewindDiff } from './rewindDiff.ts';
import { ReviewTitle } from './reviewTitle.ts';
import { trackChanges } from './changeTracking.ts';
import type { ChangesArguments } from '../feature.ts';

type ChangeMessageType =
  'changes_action' | 'rewind_preview' | 'rewind_diff' | 'redo' | 'send_review' | 'skip_checkpoint';

export function createChanges({ host, session, chat, currentKey }: Kernel) {
  const { owned, store, clock, log, storage } = host;
  const { current } = chat;
  const shownKey = (): string | undefined => current.shownKey;
  const { tracker, review, forget } = trackChanges(owned, {
    store,
    clock,
    log,
    storage,
    watcher: host.context.asAbsolutePath(join('dist', 'tree-watcher.js')),
    shown: current,
  });
  owned.add(chat.drafts.onTextChange((key) => void tracker.prepare(key)));
  const showRewind = async (key: string, prompt: number): Promise<void> => {
    const shownBy = chat.chats.showing(key) ?? chat.chats.target;
    await shownBy.reveal();
    shownBy.post({ type: 'show_prompt', key, prompt, opensRewind: true });
  };
  const actions = new ChangeCommands({ tracker, store, shownKey, currentKey, showRewind });
  const rewindDiff = owned.add(new RewindDiff());
  owned.add(new ReviewTitle({ tracker, editors: actions.editors }));
  const { queue } = session.sessions;
  const onComment =
    (action: CommentAction) =>
    ({ target }: { readonly target: unknown }): Promise<void> =>
      runOnComment(action, target, review);
  const commands: HandlersOf<ChangesArguments> = {
    'parley.reviewChanges': ({ file }) => actions.runOn('review', file),
    'parley.markReviewed': ({ file }) => actions.runOn('mark_reviewed', file),
    'parley.markNotReviewed': ({ file }) => actions.runOn('mark_unreviewed', file),
    'parley.keepChanges': ({ file }) => actions.runOn('keep', file),
    'parley.undoChanges': ({ file }) => actions.runOn('undo', file),
    'parley.nextChangedFile': () => actions.goToFile(1),
    'parley.previousChangedFile': () => actions.goToFile(-1),
    'parley.keepHunk': (at) => actions.runOnLines('keep', at),
    'parley.undoHunk': (at) => actions.runOnLines('undo', at),
    'parley.nextHunk': () => actions.goToHunk(1),
    'parley.previousHunk': () => actions.goToHunk(-1),
    'parley.restoreFiles': () => actions.pickPrompt(),
    'parley.redoFiles': async () => actions.redo(await currentKey()),
    'parley.sendReview': ({ target }) => sendReview(target, shownKey(), { review, queue }),
    'parley.addReviewComment': onComment('add'),
    'parley.editReviewComment': onComment('edit'),
    'parley.saveReviewComment': onComment('save'),
    'parley.cancelReviewComment': onComment('cancel'),
    'parley.deleteReviewComment': onComment('delete'),
    'parley.resolveReviewComment': onComment('resolve'),
  };
  const panel: Pick<PanelHandlers, ChangeMessageType> = {
    changes_action: ({ key, action, path }) => actions.run(key, action, path),
    rewind_preview: async ({ key, entryId }, panel) => {
      const files = await tracker.review.filesToRestore(key, entryId);
      panel.post({ type: 'rewind_files', key, entryId, ...withoutUndefined({ files }) });
    },
    rewind_diff: async ({ key, entryId, path }) =>
      rewindDiff.show(path, await tracker.review.textBefore(key, entryId, path)),
    redo: ({ key }) => actions.redo(key),
    skip_checkpoint: ({ key }) => tracker.skip(key),
    send_review: ({ key }) => sendReview(undefined, key, { review, queue }),
  };
  const tracked: TrackedChanges = {
    files: tracker,
    restoreFiles: (...prompt) => actions.restore(...prompt),
    redoFiles: (key) => actions.redo(key),
    review: (key, path) => actions.run(key, 'review', path),
    commentsOf: (key) => review.served(key),
    forget,
  };
  return { commands, panel, tracked };
}
