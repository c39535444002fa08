// The status of a tool call as the user sees it: agents call failed what was rejected, and completed what failed.
import { hasFailedCommand } from '../commandOutput.ts';
import type { EntriesByKind } from '../entryTraits.ts';
import { isRejected } from '../permissionDecision.ts';

/** ACP's status, another word of the agent, or one of Parley's: `rejected`, `cancelled`, `unfinished`. */
export function shownStatus({ call, decision }: Pick<EntriesByKind['tool'], 'call' | 'decision'>): string {
  if (hasFailedCommand(call)) return 'failed';
  // What was not allowed did not break. An agent that did it all the same has done it.
  const isRefused = decision !== undefined && isRejected(decision) && call.status !== 'completed';
  return isRefused ? 'rejected' : call.status;
}
