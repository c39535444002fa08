// How a session is attached to its agent: opened, failed to open, detached, restored from the history.
import { isSameData } from '../../base/isSameData.ts';
import type { UserError } from '../../errors.ts';
import {
  findLastEntry,
  isLiveOnly,
  lastEntry,
  replaceEntry,
  withoutEntries,
  type Entry,
} from '../entries.ts';
import type { SessionState } from '../model.ts';
import type { Topic } from '../topic.ts';
import { endOpenToolCalls, isAskedIn } from '../toolCall/backgroundCalls.ts';
import { withoutTasks } from '../backgroundTask/reducer.ts';
import { withoutTalk } from '../message/reducer.ts';
import { addError } from '../notice/reducer.ts';
import { withDecision } from '../permission/reducer.ts';
import { endTerminals } from '../terminal/reducer.ts';
import { endTurn } from '../turn/reducer.ts';

export const openingTopic: Topic<
  'opening' | 'opened' | 'open_failed' | 'detached' | 'restored' | 'transcript_cleared' | 'read_only'
> = {
  handlers: {
    opening: (state) => (state.opening ? state : { ...state, opening: true }),
    opened: (state, { sessionId }) => reduceOpened(state, sessionId),
    open_failed: (state, { error, at }) =>
      reduceOpenFailed({ ...endOpening(state), hasFailed: true }, error, at),

    detached(state, { error, at }) {
      const opened = endTerminals(withoutTasks(endOpening(state)), at);
      // A turn that runs ends with the error of its prompt.
      const detached = opened.turn === undefined ? endOpenToolCalls(opened, 'unfinished') : opened;
      return error === undefined ? detached : addError(detached, error, at);
    },

    restored: (state, { at }) => reduceRestored(state, at),
    transcript_cleared({ background: _gone, tasks: _too, subagents: _said, ...state }) {
      return { ...withoutTalk(state), entries: [], plan: [], terminals: [] };
    },
    read_only: (state, { reason }) => ({ ...endOpening(state), readOnly: reason }),
  },
};

/** The session without what was said of an opening that takes long: how it ended is known now. */
function endOpening(state: SessionState): SessionState {
  return {
    ...withoutTalk(state),
    opening: false,
    entries: withoutEntries(state.entries, saysOpeningIsSlow),
  };
}

function saysOpeningIsSlow(candidate: Entry): boolean {
  return candidate.kind === 'notice' && candidate.error?.code === 'open-slow';
}

/**
 * Each prompt and each Try Again opens the session anew: a failure of the same kind takes the place of the one before, with
 * the reason of now. That a sign-in is needed is the state of the agent, with a card of its own, and no failure of the
 * session.
 */
function reduceOpenFailed(state: SessionState, error: UserError, at: number): SessionState {
  if (error.code === 'sign-in-needed') return state;
  const known = findLastEntry(state.entries, isErrorOrOther(error.code));
  if (known?.found.kind !== 'notice') return addError(state, error, at);
  if (isSameData(known.found.error, error)) return state;
  if (known.found !== lastEntry(state.entries)) {
    const entries = withoutEntries(state.entries, (entry) => entry === known.found);
    return addError({ ...state, entries }, error, at);
  }
  const failed = { ...known.found, at, text: error.message, error };
  return { ...state, entries: replaceEntry(state.entries, known.position, failed) };
}

/** Whether an entry is an error of that kind, or what ends the notices after it. */
function isErrorOrOther(code: string): (candidate: Entry) => candidate is Entry {
  return (candidate): candidate is Entry => candidate.kind !== 'notice' || candidate.error?.code === code;
}

/** Another session of the agent than before has an empty context, and its cost begins at nothing. */
function reduceOpened(state: SessionState, sessionId: string): SessionState {
  // Agents add up tokens from the moment at which their process opened the session.
  const {
    readOnly: _nowItCanGoOn,
    hasFailed: _nowItIsOpen,
    sessionTokens: _beginAnew,
    ...opened
  } = endOpening(state);
  // A replay may leave tool calls unfinished: nothing of them runs any more, and why is not known.
  const writable =
    state.turn === undefined ? endOpenToolCalls(opened, 'unfinished', isAskedIn(opened)) : opened;
  if (state.sessionId === sessionId) return writable;
  const { usage: _ofTheOldOne, ...rest } = writable;
  return { ...rest, sessionId, contextWarning: { shown: [] } };
}

/** A turn that was running when the window closed was interrupted; queued prompts wait for the user. */
function reduceRestored(state: SessionState, at: number): SessionState {
  // Nobody answered what was asked in the window that closed.
  const answered = state.permissions.reduce(
    (known, { entryId }) => withDecision(known, entryId, { by: 'cancelled' }),
    state,
  );
  const unasked = { ...withoutTasks(endOpening(answered)), permissions: [], elicitations: [] };
  const interrupted = endTurn(unasked, { at, stopReason: 'interrupted' });
  const ended = endOpenToolCalls(endTerminals(interrupted, at), 'unfinished');
  const {
    readOnly: _maybeNotThisTime,
    hasFailed: _inAnEarlierWindow,
    heldByFailure: _nowByTheUser,
    ...rest
  } = ended;
  return {
    ...rest,
    entries: withoutEntries(rest.entries, isLiveOnly),
    queueHeld: state.queue.length > 0,
    pendingConfigChanges: [],
  };
}
