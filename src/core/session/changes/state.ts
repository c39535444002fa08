// The files an agent changed, as the panel lists them until the user keeps or undoes each.
import * as z from 'zod/mini';
import { protectionReason } from '../permission/protectedFile.ts';
import { inNaturalOrder } from '../../paths/naturalOrder.ts';
import { isSameData } from '../../base/isSameData.ts';
import type { Immutable } from '../../base/immutable.ts';

const changedFile = z.object({
  /** Absolute. */
  path: z.string(),
  /** To show: relative to the session's folder where the file is in it, with `/`. */
  name: z.string(),
  state: z.enum(['created', 'modified', 'deleted']),
  /** Lines; both 0 for a file that is no text. */
  added: z.number(),
  removed: z.number(),
  /** Whether the user has changed the same lines since, so that not all of it can be undone. */
  hasConflict: z.boolean(),
  /** What runs the file on its own; absent where nothing does. */
  runsCode: z.exactOptional(protectionReason),
  /** Whether the user has marked it as reviewed since the agent changed it last. */
  isReviewed: z.exactOptional(z.literal(true)),
  /** Whether something in it is undone when the turn has ended. */
  undoWaits: z.exactOptional(z.literal(true)),
});

const aroundFiles = {
  /** What changed during turns and is not the agent's, as far as Parley can tell; absent for none. */
  others: z.exactOptional(z.array(z.object({ path: z.string(), name: z.string() }))),
  /** How many files the user has kept or undone since the list was empty; absent for none. */
  reviewed: z.exactOptional(z.number()),
  /** What is not tracked beside the listed files, and why: one or two sentences. */
  note: z.exactOptional(z.string()),
  /** What the agent changed, or may have changed, that is not listed or cannot be undone, and why; absent for nothing. */
  unlisted: z.exactOptional(z.string()),
  /** Whether files were restored to a checkpoint and can be brought back to what they were before that. */
  canRedo: z.boolean(),
  /** How many comments of the user on the changes were not sent yet; absent for none. */
  unsentComments: z.exactOptional(z.number()),
};

export const sessionChanges = z.object({
  /** In the order of the paths. */
  files: z.array(changedFile),
  ...aroundFiles,
});
export type SessionChanges = Immutable<z.infer<typeof sessionChanges>>;

/** What is open after a change in some of the files. */
export const changesPatch = z.object({
  /** Files that are listed anew or otherwise than before. */
  changed: z.array(changedFile),
  /** The paths of those that are listed no longer. */
  settled: z.array(z.string()),
  ...aroundFiles,
});
export type ChangesPatch = Immutable<z.infer<typeof changesPatch>>;

export const changesState = {
  /** Absent while nothing is open and there is nothing to say. */
  changes: z.exactOptional(sessionChanges),
};

/** Whether there is nothing to say about changes. */
export function isEmptyChanges({
  files,
  others = [],
  note,
  unlisted,
  canRedo,
  unsentComments = 0,
}: SessionChanges): boolean {
  const isSaid = note !== undefined || unlisted !== undefined;
  return files.length + others.length === 0 && !isSaid && !canRedo && unsentComments === 0;
}

/** What turns one list into the other; undefined where that is no less than the whole list. */
export function patchBetween(
  before: SessionChanges | undefined,
  { files, ...around }: SessionChanges,
): ChangesPatch | undefined {
  const known = new Map(before?.files.map((file) => [file.path, file]));
  const changed = files.filter((file) => !isSameData(known.get(file.path), file));
  const left = new Set(files.map(({ path }) => path));
  const settled = [...known.keys()].filter((path) => !left.has(path));
  return changed.length + settled.length < files.length ? { changed, settled, ...around } : undefined;
}

/** Files that the patch does not name stay the same objects. */
export function withPatch(
  before: SessionChanges | undefined,
  { changed, settled, ...around }: ChangesPatch,
): SessionChanges {
  const byPath = new Map(before?.files.map((file) => [file.path, file]));
  for (const path of settled) byPath.delete(path);
  for (const file of changed) byPath.set(file.path, file);
  const files = [...byPath.values()].toSorted((one, other) => inNaturalOrder(one.path, other.path));
  return { files, ...around };
}
