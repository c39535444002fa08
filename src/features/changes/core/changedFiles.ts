// The files that an agent changed in a session, by path, until each change is kept or undone.
import {
  agentWrote,
  keepFile,
  markFile,
  reviewFile,
  withModes,
  type ChangedFile,
  type ChangedModes,
  type FileReview,
} from './fileReview.ts';
import { isSameFile, type FileState } from '../../../core/changes/fileState.ts';

/** By absolute path. The map is never changed, so that a checkpoint can hold the one of its time. */
export type ChangedFiles = ReadonlyMap<string, ChangedFile>;

/** The record after the agent turned what was at a path into something else. */
export function withAgentChange(
  files: ChangedFiles,
  path: string,
  previous: FileState,
  next: FileState,
  modes?: ChangedModes,
): ChangedFiles {
  const known = files.get(path) ?? { before: previous, after: previous };
  const changed = agentWrote(known, previous, next);
  return withFile(files, path, modes === undefined ? changed : withModes(changed, modes));
}

/** Earlier changes with later ones on top. */
export function continued(earlier: ChangedFiles, later: ChangedFiles): ChangedFiles {
  return [...later].reduce(
    (files, [path, { before, after, modes }]) => withAgentChange(files, path, before, after, modes),
    earlier,
  );
}

/** The record with one file as given; without it when nothing in it is open any more. */
export function withFile(files: ChangedFiles, path: string, file: ChangedFile): ChangedFiles {
  const next = new Map(files);
  if (isSameFile(file.before, file.after) && file.modes === undefined) next.delete(path);
  else next.set(path, file);
  return next;
}

/** The record with that of one file replaced; undefined when nothing is open in it. */
export function withRecord(files: ChangedFiles, path: string, file: ChangedFile | undefined): ChangedFiles {
  if (file !== undefined) return withFile(files, path, file);
  const next = new Map(files);
  next.delete(path);
  return next;
}

/** The record after everything in some files was kept. */
export function withKept(files: ChangedFiles, paths: Iterable<string>): ChangedFiles {
  let next = files;
  for (const path of paths) {
    const file = next.get(path);
    if (file !== undefined) next = withFile(next, path, keepFile(file));
  }
  return next;
}

/** The record after the user marked some files as reviewed, or as not reviewed. */
export function withMarked(files: ChangedFiles, paths: Iterable<string>, isReviewed: boolean): ChangedFiles {
  const next = new Map(files);
  for (const path of paths) {
    const file = next.get(path);
    if (file !== undefined) next.set(path, markFile(file, isReviewed));
  }
  return next;
}

/** A file with what is open in it. */
export interface ReviewedFile {
  readonly path: string;
  readonly review: FileReview;
  /** Whether the user has marked it as reviewed since the agent changed it last. */
  readonly isReviewed: boolean;
  /** The text in which the hunks' lines are counted; undefined where the file is no text. */
  readonly text?: string | undefined;
}

/** What is open, by path in the order of the paths. `current` says what is at a path now. */
export function openChanges(
  files: ChangedFiles,
  current: (path: string) => FileState,
): readonly ReviewedFile[] {
  return [...files]
    .flatMap(([path, file]) => {
      const now = current(path);
      const review = reviewFile(file, now);
      const text = now.kind === 'text' ? now.text : undefined;
      return review === undefined ? [] : [{ path, review, isReviewed: file.isReviewed === true, text }];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
