// In which section lists show a session: running, waiting for input, recent, of other folders, archived.
import type { CatalogueEntry } from '../../../core/sessionLifecycle/sessionCatalogue.ts';
import {
  activityOf,
  type ActivitySources,
  type SessionActivity,
} from '../../../core/sessionList/sessionActivity.ts';
import type { SessionList } from '../../../core/sessionList/sessionList.ts';

export interface SectionSources extends ActivitySources {
  readonly list: Pick<SessionList, 'markOf'>;
}

/** The 0-based section of a session; `isHere` says whether a folder belongs to this window. */
export function sectionIndex(
  entry: CatalogueEntry,
  sources: SectionSources,
  isHere: (cwd: string) => boolean,
): number {
  const inSight = IN_SIGHT[activityOf(entry, sources)];
  if (inSight !== undefined) return inSight;
  if (isPutAway(entry, sources)) return 4;
  return entry.state !== undefined || isHere(entry.cwd) ? 2 : 3;
}

/** Whether a session stands with the archived ones: one that runs or waits for the user stays in sight. */
export function isPutAway(entry: CatalogueEntry, sources: SectionSources): boolean {
  return sources.list.markOf(entry) === 'archived' && IN_SIGHT[activityOf(entry, sources)] === undefined;
}

/** The sections of sessions that run or wait for the user. */
const IN_SIGHT: Readonly<Partial<Record<SessionActivity, number>>> = {
  running: 0,
  background: 0,
  silent: 0,
  waiting: 1,
};

/** Pinned sessions first, else in the order that they have. */
export function pinnedFirst(
  entries: readonly CatalogueEntry[],
  list: Pick<SessionList, 'markOf'>,
): readonly CatalogueEntry[] {
  const { pinned = [], others = [] } = Object.groupBy(entries, (entry) =>
    list.markOf(entry) === 'pinned' ? 'pinned' : 'others',
  );
  return [...pinned, ...others];
}
