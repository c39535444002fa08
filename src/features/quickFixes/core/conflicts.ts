// Merge conflicts in a text: the lines from the first marker to the last.

/** Lines around the place that are looked at; a longer conflict is not found. */
const REACH_LINES = 10_000;

/** The first and the last marker; some tools name nothing after them. */
const OURS = /^<{7}(?: |$)/;
const THEIRS = /^>{7}(?: |$)/;

/** A text by its lines (0-based). */
export interface LineText {
  readonly lineCount: number;
  lineAt(line: number): string;
}

/** The first and the last line of the conflict that a line is in; undefined where it is in none. */
export function conflictAt(
  text: LineText,
  line: number,
): { readonly start: number; readonly end: number } | undefined {
  const start = find(text, line, -1, OURS, THEIRS);
  if (start === undefined) return undefined;
  const end = find(text, line, 1, THEIRS, OURS);
  return end === undefined ? undefined : { start, end };
}

/** The nearest line in a direction that is a `marker`, unless one that is a `barrier` is before it. */
function find(
  text: LineText,
  from: number,
  step: 1 | -1,
  marker: RegExp,
  barrier: RegExp,
): number | undefined {
  for (let line = from; line >= 0 && line < text.lineCount; line += step) {
    if (Math.abs(line - from) > REACH_LINES) return undefined;
    const content = text.lineAt(line);
    if (marker.test(content)) return line;
    if (line !== from && barrier.test(content)) return undefined;
  }
  return undefined;
}
