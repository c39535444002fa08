// The label of several tool calls that are folded into one line.
import type { ToolCall } from '../../../../src/core/session/toolCall/state.ts';
import { listText } from '../../../text/format.ts';
import type { EditCounts } from './editCounts.ts';
import { toolCallStrings } from '../toolCallStrings.ts';

/** “Edited 58 files, 2 deleted”. */
export function editLabel({ edited, deleted }: EditCounts): string {
  if (edited === 0) return toolCallStrings.deletedFiles(deleted);
  return listText([
    toolCallStrings.editedFiles(edited),
    ...(deleted === 0 ? [] : [toolCallStrings.deletedToo(deleted)]),
  ]);
}

/** “Read 6 files, 2 searches”. A file that was read in parts counts once; what reads by a pattern searches. */
export function groupLabel(calls: readonly ToolCall[]): string {
  const reads = calls.filter((call) => call.kind === 'read' && !isPattern(call));
  const searches = calls.length - reads.length;
  return listText([
    ...(reads.length === 0 ? [] : [toolCallStrings.readFiles(fileCount(reads))]),
    ...(searches === 0 ? [] : [toolCallStrings.searches(searches)]),
  ]);
}

/** A path with wildcards names no file. */
const PATTERN = /[*?]/;
const LINES = /(?:[:#]L?\d.*)$/s;

function isPattern({ locations }: ToolCall): boolean {
  return locations.length > 0 && locations.every(({ path }) => PATTERN.test(path));
}

function fileCount(reads: readonly ToolCall[]): number {
  const paths = new Set<string>();
  let withoutPath = 0;
  for (const { locations } of reads) {
    if (locations.length === 0) withoutPath++;
    for (const { path } of locations) if (!PATTERN.test(path)) paths.add(path.replace(LINES, ''));
  }
  return paths.size + withoutPath;
}
