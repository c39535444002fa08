// Tool calls: created by the first report of them, patched by the rest (R61, R62).
import { addEntry } from './addEntry.ts';
import { withReportedCall } from './backgroundCalls.ts';
import { isAllowed, type PermissionDecision } from '../permissionDecision.ts';
import { findLastEntry, replaceEntry, type Entry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import type { EventHandlers } from './eventHandlers.ts';
import {
  advanceStatus,
  createToolCall,
  patchToolCall,
  reportedToolCall,
  type ToolCall,
  type ToolCallPatch,
} from '../toolCall.ts';

type ToolEntry = Extract<Entry, { kind: 'tool' }>;

export const toolCallHandlers: EventHandlers<'tool_call'> = {
  tool_call: (state, { call, at }) =>
    withReportedCall(reduceToolCall(state, call, at, reportedToolCall), call.toolCallId),
};

function findToolEntry(state: SessionState, toolCallId: string) {
  const isSameCall = (candidate: Entry): candidate is ToolEntry =>
    candidate.kind === 'tool' && candidate.call.toolCallId === toolCallId;
  return findLastEntry(state.entries, isSameCall);
}

/**
 * The session after a `tool_call`, a `tool_call_update`, or the tool call of a permission request (R66), which is shown
 * as the agent describes it there.
 */
export function reduceToolCall(
  state: SessionState,
  patch: ToolCallPatch,
  at: number,
  patched: typeof patchToolCall = patchToolCall,
): SessionState {
  const known = findToolEntry(state, patch.toolCallId);
  if (known === undefined) return addEntry(state, at, { kind: 'tool', call: createToolCall(patch) });
  const call = patched(known.found.call, patch);
  return { ...state, entries: replaceEntry(state.entries, known.position, { ...known.found, call }) };
}

/** The call as it would be after a patch (R66). */
export function patchedToolCall(state: SessionState, patch: ToolCallPatch): ToolCall {
  const known = findToolEntry(state, patch.toolCallId);
  return known === undefined ? createToolCall(patch) : patchToolCall(known.found.call, patch);
}

/** The session with the answer to a permission request on its tool call. */
export function reduceDecision(
  state: SessionState,
  toolCallId: string,
  decision: PermissionDecision,
): SessionState {
  const known = findToolEntry(state, toolCallId);
  if (known === undefined) return state;
  const { call } = known.found;
  // An allowed call runs until its agent says otherwise: some say nothing until it ends.
  const status = isAllowed(decision) ? advanceStatus(call.status, 'in_progress') : call.status;
  const decided = { ...known.found, call: status === call.status ? call : { ...call, status }, decision };
  return { ...state, entries: replaceEntry(state.entries, known.position, decided) };
}

/** The session once it is known what became of the text that the user edited before they allowed a call. */
export function reduceProposalEdit(
  state: SessionState,
  toolCallId: string,
  edit: 'written' | 'unused',
): SessionState {
  const decision = findToolEntry(state, toolCallId)?.found.decision;
  if (decision === undefined || decision.edit === edit) return state;
  return reduceDecision(state, toolCallId, { ...decision, edit });
}
