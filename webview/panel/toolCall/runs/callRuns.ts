// Which tool calls share a line with their neighbors: what was read, and what was edited.
import { shownStatus } from '../../../../src/core/session/toolCall/shownStatus.ts';
import { isFinished } from '../../../../src/core/session/toolCall/state.ts';
import type { ToolEntry } from '../../../../src/core/session/entries.ts';

/** What the calls in a line do. */
export type RunKind = 'reads' | 'edits';

const READ_KINDS: ReadonlySet<string> = new Set(['read', 'search']);
const EDIT_KINDS: ReadonlySet<string> = new Set(['edit', 'delete', 'move']);
/** An edit is in its line from its announcement on, so that nothing moves when it is done. */
const EDIT_STATUSES: ReadonlySet<string> = new Set(['pending', 'in_progress', 'completed']);

/**
 * The line that a call may stand in: reads that are done and changed nothing, and edits. What failed, was rejected or
 * waits for the user has a row of its own, which is not overlooked.
 */
export function runKindOf(entry: ToolEntry): RunKind | undefined {
  const known = kinds.get(entry);
  if (known !== undefined) return known.kind;
  const kind = kindOf(entry);
  kinds.set(entry, { kind });
  return kind;
}

/** Whether a call failed takes a look at its output, and is asked again with each row that is added. */
const kinds = new WeakMap<ToolEntry, { readonly kind: RunKind | undefined }>();

function kindOf(entry: ToolEntry): RunKind | undefined {
  const { kind, content } = entry.call;
  if (content.some(({ type }) => type === 'terminal')) return undefined;
  const isDiff = content.some(({ type }) => type === 'diff');
  // The status last: for a call of another kind its output, which may be long, is not looked at.
  if (READ_KINDS.has(kind) && !isDiff) return shownStatus(entry) === 'completed' ? 'reads' : undefined;
  const isEdit = EDIT_KINDS.has(kind) || (isDiff && kind !== 'execute');
  if (!isEdit || !EDIT_STATUSES.has(shownStatus(entry))) return undefined;
  return waitsForAnswer(entry) ? undefined : 'edits';
}

function waitsForAnswer({ asked, decision, call }: ToolEntry): boolean {
  return asked !== undefined && decision === undefined && !isFinished(call.status);
}
