// Texts as lines that keep their ends, and what differs between two of them.
import { diffArrays } from 'diff';
import { firstWhere } from '../base/binarySearch.ts';
import { withLineFeeds } from '../text/lineEndings.ts';

/** Beyond this many added and removed lines a part of the texts counts as one difference, to bound the work. */
const MAX_EDITS = 2_000;
/** Parts with more lines are divided at lines that each text has once: comparing all grows with the square of the edits. */
const MAX_LINES_AT_ONCE = 2_000;
/** The share of lines that may differ where most are said to stand where they stood. */
const MAX_CHANGED_IN_PLACE = 0.25;
/** A run of so many equal lines is no coincidence. */
const MIN_EQUAL_LINES = 8;
/** What comparing all parts may cost: the square of the edits in each. */
const MAX_COST = 2 * MAX_EDITS ** 2;

/** A run of lines: `start` inclusive, `end` exclusive, 0-based. An empty range stands before the line `start`. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Lines `from` of one text that stand where lines `to` of another stand. */
export interface LineDifference {
  readonly from: LineRange;
  readonly to: LineRange;
}

/** The lines of a text with their ends; joined they are the text again. */
export function splitLines(text: string): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    lines.push(text.slice(start, end + 1));
    start = end + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/** Lines as one text. The end of a text that was the last one without a line end gets one when more follows it. */
export function joinLines(lines: readonly string[]): string {
  const last = lines.length - 1;
  if (lines.every((line, index) => index === last || line.endsWith('\n'))) return lines.join('');
  const end = lines.some((line) => line.endsWith('\r\n')) ? '\r\n' : '\n';
  return lines.map((line, index) => (index === last || line.endsWith('\n') ? line : line + end)).join('');
}

/** The differences between two texts in their order; between them the lines are equal. */
export function differences(from: readonly string[], to: readonly string[]): readonly LineDifference[] {
  if (from === to) return [];
  const found: LineDifference[] = [];
  const all = { from: { start: 0, end: from.length }, to: { start: 0, end: to.length } };
  addDifferences({ from, to, found, costLeft: MAX_COST }, all);
  return found;
}

/** Where lines of an earlier text stand in a later one; undefined where they changed. Line endings do not count. */
export function movedLines(earlier: string, later: string, lines: LineRange): LineRange | undefined {
  return linesMover(earlier, later)(lines);
}

/** {@link movedLines} of two texts, for many ranges. */
export function linesMover(earlier: string, later: string): (lines: LineRange) => LineRange | undefined {
  if (earlier === later) return (lines) => lines;
  const found = differences(splitLines(withLineFeeds(earlier)), splitLines(withLineFeeds(later)));
  return (lines) => {
    // What changed right beside no line at all may have changed what is between the lines.
    const margin = isEmpty(lines) ? 1 : 0;
    const next = firstWhere(found, ({ from }) => from.start >= lines.end + margin);
    const before = found[next - 1];
    if (before === undefined) return lines;
    if (before.from.end > lines.start - margin) return undefined;
    const shift = before.to.end - before.from.end;
    return { start: lines.start + shift, end: lines.end + shift };
  };
}

/** Whether the range holds no line. */
export function isEmpty({ start, end }: LineRange): boolean {
  return start === end;
}

/** The lines of a range. */
export function linesOf(lines: readonly string[], { start, end }: LineRange): readonly string[] {
  return lines.slice(start, end);
}

/** Two texts that are being compared. */
interface Comparison {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly found: LineDifference[];
  costLeft: number;
}

/** Adds the differences between two ranges. */
function addDifferences(comparison: Comparison, ranges: LineDifference): void {
  const { from, to, found } = comparison;
  const middle = withoutEqualEnds(from, to, ranges);
  const fromCount = middle.from.end - middle.from.start;
  const toCount = middle.to.end - middle.to.start;
  if (fromCount === 0 && toCount === 0) return;
  if (fromCount === 0 || toCount === 0 || (fromCount === 1 && toCount === 1)) {
    found.push(middle);
    return;
  }
  const isLong = Math.min(fromCount, toCount) > MAX_LINES_AT_ONCE;
  const places = isLong && fromCount === toCount ? changedInPlace(from, to, middle) : [];
  if (places.length > 1) {
    for (const place of places) addDifferences(comparison, place);
    return;
  }
  const anchors = isLong ? commonLines(from, to, middle) : [];
  if (anchors.length === 0) {
    found.push(...(differencesWithin(comparison, middle) ?? [middle]));
    return;
  }
  let at = { from: middle.from.start, to: middle.to.start };
  for (const anchor of [...anchors, { from: middle.from.end, to: middle.to.end }]) {
    addDifferences(comparison, {
      from: { start: at.from, end: anchor.from },
      to: { start: at.to, end: anchor.to },
    });
    at = { from: anchor.from + 1, to: anchor.to + 1 };
  }
}

