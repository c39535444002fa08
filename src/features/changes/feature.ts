// What agents change in files: tracked from the first session on, reviewed, kept, undone and restored, with comments on it.
import { loadOnce } from '../../core/base/loadOnce.ts';
import { nothing, onFile, onLines, onTarget } from '../../host/contributions/commandArguments.ts';
import type { ArgumentsOf } from '../../host/contributions/commands.ts';
import { feature } from '../../host/feature.ts';
import { contextKeys } from './host/changesContext.ts';
import { settings } from './host/changeSettings.ts';

const commands = {
  'parley.reviewChanges': onFile,
  'parley.markReviewed': onFile,
  'parley.markNotReviewed': onFile,
  'parley.keepChanges': onFile,
  'parley.undoChanges': onFile,
  'parley.nextChangedFile': nothing,
  'parley.previousChangedFile': nothing,
  'parley.keepHunk': onLines,
  'parley.undoHunk': onLines,
  'parley.nextHunk': nothing,
  'parley.previousHunk': nothing,
  'parley.restoreFiles': nothing,
  'parley.redoFiles': nothing,
  'parley.sendReview': onTarget,
  'parley.addReviewComment': onTarget,
  'parley.editReviewComment': onTarget,
  'parley.saveReviewComment': onTarget,
  'parley.cancelReviewComment': onTarget,
  'parley.deleteReviewComment': onTarget,
  'parley.resolveReviewComment': onTarget,
};
export type ChangesArguments = ArgumentsOf<typeof commands>;

export const changes = feature({
  name: 'changes',
  settings,
  commands,
  contextKeys,
  start: (kernel) => {
    const { host, tracking } = kernel;
    const load = loadOnce(async () => (await import('./host/createChanges.ts')).createChanges(kernel));
    tracking.loadWith(async () => (await load()).tracked);
    host.owned.add(host.store.onEvent('opening', () => void tracking.begin()));
    return load;
  },
});
