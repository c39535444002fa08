// The files that the agent has changed: the list of them, while something is open.
import type { Topic } from '../topic.ts';
import { isEmptyChanges } from './state.ts';

export const changesTopic: Topic<'changes_updated'> = {
  handlers: {
    changes_updated(state, { changes }) {
      const { changes: _old, ...rest } = state;
      return isEmptyChanges(changes) ? rest : { ...rest, changes };
    },
  },
};
