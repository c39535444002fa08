// Separates an agent's changes in a text from those the user made in it afterwards.
import {
  differences,
  isEmpty,
  joinLines,
  linesOf,
  splitLines,
  type LineDifference,
  type LineRange,
} from './lines.ts';
import { withLineFeeds } from '../text/lineEndings.ts';

/** One change of the agent that is neither kept nor undone, in the texts before it, after it and now. */
export interface Hunk {
  readonly before: LineRange;
  readonly after: LineRange;
  readonly current: LineRange;
  /** Whether the user changed some of its lines since: undoing it leaves those as they are. */
  readonly isConflict: boolean;
}

/** The three texts of a file: before the agent's changes, as the agent left it, and as it is now. */
export interface ThreeTexts {
  readonly before: string;
  readonly after: string;
  readonly current: string;
}

/** The agent's hunks in the order of the text. A change that the user took back themselves is not among them. */
export function hunksOf(texts: ThreeTexts): readonly Hunk[] {
  const lines = threeLines(texts);
  return regionsOf(lines).flatMap((region) => (isOpen(region, lines) ? asHunk(region, lines) : []));
}

/** The text as it would be now without the agent's changes. In a conflict the text `before` the agent counts. */
export function withoutAgent(texts: ThreeTexts): string {
  const lines = threeLines(texts);
  return joinLines(withChoice(lines, 'current', regionsOf(lines), byAgentAsBefore));
}

/**
 * The text `before` with those of the agent's changes that are still as the agent left them; `editedHunks` counts those of
 * which the user has changed a part, and which are therefore left out.
 */
export function withStandingHunks(texts: ThreeTexts): {
  readonly text: string;
  readonly editedHunks: number;
} {
  const lines = threeLines(texts);
  const isEdited = (region: Region): boolean => region.isByUser && isOpen(region, lines);
  const regions = regionsOf(lines);
  return {
    text: joinLines(
      withChoice(lines, 'after', regions, ({ isByAgent, isByUser }) =>
        isByAgent && isByUser ? 'before' : 'after',
      ),
    ),
    editedHunks: regions.filter(isEdited).length,
  };
}

/** Merges two texts that come from `base`. Undefined where both changed the same lines, and not to the same. */
export function mergedTexts(base: string, ours: string, theirs: string): string | undefined {
  const texts = { before: theirs, after: base, current: ours };
  const lines = threeLines(texts);
  const regions = regionsOf(lines, differences(lines.after, lines.current));
  if (regions.some((region) => isConflict(region, lines))) return undefined;
  return joinLines(withChoice(lines, 'current', regions, byAgentAsBefore));
}

/**
 * Whether a text was made from `changed` rather than from `base`, as far as that can be told: whoever has not seen a change
 * makes a text that differs from `changed` by more. Where both changed the same lines, nobody can tell, and it is false.
 */
export function isMadeFrom(changed: string, base: string, text: string): boolean {
  const linesWithFeeds = (each: string): readonly string[] => splitLines(withLineFeeds(each));
  const [before, after, made] = [
    linesWithFeeds(base),
    linesWithFeeds(changed),
    linesWithFeeds(text),
  ] as const;
  return editsBetween(before, made) >= editsBetween(after, made) + editsBetween(before, after);
}

/** How many lines went and came. */
function editsBetween(from: readonly string[], to: readonly string[]): number {
  const both = differences(from, to);
  return both.reduce((sum, each) => sum + length(each.from) + length(each.to), 0);
}

/** The texts after the user kept hunks: what the agent wrote there now counts as there before. */
export function keepHunks(texts: ThreeTexts, hunks: readonly Hunk[]): ThreeTexts {
  const { before, after } = threeLines(texts);
  const kept = hunks.map((hunk) => ({ range: hunk.before, by: linesOf(after, hunk.after) }));
  return { ...texts, before: replaced(before, kept) };
}

/** The texts after something was undone. */
export interface UndoneTexts extends ThreeTexts {
  /** Whether lines were left because the user changed them. */
  readonly hasConflict: boolean;
}

