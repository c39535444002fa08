// Which sessions have nothing that a list could name.
import type { CatalogueEntry } from '../sessionLifecycle/sessionCatalogue.ts';
import { sessionTitle } from '../session/selectors.ts';

/** Of entries without a title; with more of them something happened. */
const MAX_NOTICES = 50;

/**
 * Whether a session was opened and never used: nobody named it, and nothing was asked or said in it. Notices, such as
 * that its agent failed to start, do not count.
 */
export function isEmptySession({
  state,
  title,
  listed,
}: Pick<CatalogueEntry, 'state' | 'title' | 'listed'>): boolean {
  if (state === undefined || title !== undefined || listed?.title !== undefined) return false;
  if (sessionTitle(state) !== undefined || state.queue.length > 0) return false;
  return (
    state.entriesMade <= MAX_NOTICES &&
    state.entries.every((page) => page.every(({ kind }) => kind === 'notice'))
  );
}
