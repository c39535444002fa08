// How alike texts are: one that was made of another, and one that has what another has.
import { differences, splitLines } from '../../../core/changes/lines.ts';

/** Whether most lines of two texts are the same: one is no part of the other, but what was made of it. */
export function isAlike(one: string, other: string): boolean {
  const [lines, otherLines] = [splitLines(one), splitLines(other)];
  const most = Math.max(lines.length, otherLines.length);
  // Counting says at once that most are not: finding the differences of texts that have little in common takes long.
  if (2 * (most - commonCount(lines, otherLines)) > most) return false;
  const changed = differences(lines, otherLines).reduce(
    (sum, { from, to }) => sum + Math.max(from.end - from.start, to.end - to.start),
    0,
  );
  return 2 * changed <= most;
}

/** How many lines of one text are in the other, wherever they stand there. */
function commonCount(lines: readonly string[], otherLines: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of lines) left.set(line, (left.get(line) ?? 0) + 1);
  let count = 0;
  for (const line of otherLines) {
    const more = left.get(line) ?? 0;
    if (more === 0) continue;
    left.set(line, more - 1);
    count++;
  }
  return count;
}

/** Whether a text has all lines of another, as far as blanks around them do not count. */
export function hasAllLines(text: string, other: string): boolean {
  const lines = new Set(splitLines(text).map((line) => line.trim()));
  return splitLines(other).every((line) => lines.has(line.trim()) || text.includes(line.trim()));
}
