// In which section lists show a session: running, waiting for input, recent, of other folders.
import type { CatalogueEntry } from '../../../core/sessionLifecycle/sessionCatalogue.ts';
import { activityOf, type ActivitySources } from '../../../core/sessionList/sessionActivity.ts';

/** The 0-based section of a session; `isHere` says whether a folder belongs to this window. */
export function sectionIndex(
  entry: CatalogueEntry,
  sources: ActivitySources,
  isHere: (cwd: string) => boolean,
): number {
  const activity = activityOf(entry, sources);
  if (activity === 'running' || activity === 'silent') return 0;
  if (activity === 'waiting') return 1;
  return entry.state !== undefined || isHere(entry.cwd) ? 2 : 3;
}
