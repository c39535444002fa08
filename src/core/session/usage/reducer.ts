// Usage: the context, its warning, the tokens of requests, and the cost of the turn that ended just before.
import { chosenModel } from '../../configOptions/configOptions.ts';
import { withoutUndefined } from '../../base/withoutUndefined.ts';
import { tokensOfBoth } from '../../usage/turnTokens.ts';
import { dismissWarning, warnAt, warningAfterCompaction } from '../../usage/usageFigures.ts';
import type { ConfigOption } from '../configOptions/state.ts';
import { findLastEntry, lastEntry, replaceEntry, type Entry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import type { Cost, TurnTokens, Usage } from './state.ts';
import type { Topic } from '../topic.ts';

/** How far back the footer of the last turn is looked for, in entries. */
const LOOK_BACK_ENTRIES = 8;

export const usageTopic: Topic<'usage' | 'request_tokens' | 'context_warning_dismissed'> = {
  handlers: {
    usage: (state, { usage }) => reduceUsage(state, usage),
    request_tokens: (state, { tokens }) => reduceRequestTokens(state, tokens),
    context_warning_dismissed: (state) => ({
      ...state,
      contextWarning: dismissWarning(state.contextWarning),
    }),
  },
  updates: {
    usage: { inReplay: 'fact', isSignOfLife: true },
    request_tokens: { inReplay: 'part', isSignOfLife: true },
  },
};

/**
 * The session after a usage update: what it leaves out still holds as it was reported last. Agents send the cost of a
 * turn before or just after its end.
 */
function reduceUsage(state: SessionState, reported: Usage): SessionState {
  const { used, ...rest } = reported;
  const isPartial = used === undefined || (used === 0 && wasJustStopped(state));
  const usage: Usage = withoutUndefined({
    ...(isPartial
      ? { ...state.usage, ...(isOverfull(state.usage, rest) ? { used: undefined } : {}), ...rest }
      : reported),
    cost: reported.cost ?? state.usage?.cost,
    model: isPartial ? state.usage?.model : chosenModel(state.configOptions, state.pendingConfigChanges),
  });
  const contextWarning = warnAt(state.contextWarning, usage);
  const updated: SessionState = { ...state, usage, contextWarning };
  // While a session is opened again its agent reports all that was used, not the last turn.
  if (state.turn !== undefined || state.opening || reported.cost === undefined) return updated;
  const isTurn = (entry: Entry): entry is Extract<Entry, { kind: 'turn' }> => entry.kind === 'turn';
  const last = findLastEntry(state.entries, isTurn, LOOK_BACK_ENTRIES);
  if (last === undefined || isCountedAnew(last.found.costAfter, reported.cost)) return updated;
  const footer = { ...last.found, costAfter: reported.cost };
  return { ...updated, entries: replaceEntry(state.entries, last.position, footer) };
}

/** What was used of a larger context says nothing about another that it would not fit into. */
function isOverfull(known: Usage | undefined, { size }: Omit<Usage, 'used'>): boolean {
  return known?.used !== undefined && size !== undefined && size !== known.size && known.used > size;
}

/** Agents report an empty context with the end of a turn that was stopped: nothing was counted in it. */
function wasJustStopped({ turn, entries }: SessionState): boolean {
  if (turn !== undefined) return turn.cancelRequested;
  const last = lastEntry(entries);
  return last?.kind === 'turn' && last.stopReason === 'cancelled';
}

/** A cost only grows, unless the agent was started again and begins at nothing. */
function isCountedAnew(before: Cost | undefined, after: Cost): boolean {
  return before !== undefined && before.currency === after.currency && after.amount < before.amount;
}

/** The session with other options; usage that was reported before any were known is that of the model chosen then. */
export function withOptions(state: SessionState, configOptions: readonly ConfigOption[]): SessionState {
  const { usage } = state;
  const model = chosenModel(state.configOptions) ?? chosenModel(configOptions);
  if (usage === undefined || usage.model !== undefined || model === undefined) {
    return { ...state, configOptions };
  }
  return { ...state, configOptions, usage: { ...usage, model } };
}

/** A request outside of a turn belongs to no footer: a replay repeats those of old turns. */
function reduceRequestTokens(state: SessionState, tokens: TurnTokens): SessionState {
  const { turn } = state;
  if (turn === undefined) return state;
  return { ...state, turn: { ...turn, tokens: tokensOfBoth(turn.tokens ?? {}, tokens) } };
}

/**
 * The session as the status of a compaction changes. After it, how full the context is is known with the next report,
 * or with one that came while it went on; and every threshold above that warns again.
 */
export function withCompactedUsage(
  state: SessionState,
  { before, status }: { readonly before: string | undefined; readonly status: string },
): SessionState {
  const { usage } = state;
  if (status === before) return state;
  if (status === 'in_progress') {
    return usage === undefined ? state : { ...state, usage: { ...usage, compaction: 'running' } };
  }
  if (status !== 'completed') return state;
  const isReported = before !== undefined && usage !== undefined && usage.compaction === undefined;
  if (isReported) return { ...state, contextWarning: warningAfterCompaction(state.contextWarning, usage) };
  const contextWarning = { shown: [] };
  return usage === undefined
    ? { ...state, contextWarning }
    : { ...state, usage: { ...usage, compaction: 'done' }, contextWarning };
}
