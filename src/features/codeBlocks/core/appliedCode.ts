// Where a code block belongs in a file: the file's text with it in its place, by the lines that both have.
import { differences } from '../../../core/changes/lines.ts';

/** The file with the code in it, or why there is none. */
export type AppliedCode =
  | { readonly state: 'applied'; readonly text: string }
  /** The file has the code already. */
  | { readonly state: 'same' }
  /** Nothing says which lines the code is meant to replace. */
  | { readonly state: 'unclear' }
  /** A patch whose lines are not those of the file. */
  | { readonly state: 'conflict' };

/** Code in the place of lines of a file. */
interface Placed {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly lines: readonly string[];
}

/** A code that has this share of a file's lines stands for the whole file. */
const WHOLE_FILE_SHARE = 0.6;

/** A line that is there more often says nothing of where code begins. */
const MAX_STARTS = 10;

/** The most lines at which code may end that are compared. */
const MAX_ENDS = 50;

/** What long lines that are replaced must have of the code. */
const MIN_SHARE = 0.25;

/** A line that stands for what is left out. */
const ELISION =
  /^\s*(?:\/\/|#|--|;|\/\*|<!--|\{\/\*)?\s*(?:\.{3,}|…)|\b(?:existing|rest of (?:the )?|unchanged) code\b.*(?:\.{3}|…)|^\s*(?:\/\/|#)\s*(?:existing code|rest of)/i;

const PATCH = /^(?:--- |\+\+\+ |@@|diff --git )/m;

/** The text with the code in it. A patch is applied by its lines, whatever numbers it has. */
export function appliedCode(text: string, code: string, isPatch: boolean): AppliedCode {
  const file = text.replaceAll('\r\n', '\n').split('\n');
  if (isPatch && PATCH.test(code)) return resultOf(text, patched(file, code));
  const snippet = withoutBlankEnds(code.replaceAll('\r\n', '\n').split('\n'));
  if (snippet.length === 0) return { state: 'unclear' };
  if (text.trim() === '') return resultOf(text, [...snippet, '']);
  const segments = segmentsOf(snippet);
  const placed = placedIn(file, segments);
  if (placed !== undefined) return resultOf(text, replaced(file, placed));
  const isWhole = segments.length === 1 && sharedLines(file, snippet) >= WHOLE_FILE_SHARE;
  return isWhole ? resultOf(text, withEndOf(file, snippet)) : { state: 'unclear' };
}

function resultOf(text: string, lines: readonly string[] | undefined): AppliedCode {
  if (lines === undefined) return { state: 'conflict' };
  const applied = lines.join(text.includes('\r\n') ? '\r\n' : '\n');
  return applied === text ? { state: 'same' } : { state: 'applied', text: applied };
}

/** What stands between the lines that stand for something left out. */
function segmentsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const segments: string[][] = [[]];
  for (const line of lines) {
    if (ELISION.test(line)) segments.push([]);
    else segments.at(-1)?.push(line);
  }
  return segments.map((segment) => withoutBlankEnds(segment)).filter((segment) => segment.length > 0);
}

/** The places of all segments, one behind the other; undefined where one has none, or may have several. */
function placedIn(
  file: readonly string[],
  segments: readonly (readonly string[])[],
): readonly Placed[] | undefined {
  const places: Placed[] = [];
  for (const segment of segments) {
    const place = placeOf(file, segment, places.at(-1)?.end ?? 0);
    if (place === undefined) return undefined;
    places.push(place);
  }
  return places;
}

/** The lines from the one that the code begins with to the one that it ends with. */
function placeOf(file: readonly string[], segment: readonly string[], from: number): Placed | undefined {
  const first = segment[0] ?? '';
  const starts = file.flatMap((line, index) =>
    index >= from && line.trim() === first.trim() ? [index] : [],
  );
  if (starts.length > MAX_STARTS) return undefined;
  const places = starts.flatMap((start): readonly Placed[] => {
    const shift = indentOf(file[start] ?? '').length - indentOf(first).length;
    const lines = shift === 0 ? segment : segment.map((line) => indented(line, shift, file[start] ?? ''));
    const last = lines.at(-1) ?? '';
    const isOne = lines.length === 1;
    const end = isOne ? start : endOf(file, start, lines, last);
    return end === undefined || !isLikely(file.slice(start, end + 1), lines)
      ? []
      : [{ start, end: end + 1, lines }];
  });
  if (places.length <= 1) return places[0];
  const ranked = places
    .map((place) => ({ place, shared: sharedLines(file.slice(place.start, place.end), place.lines) }))
    .toSorted((one, other) => other.shared - one.shared);
  const [best, second] = ranked;
  return best !== undefined && second !== undefined && best.shared > second.shared ? best.place : undefined;
}

