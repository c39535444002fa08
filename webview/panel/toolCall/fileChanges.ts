// What a tool call does to files: each of its diffs, and whether the file is new, deleted, moved or modified.
import type { ToolCall, ToolCallContent } from '../../../src/core/session/toolCall/state.ts';

type Diff = Extract<ToolCallContent, { type: 'diff' }>;

export interface FileChange {
  readonly path: string;
  readonly state: 'new' | 'deleted' | 'moved' | 'modified';
  /** The old path of a moved file. */
  readonly movedFrom?: string;
  readonly oldText: string;
  readonly newText: string;
}

/** The change at each place of the call's content that is a diff; the old place of a moved file has none. */
export function fileChanges({ kind, content }: ToolCall): ReadonlyMap<number, FileChange> {
  const diffs = content.flatMap((part, index) => (part.type === 'diff' ? [{ part, index }] : []));
  const moves = new Map<Diff, Diff>();
  for (const { part } of diffs) {
    const source = isNew(part) ? diffs.find(({ part: other }) => isMove(other, part)) : undefined;
    if (source !== undefined && ![...moves.values()].includes(source.part)) moves.set(part, source.part);
  }
  const sources = new Set(moves.values());
  return new Map(
    diffs
      .filter(({ part }) => !sources.has(part))
      .map(({ part, index }) => [index, fileChange(part, kind, moves.get(part))]),
  );
}

function fileChange(diff: Diff, kind: string, source: Diff | undefined): FileChange {
  const { path, oldText = '', newText, isDeleted = kind === 'delete' } = diff;
  if (source !== undefined) {
    return { path, state: 'moved', movedFrom: source.path, oldText: source.oldText ?? '', newText };
  }
  if (isDeleted && newText === '') return { path, state: 'deleted', oldText, newText };
  return { path, state: isNew(diff) ? 'new' : 'modified', oldText, newText };
}

/** Agents leave the old text out or empty for a new file (R67). */
function isNew({ oldText }: Diff): boolean {
  return oldText === undefined || oldText === '';
}

/** Whether the whole text of one file moves to another. */
function isMove(from: Diff, to: Diff): boolean {
  return from.path !== to.path && from.newText === '' && from.oldText === to.newText && to.newText !== '';
}
