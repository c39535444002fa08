// Terminals of the agent that are work beyond a turn, as far as it still reports on them.
import type { SessionState } from '../model.ts';
import type { Terminal } from './state.ts';

type Judge = (terminal: Terminal) => boolean;

/** The session in which those terminals of the agent that run in the background are no work any more. */
export function withoutBackgroundTerminals(state: SessionState, isOver: Judge = () => true): SessionState {
  return changed(
    state,
    (each) => each.isInBackground === true && isOver(each),
    ({ isInBackground: _notAnyMore, ...rest }) => rest,
  );
}

/** The session in which those terminals of the agent that have not ended run in the background. */
export function withBackgroundTerminals(state: SessionState, begins: Judge): SessionState {
  return changed(
    state,
    (each) => each.isForeign && each.endedAt === undefined && begins(each),
    (each) => ({ ...each, isInBackground: true }),
  );
}

function changed(
  state: SessionState,
  isMeant: Judge,
  change: (terminal: Terminal) => Terminal,
): SessionState {
  if (!state.terminals.some(isMeant)) return state;
  return { ...state, terminals: state.terminals.map((each) => (isMeant(each) ? change(each) : each)) };
}
