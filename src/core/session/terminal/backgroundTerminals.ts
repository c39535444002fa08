// Terminals of the agent that are work beyond a turn, as far as it still reports on them.
import type { SessionState } from '../model.ts';
import type { Terminal } from './state.ts';

/** The session in which those terminals of the agent that run in the background are no work any more. */
export function withoutBackgroundTerminals(
  state: SessionState,
  isOver: (terminal: Terminal) => boolean = () => true,
): SessionState {
  if (!state.terminals.some((each) => each.isInBackground === true && isOver(each))) return state;
  const terminals = state.terminals.map((current) => {
    if (current.isInBackground !== true || !isOver(current)) return current;
    const { isInBackground: _notAnyMore, ...rest } = current;
    return rest;
  });
  return { ...state, terminals };
}
