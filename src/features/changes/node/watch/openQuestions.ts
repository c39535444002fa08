// Questions of an agent as evidence: until the user has answered, the call that waits for it has changed nothing.
import {
  isRejected,
  type PermissionDecision,
} from '../../../../core/session/permission/permissionDecision.ts';
import type { SessionChange } from '../../../../core/sessionLifecycle/sessionStore.ts';
import type { TrackedSession } from '../trackedSession.ts';

/** Until the user has answered, the call that an agent asks about does nothing: what changes meanwhile is not its work. */
export function followQuestions(
  session: Pick<TrackedSession, 'activity' | 'followToolCall'>,
  { event, state, previous }: Pick<SessionChange, 'event' | 'state' | 'previous'>,
): void {
  const { activity } = session;
  switch (event.type) {
    case 'permission_requested':
    case 'permission_changed':
      return session.followToolCall(event.call, true);
    case 'permission_decided':
      session.followToolCall(event.call, true);
      return activity.answer(event.call.toolCallId, !mayRun(event.decision), Date.now());
    case 'permission_closed': {
      const id = previous.permissions.find(({ requestId }) => requestId === event.requestId)?.call.toolCallId;
      const isAskedStill = state.permissions.some(({ call }) => call.toolCallId === id);
      if (id !== undefined && !isAskedStill) activity.answer(id, !mayRun(event.decision), Date.now());
      return;
    }
    case 'elicitation_requested':
      return activity.askInForm(event.request.requestId, Date.now());
    case 'elicitation_opened':
    case 'elicitation_closed':
      return activity.answerForm(event.requestId, Date.now());
  }
}

/** Only the agent knows what an option of an unknown kind means. */
function mayRun(decision: PermissionDecision | undefined): boolean {
  return decision !== undefined && decision.by !== 'cancelled' && !isRejected(decision);
}
