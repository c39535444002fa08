// What an agent changed in one turn, beside what is on the disk now.
import { withAgentChange, type ChangedFiles } from '../../core/changedFiles.ts';
import type { TurnFile } from '../../../../core/changes/turnFile.ts';
import { diskState } from '../../../../snapshots/diskState.ts';

/** The files of a turn in the order of their paths; `parts`: what it changed after each of its prompts. */
export async function turnFilesNow(parts: readonly ChangedFiles[]): Promise<readonly TurnFile[]> {
  let files: ChangedFiles = new Map();
  for (const [path, { before, after }] of parts.flatMap((part) => [...part])) {
    files = withAgentChange(files, path, before, after);
  }
  const found: TurnFile[] = [];
  for (const [path, file] of files) {
    found.push({ path, before: file.before, after: file.after, current: await diskState(path, file) });
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