function withoutEqualEnds(
  from: readonly string[],
  to: readonly string[],
  ranges: LineDifference,
): LineDifference {
  let { start: fromStart, end: fromEnd } = ranges.from;
  let { start: toStart, end: toEnd } = ranges.to;
  while (fromStart < fromEnd && toStart < toEnd && from[fromStart] === to[toStart]) {
    fromStart++;
    toStart++;
  }
  while (fromStart < fromEnd && toStart < toEnd && from[fromEnd - 1] === to[toEnd - 1]) {
    fromEnd--;
    toEnd--;
  }
  return { from: { start: fromStart, end: fromEnd }, to: { start: toStart, end: toEnd } };
}

/**
 * Where two ranges of as many lines differ; none unless most lines stand where they stood. To compare those takes a fraction of
 * the time that it takes to search for lines in a long text.
 */
function changedInPlace(
  from: readonly string[],
  to: readonly string[],
  ranges: LineDifference,
): readonly LineDifference[] {
  const count = ranges.from.end - ranges.from.start;
  const places: { readonly start: number; end: number }[] = [];
  let changed = 0;
  for (let at = 0; at < count; at++) {
    if (from[ranges.from.start + at] === to[ranges.to.start + at]) continue;
    if (++changed > count * MAX_CHANGED_IN_PLACE) return [];
    const last = places.at(-1);
    if (last !== undefined && at - last.end < MIN_EQUAL_LINES) last.end = at + 1;
    else places.push({ start: at, end: at + 1 });
  }
  return places.map((place) => ({
    from: movedBy(place, ranges.from.start),
    to: movedBy(place, ranges.to.start),
  }));
}

function movedBy({ start, end }: LineRange, lines: number): LineRange {
  return { start: start + lines, end: end + lines };
}

/** A line that stands in both texts. */
interface CommonLine {
  readonly from: number;
  readonly to: number;
}

/** Lines that each of two ranges has once, as many as are in the same order in both. */
function commonLines(
  from: readonly string[],
  to: readonly string[],
  ranges: LineDifference,
): readonly CommonLine[] {
  const places = new Map<string, { from: number | undefined; to: number | undefined; isOnce: boolean }>();
  for (let line = ranges.from.start; line < ranges.from.end; line++) {
    const known = places.get(from[line] ?? '');
    if (known === undefined) places.set(from[line] ?? '', { from: line, to: undefined, isOnce: true });
    else known.isOnce = false;
  }
  for (let line = ranges.to.start; line < ranges.to.end; line++) {
    const known = places.get(to[line] ?? '');
    if (known?.to !== undefined) known.isOnce = false;
    else if (known !== undefined) known.to = line;
  }
  const common: CommonLine[] = [];
  for (const place of places.values())
    if (place.isOnce && place.from !== undefined && place.to !== undefined)
      common.push({ from: place.from, to: place.to });
  return longestInOrder(common);
}

/** A line at the end of others. */
interface Link {
  readonly line: CommonLine;
  readonly before: Link | undefined;
}

/** The longest part of lines in the order of `from` that is in the order of `to` as well. */
function longestInOrder(lines: readonly CommonLine[]): readonly CommonLine[] {
  /** The line with which such a part ends first, for each length. */
  const links: Link[] = [];
  for (const line of lines) {
    const at = firstWhere(links, (link) => link.line.to >= line.to);
    links[at] = { line, before: links[at - 1] };
  }
  const found: CommonLine[] = [];
  for (let link = links.at(-1); link !== undefined; link = link.before) found.push(link.line);
  return found.reverse();
}

/** Lines that were all written anew need no search for those that stayed, whose time grows with their square. */
function haveCommonLine({ from, to }: Comparison, ranges: LineDifference): boolean {
  const lines = new Set(linesOf(from, ranges.from));
  return linesOf(to, ranges.to).some((line) => lines.has(line));
}

/** Undefined when there are too many. */
function differencesWithin(
  comparison: Comparison,
  ranges: LineDifference,
): readonly LineDifference[] | undefined {
  const { from: fromRange, to: toRange } = ranges;
  if (!haveCommonLine(comparison, ranges)) return [ranges];
  const maxEditLength = Math.min(MAX_EDITS, Math.floor(Math.sqrt(comparison.costLeft)));
  const changes = diffArrays(
    comparison.from.slice(fromRange.start, fromRange.end),
    comparison.to.slice(toRange.start, toRange.end),
    { maxEditLength },
  );
  const edits = changes?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0);
  comparison.costLeft -= (edits ?? maxEditLength) ** 2;
  if (changes === undefined) return undefined;
  const found: LineDifference[] = [];
  let fromAt = fromRange.start;
  let toAt = toRange.start;
  let open: LineDifference | undefined;
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      if (open !== undefined) found.push(open);
      open = undefined;
      fromAt += count;
      toAt += count;
      continue;
    }
    if (removed) fromAt += count;
    else toAt += count;
    const from = { start: open?.from.start ?? fromAt - (removed ? count : 0), end: fromAt };
    open = { from, to: { start: open?.to.start ?? toAt - (added ? count : 0), end: toAt } };
  }
  if (open !== undefined) found.push(open);
  return found;
}
