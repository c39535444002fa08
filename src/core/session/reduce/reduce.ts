// One event's meaning for a session. Never throws; what did not change keeps its reference.
import { plainText, type ContentBlock } from '../content.ts';
import {
  findLastEntry,
  isUserPrompt,
  lastEntry,
  mapEntries,
  replaceEntry,
  withoutEntries,
  type Entry,
} from '../entries.ts';
import type { UserError } from '../../errors.ts';
import { dismissWarning } from '../../usage/usageFigures.ts';
import type { SessionChanges } from '../changesSummary.ts';
import type { SessionEvent } from '../events.ts';
import { boundedTitle, patchInfo, type SessionInfoPatch } from '../sessionInfo.ts';
import type { QueuedPrompt, SessionState } from '../model.ts';
import { addEntry } from './addEntry.ts';
import { oneLine } from '../../text/oneLine.ts';
import { reduceCompaction } from './reduceCompaction.ts';
import {
  reduceAgentOptions,
  reduceChangeRequested,
  reduceCurrentMode,
  reduceOptionsAnswered,
  withoutPending,
} from './reduceConfigOptions.ts';
import { reduceMessageChunk } from './reduceMessage.ts';
import {
  endTerminals,
  reduceTerminalExited,
  reduceTerminalOutput,
  reduceTerminalStarted,
} from './reduceTerminal.ts';
import { reduceDecision, reduceProposalEdit, reduceToolCall } from './reduceToolCall.ts';
import { reduceUsage } from './reduceUsage.ts';
import { isFinished } from '../toolCall.ts';
import type { TurnTokens } from '../sessionUsage.ts';
import { startOf } from '../../text/wholeCharacters.ts';

const TITLE_LENGTH = 80;

/** Ends of a turn that cut off what was going on in it. */
const STOPPED: ReadonlySet<string> = new Set(['cancelled', 'error', 'interrupted']);

/** The session after an event. */
export function reduce(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'message_chunk':
      return reduceMessageChunk(state, event);
    case 'tool_call':
      return reduceToolCall(state, event.call, event.at);
    case 'terminal_started':
      return reduceTerminalStarted(state, event);
    case 'terminal_output':
      return reduceTerminalOutput(state, event);
    case 'terminal_exited':
      return reduceTerminalExited(state, event);
    case 'opening':
      return state.opening ? state : { ...state, opening: true };
    case 'opened':
      return reduceOpened(state, event.sessionId);
    case 'open_failed':
      return reduceOpenFailed({ ...state, opening: false }, event.error, event.at);
    case 'detached':
      return reduceDetached(state, event.error, event.at);
    case 'restored':
      return reduceRestored(state, event.at);
    case 'transcript_cleared':
      return reduceTranscriptCleared(state);
    case 'read_only':
      return { ...state, opening: false, readOnly: event.reason };
    case 'context_attached':
      return reduceContextAttached(state, event.content);
    case 'prompt_started':
      return reducePromptStarted(state, event);
    case 'steered':
      return reduceSteered(state, event.prompt, event.at);
    case 'checkpoint_made':
      return reduceCheckpoint(state, event.checkpoint);
    case 'cancel_requested':
      return reduceCancelRequested(state);
    case 'turn_ended':
      return endTurn(withForkPoint(state, event.forkPoint), event.stopReason, event.at, event.tokens);
    case 'turn_failed':
      return addError(endTurn(state, 'error', event.at), event.error, event.at);
    case 'queue_changed':
      return { ...state, queue: event.queue, queueHeld: event.held };
    case 'elicitation_requested':
      return { ...state, elicitations: [...state.elicitations, event.request] };
    case 'elicitation_rejected':
    case 'elicitation_opened':
    case 'elicitation_closed':
      return reduceElicitation(state, event);
    case 'permission_requested':
      return {
        ...reduceToolCall(state, event.call, event.at),
        permissions: [...state.permissions, event.request],
      };
    case 'permission_closed':
      return reducePermissionClosed(state, event);
    case 'permission_decided':
      return reduceDecision(
        reduceToolCall(state, event.call, event.at),
        event.call.toolCallId,
        event.decision,
      );
    case 'proposal_edit':
      return reduceProposalEdit(state, event.toolCallId, event.edit);
    case 'config_options':
      return reduceAgentOptions(state, event.options, event.at);
    case 'current_mode':
      return reduceCurrentMode(state, event.modeId, event.at);
    case 'config_options_answered':
      return reduceOptionsAnswered(state, event);
    case 'config_change_requested':
      return reduceChangeRequested(state, event);
    case 'config_change_failed':
      return addError(withoutPending(state, event.configId), event.error, event.at);
    case 'plan':
      return {
        ...state,
        plan: event.entries,
        ...(state.turn === undefined ? {} : { turn: { ...state.turn, planChanged: true } }),
      };
    case 'commands':
      return { ...state, commands: event.commands };
    case 'session_info':
      return reduceSessionInfo(state, event.patch, event.at);
    case 'renamed':
      return reduceRenamed(state, event.alias);
    case 'usage':
      return reduceUsage(state, event.usage);
    case 'context_warning_dismissed':
      return { ...state, contextWarning: dismissWarning(state.contextWarning) };
    case 'changes_updated':
      return reduceChanges(state, event.changes);
    case 'compaction':
      return reduceCompaction(state, event);
    case 'notice':
      return addEntry(state, event.at, {
        kind: 'notice',
        severity: event.severity,
        text: event.text,
        ...(event.error === undefined ? {} : { error: event.error }),
        ...(event.isLiveOnly === undefined ? {} : { isLiveOnly: event.isLiveOnly }),
      });
  }
}

