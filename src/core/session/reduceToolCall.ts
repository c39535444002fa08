// Tool calls: created by the first that is heard of them, patched by the rest (R61, R62).
import { addEntry } from './addEntry.ts';
import { findLastEntry, replaceEntry, type Entry } from './entries.ts';
import type { SessionState } from './model.ts';
import { createToolCall, patchToolCall, type ToolCallPatch } from './toolCall.ts';

type ToolEntry = Extract<Entry, { kind: 'tool' }>;

/** The session after a `tool_call`, a `tool_call_update`, or the tool call of a permission request (R66). */
export function reduceToolCall(state: SessionState, patch: ToolCallPatch, at: number): SessionState {
  const isSameCall = (candidate: Entry): candidate is ToolEntry =>
    candidate.kind === 'tool' && candidate.call.toolCallId === patch.toolCallId;
  const known = findLastEntry(state.entries, isSameCall);
  if (known === undefined) return addEntry(state, at, { kind: 'tool', call: createToolCall(patch) });
  const call = patchToolCall(known.found.call, patch);
  return { ...state, entries: replaceEntry(state.entries, known.position, { ...known.found, call }) };
}
