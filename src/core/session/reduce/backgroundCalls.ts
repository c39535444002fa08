// Tool calls that run while no turn does: agents go on in the background after they have answered.
import { mapEntries, findLastEntry, type Entry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import { isFinished } from '../toolCall.ts';

/** The session after a report of a tool call. What an agent reports while it opens a session is history. */
export function withReportedCall(state: SessionState, toolCallId: string): SessionState {
  const { background = [] } = state;
  const isKnown = background.includes(toolCallId);
  if (!isKnown && (state.turn !== undefined || state.opening)) return state;
  const isReported = (entry: Entry): entry is Extract<Entry, { kind: 'tool' }> =>
    entry.kind === 'tool' && entry.call.toolCallId === toolCallId;
  const status = findLastEntry(state.entries, isReported)?.found.call.status;
  const isRunning = status !== undefined && !isFinished(status);
  if (isRunning === isKnown) return state;
  return withBackground(state, isRunning ? [...background, toolCallId] : without(background, toolCallId));
}

/**
 * Ends the tool calls that can no longer finish: cut off (R55), or left without a result by an agent that went on. Those
 * in `except` go on.
 */
export function endOpenToolCalls(
  state: SessionState,
  status: 'cancelled' | 'unfinished',
  except: readonly string[] = [],
): SessionState {
  const entries = mapEntries(state.entries, (current) =>
    current.kind === 'tool' && !isFinished(current.call.status) && !except.includes(current.call.toolCallId)
      ? { ...current, call: { ...current.call, status } }
      : current,
  );
  const ended = entries === state.entries ? state : { ...state, entries };
  return except.length > 0 || state.background === undefined ? ended : withBackground(ended, []);
}

function withBackground(state: SessionState, background: readonly string[]): SessionState {
  const { background: _before, ...rest } = state;
  return background.length === 0 ? rest : { ...rest, background };
}

function without(ids: readonly string[], id: string): readonly string[] {
  return ids.filter((each) => each !== id);
}