function addError(state: SessionState, error: UserError, at: number): SessionState {
  return addEntry(state, at, { kind: 'notice', severity: 'error', text: error.message, error });
}

/** A name the user gave stays, and the transcript says what the agent calls the session now. */
function reduceSessionInfo(state: SessionState, patch: SessionInfoPatch, at: number): SessionState {
  const updated = { ...state, info: patchInfo(state.info, patch) };
  const title = oneLine(updated.info.title ?? '');
  const isNews = title !== '' && title !== oneLine(state.info.title ?? '') && title !== state.alias;
  if (state.alias === undefined || !isNews) return updated;
  const text = `The agent now calls this session “${title}”. Your name for it is kept.`;
  return addEntry(updated, at, { kind: 'notice', severity: 'info', text });
}

function reduceRenamed(state: SessionState, alias: string): SessionState {
  const name = oneLine(boundedTitle(alias));
  const { alias: _old, ...rest } = state;
  return name === '' ? rest : { ...rest, alias: name };
}

function reducePermissionClosed(
  state: SessionState,
  event: Extract<SessionEvent, { type: 'permission_closed' }>,
): SessionState {
  const closed = state.permissions.find(({ requestId }) => requestId === event.requestId);
  if (closed === undefined) return state;
  const rest = { ...state, permissions: state.permissions.filter((request) => request !== closed) };
  return event.decision === undefined ? rest : reduceDecision(rest, closed.toolCallId, event.decision);
}

function reduceElicitation(
  state: SessionState,
  event: Extract<
    SessionEvent,
    { type: 'elicitation_rejected' | 'elicitation_opened' | 'elicitation_closed' }
  >,
): SessionState {
  const elicitations = state.elicitations.flatMap((request) => {
    if (request.requestId !== event.requestId) return [request];
    if (event.type === 'elicitation_closed') return [];
    return event.type === 'elicitation_opened'
      ? [{ ...request, isOpened: true }]
      : [{ ...request, problems: event.problems }];
  });
  const isSame =
    elicitations.length === state.elicitations.length &&
    elicitations.every((request, index) => request === state.elicitations[index]);
  return isSame ? state : { ...state, elicitations };
}

/** A failure that was just told is not told again: each prompt tries anew, and the reason stays the same. */
function reduceOpenFailed(state: SessionState, error: UserError, at: number): SessionState {
  const last = lastEntry(state.entries);
  const isTold = last?.kind === 'notice' && last.error?.code === error.code && last.text === error.message;
  return isTold ? state : addError(state, error, at);
}

/** Another session of the agent than before has an empty context, and its cost begins at nothing. */
function reduceOpened(state: SessionState, sessionId: string): SessionState {
  const { readOnly: _nowItCanGoOn, ...opened } = state;
  // A replay may leave tool calls unfinished: nothing of them runs any more, and why is not told.
  const writable = state.turn === undefined ? endOpenToolCalls(opened, 'unfinished') : opened;
  if (state.sessionId === sessionId) return { ...writable, opening: false };
  const { usage: _ofTheOldOne, ...rest } = writable;
  return { ...rest, opening: false, sessionId, contextWarning: { shown: [] } };
}

/** A turn that was running when the window closed was interrupted; queued prompts wait for the user. */
function reduceRestored(state: SessionState, at: number): SessionState {
  const ended = endTerminals(endTurn(state, 'interrupted', at), at);
  const { readOnly: _tellsItself, ...rest } = ended;
  return {
    ...rest,
    entries: withoutEntries(rest.entries, isLiveOnly),
    opening: false,
    queueHeld: state.queue.length > 0,
    permissions: [],
    elicitations: [],
    pendingConfigChanges: [],
  };
}

function isLiveOnly(entry: Entry): boolean {
  return entry.kind === 'notice' && entry.isLiveOnly === true;
}

function reduceContextAttached(state: SessionState, content: readonly ContentBlock[]): SessionState {
  const { context: _old, ...rest } = state;
  return content.length === 0 ? rest : { ...rest, context: content };
}

function reduceTranscriptCleared(state: SessionState): SessionState {
  return { ...state, entries: [], plan: [], terminals: [] };
}

