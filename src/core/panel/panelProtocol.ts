// Every message between the extension host and the panel's webview: the whole contract.
import * as z from 'zod';
import { agentStatus } from '../ports/agent.ts';
import { errorAction } from '../errors.ts';
import type { Immutable } from '../base/immutable.ts';
import { contentBlock } from '../session/content.ts';
import { elicitationValues } from '../session/elicitation.ts';
import { sessionEvent } from '../session/events.ts';
import { sessionState } from '../session/model.ts';
import { agentUsage, sessionUsage } from '../usage/usageReport.ts';

/** The buttons of the context banner. */
export const contextAction = z.enum([
  'dismiss',
  'compact',
  'new_session',
  'new_session_with_summary',
  'hand_off',
]);
export type ContextAction = z.infer<typeof contextAction>;

/** The buttons of the changed files. */
export const changesAction = z.enum(['review', 'keep', 'undo']);
export type ChangesAction = z.infer<typeof changesAction>;

/** What the panel shows besides the session. Sent whole, because it is small and seldom changes. */
export const panelState = z.object({
  /**
   * The agent of the shown session: its name in the settings, what the user calls it, and the title it gives itself
   * once connected (R23).
   */
  agent: z.object({
    name: z.string(),
    title: z.string(),
    reportedTitle: z.string().exactOptional(),
    isDemo: z.boolean(),
    status: agentStatus,
  }),
  /** Absent when no folder is open. */
  folder: z.string().exactOptional(),
  enterKey: z.enum(['send', 'newline']),
  /** What stood in the composer of a session last, as the host kept it. */
  draft: z.object({
    key: z.string(),
    text: z.string(),
    /** Whether a webview of this window told it, so that it is newer than what another one remembers by itself. */
    isTold: z.boolean(),
  }),
  /** The starred values by option id, for the shown session's agent. */
  favourites: z.record(z.string(), z.array(z.string())),
  /** Whether the agent takes messages into a running turn. */
  canSteer: z.boolean(),
  promptCapabilities: z.object({ image: z.boolean(), audio: z.boolean(), embeddedContext: z.boolean() }),
  /** What the agent can do with its sessions (R32); nothing before it was started. */
  sessionAbilities: z.object({ fork: z.boolean(), forkAtPrompt: z.boolean() }),
});
export type PanelState = Immutable<z.infer<typeof panelState>>;

/** Host to webview. */
export const hostMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('panel'), panel: panelState }),
  /** The shown session as a whole, and the number of events it adds up. Replaces whatever was shown. */
  z.object({ type: z.literal('snapshot'), state: sessionState, seq: z.number() }),
  /** Events `from` … `to` (both inclusive, counted before merging) of the session `key`. */
  z.object({
    type: z.literal('events'),
    key: z.string(),
    from: z.number(),
    to: z.number(),
    events: z.array(sessionEvent),
  }),
  /** What the sessions of the window used; opens the overview. */
  z.object({ type: z.literal('usage_report'), sessions: z.array(sessionUsage), agents: z.array(agentUsage) }),
  /** Puts the focus into the composer and adds `text` to the draft. */
  z.object({
    type: z.literal('focus_composer'),
    text: z.string().exactOptional(),
  }),
  /** Opens the find bar, and finds what a search of the history found. */
  z.object({
    type: z.literal('find'),
    /** The session in which to find it; absent for the one that is shown. */
    key: z.string().exactOptional(),
    /** Absent when the user is to type it. */
    text: z.string().exactOptional(),
    /** Whether the words stand together, or each for itself. */
    words: z.enum(['together', 'each']).exactOptional(),
    /** The entry of the hit to show; absent for the first one. */
    entryId: z.string().exactOptional(),
  }),
]);
export type HostMessage = Immutable<z.infer<typeof hostMessage>>;
/** A wish of the host to find something in a session, or to open the find bar. */
export type FindRequest = Extract<HostMessage, { type: 'find' }>;

