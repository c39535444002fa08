// The open changes of a file in the order of its lines, and where each stands on either side of a comparison.
import { linesMover } from '../../../core/changes/lines.ts';
import { withoutMark } from '../../../core/text/fileText.ts';
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

/** A hunk with the line at which an editor shows it. */
export interface ShownHunk extends OpenHunk {
  readonly line: number;
}

/**
 * The open hunks at places of one file that an editor shows: it may show the file as it was before, or what the user has
 * typed since. Those of which it shows only a part are left out.
 */
export function shownHunks(places: readonly ChangedPlace[], shown: string): readonly ShownHunk[] {
  const lineCount = shown.split('\n').length;
  const inLines = places.filter(({ review }) => !review.isWhole);
  const movers = new Map(inLines.map((place) => [place, linesMover(withoutMark(place.text ?? ''), shown)]));
  return openHunks(places).flatMap((open) => {
    const { place, hunk } = open;
    const moved = movers.get(place);
    const current = moved === undefined ? hunk.current : moved(hunk.current);
    return current === undefined ? [] : [{ ...open, line: shownLine({ current }, lineCount) }];
  });
}

/** The next hunk from a line, or the one before; undefined past the last. */
export function hunkBeside(hunks: readonly ShownHunk[], line: number, step: 1 | -1): ShownHunk | undefined {
  return step === 1 ? hunks.find((each) => each.line > line) : hunks.findLast((each) => each.line < line);
}
