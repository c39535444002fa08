// In which section lists show a session: running, waiting for input, recent, of other folders, archived.
import type { CatalogueEntry } from '../../../core/sessionLifecycle/sessionCatalogue.ts';
import { activityOf, type ActivitySources } from '../../../core/sessionList/sessionActivity.ts';
import type { SessionList } from '../../../core/sessionList/sessionList.ts';

/** The 0-based section of a session; `isHere` says whether a folder belongs to this window. */
export function sectionIndex(
  entry: CatalogueEntry,
  sources: ActivitySources & { readonly list: Pick<SessionList, 'markOf'> },
  isHere: (cwd: string) => boolean,
): number {
  const activity = activityOf(entry, sources);
  if (activity === 'running' || activity === 'silent') return 0;
  if (activity === 'waiting') return 1;
  if (sources.list.markOf(entry.id) === 'archived') return 4;
  return entry.state !== undefined || isHere(entry.cwd) ? 2 : 3;
}

/** Pinned sessions first, else in the order that they have. */
export function pinnedFirst<T extends Pick<CatalogueEntry, 'id'>>(
  entries: readonly T[],
  list: Pick<SessionList, 'markOf'>,
): readonly T[] {
  const rank = ({ id }: T): number => (list.markOf(id) === 'pinned' ? 0 : 1);
  return entries.toSorted((one, other) => rank(one) - rank(other));
}
