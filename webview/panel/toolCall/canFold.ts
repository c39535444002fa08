// Which tool calls fold into one line with others.
import type { ToolCall } from '../../../src/core/session/toolCall/state.ts';

const FOLDED_KINDS: ReadonlySet<string> = new Set(['read', 'search']);

/** Whether the call may share a line with others: it is done and changed nothing. */
export function canFold({ kind, status, content }: ToolCall): boolean {
  const isPlain = content.every(({ type }) => type !== 'diff' && type !== 'terminal');
  return FOLDED_KINDS.has(kind) && status === 'completed' && isPlain;
}
