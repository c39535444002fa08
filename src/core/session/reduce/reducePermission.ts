// Permission requests: those that wait for the user, and the decisions on their tool calls.
import type { EventHandlers } from './eventHandlers.ts';
import { patchToolCall } from '../toolCall.ts';
import { patchedToolCall, reduceDecision, reduceProposalEdit, reduceToolCall } from './reduceToolCall.ts';

export const permissionHandlers: EventHandlers<
  'permission_requested' | 'permission_changed' | 'permission_closed' | 'permission_decided' | 'proposal_edit'
> = {
  permission_requested: (state, { call, request, at }) => ({
    ...reduceToolCall(state, call, at),
    permissions: [...state.permissions, { ...request, call: patchedToolCall(state, call) }],
  }),

  permission_changed(state, { requestId, request, call }) {
    const index = state.permissions.findIndex((waiting) => waiting.requestId === requestId);
    const waiting = state.permissions[index];
    if (waiting === undefined) return state;
    const changed = { ...request, call: patchToolCall(waiting.call, call) };
    return { ...state, permissions: state.permissions.with(index, changed) };
  },

  permission_closed(state, { requestId, decision }) {
    const closed = state.permissions.find((request) => request.requestId === requestId);
    if (closed === undefined) return state;
    const rest = { ...state, permissions: state.permissions.filter((request) => request !== closed) };
    return decision === undefined ? rest : reduceDecision(rest, closed.toolCallId, decision);
  },

  permission_decided: (state, { call, decision, at }) =>
    reduceDecision(reduceToolCall(state, call, at), call.toolCallId, decision),

  proposal_edit: (state, { toolCallId, edit }) => reduceProposalEdit(state, toolCallId, edit),
};
