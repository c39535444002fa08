// What a sub-agent said and did, in its order.
import { entryNumber, type ToolEntry } from '../entries.ts';
import type { SubagentMessage } from './state.ts';

export type SubagentStep =
  | { readonly kind: 'message'; readonly message: SubagentMessage }
  | { readonly kind: 'call'; readonly entry: ToolEntry };

/** Messages and calls in one order; both are in theirs. */
export function subagentSteps(
  messages: readonly SubagentMessage[],
  calls: readonly ToolEntry[],
): readonly SubagentStep[] {
  const steps: SubagentStep[] = [];
  let next = 0;
  for (const message of messages) {
    for (let entry = calls[next]; entry !== undefined; entry = calls[next]) {
      if (entryNumber(entry) >= message.before) break;
      steps.push({ kind: 'call', entry });
      next++;
    }
    steps.push({ kind: 'message', message });
  }
  for (const entry of calls.slice(next)) steps.push({ kind: 'call', entry });
  return steps;
}