function reduceDetached(state: SessionState, error: UserError | undefined, at: number): SessionState {
  const detached: SessionState = endTerminals({ ...state, opening: false }, at);
  return error === undefined ? detached : addError(detached, error, at);
}

function reducePromptStarted(
  state: SessionState,
  event: Extract<SessionEvent, { type: 'prompt_started' }>,
): SessionState {
  const text = plainText(event.content);
  const cost = state.usage?.cost;
  const started: SessionState = {
    ...state,
    turn: {
      startedAt: event.at,
      cancelRequested: false,
      planChanged: false,
      ...(text === '' ? {} : { echo: text }),
      ...(cost === undefined ? {} : { costBefore: cost }),
    },
    plan: isPlanDone(state.plan) ? [] : state.plan,
  };
  const title = state.provisionalTitle ?? provisionalTitle(text);
  return addEntry(title === '' ? started : { ...started, provisionalTitle: title }, event.at, {
    kind: 'user',
    origin: 'user',
    content: event.content,
  });
}

/** The message stands where the user sent it; until the agent tells it back it may be unread. */
function reduceSteered(state: SessionState, prompt: QueuedPrompt, at: number): SessionState {
  const turn =
    state.turn === undefined
      ? {}
      : { turn: { ...state.turn, steered: [...(state.turn.steered ?? []), prompt] } };
  return addEntry({ ...state, ...turn }, at, { kind: 'user', origin: 'user', content: prompt.content });
}

function reduceCheckpoint(state: SessionState, checkpoint: string): SessionState {
  const last = findLastEntry(state.entries, isUserPrompt);
  if (last === undefined) return state;
  return { ...state, entries: replaceEntry(state.entries, last.position, { ...last.found, checkpoint }) };
}

/** The prompt that was answered last, with the agent's name for it. */
function withForkPoint(state: SessionState, forkPoint: string | undefined): SessionState {
  const last = forkPoint === undefined ? undefined : findLastEntry(state.entries, isUserPrompt);
  if (forkPoint === undefined || last === undefined) return state;
  return { ...state, entries: replaceEntry(state.entries, last.position, { ...last.found, forkPoint }) };
}

function reduceChanges(state: SessionState, changes: SessionChanges): SessionState {
  const { changes: _old, ...rest } = state;
  const isNothing = changes.files.length === 0 && changes.note === undefined && !changes.canRedo;
  return isNothing ? rest : { ...rest, changes };
}

function isPlanDone(plan: SessionState['plan']): boolean {
  return plan.every(({ status }) => status === 'completed');
}

/** The first words of a prompt on one line, at most {@link TITLE_LENGTH} characters. */
function provisionalTitle(text: string): string {
  const line = oneLine(text.slice(0, 4 * TITLE_LENGTH));
  if (line.length <= TITLE_LENGTH) return line;
  return `${startOf(line, TITLE_LENGTH - 1).trimEnd()}…`;
}

function reduceCancelRequested(state: SessionState): SessionState {
  if (state.turn === undefined || state.turn.cancelRequested) return state;
  return endOpenToolCalls({ ...state, turn: { ...state.turn, cancelRequested: true } }, 'cancelled');
}

/** Ends the running turn: its unfinished tool calls can no longer finish, and agents forget to say so. */
function endTurn(state: SessionState, stopReason: string, at: number, tokens?: TurnTokens): SessionState {
  if (state.turn === undefined) return state;
  const { turn, ...rest } = state;
  // What the agent did not get to read waits again, for the user to send or drop.
  const unread = stopReason === 'end_turn' ? [] : (turn.steered ?? []);
  const queue = unread.length === 0 ? state.queue : [...unread, ...state.queue];
  const held = stopReason === 'end_turn' ? state.queueHeld : queue.length > 0;
  const isStopped = turn.cancelRequested || STOPPED.has(stopReason);
  const closed = endOpenToolCalls(
    { ...rest, queue, queueHeld: held },
    isStopped ? 'cancelled' : 'unfinished',
  );
  const planned =
    turn.planChanged && state.plan.length > 0
      ? addEntry(closed, at, { kind: 'plan', entries: state.plan })
      : closed;
  const costAfter = state.usage?.cost;
  return addEntry(planned, at, {
    kind: 'turn',
    startedAt: turn.startedAt,
    stopReason,
    ...(tokens === undefined ? {} : { tokens }),
    ...(turn.costBefore === undefined ? {} : { costBefore: turn.costBefore }),
    ...(costAfter === undefined ? {} : { costAfter }),
  });
}

/** Tool calls that can no longer finish: cut off (R55), or left without a result by an agent that went on. */
function endOpenToolCalls(state: SessionState, status: 'cancelled' | 'unfinished'): SessionState {
  const entries = mapEntries(state.entries, (current) =>
    current.kind === 'tool' && !isFinished(current.call.status)
      ? { ...current, call: { ...current.call, status } }
      : current,
  );
  return entries === state.entries ? state : { ...state, entries };
}
