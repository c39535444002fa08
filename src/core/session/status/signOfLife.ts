// Which events show that the agent works on a prompt, or that the user has just given it something to do.
import type { SessionEvent } from '../events.ts';
import { workUpdates } from './updateTraits.ts';

/** Events that show that the agent is alive and are not its updates. */
const OTHER_SIGNS: readonly SessionEvent['type'][] = [
  'prompt_started',
  'steered',
  'request_received',
  'permission_requested',
  'permission_changed',
  'permission_closed',
  'permission_decided',
  'elicitation_requested',
  'elicitation_opened',
  'elicitation_closed',
];

const SIGNS: ReadonlySet<string> = new Set([...workUpdates, ...OTHER_SIGNS]);

/** Whether the silence of an agent ends with an event. */
export function isSignOfLife(type: SessionEvent['type']): boolean {
  return SIGNS.has(type);
}
