// The agent's questions to the user, from the moment they are asked until they close.
import { elicitationId, type ElicitationRequest } from './state.ts';
import type { SessionState } from '../model.ts';
import type { Topic } from '../topic.ts';

/** Panels that have shown others since may still have what was entered into these. */
const MAX_ANSWERED = 50;

export const elicitationTopic: Topic<
  'elicitation_requested' | 'elicitation_rejected' | 'elicitation_opened' | 'elicitation_closed'
> = {
  handlers: {
    elicitation_requested: (state, { request }) => ({
      ...state,
      elicitations: [...state.elicitations, request],
    }),

    elicitation_rejected: (state, { requestId, problems }) =>
      changeRequest(state, requestId, (request) => [{ ...request, problems }]),

    elicitation_opened: (state, { requestId }) =>
      changeRequest(state, requestId, (request) => [{ ...request, isOpened: true }]),

    elicitation_closed: (state, { requestId, isAnswered }) => {
      const request = state.elicitations.find((each) => each.requestId === requestId);
      const closed = changeRequest(state, requestId, () => []);
      if (request === undefined || isAnswered !== true) return closed;
      const answered = [...(state.answeredElicitations ?? []), elicitationId(request)];
      return { ...closed, answeredElicitations: answered.slice(-MAX_ANSWERED) };
    },
  },
};

function changeRequest(
  state: SessionState,
  requestId: string,
  change: (request: ElicitationRequest) => readonly ElicitationRequest[],
): SessionState {
  if (!state.elicitations.some((request) => request.requestId === requestId)) return state;
  const elicitations = state.elicitations.flatMap((request) =>
    request.requestId === requestId ? change(request) : [request],
  );
  return { ...state, elicitations };
}
