// Permission requests: those that wait for the user, and the decisions on their tool calls.
import type { EventHandlers } from './eventHandlers.ts';
import { reduceDecision, reduceProposalEdit, reduceToolCall } from './reduceToolCall.ts';

export const permissionHandlers: EventHandlers<
  'permission_requested' | 'permission_closed' | 'permission_decided' | 'proposal_edit'
> = {
  permission_requested: (state, { call, request, at }) => ({
    ...reduceToolCall(state, call, at),
    permissions: [...state.permissions, request],
  }),

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
