// Which sessions have nothing that a list could name.
import type { CatalogueEntry } from '../sessionLifecycle/sessionCatalogue.ts';
import { isUnused, sessionTitle } from '../session/selectors.ts';

/** Whether a session was opened and never used: nobody named it, and nothing was asked or said in it. */
export function isEmptySession({
  state,
  title,
  listed,
}: Pick<CatalogueEntry, 'state' | 'title' | 'listed'>): boolean {
  if (state === undefined || title !== undefined || listed?.title !== undefined) return false;
  return isUnused(state) && sessionTitle(state) === undefined;
}