/** Undoes hunks, in the order of the text, but for lines in them that the user changed. */
export function undoHunks(texts: ThreeTexts, hunks: readonly Hunk[]): UndoneTexts {
  const { before, after, current } = threeLines(texts);
  const undone = hunks.map((hunk) => ({
    hunk,
    lines: undoneLines({
      before: linesOf(before, hunk.before),
      after: linesOf(after, hunk.after),
      current: linesOf(current, hunk.current),
    }),
  }));
  return {
    before: texts.before,
    after: replaced(
      after,
      undone.map(({ hunk, lines }) => ({ range: hunk.after, by: lines.after })),
    ),
    current: replaced(
      current,
      undone.map(({ hunk, lines }) => ({ range: hunk.current, by: lines.current })),
    ),
    hasConflict: undone.some(({ lines }) => lines.hasConflict),
  };
}

/** Undoes everything but for lines that the user changed. */
export function undoAll(texts: ThreeTexts): UndoneTexts {
  const { after, current, hasConflict } = undoneLines(threeLines(texts));
  return { before: texts.before, after: joinLines(after), current: joinLines(current), hasConflict };
}

function undoneLines(
  lines: ThreeLines,
): Pick<ThreeLines, 'after' | 'current'> & { readonly hasConflict: boolean } {
  const parts = regionsOf(lines).flatMap((region) => region.parts);
  return {
    after: withChoice(lines, 'after', parts, (part) =>
      part.isByAgent && !isConflict(part, lines) ? 'before' : 'after',
    ),
    current: withChoice(lines, 'current', parts, ({ isByAgent, isByUser }) =>
      isByAgent && !isByUser ? 'before' : 'current',
    ),
    hasConflict: parts.some((part) => isConflict(part, lines)),
  };
}

/** A stretch of the text `after` that the agent, the user or both changed, and where it is in the other texts. */
interface Part extends Omit<Hunk, 'isConflict'> {
  readonly isByAgent: boolean;
  readonly isByUser: boolean;
}

/** Changes that share lines. */
interface Region extends Part {
  /** Whose its lines are: the user's are apart from the rest of what the agent changed. */
  readonly parts: readonly Part[];
}

interface ThreeLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly current: readonly string[];
}

function threeLines({ before, after, current }: ThreeTexts): ThreeLines {
  const afterLines = splitLines(after);
  // Most files are as the agent has left them: then the same lines need not be compared.
  const currentLines = current === after ? afterLines : splitLines(current);
  return { before: splitLines(before), after: afterLines, current: currentLines };
}

function isOpen({ isByAgent, isByUser, before, current }: Part, lines: ThreeLines): boolean {
  if (!isByAgent) return false;
  if (!isByUser) return true;
  return linesOf(lines.before, before).join('') !== linesOf(lines.current, current).join('');
}

function isConflict(part: Part, lines: ThreeLines): boolean {
  return part.isByUser && isOpen(part, lines);
}

function asHunk({ before, after, current, parts }: Region, lines: ThreeLines): Hunk {
  return { before, after, current, isConflict: parts.some((part) => isConflict(part, lines)) };
}

function byAgentAsBefore({ isByAgent }: Part): 'before' | 'current' {
  return isByAgent ? 'before' : 'current';
}

/** The lines of one text, with each part as another text has it. */
function withChoice(
  lines: ThreeLines,
  of: 'after' | 'current',
  parts: readonly Part[],
  choose: (part: Part) => keyof ThreeLines,
): readonly string[] {
  const chosenLines: (readonly string[])[] = [];
  let at = 0;
  for (const part of parts) {
    const chosen = choose(part);
    chosenLines.push(lines[of].slice(at, part[of].start), linesOf(lines[chosen], part[chosen]));
    at = part[of].end;
  }
  return [...chosenLines, lines[of].slice(at)].flat();
}

/** The lines with ranges in their order replaced. */
function replaced(
  lines: readonly string[],
  parts: readonly { readonly range: LineRange; readonly by: readonly string[] }[],
): string {
  const left: (readonly string[])[] = [];
  let at = 0;
  for (const { range, by } of parts) {
    left.push(lines.slice(at, range.start), by);
    at = range.end;
  }
  return joinLines([...left, lines.slice(at)].flat());
}

/** A difference between the text `after` and the text before (the agent's) or the one now (the user's). */
interface Change {
  readonly by: 'agent' | 'user';
  readonly difference: LineDifference;
}

