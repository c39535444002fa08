// Which sessions have nothing that a list could name.
import type { CatalogueEntry } from '../sessionLifecycle/sessionCatalogue.ts';
import { isUnused } from '../session/selectors.ts';

/** The most entries of an empty session: with more of them something happened, even without a prompt. */
const MAX_ENTRIES = 50;

/**
 * Whether a session was opened and never used: nobody named it, and the user said nothing in it. What its agent says of
 * its own, and notices, such as that it failed to start, do not count.
 */
export function isEmptySession({
  state,
  title,
  listed,
}: Pick<CatalogueEntry, 'state' | 'title' | 'listed'>): boolean {
  if (state === undefined || title !== undefined || listed?.title !== undefined) return false;
  return state.entriesMade <= MAX_ENTRIES && isUnused(state);
}
