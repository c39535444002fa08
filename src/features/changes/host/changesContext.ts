// What the commands and menus of agents' changes depend on.
import { contextSetter } from '../../../host/contributions/contextKeys.ts';

const NO_PATHS: readonly string[] = [];

export const contextKeys = {
  /** Whether an agent changed files that the user has neither kept nor undone. */
  'parley.hasChanges': false,
  /** Whether there are several of them, in one session or in several. */
  'parley.hasSeveralChangedFiles': false,
  /** The absolute paths of the files with such changes. */
  'parley.changedPaths': NO_PATHS,
  /** The files that the user has marked as reviewed in every session that changed them. */
  'parley.reviewedPaths': NO_PATHS,
  /** Whether the active editor shows an agent's changes of several files. */
  'parley.isReviewShown': false,
  /** Whether all of those are reviewed. */
  'parley.isReviewDone': false,
  /** Whether comments on changes were not sent yet, in any session. */
  'parley.hasUnsentComments': false,
};
export const setContext = contextSetter<typeof contextKeys>();
