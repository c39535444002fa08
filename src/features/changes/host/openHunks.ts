// The open changes of a file in the order of its lines, and where each stands on either side of a comparison.
import { shownLine } from '../core/hunkText.ts';
import type { Hunk } from '../../../core/changes/threeWay.ts';
import type { ChangedPlace } from './changedPlaces.ts';

export interface OpenHunk {
  readonly place: ChangedPlace;
  readonly hunk: Hunk;
  /** Among those of its session in the file, from 1. */
  readonly number: number;
}

/** The open hunks at places of one file. */
export function openHunks(places: readonly ChangedPlace[]): readonly OpenHunk[] {
  return places
    .flatMap((place) => place.review.hunks.map((hunk, index) => ({ place, hunk, number: index + 1 })))
    .toSorted((one, other) => one.hunk.current.start - other.hunk.current.start);
}

/** The next hunk from a line, or the one before; undefined past the last. */
export function hunkBeside(
  hunks: readonly OpenHunk[],
  line: number,
  step: 1 | -1,
  lineCount: number,
): OpenHunk | undefined {
  return step === 1
    ? hunks.find(({ hunk }) => shownLine(hunk, lineCount) > line)
    : hunks.findLast(({ hunk }) => shownLine(hunk, lineCount) < line);
}