/**
 * Among the lines that are like the last one of the code, the one that ends what has most of the code and little
 * else.
 */
function endOf(
  file: readonly string[],
  start: number,
  code: readonly string[],
  last: string,
): number | undefined {
  const ends = file.flatMap((line, index) =>
    index > start && line.trimEnd() === last.trimEnd() ? [index] : [],
  );
  const scored = ends.slice(0, MAX_ENDS).map((end) => {
    const lines = file.slice(start, end + 1).filter((line) => line.trim() !== '');
    return { end, score: (2 * sharedLines(lines, code) - 1) * lines.length };
  });
  return scored.toSorted((one, other) => other.score - one.score)[0]?.end;
}

/** Whether the lines may be an older version of the code: what is far longer and has little of it is not. */
function isLikely(before: readonly string[], code: readonly string[]): boolean {
  return before.length <= 2 * code.length + 5 || sharedLines(before, code) >= MIN_SHARE;
}

function replaced(file: readonly string[], places: readonly Placed[]): readonly string[] {
  return places
    .toReversed()
    .reduce<readonly string[]>(
      (lines, { start, end, lines: own }) => [...lines.slice(0, start), ...own, ...lines.slice(end)],
      file,
    );
}

/** The share of the file's lines, but for blank ones, that the code has as well and in their order. */
function sharedLines(file: readonly string[], code: readonly string[]): number {
  const isText = (line: string): boolean => line.trim() !== '';
  const lines = file.filter(isText);
  const gone = differences(lines, code.filter(isText)).reduce(
    (sum, { from }) => sum + from.end - from.start,
    0,
  );
  return lines.length === 0 ? 0 : (lines.length - gone) / lines.length;
}

/** The lines of a unified diff in the file; undefined where a part of it fits nowhere, or in several places. */
function patched(file: readonly string[], patch: string): readonly string[] | undefined {
  let lines = file;
  let from = 0;
  for (const { before, after } of hunksOf(patch)) {
    const start = before.length === 0 ? lines.length : indexOfLines(lines, before, from);
    if (start === undefined) return undefined;
    lines = [...lines.slice(0, start), ...after, ...lines.slice(start + before.length)];
    from = start + after.length;
  }
  return lines;
}

function hunksOf(
  patch: string,
): readonly { readonly before: readonly string[]; readonly after: readonly string[] }[] {
  const hunks: { before: string[]; after: string[] }[] = [];
  for (const line of patch.replaceAll('\r\n', '\n').split('\n')) {
    if (/^(?:--- |\+\+\+ |diff --git |index |\\ No newline)/.test(line)) continue;
    if (line.startsWith('@@') || hunks.length === 0) hunks.push({ before: [], after: [] });
    if (line.startsWith('@@')) continue;
    const hunk = hunks.at(-1);
    const content = line.slice(1);
    if (!line.startsWith('+')) hunk?.before.push(content);
    if (!line.startsWith('-')) hunk?.after.push(content);
  }
  return hunks
    .map(({ before, after }) => withoutBlankTail(before, after))
    .filter((hunk) => hunk.before.length + hunk.after.length > 0);
}

/** The end of the block is no line of the file. */
function withoutBlankTail(before: readonly string[], after: readonly string[]) {
  const isBlank = before.at(-1) === '' && after.at(-1) === '';
  return isBlank ? { before: before.slice(0, -1), after: after.slice(0, -1) } : { before, after };
}

function indexOfLines(lines: readonly string[], wanted: readonly string[], from: number): number | undefined {
  const fits = (start: number): boolean =>
    wanted.every((line, offset) => lines[start + offset]?.trimEnd() === line.trimEnd());
  const starts = lines.flatMap((_line, index) =>
    index + wanted.length <= lines.length && fits(index) ? [index] : [],
  );
  return starts.find((start) => start >= from) ?? starts[0];
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? '';
}

/** The line moved to the right by so many characters of the indentation of `like`, or to the left. */
function indented(line: string, shift: number, like: string): string {
  if (line.trim() === '') return line;
  return shift > 0
    ? indentOf(like).slice(0, shift) + line
    : line.slice(Math.min(-shift, indentOf(line).length));
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line.trim() !== '');
  const end = lines.findLastIndex((line) => line.trim() !== '');
  return start === -1 ? [] : lines.slice(start, end + 1);
}

/** A file ends with a line feed where it did before. */
function withEndOf(file: readonly string[], lines: readonly string[]): readonly string[] {
  return file.at(-1) === '' ? [...lines, ''] : lines;
}
