// Why a turn ended.
import { ownValue } from '../../../src/core/base/ownValue.ts';
import { entriesStrings } from './entriesStrings.ts';

const LABELS: Readonly<Record<string, () => string>> = {
  cancelled: entriesStrings.stopped,
  interrupted: entriesStrings.interrupted,
  max_tokens: entriesStrings.outputLimit,
  max_turn_requests: entriesStrings.stepLimit,
  refusal: entriesStrings.refused,
};

/**
 * The label of a stop reason of ACP or of the agent's own; undefined after a normal end, and after an error, which has
 * its own entry.
 */
export function stopReasonLabel(stopReason: string): string | undefined {
  if (stopReason === 'end_turn' || stopReason === 'error') return undefined;
  return ownValue(LABELS, stopReason)?.() ?? entriesStrings.turnEnded(stopReason);
}
