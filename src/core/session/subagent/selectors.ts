// What screens ask of the sub-agents of a session.
import type { ToolEntry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import { shownStatus } from '../toolCall/shownStatus.ts';
import type { SubagentMessage } from './state.ts';

const NONE: readonly SubagentMessage[] = [];

/** What was said in the sub-agent for which a call stands; the same array while nothing more is. */
export function subagentMessages(
  { subagents }: Pick<SessionState, 'subagents'>,
  toolCallId: string,
): readonly SubagentMessage[] {
  return subagents?.find((known) => known.toolCallId === toolCallId)?.messages ?? NONE;
}

/** The status of a call that stands for a sub-agent: one whose end was never reported was lost with its connection. */
export function subagentStatus(entry: ToolEntry): string {
  const status = shownStatus(entry);
  return status === 'unfinished' && entry.call.subagent !== undefined ? 'disconnected' : status;
}
