// What the panel shows of the changes in a session.
import type { ReviewedFile } from '../core/changedFiles.ts';
import { withoutUndefined } from '../../../core/base/withoutUndefined.ts';
import type { SessionChanges } from '../../../core/session/changes/state.ts';
import type { ProtectionReason } from '../../../core/session/permission/protectedFile.ts';
import { gitNote } from './gitNote.ts';
import { coverageNote, unlistedNote } from './coverageNote.ts';
import { fileNames, type NamedFolders } from './sessionFileNames.ts';
import type { SessionFiles } from './sessionFiles.ts';

export interface ShownSession {
  readonly folders: NamedFolders;
  readonly open: readonly ReviewedFile[];
  readonly files: Pick<SessionFiles, 'others' | 'snapshot' | 'unlisted' | 'gitActivities' | 'watchLimits'>;
  readonly runsCode: (path: string) => ProtectionReason | undefined;
  /** The files in which something is undone at the end of the turn. */
  readonly waiting: ReadonlySet<string>;
  readonly reviewed: number;
  readonly hasNoCheckpoint: boolean;
  readonly mayHaveMissed: boolean;
  readonly canRedo: boolean;
  readonly unsentComments: number;
}

export function changesToShow(shown: ShownSession): SessionChanges {
  const { folders, waiting, reviewed, canRedo, unsentComments } = shown;
  const { snapshot, unlisted } = shown.files;
  const open = new Set(shown.open.map(({ path }) => path));
  const nameOf = fileNames(folders, [...open, ...shown.files.others.keys()]);
  const hasNoCheckpoint = shown.hasNoCheckpoint && !shown.mayHaveMissed;
  const note = coverageNote(snapshot, unlisted, nameOf, hasNoCheckpoint, shown.files.watchLimits);
  const others = [...shown.files.others.keys()]
    .filter((path) => !open.has(path))
    .toSorted()
    .map((path) => ({ path, name: nameOf(path) }));
  return {
    files: shown.open.map(({ path, review, isReviewed }) => ({
      path,
      name: nameOf(path),
      state: review.state,
      added: review.added,
      removed: review.removed,
      hasConflict: review.hasConflict,
      ...withoutUndefined({ runsCode: shown.runsCode(path) }),
      ...(isReviewed ? { isReviewed } : {}),
      ...(waiting.has(path) ? { undoWaits: true } : {}),
    })),
    ...(reviewed === 0 ? {} : { reviewed }),
    ...withoutUndefined({
      note: open.size === 0 ? undefined : note,
      unlisted: joined(
        unlistedNote(unlisted, nameOf, shown.mayHaveMissed),
        gitNote(shown.files.gitActivities, nameOf, folders.size > 1),
      ),
    }),
    canRedo,
    ...(others.length === 0 ? {} : { others }),
    ...(unsentComments === 0 ? {} : { unsentComments }),
  };
}

function joined(...notes: readonly (string | undefined)[]): string | undefined {
  return notes.filter((note) => note !== undefined).join(' ') || undefined;
}
