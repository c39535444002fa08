// The files that the agent has changed: the list of them, while something is open.
import type { SessionState } from '../model.ts';
import type { Topic } from '../topic.ts';
import { isEmptyChanges, withPatch, type SessionChanges } from './state.ts';

export const changesTopic: Topic<'changes_updated' | 'changes_patched'> = {
  handlers: {
    changes_updated: (state, { changes }) => withChanges(state, changes),
    changes_patched: (state, { patch }) => withChanges(state, withPatch(state.changes, patch)),
  },
};

function withChanges(state: SessionState, changes: SessionChanges): SessionState {
  const { changes: _old, ...rest } = state;
  return isEmptyChanges(changes) ? rest : { ...rest, changes };
}
