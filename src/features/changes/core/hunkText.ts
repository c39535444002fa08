// Which hunks are meant: by lines of a text that was shown, or by their own text, after the file has changed elsewhere.
import { withoutMark } from '../../../core/text/fileText.ts';
import { withLineFeeds } from '../../../core/text/lineEndings.ts';
import { reviewFile, withoutAgentChanges, type ChangedFile } from './fileReview.ts';
import type { FileState } from '../../../core/changes/fileState.ts';
import { isEmpty, linesOf, movedLines, splitLines, type LineRange } from '../../../core/changes/lines.ts';
import type { Hunk } from '../../../core/changes/threeWay.ts';

/** A hunk as it was at some time. */
export interface HunkText {
  readonly before: string;
  readonly current: string;
  /** Its first line then, 0-based. */
  readonly start: number;
}

/** Lines that the user means. */
export interface MeantLines extends LineRange {
  /** The text in which the user sees them; without it they are those of the text now, as somebody else counts them. */
  readonly shown?: ShownText | undefined;
}

/** A text that an editor shows: the file may have changed since. */
interface ShownText {
  readonly text: string;
  /** Whether it is the text without the agent's changes. */
  readonly isOriginal: boolean;
}

/** The hunks that the user means by lines: none where those are not there any more, so that no other one is affected. */
export function hunksAtLines(file: ChangedFile, current: FileState, meant: MeantLines): readonly Hunk[] {
  const hunks = reviewFile(file, current)?.hunks ?? [];
  const { shown } = meant;
  if (shown === undefined) return hunksNear(hunks, meant);
  const original = shown.isOriginal ? withoutAgentChanges(file, current) : current;
  if (original.kind !== 'text' || current.kind !== 'text') return [];
  const moved = movedLines(withoutMark(shown.text), withoutMark(original.text), meant);
  const lines = moved !== undefined && shown.isOriginal ? currentLines(hunks, moved) : moved;
  if (lines === undefined) return [];
  const exact = hunks.filter((hunk) => hunk.current.start === lines.start && hunk.current.end === lines.end);
  if (exact.length > 0) return exact;
  const lineCount = withLineFeeds(current.text).split('\n').length;
  return hunksIn(hunks, lines, lineCount);
}

/** The hunks in lines of a text; where none is, what was deleted right after them: VS Code puts the cursor there. */
export function hunksIn(hunks: readonly Hunk[], lines: LineRange, lineCount: number): readonly Hunk[] {
  const inside = hunks.filter((hunk) => isInLines(hunk, lines, lineCount));
  if (inside.length > 0) return inside;
  return hunks.filter(({ current }) => isEmpty(current) && current.start === lines.end);
}

/** Those that share a line with the range; where none does, those next to it: VS Code compares texts in its own way. */
function hunksNear(hunks: readonly Hunk[], lines: LineRange): readonly Hunk[] {
  const sharing = hunks.filter((hunk) => sharesLine(hunk, lines));
  if (sharing.length > 0) return sharing;
  return hunks.filter((hunk) => hunk.current.start <= lines.end && lines.start <= hunk.current.end);
}

/** Whether a hunk is in lines: one of its own is, or the one at which it is shown. */
export function isInLines(hunk: Hunk, lines: LineRange, lineCount: number): boolean {
  return sharesLine(hunk, lines) || includes(lines, shownLine(hunk, lineCount));
}

function sharesLine({ current }: Hunk, lines: LineRange): boolean {
  return current.start < lines.end && lines.start < current.end;
}

function includes({ start, end }: LineRange, line: number): boolean {
  return start <= line && line < end;
}

/** The line at which a hunk is shown; what was deleted has none of its own, and may be past the last. */
export function shownLine({ current }: Pick<Hunk, 'current'>, lineCount: number): number {
  return Math.max(0, Math.min(current.start, lineCount - 1));
}

/** The lines now of the hunk that stands at these lines of the text without the agent's changes; else none. */
export function currentLines(hunks: readonly Hunk[], original: LineRange): LineRange | undefined {
  let shift = 0;
  for (const { before, current } of hunks) {
    const start = current.start + shift;
    const end = start + before.end - before.start;
    if (start < original.end && original.start <= Math.max(start, end - 1)) return current;
    shift = end - current.end;
  }
  return undefined;
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
