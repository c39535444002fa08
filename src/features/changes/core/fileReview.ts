// One file that an agent changed: what of it is open, and what keeping and undoing make of it.
import { isSameFile, type FileState, type FileStates } from '../../../core/changes/fileState.ts';
import { splitLines, type LineRange } from '../../../core/changes/lines.ts';
import {
  hunksOf,
  keepHunk,
  undoHunk,
  withoutAgent,
  withoutUntouchedHunks,
  type Hunk,
  type ThreeTexts,
} from '../../../core/changes/threeWay.ts';

/** git's modes of a file before and after the agent changed whether it can be run. */
export interface ChangedModes {
  readonly before: string;
  readonly after: string;
}

/** A file before the agent's changes that are neither kept nor undone, and as the agent left it. */
export interface ChangedFile extends FileStates {
  /** Undefined where the agent did not change them. */
  readonly modes?: ChangedModes | undefined;
  /** The user has seen everything that the agent did to it until now. */
  readonly isReviewed?: true | undefined;
}

/** What is open in a file. */
export interface FileReview {
  readonly state: 'created' | 'modified' | 'deleted';
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
  /** Whether there is only the whole to keep or undo, as one hunk: the file came, went, is no text or has other modes. */
  readonly isWhole: boolean;
  /** Whether something in it cannot be undone, because the user changed the same since. */
  readonly hasConflict: boolean;
}

/** The effect of undoing: the record of the file, and what its path holds from now on. */
export interface Undone {
  readonly file: ChangedFile;
  readonly current: FileState;
  /** Whether something was left as it is, because the user changed the same since. */
  readonly hasConflict: boolean;
}

/** What is open in a file; undefined when nothing is, because all is kept, undone, or changed back. */
export function reviewFile(file: ChangedFile, current: FileState): FileReview | undefined {
  return reviewContents(file, current) ?? (file.modes === undefined ? undefined : reviewModes(file, current));
}

function reviewModes(file: ChangedFile, current: FileState): FileReview {
  return { state: 'modified', added: 0, removed: 0, ...whole(file, current, false) };
}

function reviewContents(file: ChangedFile, current: FileState): FileReview | undefined {
  const texts = threeTexts(file, current);
  if (texts !== undefined) return reviewTexts(texts);
  const { before, after } = file;
  if (isSameFile(before, after) || isSameFile(before, current)) return undefined;
  return {
    state: before.kind === 'absent' ? 'created' : current.kind === 'absent' ? 'deleted' : 'modified',
    added: lineCount(current),
    removed: lineCount(before),
    ...whole(file, current, !isSameFile(after, current)),
  };
}

/** A file as its only hunk. */
function whole(
  { before, after }: ChangedFile,
  current: FileState,
  isConflict: boolean,
): Pick<FileReview, 'hunks' | 'isWhole' | 'hasConflict'> {
  const hunk = { before: allLines(before), after: allLines(after), current: allLines(current), isConflict };
  return { hunks: [hunk], isWhole: true, hasConflict: isConflict };
}

/**
 * The file after the agent turned what was there into something else. What the user had changed until then goes
 * into the text before, so that undoing never affects it; where they had changed the agent's own lines, those count
 * as kept.
 */
export function agentWrote(file: ChangedFile, previous: FileState, next: FileState): ChangedFile {
  const { modes } = file;
  if (isSameFile(file.after, previous)) return { before: file.before, after: next, modes };
  const texts = threeTexts(file, previous);
  const before: FileState =
    texts === undefined ? previous : { kind: 'text', text: withoutUntouchedHunks(texts) };
  return { before, after: next, modes };
}

/** The file after the agent changed whether it can be run. */
export function withModes(file: ChangedFile, { before, after }: ChangedModes): ChangedFile {
  const first = file.modes?.before ?? before;
  return { ...file, modes: first === after ? undefined : { before: first, after } };
}

