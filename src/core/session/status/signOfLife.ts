// Which events show that the agent works on a prompt, or that the user has just given it something to do.
import type { SessionEvent } from '../events.ts';

const SIGNS: ReadonlySet<SessionEvent['type']> = new Set([
  'prompt_started',
  'message_chunk',
  'tool_call',
  'plan',
  'usage',
  'request_tokens',
  'compaction',
  'terminal_started',
  'terminal_output',
  'terminal_exited',
  'steered',
  'permission_requested',
  'permission_changed',
  'permission_closed',
  'permission_decided',
  'elicitation_requested',
  'elicitation_opened',
  'elicitation_closed',
]);

/** Whether the silence of an agent ends with an event. */
export function isSignOfLife(type: SessionEvent['type']): boolean {
  return SIGNS.has(type);
}
