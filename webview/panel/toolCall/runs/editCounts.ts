// How much a run of edits changed: files by what became of them, and lines.
import type { ToolCall } from '../../../../src/core/session/toolCall/state.ts';
import { diffLines } from '../diffLines.ts';
import { fileChanges, type FileChange } from '../fileChanges.ts';

/** The characters of all texts up to which lines are counted: a session that is opened may have thousands of edits. */
const MAX_COUNTED_CHARACTERS = 4_000_000;

interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

export interface EditCounts {
  /** The files that are there now, new and moved ones too. */
  readonly edited: number;
  readonly deleted: number;
  /** Undefined where the texts are too long to count their lines. */
  readonly lines: LineCounts | undefined;
}

/** What the calls changed. A file that was changed several times counts once; its lines count each time. */
export function editCounts(calls: readonly ToolCall[]): EditCounts {
  const isDeleted = new Map<string, boolean>();
  for (const call of calls) {
    for (const { path, state } of changesOf(call)) isDeleted.set(path, state === 'deleted');
  }
  const deleted = [...isDeleted.values()].filter(Boolean).length;
  return { edited: isDeleted.size - deleted, deleted, lines: linesOf(calls) };
}

/** The changes of a call; of one that shows none, what it is about. */
function changesOf(call: ToolCall): readonly Pick<FileChange, 'path' | 'state'>[] {
  const changes = [...fileChanges(call).values()];
  if (changes.length > 0) return changes;
  const [path = call.toolCallId] = call.locations.map((location) => location.path);
  return [{ path, state: call.kind === 'delete' ? 'deleted' : 'modified' }];
}

/** Each call is counted once for as long as it stays the same: a run grows call by call. */
const known = new WeakMap<ToolCall, LineCounts>();

function linesOf(calls: readonly ToolCall[]): LineCounts | undefined {
  let left = MAX_COUNTED_CHARACTERS;
  let [added, removed] = [0, 0];
  for (const call of calls) {
    left -= characters(call);
    if (left < 0) return undefined;
    const counts = known.get(call) ?? countLines(call);
    known.set(call, counts);
    added += counts.added;
    removed += counts.removed;
  }
  return { added, removed };
}

function characters({ content }: ToolCall): number {
  return content.reduce(
    (sum, part) => sum + (part.type === 'diff' ? part.newText.length + (part.oldText?.length ?? 0) : 0),
    0,
  );
}

function countLines(call: ToolCall): LineCounts {
  const diffs = [...fileChanges(call).values()].map(({ oldText, newText }) => diffLines(oldText, newText));
  return {
    added: diffs.reduce((sum, { added }) => sum + added, 0),
    removed: diffs.reduce((sum, { removed }) => sum + removed, 0),
  };
}
