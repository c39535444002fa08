// Which files hold the only copy of what another file had: the agent has moved it there.
import type { ChangedFiles } from '../core/changedFiles.ts';
import { absent, type FileState } from '../../../core/changes/fileState.ts';
import { asBytes } from '../../../snapshots/diskState.ts';
import { hasMoved } from './watch/movedFiles.ts';

/** Another for other contents, whether they are known as a text or not; empty where there is nothing to lose. */
export function contentsName(state: FileState): string {
  const stored = asBytes(state.kind === 'text' && state.text === '' ? absent : state);
  return stored.kind === 'bytes' ? stored.hash : '';
}

/** The files among `paths`, which Undo changes together, after which what another `open` file had would be nowhere. */
export function onlyCopies(
  paths: readonly string[],
  files: ChangedFiles,
  open: readonly string[],
): readonly string[] {
  const undone = new Set(paths);
  const isOpen = new Set(open);
  const left = [...files].filter(([path]) => isOpen.has(path) && !undone.has(path));
  const restored = paths.map((path) => contentsName(files.get(path)?.before ?? absent));
  const safe = new Set([...restored, ...left.map(([, { after }]) => contentsName(after))]);
  const missing = new Set(
    left.map(([, { before }]) => contentsName(before)).filter((name) => !safe.has(name)),
  );
  const gone = left.flatMap(([path, { before, after }]) =>
    before.kind === 'text' && after.kind === 'absent' && missing.has(contentsName(before))
      ? { path, text: before.text }
      : [],
  );
  return paths.filter((path) => {
    const file = files.get(path);
    const name = contentsName(file?.after ?? absent);
    if (file === undefined || name === '' || safe.has(name)) return false;
    if (file.isOnlyCopy === true || missing.has(name)) return true;
    const { before, after } = file;
    return before.kind === 'absent' && after.kind === 'text' && hasMoved(gone, path, after.text);
  });
}

/** The files in which there is what files at `paths` had, when these are kept as they are now. */
export function copiesOf(paths: Iterable<string>, files: ChangedFiles): readonly string[] {
  const kept = new Set(paths);
  const all = [...kept].flatMap((path) => files.get(path) ?? []);
  const missing = new Set(all.map(({ before }) => contentsName(before)));
  for (const { after } of all) missing.delete(contentsName(after));
  missing.delete('');
  if (missing.size === 0) return [];
  return [...files].flatMap(([path, { after }]) => {
    return !kept.has(path) && missing.has(contentsName(after)) ? path : [];
  });
}