/** The file after it is known that the agent turned what was there into something else before what is recorded. */
export function withEarlierChange(file: ChangedFile, previous: FileState, next: FileState): ChangedFile {
  if (isSameFile(file.before, next)) return { ...file, before: previous };
  const texts = threeTexts({ before: previous, after: next }, file.before);
  return texts === undefined
    ? file
    : { ...file, before: { kind: 'text', text: withoutUntouchedHunks(texts) } };
}

/** What would be at the path now without the agent: the left side of a comparison with what is there. */
export function withoutAgentChanges(file: ChangedFile, current: FileState): FileState {
  const texts = threeTexts(file, current);
  return texts === undefined ? file.before : { kind: 'text', text: withoutAgent(texts) };
}

/** The record after the user kept a hunk. */
export function keepFileHunk(file: ChangedFile, current: FileState, hunk: Hunk): ChangedFile {
  const texts = threeTexts(file, current);
  return texts === undefined ? keepFile(file) : { ...file, ...fromTexts(keepHunk(texts, hunk)) };
}

/** The record after the user kept everything in the file. */
export function keepFile({ after }: ChangedFile): ChangedFile {
  return { before: after, after };
}

/** The record after the user marked the file as reviewed, or as not reviewed. */
export function markFile({ before, after, modes }: ChangedFile, isReviewed: boolean): ChangedFile {
  return { before, after, modes, ...(isReviewed ? { isReviewed } : {}) };
}

/** Undoes one hunk. */
export function undoFileHunk(file: ChangedFile, current: FileState, hunk: Hunk): Undone {
  const texts = threeTexts(file, current);
  if (texts === undefined || hunk.isConflict) return { file, current, hasConflict: true };
  const undone = undoHunk(texts, hunk);
  return {
    file: { ...file, ...fromTexts(undone) },
    current: { kind: 'text', text: undone.current },
    hasConflict: false,
  };
}

/** Undoes everything in the file that the user has not changed since. */
export function undoFile(file: ChangedFile, current: FileState): Undone {
  const texts = threeTexts(file, current);
  if (texts === undefined) {
    if (isSameFile(file.before, file.after)) {
      return { file: { ...file, modes: undefined }, current, hasConflict: false };
    }
    if (isSameFile(file.before, current) || isSameFile(file.after, current)) {
      return {
        file: { before: file.before, after: file.before },
        current: file.before,
        hasConflict: false,
      };
    }
    return { file, current, hasConflict: true };
  }
  const hunks = hunksOf(texts);
  // From the end, so that the places of the hunks before stay right.
  const undone = hunks.toReversed().reduce(undoHunk, texts);
  return {
    file: { ...file, modes: undefined, ...fromTexts(undone) },
    current: { kind: 'text', text: undone.current },
    hasConflict: hunks.some(({ isConflict }) => isConflict),
  };
}

/** Undefined when one of the three is no text. */
function threeTexts({ before, after }: ChangedFile, current: FileState): ThreeTexts | undefined {
  if (before.kind !== 'text' || after.kind !== 'text' || current.kind !== 'text') return undefined;
  return { before: before.text, after: after.text, current: current.text };
}

function fromTexts({ before, after }: ThreeTexts): ChangedFile {
  return { before: { kind: 'text', text: before }, after: { kind: 'text', text: after } };
}

function reviewTexts(texts: ThreeTexts): FileReview | undefined {
  const hunks = hunksOf(texts);
  if (hunks.length === 0) return undefined;
  return {
    state: 'modified',
    added: sum(hunks.map(({ current }) => current.end - current.start)),
    removed: sum(hunks.map(({ before }) => before.end - before.start)),
    hunks,
    isWhole: false,
    hasConflict: hunks.some(({ isConflict }) => isConflict),
  };
}

function allLines(file: FileState): LineRange {
  return { start: 0, end: lineCount(file) };
}

function lineCount(file: FileState): number {
  return file.kind === 'text' ? splitLines(file.text).length : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
