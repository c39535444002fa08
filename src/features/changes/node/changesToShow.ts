// What the panel shows of the changes in a session.
import type { ReviewedFile } from '../core/changedFiles.ts';
import { inNaturalOrder } from '../../../core/paths/naturalOrder.ts';
import { withoutUndefined } from '../../../core/base/withoutUndefined.ts';
import type { SessionChanges } from '../../../core/session/changes/state.ts';
import type { ProtectionReason } from '../../../core/session/permission/protectedFile.ts';
import { gitNote } from './gitNote.ts';
import { coverageNote, unlistedNote } from './coverageNote.ts';
import { fileNames, type NamedFolders } from './sessionFileNames.ts';
import type { SessionFiles } from './sessionFiles.ts';
import type { NamedChange } from './watch/folderWatch.ts';

type ShownFile = SessionChanges['files'][number];

export interface ShownSession {
  readonly folders: NamedFolders;
  readonly open: readonly ReviewedFile[];
  /** What a look has named and not read yet: how many lines it is, and what runs it, nobody knows. */
  readonly named: readonly NamedChange[];
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
  const nameOf = fileNames(folders, [
    ...open,
    ...shown.named.map(({ path }) => path),
    ...shown.files.others.keys(),
  ]);
  const hasNoCheckpoint = shown.hasNoCheckpoint && !shown.mayHaveMissed;
  const note = coverageNote(snapshot, unlisted, nameOf, hasNoCheckpoint, shown.files.watchLimits);
  const others = [...shown.files.others.keys()]
    .filter((path) => !open.has(path))
    .toSorted()
    .map((path) => ({ path, name: nameOf(path) }));
  const read = shown.open.map(({ path, review, isReviewed }): ShownFile => ({
    path,
    name: nameOf(path),
    state: review.state,
    added: review.added,
    removed: review.removed,
    hasConflict: review.hasConflict,
    ...withoutUndefined({ runsCode: shown.runsCode(path) }),
    ...(isReviewed ? { isReviewed } : {}),
    ...(waiting.has(path) ? { undoWaits: true } : {}),
  }));
  const unread = shown.named
    .filter(({ path }) => !open.has(path))
    .map(({ path, state }): ShownFile => ({
      path,
      name: nameOf(path),
      state,
      added: 0,
      removed: 0,
      hasConflict: false,
    }));
  const files = [...read, ...unread];
  return {
    files: unread.length === 0 ? files : files.sort((one, other) => inNaturalOrder(one.path, other.path)),
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
