// The label of several tool calls that are folded into one line.
import type { ToolCall } from '../../../src/core/session/toolCall.ts';
import { listText } from '../../format.ts';
import { toolCallStrings } from './toolCallStrings.ts';

/** “Read 6 files, 2 searches”. A file that was read in parts counts once. */
export function groupLabel(calls: readonly ToolCall[]): string {
  const reads = calls.filter(({ kind }) => kind === 'read');
  const searches = calls.length - reads.length;
  return listText([
    ...(reads.length === 0 ? [] : [toolCallStrings.readFiles(fileCount(reads))]),
    ...(searches === 0 ? [] : [toolCallStrings.searches(searches)]),
  ]);
}

function fileCount(reads: readonly ToolCall[]): number {
  const paths = new Set<string>();
  let withoutPath = 0;
  for (const { locations } of reads) {
    if (locations.length === 0) withoutPath++;
    for (const { path } of locations) paths.add(path);
  }
  return paths.size + withoutPath;
}
