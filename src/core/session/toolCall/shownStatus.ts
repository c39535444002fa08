// The status of a tool call as the user sees it: agents call failed what was rejected, and completed what failed.
import type { EntriesByKind } from '../entries.ts';
import type { Terminal } from '../terminal/state.ts';
import { isRunningHere } from '../selectors.ts';
import type { ToolCall } from './state.ts';
import { isRejected } from '../permission/permissionDecision.ts';
import { reportsFailure } from './reportedFailure.ts';

/** Whether a command in a terminal of the call ended with an error, though the agent calls the call completed. */
export function hasFailedTerminal({ status, content }: ToolCall, terminals: readonly Terminal[]): boolean {
  if (status !== 'completed') return false;
  return terminals.some(
    ({ id, exit }) =>
      exit !== undefined &&
      (exit.signal !== null || (exit.code ?? 0) !== 0) &&
      content.some((part) => part.type === 'terminal' && part.terminalId === id),
  );
}

/** Whether a command of the call goes on in a terminal of Parley's, though the call was left without a result. */
export function hasRunningTerminal({ status, content }: ToolCall, terminals: readonly Terminal[]): boolean {
  if (status !== 'unfinished') return false;
  return terminals.some(
    (each) =>
      isRunningHere(each) && content.some((part) => part.type === 'terminal' && part.terminalId === each.id),
  );
}

/** ACP's status, another word of the agent, or one of Parley's: `rejected`, `cancelled`, `unfinished`. */
export function shownStatus(
  { call, decision }: Pick<EntriesByKind['tool'], 'call' | 'decision'>,
  terminals: readonly Terminal[] = [],
): string {
  if (reportsFailure(call) || hasFailedTerminal(call, terminals)) return 'failed';
  // A call that was not allowed is rejected, not failed; one that the agent completed anyway is completed.
  const isRefused = decision !== undefined && isRejected(decision) && call.status !== 'completed';
  return isRefused ? 'rejected' : call.status;
}