/** Saving may end the last line, and what is typed below it does: that is no change of the line. */
function regionsOf(
  { before, after, current }: ThreeLines,
  byUser = differences(withLastEnd(after, current), withLastEnd(current, after)),
): readonly Region[] {
  const changes = [
    ...differences(after, before).map((difference): Change => ({ by: 'agent', difference })),
    ...byUser.map((difference): Change => ({ by: 'user', difference })),
  ].sort(inOrder);
  const regions: Region[] = [];
  // How many lines the changes so far made the other texts longer than `after`.
  let beforeShift = 0;
  let currentShift = 0;
  for (const group of groups(changes)) {
    const start = Math.min(...group.map(({ difference }) => difference.from.start));
    const end = Math.max(...group.map(({ difference }) => difference.from.end));
    const beforeStart = start + beforeShift;
    const currentStart = start + currentShift;
    for (const { by, difference } of group) {
      const growth = length(difference.to) - length(difference.from);
      if (by === 'agent') beforeShift += growth;
      else currentShift += growth;
    }
    const region = {
      before: { start: beforeStart, end: end + beforeShift },
      after: { start, end },
      current: { start: currentStart, end: end + currentShift },
      isByAgent: group.some(({ by }) => by === 'agent'),
      isByUser: group.some(({ by }) => by === 'user'),
    };
    regions.push({
      ...region,
      parts: region.isByAgent && region.isByUser ? partsWithin(region, group) : [region],
    });
  }
  return regions;
}

/** The end is that of the other lines; where there is a single one, that of the text with which it is compared. */
function withLastEnd(lines: readonly string[], other: readonly string[]): readonly string[] {
  const last = lines.at(-1);
  if (last === undefined || last.endsWith('\n')) return lines;
  const hasReturns = [lines[0], other[0]].some((line) => line?.endsWith('\r\n'));
  return [...lines.slice(0, -1), last + (hasReturns ? '\r\n' : '\n')];
}

/**
 * The lines that the user changed inside a change of the agent, and what of that is left around them. The lines before stand
 * beside those after as they follow each other from the top; if there are more of them, the rest belongs to the last part.
 */
function partsWithin({ before, after, current }: Part, group: readonly Change[]): readonly Part[] {
  const byAgent = group.flatMap(({ by, difference }) => (by === 'agent' ? difference : []));
  const byUser = group.flatMap(({ by, difference }) => (by === 'user' ? difference : []));
  /** Where a line of the text after stands in the text before. */
  const lineBefore = (line: number): number => {
    let shift = before.start - after.start;
    for (const { from, to } of byAgent) {
      if (line <= from.start) break;
      if (line <= from.end) return Math.min(line - from.start + to.start, to.end);
      shift = to.end - from.end;
    }
    return line + shift;
  };
  const parts: Part[] = [];
  let at = { before: before.start, after: after.start, current: current.start };
  const add = (to: typeof at, isByUser: boolean): void => {
    const part = {
      before: { start: at.before, end: to.before },
      after: { start: at.after, end: to.after },
      current: { start: at.current, end: to.current },
    };
    if (!Object.values(part).every(isEmpty)) parts.push({ ...part, isByAgent: true, isByUser });
    at = to;
  };
  for (const { from, to } of byUser) {
    add({ before: lineBefore(from.start), after: from.start, current: to.start }, false);
    add({ before: lineBefore(from.end), after: from.end, current: to.end }, true);
  }
  add({ before: before.end, after: after.end, current: current.end }, false);
  return parts;
}

function length({ start, end }: LineRange): number {
  return end - start;
}

/** By place; what is inserted before a line comes before what replaces that line. */
function inOrder(first: Change, second: Change): number {
  const a = first.difference.from;
  const b = second.difference.from;
  return a.start - b.start || a.end - b.end;
}

/** The changes in groups that share lines. Adjacent changes stay apart: each can be kept or undone alone. */
function groups(changes: readonly Change[]): readonly (readonly Change[])[] {
  const found: Change[][] = [];
  let reach: LineRange = { start: 0, end: 0 };
  for (const change of changes) {
    const { from } = change.difference;
    const last = found.at(-1);
    if (last !== undefined && collide(reach, from)) {
      last.push(change);
      reach = { start: reach.start, end: Math.max(reach.end, from.end) };
    } else {
      found.push([change]);
      reach = from;
    }
  }
  return found;
}

/**
 * Whether two changes, the one that starts first given first, share a line. Two insertions at one place do as well:
 * their order is unknown.
 */
function collide(first: LineRange, second: LineRange): boolean {
  return isEmpty(first) ? isEmpty(second) && first.start === second.start : second.start < first.end;
}
