// The change of a file as lines to show: changed lines with context, and the gaps between.
import { differences, linesOf, splitLines, type LineRange } from '../../../src/core/changes/lines.ts';
import { likeness, type Likeness } from './likeness.ts';
import { mixedWords } from '../../text/lookAlikes.ts';
import { withoutByteOrderMark } from './invisibleChanges.ts';

/** Unchanged lines shown before and after a change where there is room. */
export const CONTEXT_LINES = 3;

/** Further words with letters of another script are not named. */
const MAX_WORDS = 3;

export interface DiffLine {
  readonly sign: ' ' | '+' | '-';
  /** Without its line end. */
  readonly text: string;
  /** 0-based: in the old text for a removed line, else in the new one. */
  readonly index: number;
}

/** Consecutive lines: shown, or unchanged and collapsed until the user expands them. */
export interface DiffPart {
  readonly kind: 'shown' | 'gap';
  readonly lines: readonly DiffLine[];
}

export interface FileDiff {
  readonly parts: readonly DiffPart[];
  readonly added: number;
  readonly removed: number;
  /** How lines that look the same before and after differ; each once. */
  readonly alike: readonly Likeness[];
  /** Added words that read as Latin ones and have letters of another script, these spelled out. */
  readonly mixedWords: readonly string[];
}

/** The change from one text to another, with so many unchanged lines around each change. Line ends do not count; a gap always hides more lines than it takes. */
export function diffLines(oldText: string, newText: string, contextLines = CONTEXT_LINES): FileDiff {
  const oldLines = bareLines(oldText);
  const newLines = bareLines(newText);
  const parts: DiffPart[] = [];
  let added = 0;
  let removed = 0;
  const alike = new Set<Likeness>();
  const addedLines: string[] = [];
  let at = 0;
  for (const { from, to } of differences(oldLines, newLines)) {
    addUnchanged(
      parts,
      newLines,
      { start: at, end: to.start },
      { isFirst: parts.length === 0, isLast: false, contextLines },
    );
    const before = signed('-', oldLines, from);
    const after = signed('+', newLines, to);
    addLines(parts, 'shown', [...before, ...after]);
    if (before.length === after.length) {
      for (const [index, { text }] of before.entries()) {
        const same = likeness(text, after[index]?.text ?? '');
        if (same !== undefined) alike.add(same);
      }
    }
    for (const { text } of after) addedLines.push(text);
    removed += before.length;
    added += after.length;
    at = to.end;
  }
  addUnchanged(
    parts,
    newLines,
    { start: at, end: newLines.length },
    { isFirst: parts.length === 0, isLast: true, contextLines },
  );
  return { parts, added, removed, alike: [...alike], mixedWords: mixedWords(addedLines, MAX_WORDS) };
}

function bareLines(text: string): readonly string[] {
  return splitLines(withoutByteOrderMark(text)).map((line) => line.replace(/\r?\n$/, ''));
}

/** Unchanged lines: those near a change are shown, the rest is a gap. */
function addUnchanged(
  parts: DiffPart[],
  newLines: readonly string[],
  range: LineRange,
  place: { readonly isFirst: boolean; readonly isLast: boolean; readonly contextLines: number },
): void {
  const unchanged = signed(' ', newLines, range);
  const head = place.isFirst ? 0 : place.contextLines;
  const tail = place.isLast ? 0 : place.contextLines;
  // The line that represents a gap is as high as one that is left out.
  if (unchanged.length <= head + tail + 1) {
    addLines(parts, 'shown', unchanged);
    return;
  }
  const gapEnd = unchanged.length - tail;
  addLines(parts, 'shown', unchanged.slice(0, head));
  addLines(parts, 'gap', unchanged.slice(head, gapEnd));
  addLines(parts, 'shown', unchanged.slice(gapEnd));
}

function signed(sign: DiffLine['sign'], lines: readonly string[], range: LineRange): readonly DiffLine[] {
  return linesOf(lines, range).map((text, offset) => ({ sign, text, index: range.start + offset }));
}

/** Lines that follow shown ones join them. */
function addLines(parts: DiffPart[], kind: DiffPart['kind'], lines: readonly DiffLine[]): void {
  if (lines.length === 0) return;
  const last = parts.at(-1);
  if (kind === 'shown' && last?.kind === 'shown') {
    parts[parts.length - 1] = { kind, lines: [...last.lines, ...lines] };
  } else {
    parts.push({ kind, lines });
  }
}
