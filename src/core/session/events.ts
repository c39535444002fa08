// Everything that can happen to a session. The reducer is the only one who says what it means.
import * as z from 'zod/mini';
import { userError } from '../errors.ts';
import type { Immutable } from '../base/immutable.ts';
import { sessionChanges } from './changes/state.ts';
import { configOption } from './configOptions/state.ts';
import { contentBlock } from './content.ts';
import { permissionDecision } from './permission/permissionDecision.ts';
import { elicitationRequest } from './elicitation/state.ts';
import { noticeSeverity } from './entries.ts';
import { sessionInfoPatch } from './info/state.ts';
import { askedPermission, queuedPrompt } from './model.ts';
import { availableCommand, planEntry } from './plan/state.ts';
import { terminalExit } from './terminal/state.ts';
import { toolCallPatch } from './toolCall/state.ts';
import { turnTokens, usage } from './usage/state.ts';

/** Epoch milliseconds: when the host received the event. */
const at = z.number();

/** Events that an agent's `session/update` causes. */
export const updateEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message_chunk'),
    at,
    role: z.enum(['user', 'agent', 'thought']),
    content: contentBlock,
    messageId: z.exactOptional(z.string()),
    /** What the agent calls the prompt that this is, where a copy of the session may end before it. */
    forkPoint: z.exactOptional(z.string()),
  }),
  z.object({
    type: z.literal('tool_call'),
    at,
    call: toolCallPatch,
    /** Whether the agent announces a call with it, and does not only report on one; never set by 0.1.0. */
    isAnnouncement: z.exactOptional(z.literal(true)),
  }),
  /** The complete options; replaces what was known (R93). */
  z.object({ type: z.literal('config_options'), at, options: z.array(configOption) }),
  /** The value of the option that stands for the legacy session modes (R91). */
  z.object({ type: z.literal('current_mode'), at, modeId: z.string() }),
  z.object({ type: z.literal('plan'), at, entries: z.array(planEntry) }),
  z.object({ type: z.literal('commands'), at, commands: z.array(availableCommand) }),
  z.object({ type: z.literal('session_info'), at, patch: sessionInfoPatch }),
  z.object({ type: z.literal('usage'), at, usage }),
  /** The tokens of one request to the model, of which a turn may have many. */
  z.object({ type: z.literal('request_tokens'), at, tokens: turnTokens }),
  /** The agent or Parley says something about the session. */
  z.object({
    type: z.literal('notice'),
    at,
    severity: noticeSeverity,
    text: z.string(),
    error: z.exactOptional(userError),
    /** Whether the agent said it: then it is never history (R107). */
    isLiveOnly: z.exactOptional(z.literal(true)),
  }),
  /** Absent = unchanged; a summary replaces, `append` adds to it (R108). */
  z.object({
    type: z.literal('compaction'),
    at,
    compactionId: z.string(),
    status: z.exactOptional(z.string()),
    summary: z.exactOptional(z.array(contentBlock)),
    append: z.exactOptional(contentBlock),
    error: z.exactOptional(z.string()),
  }),
  /** A command runs, started here or by the agent itself, or more is known about one that does. */
  z.object({
    type: z.literal('terminal_started'),
    at,
    terminalId: z.string(),
    isForeign: z.boolean(),
    command: z.exactOptional(z.string()),
    cwd: z.exactOptional(z.string()),
  }),
  /** More output, after `skippedBytes` that were too many to report. */
  z.object({
    type: z.literal('terminal_output'),
    at,
    terminalId: z.string(),
    data: z.string(),
    skippedBytes: z.number(),
  }),
  z.object({ type: z.literal('terminal_exited'), at, terminalId: z.string(), exit: terminalExit }),
]);
export type UpdateEvent = Immutable<z.infer<typeof updateEvent>>;

