// The agent's plan: what it means when it changes.
import { isSameData } from '../../base/isSameData.ts';
import type { Topic } from '../topic.ts';
import { planText } from './state.ts';

export const planTopic: Topic<'plan', 'plan'> = {
  handlers: {
    // Some agents report the same plan again at each prompt.
    plan: (state, { entries }) =>
      isSameData(state.plan, entries)
        ? state
        : {
            ...state,
            plan: entries,
            ...(state.turn === undefined ? {} : { turn: { ...state.turn, planChanged: true } }),
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
