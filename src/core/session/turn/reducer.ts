// Turns: the prompt that starts one, what goes on in it, its end, and the prompts that wait.
import { isSameData } from '../../base/isSameData.ts';
import { withoutUndefined } from '../../base/withoutUndefined.ts';
import { startOf } from '../../text/wholeCharacters.ts';
import { oneLine } from '../../text/oneLine.ts';
import { plainText, type ContentBlock } from '../content.ts';
import {
  findLastEntry,
  isUserPrompt,
  lastEntry,
  replaceEntry,
  withoutEntries,
  type Prompt,
} from '../entries.ts';
import type { SessionState } from '../model.ts';
import type { TurnTokens } from '../usage/state.ts';
import { isCounted, tokensBetween } from '../../usage/turnTokens.ts';
import { addEntry } from '../addEntry.ts';
import {
  endOpenToolCalls,
  goesOnIn,
  isAskedIn,
  isTerminalDetached,
  withoutSilentWork,
} from '../toolCall/backgroundCalls.ts';
import { showRunningCommands } from '../toolCall/commandRows.ts';
import type { EventsByType } from '../events.ts';
import type { Topic } from '../topic.ts';
import { withoutTasks } from '../backgroundTask/reducer.ts';
import { isLate, withoutTalk } from '../message/reducer.ts';
import { addError } from '../notice/reducer.ts';
import { withBackgroundTerminals, withoutBackgroundTerminals } from '../terminal/backgroundTerminals.ts';

const MAX_TITLE_CHARACTERS = 80;

/** Ends of a turn that cut off what was going on in it. */
const STOPPED: ReadonlySet<string> = new Set(['cancelled', 'error', 'interrupted']);

export const turnTopic: Topic<
  | 'context_attached'
  | 'prompt_started'
  | 'prompt_returned'
  | 'steered'
  | 'checkpoint_made'
  | 'checkpoint_awaited'
  | 'cancel_requested'
  | 'silence'
  | 'request_received'
  | 'turn_ended'
  | 'turn_failed'
  | 'queue_changed',
  'turn'
> = {
  handlers: {
    context_attached(state, { content }) {
      const { context: _old, ...rest } = state;
      return content.length === 0 ? rest : { ...rest, context: content };
    },

    prompt_started: reducePromptStarted,

    prompt_returned(state) {
      const { turn, ...rest } = state;
      const last = lastEntry(state.entries);
      if (turn === undefined || last === undefined || !isUserPrompt(last)) return state;
      return { ...rest, entries: withoutEntries(state.entries, (entry) => entry === last) };
    },

    /** The message stands where the user sent it; until the agent repeats it, it may be unread. */
    steered(state, { prompt, at }) {
      const turn =
        state.turn === undefined
          ? {}
          : { turn: { ...state.turn, steered: [...(state.turn.steered ?? []), prompt] } };
      return addEntry({ ...state, ...turn }, at, { kind: 'user', origin: 'user', content: prompt.content });
    },

    checkpoint_made: (state, { checkpoint }) => changeLastPrompt(state, { checkpoint }),

    checkpoint_awaited(state, { percent }) {
      if (state.turn === undefined || state.turn.checkpointPercent === percent) return state;
      const { checkpointPercent: _old, ...turn } = state.turn;
      return { ...state, turn: { ...turn, ...withoutUndefined({ checkpointPercent: percent }) } };
    },

    cancel_requested(state) {
      if (state.turn?.cancelRequested === true) return state;
      const stopped = endOpenToolCalls(withoutBackgroundTerminals(withoutTalk(state)), 'cancelled');
      return state.turn === undefined
        ? withoutTasks(stopped)
        : { ...stopped, turn: { ...state.turn, cancelRequested: true } };
    },

    silence(state) {
      if (state.turn === undefined) return withoutSilentWork(withoutTalk(state));
      return state.turn.isSilent === true ? state : { ...state, turn: { ...state.turn, isSilent: true } };
    },

    request_received: (state, { at }) => (isLate(state, at) ? { ...state, isTalking: true } : state),

    turn_ended(state, event) {
      const { forkPoint, sessionTokens, ...end } = event;
      const known = forkPoint === undefined ? state : changeLastPrompt(state, { forkPoint });
      if (sessionTokens === undefined) return endTurn(known, end);
      const tokens = tokensBetween(state.sessionTokens, sessionTokens);
      return endTurn({ ...known, sessionTokens }, { ...end, tokens });
    },

    turn_failed(state, { error, at }) {
      const failed = addError(endTurn(state, { at, stopReason: 'error' }), error, at);
      const isHeldByFailure = failed.queueHeld && (!state.queueHeld || state.heldByFailure === true);
      return { ...failed, hasFailed: true, ...(isHeldByFailure ? { heldByFailure: true } : {}) };
    },

    queue_changed(state, { queue, held }) {
      const { heldByFailure, ...rest } = state;
      // A queue that goes on, and one that the user holds then, waits for that failure no longer.
      const isHeldByFailure = held && state.queueHeld && heldByFailure === true;
      return { ...rest, queue, queueHeld: held, ...(isHeldByFailure ? { heldByFailure } : {}) };
    },
  },
  entries: { turn: { text: () => '', searchText: () => '' } },
};