export const sessionEvent = z.discriminatedUnion('type', [
  ...updateEvent.def.options,
  /** The agent is being started, or asked for a session. */
  z.object({ type: z.literal('opening'), at }),
  /** The agent answered `session/new`, `session/load`, `session/resume` or `session/fork`. */
  z.object({ type: z.literal('opened'), at, sessionId: z.string() }),
  /** No session could be opened; the reason is an error entry. */
  z.object({ type: z.literal('open_failed'), at, error: userError }),
  /** The agent's process is gone, and its session with it. */
  z.object({ type: z.literal('detached'), at, error: z.exactOptional(userError) }),
  /** The session came back from the history: nothing of it runs or waits any more. */
  z.object({ type: z.literal('restored'), at }),
  /** The history that the agent replays replaces the transcript (R34). */
  z.object({ type: z.literal('transcript_cleared'), at }),
  /** The session can be read but not continued. */
  z.object({ type: z.literal('read_only'), at, reason: z.string() }),
  /** The agent accepted a message into the running turn. */
  z.object({ type: z.literal('steered'), at, prompt: queuedPrompt }),
  /** What goes with the next prompt besides what the user types; empty: nothing. */
  z.object({ type: z.literal('context_attached'), at, content: z.array(contentBlock) }),
  z.object({ type: z.literal('prompt_started'), at, content: z.array(contentBlock) }),
  /** The files are known as they are before the prompt sent last: it can be gone back to. */
  z.object({ type: z.literal('checkpoint_made'), at, checkpoint: z.string() }),
  /** The agent did not accept the prompt that began the turn; it is in the queue again. */
  z.object({ type: z.literal('prompt_returned'), at }),
  z.object({ type: z.literal('cancel_requested'), at }),
  /** Nothing has come from the agent for long in a turn. What comes next ends it. */
  z.object({ type: z.literal('silence'), at }),
  /** The prompt was answered (R58). */
  z.object({
    type: z.literal('turn_ended'),
    at,
    stopReason: z.string(),
    tokens: z.exactOptional(turnTokens),
    /** In place of `tokens`: those of all turns of the session so far. */
    sessionTokens: z.exactOptional(turnTokens),
    /** What the agent calls the turn's prompt, where a copy of the session may end before it. */
    forkPoint: z.exactOptional(z.string()),
  }),
  /** The prompt was answered with an error, or never will be (R49, R16). */
  z.object({ type: z.literal('turn_failed'), at, error: userError }),
  z.object({ type: z.literal('queue_changed'), at, queue: z.array(queuedPrompt), held: z.boolean() }),
  z.object({ type: z.literal('permission_requested'), at, request: askedPermission, call: toolCallPatch }),
  /** The agent changed the call of a request that waits: the user is asked anew, in `request`. */
  z.object({
    type: z.literal('permission_changed'),
    at,
    requestId: z.string(),
    request: askedPermission,
    call: toolCallPatch,
  }),
  z.object({
    type: z.literal('permission_closed'),
    at,
    requestId: z.string(),
    decision: z.exactOptional(permissionDecision),
  }),
  /** A request that a rule answered at once: it never waited for the user. */
  z.object({
    type: z.literal('permission_decided'),
    at,
    call: toolCallPatch,
    decision: permissionDecision,
  }),
  /** What became of the text that the user edited before they allowed a call. */
  z.object({
    type: z.literal('proposal_edit'),
    at,
    toolCallId: z.string(),
    /** The entry of the request that was allowed; absent where 0.1.0 stored the event, and for calls of Parley's own. */
    entryId: z.exactOptional(z.string()),
    edit: z.enum(['written', 'unused']),
  }),
  z.object({ type: z.literal('elicitation_requested'), at, request: elicitationRequest }),
  /** The host found problems in what the user sent. */
  z.object({
    type: z.literal('elicitation_rejected'),
    at,
    requestId: z.string(),
    problems: z.record(z.string(), z.string()),
  }),
  /** The user agreed to open the page. */
  z.object({ type: z.literal('elicitation_opened'), at, requestId: z.string() }),
  z.object({
    type: z.literal('elicitation_closed'),
    at,
    requestId: z.string(),
    /** The user answered, or did not want to. Absent where the agent, or its end, closed it. */
    isAnswered: z.exactOptional(z.literal(true)),
  }),
  /** The options in the answer to a change the user asked for. */
  z.object({
    type: z.literal('config_options_answered'),
    at,
    options: z.array(configOption),
    configId: z.string(),
  }),
  z.object({
    type: z.literal('config_change_requested'),
    at,
    configId: z.string(),
    value: z.union([z.string(), z.boolean()]),
  }),
  /** The agent refused a change, or never answered; the last confirmed value holds again (R99). */
  z.object({ type: z.literal('config_change_failed'), at, configId: z.string(), error: userError }),
  z.object({ type: z.literal('context_warning_dismissed'), at }),
  /** All of what is open; replaces what was known. */
  z.object({ type: z.literal('changes_updated'), at, changes: sessionChanges }),
  /** The user named the session here; an empty name removes the name. */
  z.object({ type: z.literal('renamed'), at, alias: z.string() }),
]);
export type SessionEvent = Immutable<z.infer<typeof sessionEvent>>;
