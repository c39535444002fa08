// Which installed versions the user's entries start, and which are not needed any more.
import { installFolderOf } from '../node/list/configuredVersion.ts';

/** A folder among the installs, and an entry that starts its program from there. */
export interface UsedFolder {
  readonly folder: string;
  readonly name: string;
}

/** The folders that entries start programs from. Two entries may start the same version. */
export function usedFolders(
  entries: Readonly<Record<string, unknown>>,
  installs: string,
): readonly UsedFolder[] {
  return Object.entries(entries).flatMap(([name, setting]) => {
    const folder = installFolderOf(setting, installs);
    return folder === undefined ? [] : [{ folder, name }];
  });
}

/** Whether no entry starts a version, and no agent runs which may have been started from it before an update. */
export function isUnused(
  folder: string,
  used: readonly UsedFolder[],
  runs: (name: string) => boolean,
): boolean {
  return !used.some(
    (each) => each.folder === folder || (idOf(each.folder) === idOf(folder) && runs(each.name)),
  );
}

function idOf(folder: string): string | undefined {
  return folder.split('@')[0];
}