function reducePromptStarted(state: SessionState, event: EventsByType['prompt_started']): SessionState {
  const text = plainText(event.content);
  const cost = state.usage?.cost;
  const { hasFailed: _notThisTime, ...before } = withoutTalk(state);
  const started: SessionState = {
    ...before,
    idScope: state.entriesMade,
    turn: {
      startedAt: event.at,
      cancelRequested: false,
      planChanged: false,
      ...(text === '' ? {} : { echo: text }),
      ...(cost === undefined ? {} : { costBefore: cost }),
    },
    plan: isPlanDone(state.plan) ? [] : state.plan,
  };
  const title =
    state.provisionalTitle ?? provisionalTitle(text.trim() === '' ? namesOf(event.content) : text);
  return addEntry(title === '' ? started : { ...started, provisionalTitle: title }, event.at, {
    kind: 'user',
    origin: 'user',
    content: event.content,
  });
}

function isPlanDone(plan: SessionState['plan']): boolean {
  return plan.every(({ status }) => status === 'completed');
}

/** The first words of a prompt on one line. */
function provisionalTitle(text: string): string {
  const line = oneLine(text.slice(0, 4 * MAX_TITLE_CHARACTERS));
  if (line.length <= MAX_TITLE_CHARACTERS) return line;
  return `${startOf(line, MAX_TITLE_CHARACTERS - 1).trimEnd()}…`;
}

/** What goes with a prompt that has no words of its own. */
function namesOf(content: readonly ContentBlock[]): string {
  return content
    .flatMap((block) => {
      if (block.type === 'resource_link') return [block.title ?? block.name];
      // The last part of the address of a file.
      return block.type === 'resource' ? (/^file:.*\/([^/?#]+)/i.exec(block.resource.uri)?.[1] ?? []) : [];
    })
    .join(', ');
}

/** The session with more known about the prompt that the user sent last. */
function changeLastPrompt(
  state: SessionState,
  known: Pick<Prompt, 'checkpoint'> | Pick<Prompt, 'forkPoint'>,
): SessionState {
  const last = findLastEntry(state.entries, isUserPrompt);
  if (last === undefined) return state;
  const changed = { ...last.found, ...known };
  if (isSameData(last.found, changed)) return state;
  return { ...state, entries: replaceEntry(state.entries, last.position, changed) };
}

/** Ends the running turn: its unfinished tool calls can no longer finish, and agents forget to say so. */
export function endTurn(
  state: SessionState,
  {
    at,
    stopReason: reported,
    tokens,
  }: { readonly at: number; readonly stopReason: string; readonly tokens?: TurnTokens },
): SessionState {
  if (state.turn === undefined) return state;
  const { turn, heldByFailure: _thisOneIsOver, ...rest } = state;
  // Some agents call the end that the user asked for a normal one.
  const stopReason = turn.cancelRequested && reported === 'end_turn' ? 'cancelled' : reported;
  // What the agent did not get to read waits again, for the user to send or drop.
  const unread = stopReason === 'end_turn' ? [] : (turn.steered ?? []);
  const queue = unread.length === 0 ? state.queue : [...unread, ...state.queue];
  const queueHeld = stopReason === 'end_turn' ? state.queueHeld : queue.length > 0;
  const isStopped = turn.cancelRequested || STOPPED.has(stopReason);
  // The agent is still there, and so is what it runs beside its turns.
  const isFailed = stopReason === 'error' && !turn.cancelRequested;
  const reportedTokens = tokens ?? turn.tokens;
  // Agents report nothing but zeros for a turn that was stopped before it was counted.
  const usedTokens = isStopped && !isCounted(reportedTokens) ? undefined : reportedTokens;
  const open = { ...rest, queue, queueHeld };
  const closed = isStopped
    ? endOpenToolCalls(open, 'cancelled', isFailed ? goesOnIn(open) : isAskedIn(open))
    : withBackgroundTerminals(
        endOpenToolCalls(open, 'unfinished', goesOnIn(open)),
        (each) => each.startedAt >= turn.startedAt && isTerminalDetached(state, each),
      );
  const shown = showRunningCommands(closed, at, isStopped ? 'cancelled' : 'in_progress');
  const planned =
    turn.planChanged && state.plan.length > 0
      ? addEntry(shown, at, { kind: 'plan', entries: state.plan })
      : shown;
  return addEntry(planned, at, {
    kind: 'turn',
    startedAt: turn.startedAt,
    stopReason,
    ...withoutUndefined({
      tokens: usedTokens,
      costBefore: turn.costBefore,
      costAfter: state.usage?.cost,
    }),
  });
}
