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

/** One change of the agent that is neither kept nor undone, in the texts before it, after it and now. */
export interface Hunk {
  readonly before: LineRange;
  readonly after: LineRange;
  readonly current: LineRange;
  /** Whether the user changed the same lines since, so that undoing it would overwrite what they typed. */
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
  return regionsOf(lines).flatMap((region) => (isOpen(region, lines) ? asHunk(region) : []));
}

/** The text as it would be now without the agent's changes. In a conflict the text `before` the agent counts. */
export function withoutAgent(texts: ThreeTexts): string {
  return composed(texts, (region) => (region.isByAgent ? 'before' : 'current'));
}

/** The same, but what the user changed inside an agent's change is the user's, the agent's part included. */
export function withoutUntouchedHunks(texts: ThreeTexts): string {
  return composed(texts, (region) => (region.isByAgent && !region.isByUser ? 'before' : 'current'));
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
  return {
    text: composed(texts, (region) => (region.isByAgent && region.isByUser ? 'before' : 'after')),
    editedHunks: regionsOf(lines).filter(isEdited).length,
  };
}

/** Merges two texts that come from `base`. Undefined where both changed the same lines, and not to the same. */
export function mergedTexts(base: string, ours: string, theirs: string): string | undefined {
  const texts = { before: theirs, after: base, current: ours };
  const lines = threeLines(texts);
  const hasConflict = regionsOf(lines).some((region) => region.isByUser && isOpen(region, lines));
  if (hasConflict) return undefined;
  return composed(texts, (region) => (region.isByAgent ? 'before' : 'current'));
}

/** The texts after the user kept a hunk: what the agent wrote there now counts as there before. */
export function keepHunk(texts: ThreeTexts, hunk: Hunk): ThreeTexts {
  const { before, after } = threeLines(texts);
  return { ...texts, before: replaced(before, hunk.before, linesOf(after, hunk.after)) };
}

/** The texts after a hunk was undone. One in conflict changes nothing: what the user typed is not overwritten. */
export function undoHunk(texts: ThreeTexts, hunk: Hunk): ThreeTexts {
  if (hunk.isConflict) return texts;
  const { before, after, current } = threeLines(texts);
  const restored = linesOf(before, hunk.before);
  return {
    ...texts,
    after: replaced(after, hunk.after, restored),
    current: replaced(current, hunk.current, restored),
  };
}

/** A stretch of the text `after` that the agent, the user or both changed, and where it is in the other texts. */
interface Region extends Omit<Hunk, 'isConflict'> {
  readonly isByAgent: boolean;
  readonly isByUser: boolean;
}

interface ThreeLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly current: readonly string[];
}

function threeLines({ before, after, current }: ThreeTexts): ThreeLines {
  return { before: splitLines(before), after: splitLines(after), current: splitLines(current) };
}

function isOpen(region: Region, { before, current }: ThreeLines): boolean {
  if (!region.isByAgent) return false;
  if (!region.isByUser) return true;
  return linesOf(before, region.before).join('') !== linesOf(current, region.current).join('');
}

function asHunk({ before, after, current, isByUser }: Region): Hunk {
  return { before, after, current, isConflict: isByUser };
}

function composed(texts: ThreeTexts, choose: (region: Region) => keyof ThreeTexts): string {
  const lines = threeLines(texts);
  const parts: string[] = [];
  let at = 0;
  for (const region of regionsOf(lines)) {
    parts.push(...lines.after.slice(at, region.after.start));
    const chosen = choose(region);
    parts.push(...linesOf(lines[chosen], region[chosen]));
    at = region.after.end;
  }
  parts.push(...lines.after.slice(at));
  return joinLines(parts);
}

function replaced(lines: readonly string[], range: LineRange, by: readonly string[]): string {
  return joinLines([...lines.slice(0, range.start), ...by, ...lines.slice(range.end)]);
}

/** A difference between the text `after` and the text before (the agent's) or the one now (the user's). */
interface Change {
  readonly by: 'agent' | 'user';
  readonly difference: LineDifference;
}

function regionsOf({ before, after, current }: ThreeLines): readonly Region[] {
  const changes = [
    ...differences(after, before).map((difference): Change => ({ by: 'agent', difference })),
    ...differences(after, current).map((difference): Change => ({ by: 'user', difference })),
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
    regions.push({
      before: { start: beforeStart, end: end + beforeShift },
      after: { start, end },
      current: { start: currentStart, end: end + currentShift },
      isByAgent: group.some(({ by }) => by === 'agent'),
      isByUser: group.some(({ by }) => by === 'user'),
    });
  }
  return regions;
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
