// Texts as lines that keep their ends, and what differs between two of them.
import { diffArrays } from 'diff';
import { withLineFeeds } from '../text/lineEndings.ts';

/** Beyond this many added and removed lines the differing middle counts as one difference, to bound the work. */
const MAX_EDITS = 2_000;

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
  return text === '' ? [] : text.split(/(?<=\n)/);
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
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && from[head] === to[head]) head++;
  let tail = 0;
  while (tail < shorter - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail++;
  const fromMiddle = { start: head, end: from.length - tail };
  const toMiddle = { start: head, end: to.length - tail };
  if (isEmpty(fromMiddle) && isEmpty(toMiddle)) return [];
  const whole = [{ from: fromMiddle, to: toMiddle }];
  if (isEmpty(fromMiddle) || isEmpty(toMiddle)) return whole;
  return differencesWithin(from, fromMiddle, to, toMiddle) ?? whole;
}

/** Where lines of an earlier text stand in a later one; undefined where they changed. Line endings do not count. */
export function movedLines(earlier: string, later: string, lines: LineRange): LineRange | undefined {
  if (earlier === later) return lines;
  const from = splitLines(withLineFeeds(earlier));
  const to = splitLines(withLineFeeds(later));
  // What changed right beside no line at all may have changed what is between the lines.
  const margin = isEmpty(lines) ? 1 : 0;
  let shift = 0;
  for (const difference of differences(from, to)) {
    if (difference.from.start >= lines.end + margin) break;
    if (difference.from.end > lines.start - margin) return undefined;
    shift = difference.to.end - difference.from.end;
  }
  return { start: lines.start + shift, end: lines.end + shift };
}

/** Whether the range holds no line. */
export function isEmpty({ start, end }: LineRange): boolean {
  return start === end;
}

/** The lines of a range. */
export function linesOf(lines: readonly string[], { start, end }: LineRange): readonly string[] {
  return lines.slice(start, end);
}

/** Undefined when there are more than {@link MAX_EDITS}. */
function differencesWithin(
  from: readonly string[],
  fromRange: LineRange,
  to: readonly string[],
  toRange: LineRange,
): readonly LineDifference[] | undefined {
  const changes = diffArrays(
    from.slice(fromRange.start, fromRange.end),
    to.slice(toRange.start, toRange.end),
    {
      maxEditLength: MAX_EDITS,
    },
  );
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
