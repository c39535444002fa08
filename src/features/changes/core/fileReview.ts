// One file that an agent changed: what of it is open, and what keeping and undoing make of it.
import { absent, isSameFile, type FileState, type FileStates } from '../../../core/changes/fileState.ts';
import { splitLines, type LineRange } from '../../../core/changes/lines.ts';
import {
  hunksOf,
  keepHunks,
  mergedTexts,
  undoAll,
  undoHunks,
  withoutAgent,
  type Hunk,
  type ThreeTexts,
  type UndoneTexts,
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
  /** The user had changed lines of the agent's when the agent changed the file again: Undo leaves those, and says so. */
  readonly isEdited?: true | undefined;
  /** It has what another file had, whose change the user has kept. */
  readonly isOnlyCopy?: true | undefined;
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

/** What was open in files when they were asked about last: one action of the user asks several times, of a long text too. */
const lastReviews = new WeakMap<
  ChangedFile,
  { readonly current: FileState; readonly review: FileReview | undefined }
>();

/** What is open in a file; undefined when nothing is, because all is kept, undone, or changed back. */
export function reviewFile(file: ChangedFile, current: FileState): FileReview | undefined {
  const last = lastReviews.get(file);
  if (last !== undefined && isSameFile(last.current, current)) return last.review;
  const review = reviewNow(file, current);
  lastReviews.set(file, { current, review });
  return review;
}

function reviewNow(file: ChangedFile, current: FileState): FileReview | undefined {
  return reviewContents(file, current) ?? (file.modes === undefined ? undefined : reviewModes(file, current));
}

function reviewModes(file: ChangedFile, current: FileState): FileReview {
  return { state: 'modified', added: 0, removed: 0, ...whole(file, current, false) };
}

function reviewContents(file: ChangedFile, current: FileState): FileReview | undefined {
  const { before, after } = file;
  const texts = threeTexts(file, current);
  if (texts !== undefined && before.kind === 'text') return reviewTexts(texts, file.isEdited === true);
  // Where the agent left a file and there is none, the user has deleted or moved it.
  const isGone = current.kind === 'absent' && after.kind !== 'absent';
  if (isGone || isSameFile(before, after) || isSameFile(before, current)) return undefined;
  return {
    state: before.kind === 'absent' ? 'created' : current.kind === 'absent' ? 'deleted' : 'modified',
    added: lineCount(current),
    removed: lineCount(before),
    ...whole(file, current, undoFile(file, current).hasConflict),
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
 * The file after the agent turned what was there into something else. What Undo would have left of it goes into the text
 * before: the user's changes, so that undoing never affects them, also those inside the agent's own lines.
 */
export function agentWrote(file: ChangedFile, previous: FileState, next: FileState): ChangedFile {
  const { current: before, hasConflict } = undoFile(file, previous);
  const isEdited = hasConflict && threeTexts(file, previous) !== undefined;
  return { before, after: next, modes: file.modes, ...(isEdited ? { isEdited } : {}) };
}

/** The file after the agent changed whether it can be run. */
export function withModes(file: ChangedFile, { before, after }: ChangedModes): ChangedFile {
  const first = file.modes?.before ?? before;
  return { ...file, modes: first === after ? undefined : { before: first, after } };
}

/** The file after it is known that the agent turned what was there into something else before what is recorded. */
export function withEarlierChange(file: ChangedFile, previous: FileState, next: FileState): ChangedFile {
  return { ...file, before: undoFile({ before: previous, after: next }, file.before).current };
}

/** What would be at the path now without the agent: the left side of a comparison with what is there. */
export function withoutAgentChanges(file: ChangedFile, current: FileState): FileState {
  const texts = threeTexts(file, current);
  return texts === undefined ? file.before : asState(file, withoutAgent(texts));
}

/** The record after the user kept hunks. */
export function keepFileHunks(file: ChangedFile, current: FileState, hunks: readonly Hunk[]): ChangedFile {
  if (hunks.length === 0) return file;
  const texts = threeTexts(file, current);
  if (texts === undefined || file.before.kind === 'absent') return keepFile(file);
  return { ...file, before: { kind: 'text', text: keepHunks(texts, hunks).before } };
}

/** The record after the user kept everything in the file that was `shown`: what the agent has done since stays open. */
export function keepFile(file: ChangedFile, shown: ChangedFile = file): ChangedFile {
  const { after } = file;
  if (isSameFile(after, shown.after)) return { before: after, after };
  const kept = keptState(file, shown);
  return kept === undefined ? file : { ...file, before: kept };
}

/** What was shown, with what the user has changed since; undefined where that cannot be said. */
function keptState({ before }: ChangedFile, shown: ChangedFile): FileState | undefined {
  if (isSameFile(before, shown.before)) return shown.after;
  const [base, ours, theirs] = [shown.before, before, shown.after];
  if (base.kind !== 'text' || ours.kind !== 'text' || theirs.kind !== 'text') return undefined;
  const text = mergedTexts(base.text, ours.text, theirs.text);
  return text === undefined ? undefined : { kind: 'text', text };
}

/** The record after the user marked the file as reviewed, or as not reviewed. */
export function markFile(file: ChangedFile, isReviewed: boolean): ChangedFile {
  return { ...file, isReviewed: isReviewed || undefined };
}

/** Undoes hunks but for what the user has changed in them since. */
export function undoFileHunks(file: ChangedFile, current: FileState, hunks: readonly Hunk[]): Undone {
  if (hunks.length === 0) return { file, current, hasConflict: false };
  const texts = threeTexts(file, current);
  if (texts === undefined || file.before.kind === 'absent') return undoFile(file, current);
  return undoneFile(file, undoHunks(texts, hunks));
}

/** Undoes everything in the file that the user has not changed since. */
export function undoFile(file: ChangedFile, current: FileState): Undone {
  const { before, after } = file;
  if (isSameFile(before, current)) return { file: { before, after: before }, current, hasConflict: false };
  const texts = threeTexts(file, current);
  if (texts !== undefined) {
    const undone = undoAll(texts);
    // What is left of a file that the agent made is there because the user wrote it.
    const isLeft = before.kind === 'absent' && undone.current !== '';
    const hasConflict = undone.hasConflict || isLeft || file.isEdited === true;
    return undoneFile({ ...file, modes: undefined }, { ...undone, hasConflict });
  }
  if (isSameFile(before, after)) return { file: { ...file, modes: undefined }, current, hasConflict: false };
  if (isSameFile(after, current)) {
    return { file: { before, after: before }, current: before, hasConflict: false };
  }
  return { file, current, hasConflict: true };
}

/** Undefined when one of the three is no text. The agent has added all lines of a file that it made. */
function threeTexts({ before, after }: ChangedFile, current: FileState): ThreeTexts | undefined {
  if (before.kind === 'bytes' || after.kind !== 'text' || current.kind !== 'text') return undefined;
  return { before: before.kind === 'text' ? before.text : '', after: after.text, current: current.text };
}

/** A text of a file as its state: nothing is left where the agent made the file and the text is empty. */
function asState({ before }: ChangedFile, text: string): FileState {
  return before.kind === 'absent' && text === '' ? absent : { kind: 'text', text };
}

function undoneFile(file: ChangedFile, { after, current, hasConflict }: UndoneTexts): Undone {
  return { file: { ...file, after: asState(file, after) }, current: asState(file, current), hasConflict };
}

function reviewTexts(texts: ThreeTexts, isEdited: boolean): FileReview | undefined {
  const hunks = hunksOf(texts);
  if (hunks.length === 0) return undefined;
  return {
    state: 'modified',
    added: sum(hunks.map(({ current }) => current.end - current.start)),
    removed: sum(hunks.map(({ before }) => before.end - before.start)),
    hunks,
    isWhole: false,
    hasConflict: isEdited || hunks.some(({ isConflict }) => isConflict),
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
