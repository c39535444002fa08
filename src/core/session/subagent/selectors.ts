// What screens ask of the sub-agents of a session.
import type { ToolEntry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import { shownStatus } from '../toolCall/shownStatus.ts';
import type { SubagentMessage, SubagentTranscript } from './state.ts';

const NONE: readonly SubagentMessage[] = [];

/** What was said in the sub-agent for which a call stands; the same array while nothing more is. */
export function subagentMessages(
  { subagents }: Pick<SessionState, 'subagents'>,
  toolCallId: string,
): readonly SubagentMessage[] {
  if (subagents === undefined) return NONE;
  const messages =
    messagesOf.get(subagents) ?? new Map(subagents.map((each) => [each.toolCallId, each.messages]));
  messagesOf.set(subagents, messages);
  return messages.get(toolCallId) ?? NONE;
}

/** By the call that stands for each: every card of a call looks for its own whenever anything comes. */
const messagesOf = new WeakMap<
  readonly SubagentTranscript[],
  ReadonlyMap<string, readonly SubagentMessage[]>
>();

/** The status of a call that stands for a sub-agent: one whose end was never reported was lost with its connection. */
export function subagentStatus(entry: ToolEntry): string {
  const status = shownStatus(entry);
  return status === 'unfinished' && entry.call.subagent !== undefined ? 'disconnected' : status;
}
