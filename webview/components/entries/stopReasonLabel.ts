// Why a turn ended, in plain words.
import { ownValue } from '../../../src/core/base/ownValue.ts';

const WORDS: Readonly<Record<string, string>> = {
  cancelled: 'Stopped',
  interrupted: 'Interrupted when it was closed',
  max_tokens: 'The answer reached the limit of the model’s output. Ask the agent to go on.',
  max_turn_requests: 'The agent reached its limit of steps in one turn. Ask it to go on.',
  refusal: 'The agent declined to go on. What it was asked last is not part of the next turn.',
};

/**
 * The words for a stop reason of ACP or of the agent's own; undefined when nothing need be said: at a normal end, and
 * after an error, which has its own entry.
 */
export function stopReasonLabel(stopReason: string): string | undefined {
  if (stopReason === 'end_turn' || stopReason === 'error') return undefined;
  return ownValue(WORDS, stopReason) ?? `The turn ended for a reason of the agent’s own: ${stopReason}`;
}
