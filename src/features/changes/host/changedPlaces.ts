// Which files are open for review in which sessions, and whose change stands at which lines.
import type { ReviewedFile } from '../core/changedFiles.ts';
import type { LineRange } from '../../../core/changes/lines.ts';
import type { Event } from '../../../core/base/lifecycle.ts';
import type { ChangeTracker } from '../node/changeTracker.ts';

/** A file in the session that changed it. */
export interface ChangedPlace extends ReviewedFile {
  readonly key: string;
}

/** The session that the user looks at. */
export interface ShownSession {
  readonly shownKey: string | undefined;
  readonly onChange: Event<string | undefined>;
}

/** Everything that is open: the shown session first, then the others; in each the files in their order. */
export function changedPlaces(
  tracker: Pick<ChangeTracker, 'sessions' | 'open'>,
  shownKey: string | undefined,
): readonly ChangedPlace[] {
  const keys = tracker.sessions();
  const shown = keys.filter((key) => key === shownKey);
  return [...shown, ...keys.filter((key) => key !== shownKey)].flatMap((key) =>
    tracker.open(key).map((file) => ({ key, ...file })),
  );
}

/** The same by session, in their order. */
export function placesBySession(
  places: readonly ChangedPlace[],
): ReadonlyMap<string, readonly ChangedPlace[]> {
  return Map.groupBy(places, ({ key }) => key);
}

/** The files that the user has not marked as reviewed, with the sessions that changed them; deleted ones are left out. */
export function unreviewedFiles(places: readonly ChangedPlace[]): ReadonlyMap<string, readonly string[]> {
  const open = places.filter(({ isReviewed, review }) => !isReviewed && review.state !== 'deleted');
  const byPath = Map.groupBy(open, ({ path }) => path);
  return new Map([...byPath].map(([path, each]) => [path, each.map(({ key }) => key)]));
}

/**
 * The places among those of one file that the user marks as reviewed or not: where a session's comparison is shown, its own
 * as long as that is to be marked; else all, as an editor shows what every session changed.
 */
export function placesToMark(
  places: readonly ChangedPlace[],
  isReviewed: boolean,
  comparedKey: string | undefined,
): readonly ChangedPlace[] {
  const unmarked = places.filter((place) => place.isReviewed !== isReviewed);
  const compared = unmarked.filter(({ key }) => key === comparedKey);
  return compared.length > 0 ? compared : unmarked;
}

/**
 * The place among those of one file whose session changed these lines: exactly them, else some of them, else lines beside
 * them. Where several did, one that can still be undone comes first: it was the last to change them.
 */
export function placeAtLines(places: readonly ChangedPlace[], lines: LineRange): ChangedPlace | undefined {
  const ranked = places
    .map((place) => ({ place, rank: rankAt(place, lines) }))
    .toSorted((one, other) => other.rank - one.rank);
  return ranked[0]?.place;
}

function rankAt({ review }: ChangedPlace, { start, end }: LineRange): number {
  const ranks = review.hunks.map(({ current, isConflict }) => {
    const isExact = current.start === start && current.end === end;
    const isSharing = current.start < end && start < current.end;
    const isBeside = current.start <= end && start <= current.end;
    const place = isExact ? 6 : isSharing ? 4 : isBeside ? 2 : 0;
    return place === 0 || isConflict ? place : place + 1;
  });
  return ranks.reduce((most, rank) => Math.max(most, rank), 0);
}

/** The file `step` further than the one at a path, round and round; the first or last one where none is there. */
export function placeBeside(
  places: readonly ChangedPlace[],
  path: string | undefined,
  step: 1 | -1,
): ChangedPlace | undefined {
  const firsts = new Map(places.toReversed().map((place) => [place.path, place]));
  const files = places.filter((place) => firsts.get(place.path) === place);
  const index = files.findIndex((place) => place.path === path);
  if (index < 0) return files.at(step === 1 ? 0 : -1);
  return files[(index + step + files.length) % files.length];
}
