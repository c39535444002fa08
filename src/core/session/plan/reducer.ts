// The agent's plans: what it means when they change.
import { isSameData } from '../../base/isSameData.ts';
import type { Topic } from '../topic.ts';
import { addEntry } from '../addEntry.ts';
import { findLastEntry, replaceEntry, type Entry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import { withDocument, withoutDocument } from './planDocuments.ts';
import { planText, type PlanEntry } from './state.ts';

const PART = { inReplay: 'part', isSignOfLife: true } as const;

export const planTopic: Topic<'plan' | 'plan_document' | 'plan_removed', 'plan'> = {
  handlers: {
    plan: (state, { entries, planId, at }) => withList(state, at, entries, planId),
    plan_document: (state, { at, type: _type, ...document }) => withDocument(state, at, document),
    plan_removed(state, { planId, at }) {
      const removed = withoutDocument(state, planId);
      if (removed !== undefined) return removed;
      const isOther = state.planId !== undefined && state.planId !== planId;
      return isOther ? state : withList(state, at, [], undefined);
    },
  },
  updates: { plan: PART, plan_document: PART, plan_removed: PART },
  entries: {
    plan: {
      text: ({ entries, document }) => document?.text ?? planText(entries),
      searchText: ({ entries, document }) =>
        document?.text ?? entries.map(({ content }) => content).join(' '),
    },
  },
};

function withList(
  { planId: _known, ...state }: SessionState,
  at: number,
  entries: readonly PlanEntry[],
  planId: string | undefined,
): SessionState {
  const named = planId === undefined ? state : { ...state, planId };
  // Some agents report the same plan again at each prompt.
  if (isSameData(state.plan, entries)) return named;
  if (state.turn !== undefined) {
    return { ...named, plan: entries, turn: { ...state.turn, planChanged: true } };
  }
  const planned = { ...named, plan: entries };
  return state.opening ? planned : withLatePlan(planned, at);
}

/** A plan that comes when no turn runs stands in the transcript at once: no end of a turn will record it. */
function withLatePlan(state: SessionState, at: number): SessionState {
  const last = findLastEntry(state.entries, (_each): _each is Entry => true);
  if (last?.found.kind === 'plan' && last.found.document === undefined) {
    const found = { ...last.found, entries: state.plan };
    return { ...state, entries: replaceEntry(state.entries, last.position, found) };
  }
  return state.plan.length === 0 ? state : addEntry(state, at, { kind: 'plan', entries: state.plan });
}
