// What was in a text before the edits that an agent states: where others have written it since it was seen, that is theirs.
import { differences, splitLines } from '../../../core/changes/lines.ts';
import { mergedTexts } from '../../../core/changes/threeWay.ts';
import { lineEndingOf, withLineEnding } from '../../../core/text/fileText.ts';
import { withLineFeeds } from '../../../core/text/lineEndings.ts';

/** A change of a text, or of a part of it, as the agent states it. */
export interface StatedEdit {
  readonly oldText: string;
  readonly newText: string;
}

/** More edits of one text between two looks are not followed: an agent that makes so many is alone with it. */
const MAX_EDITS = 100;
/** Of what a part of a text may have become where that stands in it several times. */
const MAX_READINGS = 8;

/**
 * The text that the edits were made in, if it is another one than `from`, the text that was seen last; `to` is the text now.
 * Undefined where the edits explain all that differs, or do not say where they were made.
 */
export function textBeforeEdits(from: string, to: string, edits: readonly StatedEdit[]): string | undefined {
  const ending = lineEndingOf(to) ?? lineEndingOf(from);
  const [seen, now] = [withLineFeeds(from), withLineFeeds(to)];
  const withEnding = (text: string): string => (ending === undefined ? text : withLineEnding(text, ending));
  const hasOneEnding = withEnding(now) === to && withEnding(seen) === from;
  if (edits.length === 0 || edits.length > MAX_EDITS || !hasOneEnding) return undefined;
  const inLineFeeds = edits.map(({ oldText, newText }) => ({
    oldText: withLineFeeds(oldText),
    newText: withLineFeeds(newText),
  }));
  const readings = textsAfter(seen, inLineFeeds);
  if (readings.has(now)) return undefined;
  const before = withoutEdits(now, inLineFeeds) ?? withoutMade(now, seen, [...readings]);
  // Agents leave out blanks, or write them otherwise.
  if (before === undefined || [seen, now].some((each) => withoutBlanks(each) === withoutBlanks(before)))
    return undefined;
  return withEnding(before);
}

/** What the edits may have made of a text: each of them may be yet to come. */
function textsAfter(text: string, edits: readonly StatedEdit[]): ReadonlySet<string> {
  let texts = new Set([text]);
  for (const { oldText, newText } of edits) {
    const next = new Set<string>();
    for (const each of texts) {
      if (oldText !== '' && each.includes(oldText)) {
        next.add(each.replace(oldText, () => newText)).add(each.replaceAll(oldText, () => newText));
      } else if (oldText === '' && each === '') next.add(newText);
      next.add(each);
    }
    texts = new Set([...next].slice(0, MAX_READINGS));
  }
  return texts;
}

/** The text without the edits, from the last to the first; undefined where one is not found in it. */
function withoutEdits(text: string, edits: readonly StatedEdit[]): string | undefined {
  let before: string | undefined = text;
  for (const edit of edits.toReversed()) before &&= withoutEdit(before, edit);
  return before;
}

function withoutEdit(text: string, { oldText, newText }: StatedEdit): string | undefined {
  // An empty text says nothing of what was there.
  if (oldText === '') return undefined;
  if (text === newText) return oldText;
  const at = newText === '' ? -1 : text.indexOf(newText);
  if (at === -1) return isAlike(newText, text) ? mergedTexts(newText, text, oldText) : undefined;
  if (text.includes(newText, at + 1)) return undefined;
  return text.slice(0, at) + oldText + text.slice(at + newText.length);
}

/** The text without what the edits made of the one that was seen, where they stand in that. */
function withoutMade(text: string, seen: string, readings: readonly string[]): string | undefined {
  const [made] = readings;
  return made === undefined || made === seen || !isAlike(made, text)
    ? undefined
    : mergedTexts(made, text, seen);
}

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

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** Whether a text has all lines of another, as far as blanks around them do not count. */
export function hasAllLines(text: string, other: string): boolean {
  const lines = new Set(splitLines(text).map((line) => line.trim()));
  return splitLines(other).every((line) => lines.has(line.trim()) || text.includes(line.trim()));
}
