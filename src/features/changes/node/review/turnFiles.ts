// What an agent changed in one turn, beside what is on the disk now.
import { ChangedFilesRecord, type ChangedFiles } from '../../core/changedFiles.ts';
import type { TurnFile } from '../../../../core/changes/turnFile.ts';
import { diskState } from '../../../../snapshots/diskState.ts';

/** The files of a turn in the order of their paths; `parts`: what it changed after each of its prompts. */
export async function turnFilesNow(parts: readonly ChangedFiles[]): Promise<readonly TurnFile[]> {
  const record = new ChangedFilesRecord();
  for (const [path, { before, after }] of parts.flatMap((part) => [...part]))
    record.agentWrote(path, before, after);
  const found: TurnFile[] = [];
  for (const [path, file] of record.files) {
    found.push({ path, before: file.before, after: file.after, current: await diskState(path, file) });
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
