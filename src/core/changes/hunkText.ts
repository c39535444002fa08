// Hunks by their text, so that one is found again after the agent has changed other lines of the file.
import { reviewFile, type ChangedFile } from './fileReview.ts';
import type { FileState } from './fileState.ts';
import { linesOf, splitLines, type LineRange } from './lines.ts';
import type { Hunk } from './threeWay.ts';

/** A hunk as it was at some time. */
export interface HunkText {
  readonly before: string;
  readonly current: string;
  /** Its first line then, 0-based. */
  readonly start: number;
}

/** The hunks that share a line with the range; where it is empty, those next to it. */
export function hunksAtLines(file: ChangedFile, current: FileState, lines: LineRange): readonly Hunk[] {
  const hunks = reviewFile(file, current)?.hunks ?? [];
  const sharing = hunks.filter((hunk) => hunk.current.start < lines.end && lines.start < hunk.current.end);
  if (sharing.length > 0) return sharing;
  return hunks.filter((hunk) => hunk.current.start <= lines.end && lines.start <= hunk.current.end);
}

/** Hunks of a file as text. */
export function hunkTexts(
  file: ChangedFile,
  current: FileState,
  hunks: readonly Hunk[],
): readonly HunkText[] {
  if (file.before.kind !== 'text' || current.kind !== 'text') return [];
  const before = splitLines(file.before.text);
  const now = splitLines(current.text);
  return hunks.map((hunk) => ({
    before: linesOf(before, hunk.before).join(''),
    current: linesOf(now, hunk.current).join(''),
    start: hunk.current.start,
  }));
}

/** The hunks that say the same, of several the nearest to where each was; those that changed are missing. */
export function hunksOfTexts(
  file: ChangedFile,
  current: FileState,
  texts: readonly HunkText[],
): readonly Hunk[] {
  const hunks = reviewFile(file, current)?.hunks ?? [];
  const described = hunkTexts(file, current, hunks).map((text, index) => ({ text, hunk: hunks[index] }));
  const found = new Set<Hunk>();
  for (const { before, current: after, start } of texts) {
    const [nearest] = described
      .filter(({ text }) => text.before === before && text.current === after)
      .toSorted((one, other) => Math.abs(one.text.start - start) - Math.abs(other.text.start - start));
    if (nearest?.hunk !== undefined) found.add(nearest.hunk);
  }
  return hunks.filter((hunk) => found.has(hunk));
}
