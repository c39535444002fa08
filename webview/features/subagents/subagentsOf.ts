// The sub-agents of a session: calls that others name as the one that made them.
import { entryNumber, type ToolEntry } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { subagentStatus } from '../../../src/core/session/subagent/selectors.ts';
import { isFinished } from '../../../src/core/session/toolCall/state.ts';
import { lastSteps, parentCall, subagentCalls } from '../../../src/core/session/subagent/nestedCalls.ts';

export interface Subagent {
  /** The call that started it. */
  readonly entry: ToolEntry;
  /** The last thing that it did or does; undefined while there is none. */
  readonly lastStep: ToolEntry | undefined;
}

/**
 * Those that work, whenever they were started, and those that the running turn started, in their order. A sub-agent's own
 * come after it.
 */
export function subagentsOf({ entries, turn, idScope = 0 }: SessionState): readonly Subagent[] {
  const found = new Map<string, Subagent>(
    entries.flatMap(subagentCalls).map((entry) => [entry.id, { entry, lastStep: undefined }]),
  );
  const named = new Set<string | undefined>();
  // Only the last step of each is looked at: agents make thousands.
  for (const lastStep of entries.toReversed().flatMap(lastSteps)) {
    const { parentToolCallId } = lastStep.call;
    if (named.has(parentToolCallId)) continue;
    named.add(parentToolCallId);
    const entry = parentCall(entries, lastStep);
    if (entry !== undefined) found.set(entry.id, { entry, lastStep });
  }
  return [...found.values()]
    .filter((each) => isRunning(each) || (turn !== undefined && entryNumber(each.entry) >= idScope))
    .toSorted((a, b) => entryNumber(a.entry) - entryNumber(b.entry));
}

/** Whether it still works, as its own call says. */
export function isRunning({ entry }: Subagent): boolean {
  return subagentStatus(entry) !== 'rejected' && !isFinished(entry.call.status);
}
