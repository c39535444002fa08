// Merge conflicts in a text: the lines from the first marker to the last.

/** Lines around the place that are looked at; a longer conflict is not found. */
const REACH_LINES = 1_000;

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
  const start = find(text, line, -1, '<<<<<<< ', '>>>>>>> ');
  if (start === undefined) return undefined;
  const end = find(text, line, 1, '>>>>>>> ', '<<<<<<< ');
  return end === undefined ? undefined : { start, end };
}

/** The nearest line in a direction that begins with `marker`, unless one that begins with `barrier` is before it. */
function find(
  text: LineText,
  from: number,
  step: 1 | -1,
  marker: string,
  barrier: string,
): number | undefined {
  for (let line = from; line >= 0 && line < text.lineCount; line += step) {
    if (Math.abs(line - from) > REACH_LINES) return undefined;
    const content = text.lineAt(line);
    if (content.startsWith(marker)) return line;
    if (line !== from && content.startsWith(barrier)) return undefined;
  }
  return undefined;
}
