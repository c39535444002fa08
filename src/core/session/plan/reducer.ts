// The agent's plan: what it means when it changes.
import { isSameData } from '../../base/isSameData.ts';
import type { Topic } from '../topic.ts';
import { addEntry } from '../addEntry.ts';
import { findLastEntry, replaceEntry, type Entry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import { planText } from './state.ts';

export const planTopic: Topic<'plan', 'plan'> = {
  handlers: {
    plan(state, { entries, at }) {
      // Some agents report the same plan again at each prompt.
      if (isSameData(state.plan, entries)) return state;
      if (state.turn !== undefined) {
        return { ...state, plan: entries, turn: { ...state.turn, planChanged: true } };
      }
      const planned = { ...state, plan: entries };
      return state.opening ? planned : withLatePlan(planned, at);
    },
  },
  updates: { plan: { inReplay: 'part', isSignOfLife: true } },
  entries: {
    plan: {
      text: ({ entries }) => planText(entries),
      searchText: ({ entries }) => entries.map(({ content }) => content).join(' '),
    },
  },
};

/** A plan that comes when no turn runs stands in the transcript at once: no end of a turn will record it. */
function withLatePlan(state: SessionState, at: number): SessionState {
  const last = findLastEntry(state.entries, (_each): _each is Entry => true);
  if (last?.found.kind === 'plan') {
    const found = { ...last.found, entries: state.plan };
    return { ...state, entries: replaceEntry(state.entries, last.position, found) };
  }
  return state.plan.length === 0 ? state : addEntry(state, at, { kind: 'plan', entries: state.plan });
}
