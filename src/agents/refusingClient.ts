// What an agent is granted that only tries something or answers: nothing.
import type { AgentClient } from '../core/ports/agent.ts';
import { FileAccessError } from '../core/ports/fileAccess.ts';

/** Rejects every request of an agent; `sessionUpdate` is given what it reports. */
export function refusingClient(sessionUpdate: AgentClient['sessionUpdate']): AgentClient {
  return {
    sessionUpdate,
    requestReceived: () => undefined,
    // What is only cancelled would end the turn of some agents.
    requestPermission: async (_agent, _sessionId, { options }) => {
      const reject = options.find(({ kind }) => kind === 'reject_once');
      if (reject === undefined) return { outcome: 'cancelled' };
      return { outcome: 'selected', optionId: reject.optionId };
    },
    requestAccess: async () => {
      throw new FileAccessError('refused', 'This session may only answer.');
    },
    requestElicitation: async () => ({ action: 'decline' }),
    elicitationCompleted: () => undefined,
  };
}
