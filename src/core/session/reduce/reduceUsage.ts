// Usage: the context, its warning, and the cost of the turn that ended just before.
import { dismissWarning, usageLevelOf, warnAt } from '../../usage/usageFigures.ts';
import { findLastEntry, replaceEntry, type Entry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import type { Cost, Usage } from '../sessionUsage.ts';
import type { EventHandlers } from './eventHandlers.ts';

/** How far back the footer of the last turn is looked for, in entries. */
const LOOK_BACK = 8;

export const usageHandlers: EventHandlers<'usage' | 'context_warning_dismissed'> = {
  usage: (state, { usage }) => reduceUsage(state, usage),
  context_warning_dismissed: (state) => ({
    ...state,
    contextWarning: dismissWarning(state.contextWarning),
  }),
};

/** The session after a usage update. Agents send the cost of a turn before or just after its end. */
function reduceUsage(state: SessionState, usage: Usage): SessionState {
  const contextWarning = warnAt(state.contextWarning, usageLevelOf(usage));
  const updated: SessionState = { ...state, usage, contextWarning };
  // While a session is opened again its agent reports all that was used, not the last turn.
  if (state.turn !== undefined || state.opening || usage.cost === undefined) return updated;
  const isTurn = (entry: Entry): entry is Extract<Entry, { kind: 'turn' }> => entry.kind === 'turn';
  const last = findLastEntry(state.entries, isTurn, LOOK_BACK);
  if (last === undefined || isCountedAnew(last.found.costAfter, usage.cost)) return updated;
  const footer = { ...last.found, costAfter: usage.cost };
  return { ...updated, entries: replaceEntry(state.entries, last.position, footer) };
}

/** A cost only grows, unless the agent was started again and begins at nothing. */
function isCountedAnew(before: Cost | undefined, after: Cost): boolean {
  return before !== undefined && before.currency === after.currency && after.amount < before.amount;
}
