// Permission requests: those that wait for the user, and the decisions on their tool calls.
import { withoutUndefined } from '../../base/withoutUndefined.ts';
import { entryById } from '../entries.ts';
import type { SessionState } from '../model.ts';
import { askedPlan } from '../plan/askedPlan.ts';
import { withAcceptedDocument } from '../plan/planDocuments.ts';
import { isAllowed, type PermissionDecision } from './permissionDecision.ts';
import { patchToolCall, type ToolCall, type ToolCallPatch } from '../toolCall/state.ts';
import { askedCall } from '../toolCall/callsOfId.ts';
import { addEntry } from '../addEntry.ts';
import type { Topic } from '../topic.ts';
import { decidedCall, lastDecided, replaceCall } from '../toolCall/reducer.ts';

export const permissionTopic: Topic<
  'permission_requested' | 'permission_changed' | 'permission_closed' | 'permission_decided' | 'proposal_edit'
> = {
  handlers: {
    permission_requested(state, { call: patch, request, at }) {
      const { state: asked, call, entryId } = withRequest(state, patch, at);
      return { ...asked, permissions: [...state.permissions, { ...request, call, entryId }] };
    },

    permission_changed(state, { requestId, request, call }) {
      const index = state.permissions.findIndex((waiting) => waiting.requestId === requestId);
      const waiting = state.permissions[index];
      if (waiting === undefined) return state;
      const { entryId } = waiting;
      const changed = { ...request, call: patchToolCall(waiting.call, call), entryId };
      return { ...state, permissions: state.permissions.with(index, changed) };
    },

    permission_closed(state, { requestId, decision, at }) {
      const closed = state.permissions.find((request) => request.requestId === requestId);
      if (closed === undefined) return state;
      const rest = { ...state, permissions: state.permissions.filter((request) => request !== closed) };
      if (decision === undefined) return rest;
      const decided = withDecision(rest, closed.entryId, decision);
      const plan = isAllowed(decision) ? askedPlan(closed.call) : undefined;
      if (plan === undefined) return decided;
      return withAcceptedDocument(decided, at, { planId: closed.toolCallId, text: plan });
    },

    permission_decided(state, { call, decision, at }) {
      const asked = withRequest(state, call, at);
      return withDecision(asked.state, asked.entryId, decision);
    },

    proposal_edit(state, { toolCallId, entryId, edit }) {
      const id = entryId ?? lastDecided(state, toolCallId)?.found.id;
      const entry = id === undefined ? undefined : entryById(state.entries, id)?.found;
      const decision = entry?.kind === 'tool' ? entry.decision : undefined;
      if (id === undefined || decision === undefined || decision.edit === edit) return state;
      return withDecision(state, id, { ...decision, edit });
    },
  },
};

interface WithRequest {
  readonly state: SessionState;
  readonly call: ToolCall;
  readonly entryId: string;
}

/** The session with the call that the agent asks about in its transcript. */
function withRequest(state: SessionState, patch: ToolCallPatch, at: number): WithRequest {
  const { known, entryId, call, asked } = askedCall(state, patch);
  const entry = { kind: 'tool' as const, call, ...withoutUndefined({ asked }) };
  const after =
    known === undefined
      ? addEntry(state, at, entry)
      : replaceCall(state, known, { ...known.found, ...entry });
  return { state: after, call, entryId };
}

export function withDecision(
  state: SessionState,
  entryId: string,
  decision: PermissionDecision,
): SessionState {
  const known = entryById(state.entries, entryId);
  if (known?.found.kind !== 'tool') return state;
  return replaceCall(state, known, decidedCall(known.found, decision));
}
