// The ids of tool calls in a session: those of Parley's own questions begin in a way that no id of an agent can.
import type { ToolCallPatch } from './state.ts';

const OWN_PREFIX = 'parley:';

/** An agent's id that begins like one of Parley's own, or like one that was renamed. */
const RESERVED = /^(?:agent:)*parley:/;

/** The id of a call of Parley's own; `unique` is unique in the world, because the transcript outlives the window. */
export function ownToolCallId(unique: string): string {
  return `${OWN_PREFIX}${unique}`;
}

/** Whether a call is Parley's own, and was not reported by the agent. */
export function isOwnToolCall({ toolCallId }: Pick<ToolCallPatch, 'toolCallId'>): boolean {
  return toolCallId.startsWith(OWN_PREFIX);
}

/** What an agent reports of a call, under ids that cannot be those of Parley's own calls. */
export function agentToolCall(call: ToolCallPatch): ToolCallPatch {
  const { toolCallId, parentToolCallId } = call;
  if (!RESERVED.test(toolCallId) && !RESERVED.test(parentToolCallId ?? '')) return call;
  return {
    ...call,
    toolCallId: agentId(toolCallId),
    ...(parentToolCallId === undefined ? {} : { parentToolCallId: agentId(parentToolCallId) }),
  };
}

function agentId(id: string): string {
  return RESERVED.test(id) ? `agent:${id}` : id;
}