/** Webview to host. */
export const panelMessage = z.discriminatedUnion('type', [
  /** The webview listens; the host answers with `panel` and `snapshot`. Also asked again after a gap in the numbers. */
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('prompt'), key: z.string(), content: z.array(contentBlock) }),
  z.object({ type: z.literal('cancel'), key: z.string() }),
  z.object({ type: z.literal('queue_remove'), key: z.string(), id: z.string() }),
  /** Moves a queued prompt to a 0-based place. */
  z.object({ type: z.literal('queue_move'), key: z.string(), id: z.string(), index: z.number() }),
  /** Sends a queued prompt next: at once when idle, else after cancelling the running turn. */
  z.object({ type: z.literal('queue_send_now'), key: z.string(), id: z.string() }),
  /** Lets a held queue go on: its prompts are sent one after the other. */
  z.object({ type: z.literal('queue_resume'), key: z.string() }),
  /** Hands a queued prompt to the agent while it works on another. */
  z.object({ type: z.literal('queue_steer'), key: z.string(), id: z.string() }),
  z.object({
    type: z.literal('permission'),
    key: z.string(),
    requestId: z.string(),
    optionId: z.string(),
  }),
  z.object({
    type: z.literal('elicitation_accept'),
    key: z.string(),
    requestId: z.string(),
    values: elicitationValues,
  }),
  /** The user agrees to open the page. */
  z.object({ type: z.literal('elicitation_open'), key: z.string(), requestId: z.string() }),
  z.object({
    type: z.literal('elicitation_refuse'),
    key: z.string(),
    requestId: z.string(),
    action: z.enum(['decline', 'cancel']),
  }),
  /** A link the user clicked, as written in the text. The host decides whether it opens. */
  z.object({ type: z.literal('open_link'), key: z.string(), href: z.string() }),
  /** Compares a file with what a tool call makes of it; `index` is the 0-based place of the diff in its content. */
  z.object({ type: z.literal('open_diff'), key: z.string(), toolCallId: z.string(), index: z.number() }),
  /** Opens the texts that a permission request proposes, to be edited before it is allowed. */
  z.object({ type: z.literal('edit_proposal'), key: z.string(), requestId: z.string() }),
  z.object({ type: z.literal('error_action'), key: z.string(), action: errorAction }),
  z.object({ type: z.literal('copy'), text: z.string() }),
  z.object({
    type: z.literal('set_config_option'),
    key: z.string(),
    configId: z.string(),
    value: z.union([z.string(), z.boolean()]),
  }),
  z.object({ type: z.literal('toggle_favourite'), key: z.string(), configId: z.string(), value: z.string() }),
  /** A button of the context banner. */
  z.object({ type: z.literal('context_action'), key: z.string(), action: contextAction }),
  /** What is to become of the agent's changes: of one file (absolute path), or of all of them. */
  z.object({
    type: z.literal('changes_action'),
    key: z.string(),
    action: changesAction,
    path: z.string().exactOptional(),
  }),
  /** Brings the files back to the checkpoint of the prompt with this entry id. */
  z.object({ type: z.literal('restore'), key: z.string(), entryId: z.string() }),
  /** Takes the last restore back. */
  z.object({ type: z.literal('redo'), key: z.string() }),
  /** Stops the command of a terminal that Parley runs for the agent. */
  z.object({ type: z.literal('kill_terminal'), key: z.string(), terminalId: z.string() }),
  /** Shows what a terminal prints in a terminal of VS Code. */
  z.object({ type: z.literal('open_terminal'), key: z.string(), terminalId: z.string() }),
  z.object({ type: z.literal('rename'), key: z.string() }),
  /** Goes on with a session that can only be read, in a new one that is given its transcript. */
  z.object({ type: z.literal('continue_in_new'), key: z.string() }),
  /** Copies the session, in its agent and here. */
  z.object({ type: z.literal('fork'), key: z.string(), entryId: z.string().exactOptional() }),
  /** Takes away what was to go with the next prompt. */
  z.object({ type: z.literal('detach_context'), key: z.string() }),
  z.object({ type: z.literal('export_usage') }),
  /** What stands in the composer; told a moment after it changed. */
  z.object({ type: z.literal('draft'), key: z.string(), text: z.string() }),
  /** Where the focus is, so that key bindings hold only there. */
  z.object({ type: z.literal('focus'), where: z.enum(['composer', 'panel', 'outside']) }),
  /** The user works in this panel: a key or a button was pressed in it for the first time since it has the focus. */
  z.object({ type: z.literal('used') }),
  /** Something in the webview threw; written to the log. */
  z.object({ type: z.literal('webview_error'), message: z.string() }),
]);
export type PanelMessage = Immutable<z.infer<typeof panelMessage>>;
