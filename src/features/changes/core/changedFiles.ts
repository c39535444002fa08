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

/** Records what an agent changes. Its map is copied only after somebody has taken it: thousands of files change in a row. */
export class ChangedFilesRecord {
  /** What {@link files} has handed out; undefined where the record has changed since. */
  #taken: ChangedFiles | undefined;
  #files: Map<string, ChangedFile>;

  constructor(files: Iterable<readonly [string, ChangedFile]> = []) {
    this.#files = new Map(files);
  }

  /** All files; the same map for as long as nothing changes. */
  get files(): ChangedFiles {
    return (this.#taken ??= this.#files);
  }

  get size(): number {
    return this.#files.size;
  }

  get(path: string): ChangedFile | undefined {
    return this.#files.get(path);
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** The agent turned what was at a path into something else. */
  agentWrote(path: string, previous: FileState, next: FileState, modes?: ChangedModes): void {
    const changed = agentWrote(this.get(path) ?? { before: previous, after: previous }, previous, next);
    this.set(path, modes === undefined ? changed : withModes(changed, modes));
  }

  /** Replaces what is known of a file, which leaves the record where nothing in it is open any more. */
  set(path: string, file: ChangedFile | undefined): void {
    const isOpen = file !== undefined && (!isSameFile(file.before, file.after) || file.modes !== undefined);
    if (!isOpen && !this.#files.has(path)) return;
    if (this.#taken !== undefined) this.#files = new Map(this.#taken);
    this.#taken = undefined;
    if (isOpen) this.#files.set(path, file);
    else this.#files.delete(path);
  }

  /** What was at a path is at another one: the user has moved it. */
  move(from: string, to: string): void {
    const file = this.get(from);
    this.set(from, undefined);
    this.set(to, file);
  }

  /** Files that were changed before what is recorded already. */
  adopt(earlier: ChangedFiles): void {
    const later = this.files;
    for (const [path, file] of earlier) this.set(path, file);
    for (const [path, { before, after, modes }] of later) {
      this.set(path, earlier.get(path));
      this.agentWrote(path, before, after, modes);
    }
  }

  /** Everything in these files was kept that was `shown` of them. */
  keep(paths: Iterable<string>, shown: ChangedFiles = this.files): void {
    for (const path of paths) {
      const file = this.get(path);
      if (file !== undefined) this.set(path, keepFile(file, shown.get(path)));
    }
  }

  /** Each of these files has what another had, whose change the user keeps. */
  markOnlyCopies(paths: Iterable<string>): void {
    for (const path of paths) {
      const file = this.get(path);
      if (file !== undefined) this.set(path, { ...file, isOnlyCopy: true });
    }
  }

  /** The user marked these files as reviewed, or as not reviewed. */
  mark(paths: Iterable<string>, isReviewed: boolean): void {
    for (const path of paths) {
      const file = this.get(path);
      if (file !== undefined) this.set(path, markFile(file, isReviewed));
    }
  }
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

/** What is open in a file, given what is at its path now; undefined for nothing. */
export function reviewedFile(path: string, file: ChangedFile, now: FileState): ReviewedFile | undefined {
  const review = reviewFile(file, now);
  const text = now.kind === 'text' ? now.text : undefined;
  return review && { path, review, isReviewed: file.isReviewed === true, text };
}
