// Which files of a session the user has kept or undone since nothing was open, so that progress can be shown.
import type { ReviewedFile } from '../../core/changedFiles.ts';

/** The paths after files `listed` before may have been settled; the same set where none was. */
export function settledFiles(
  before: ReadonlySet<string>,
  {
    listed,
    open,
    isDone,
  }: {
    readonly listed: readonly ReviewedFile[];
    readonly open: readonly ReviewedFile[];
    /** Whether nothing is left to do, so that counting begins anew. */
    readonly isDone: boolean;
  },
): ReadonlySet<string> {
  const after = new Set(isDone ? [] : [...before, ...listed.map(({ path }) => path)]);
  for (const { path } of open) after.delete(path);
  const isSame = after.size === before.size && [...after].every((path) => before.has(path));
  return isSame ? before : after;
}
