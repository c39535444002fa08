// Which tool calls fold into one line, and what the line says.
import type { ToolCall } from '../../../src/core/session/toolCall.ts';

const FOLDED_KINDS: ReadonlySet<string> = new Set(['read', 'search']);

/** Whether the call may stand in a line with others: it is done and changed nothing. */
export function canFold({ kind, status, content }: ToolCall): boolean {
  const isPlain = content.every(({ type }) => type !== 'diff' && type !== 'terminal');
  return FOLDED_KINDS.has(kind) && status === 'completed' && isPlain;
}

/** “Read 6 files, 2 searches”. A file that was read in parts counts once. */
export function groupLabel(calls: readonly ToolCall[]): string {
  const reads = calls.filter(({ kind }) => kind === 'read');
  const searches = calls.length - reads.length;
  const files = fileCount(reads);
  const parts = [
    ...(reads.length === 0 ? [] : [`Read ${files === 1 ? '1 file' : `${files} files`}`]),
    ...(searches === 0 ? [] : [searches === 1 ? '1 search' : `${searches} searches`]),
  ];
  const words = parts.join(', ');
  return reads.length === 0 ? `Made ${words}` : words;
}

function fileCount(reads: readonly ToolCall[]): number {
  const paths = new Set<string>();
  let untold = 0;
  for (const { locations } of reads) {
    if (locations.length === 0) untold++;
    for (const { path } of locations) paths.add(path);
  }
  return paths.size + untold;
}
