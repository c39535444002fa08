// Every message from the extension host to the panel's webview.
import * as z from 'zod/mini';
import { agentStatus, steeringBehavior } from '../ports/agent.ts';
import { addedContext, implicitContext } from './addedContext.ts';
import { agentChoice } from './agentChoice.ts';
import { shownAttachment } from './draftAttachment.ts';
import { signInCard } from './signInCard.ts';
import type { Immutable } from '../base/immutable.ts';
import { contentBlock } from '../session/content.ts';
import { promptEdit } from './promptEdit.ts';
import { filledForm } from '../session/elicitation/state.ts';
import { mentionDetails, mentionOption } from './mentionOption.ts';
import { menuCommand } from './menuContext.ts';
import { branchSwitch } from '../session/branches/branchSwitches.ts';
import { entryPages } from '../session/entries.ts';
import { sessionEvent } from '../session/events.ts';
import { sessionState } from '../session/model.ts';
import { restoredFile } from '../changes/restoredFile.ts';
import { sessionRow } from './sessionRow.ts';
import { waitingRequest } from './waitingRequest.ts';

/** What the panel shows besides the session. Sent whole, because it is small and seldom changes. */
const panelState = z.object({
  /**
   * The agent of the shown session: its name in the settings, the label for the user, and the title it reports once
   * connected (R23).
   */
  agent: z.object({
    name: z.string(),
    title: z.string(),
    reportedTitle: z.exactOptional(z.string()),
    /** As it reports it, for display. */
    version: z.exactOptional(z.string()),
    /** The machine on which it runs, where that is not the one of the window. */
    runsOn: z.exactOptional(z.string()),
    isDemo: z.boolean(),
    /** Whether the user has set up agents, beside the demo agent that is shown. */
    hasOthers: z.exactOptional(z.boolean()),
    status: agentStatus,
  }),
  /** Signing in to the agent of the shown session. */
  /** Absent where nothing is known of signing in. */
  signIn: z.exactOptional(signInCard),
  /** The name of the session's folder; absent where the window has a single one. */
  folder: z.exactOptional(z.string()),
  /** The other folders of the window. A window with a single folder does not have this field. */
  roots: z.exactOptional(z.array(z.object({ name: z.string(), path: z.string() }))),
  enterKey: z.enum(['send', 'newline']),
  /** Pixels; 0 is VS Code's own size. */
  fontSize: z.number(),
  /** Names of fonts as CSS lists them; empty for VS Code's own. */
  fontFamily: z.string(),
  density: z.enum(['comfortable', 'compact']),
  /** `auto`: each paragraph runs in the direction of its first letter. */
  direction: z.enum(['auto', 'ltr', 'rtl']),
  /** What stood in the composer of a session last, as the host stored it. */
  draft: z.object({
    key: z.string(),
    text: z.string(),
    /** The forms that the user has filled in and not sent. */
    forms: z.exactOptional(z.array(filledForm)),
    /** How often it was changed. A page that has changed it more often has text that the host did not get. */
    revision: z.number(),
    /** The prompts of the transcript and of the queue that the user is editing. */
    edits: z.exactOptional(z.array(promptEdit)),
    /** Whether it is open in an editor: then it is changed there. */
    isInEditor: z.exactOptional(z.boolean()),
  }),
  /** The starred values by option id, for the shown session's agent. */
  favorites: z.record(z.string(), z.array(z.string())),
  /** What the agent can do with messages during a turn; empty where it does not accept any. */
  steering: z.array(steeringBehavior),
  promptCapabilities: z.object({ image: z.boolean(), audio: z.boolean(), embeddedContext: z.boolean() }),
  /** What the agent can do with its sessions (R32); nothing before it was started. */
  sessionAbilities: z.object({
    fork: z.boolean(),
    /** Whether a copy may end before a prompt that the agent has named. */
    forkAtPrompt: z.boolean(),
    /** Whether a copy may end after an answer with an id. */
    forkAfterAnswer: z.boolean(),
  }),
  /** Whether VS Code shows the title of the session nowhere around the panel. */
  showsTitle: z.exactOptional(z.literal(true)),
  /** Whether requests to change files or to run commands are denied, by the user's settings or the workspace's. */
  isReadOnlyMode: z.exactOptional(z.literal(true)),
  /** Whether what a prompt of the shown session mentions is being read before it is sent, and takes a moment. */
  isReadingContext: z.exactOptional(z.literal(true)),
  /** The prompts of the shown session in whose place others were sent. */
  branches: z.array(branchSwitch),
});
export type PanelState = Immutable<z.infer<typeof panelState>>;

/** Host to webview. */
export const hostMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('panel'), panel: panelState }),
  /**
   * The shown session, and the number of events it adds up. Replaces whatever was shown. A long one comes without its first
   * pages of entries, so many as `earlier` says; they follow.
   */
  z.object({
    type: z.literal('snapshot'),
    state: sessionState,
    seq: z.number(),
    earlier: z.exactOptional(z.number()),
  }),
  /** The next pages that the snapshot of `key` with that number came without, from the first on. */
  z.object({ type: z.literal('earlier_entries'), key: z.string(), seq: z.number(), pages: entryPages }),
  /** Events `from` … `to` (both inclusive, counted before merging) of the session `key`. */
  z.object({
    type: z.literal('events'),
    key: z.string(),
    from: z.number(),
    to: z.number(),
    events: z.array(sessionEvent),
  }),
  /** What the session list shows; sent again with every change while the list is open. */
  z.object({ type: z.literal('session_list'), rows: z.array(sessionRow) }),
  /** The permission requests that wait in any session; sent again with every change while the session list is open. */
  z.object({ type: z.literal('waiting_requests'), requests: z.array(waitingRequest) }),
  /** What a chat that has not begun offers to go back to. */
  z.object({ type: z.literal('recent_sessions'), rows: z.array(sessionRow) }),
  /** Opens the session list. */
  z.object({ type: z.literal('open_session_list') }),
  /** The agents that an empty chat offers to add. */
  z.object({ type: z.literal('agent_choices'), choices: z.array(agentChoice) }),
  /** What an install does that was started here; without `step` it has ended. */
  z.object({ type: z.literal('agent_install'), id: z.string(), step: z.exactOptional(z.string()) }),
  /** Puts the focus into the composer and adds `text` to the draft. */
  z.object({
    type: z.literal('focus_composer'),
    text: z.exactOptional(z.string()),
  }),
  /** Adds something to the draft of the shown session, and focuses the composer. */
  z.object({ type: z.literal('add_context'), context: addedContext }),
  /** The active file or its selection; absent while there is none that may be sent. */
  z.object({
    type: z.literal('implicit_context'),
    context: z.exactOptional(implicitContext),
    /** Whether the user wants it to be sent. */
    isOn: z.boolean(),
  }),
  /** Asks for `compose_in_editor`, after which the host has the newest text of the shown session's draft. */
  z.object({ type: z.literal('compose_in_editor') }),
  /** The text of a draft as it was changed in an editor; `isSent`: the user sends it. */
  z.object({
    type: z.literal('draft_text'),
    key: z.string(),
    text: z.string(),
    revision: z.number(),
    isSent: z.boolean(),
  }),
  /**
   * What is attached to the draft of a session that is shown next; absent where nothing ever was. `edits`: the same of the
   * prompts that are being edited, by their ids.
   */
  z.object({
    type: z.literal('draft_attachments'),
    key: z.string(),
    attachments: z.exactOptional(z.array(shownAttachment)),
    edits: z.exactOptional(z.array(z.object({ of: z.string(), attachments: z.array(shownAttachment) }))),
  }),
  /** The user deleted these sessions: nothing of them is to be stored any more. */
  z.object({ type: z.literal('sessions_deleted'), keys: z.array(z.string()) }),
  /** Puts the focus on an entry of the transcript: the one that had it last, else the last one. */
  z.object({ type: z.literal('focus_transcript') }),
  /**
   * Asks for the text of the focused entry, which comes as `entry_text`, or of the entry that many before or after the
   * one it was asked for last.
   */
  z.object({ type: z.literal('read_entry'), step: z.union([z.literal(-1), z.literal(0), z.literal(1)]) }),
  /** A command of the context menu; `entryId`: the entry that was clicked. */
  z.object({
    type: z.literal('menu_command'),
    command: menuCommand,
    key: z.string(),
    entryId: z.exactOptional(z.string()),
    /** Whether a key called it: then it is about what is selected and focused, and not about what was clicked. */
    isByKey: z.exactOptional(z.literal(true)),
  }),
  /**
   * What can be mentioned, best first; the answer to `mention_query`. May come several times for one id, each in place of
   * the last, until it is complete.
   */
  z.object({
    type: z.literal('mention_results'),
    id: z.number(),
    isComplete: z.boolean(),
    options: z.array(mentionOption),
  }),
  /** Names of files that are files of the session, each with its path; the answer to `find_files`. */
  z.object({
    type: z.literal('files_found'),
    key: z.string(),
    files: z.array(z.object({ name: z.string(), path: z.string() })),
  }),
  z.object({ type: z.literal('mention_details'), details: z.array(mentionDetails) }),
  /** A prompt that was not sent because something it mentions cannot be read: the draft gets it back. */
  z.object({
    type: z.literal('prompt_refused'),
    key: z.string(),
    /** Its words and mentions. */
    content: z.array(contentBlock),
    attachments: z.exactOptional(z.array(shownAttachment)),
    message: z.string(),
  }),
  /** An edited prompt was not sent; `message` says why, and is absent where the user took it back. */
  z.object({
    type: z.literal('resend_refused'),
    key: z.string(),
    entryId: z.string(),
    message: z.exactOptional(z.string()),
  }),
  /** Shows a prompt of the session, counted from 0, with the focus on its entry. */
  z.object({
    type: z.literal('show_prompt'),
    key: z.string(),
    prompt: z.number(),
    /** Whether the menu opens that rewinds to it. */
    opensRewind: z.exactOptional(z.literal(true)),
  }),
  /** What a rewind to a prompt would do to files; the answer to `rewind_preview`. */
  z.object({
    type: z.literal('rewind_files'),
    key: z.string(),
    entryId: z.string(),
    /** Absent where the checkpoint cannot be read any more. */
    files: z.exactOptional(z.array(restoredFile)),
  }),
  /** Opens the find bar, and finds what a search of the history found. */
  z.object({
    type: z.literal('find'),
    /** The session in which to find it; absent for the one that is shown. */
    key: z.exactOptional(z.string()),
    /** Absent when the user is to type it. */
    text: z.exactOptional(z.string()),
    /** Whether the words stand together, or each for itself. */
    wordMatching: z.exactOptional(z.enum(['together', 'each'])),
    /** The entry of the hit to show; absent for the first one. */
    entryId: z.exactOptional(z.string()),
  }),
]);
export type HostMessage = Immutable<z.infer<typeof hostMessage>>;

/** How a large message crosses: as the bytes of its JSON. */
export const packedMessage = z.object({ type: z.string(), json: z.instanceof(Uint8Array) });
export type PackedMessage = z.infer<typeof packedMessage>;

/** Asks the webview to find something in a session, or to open the find bar. */
export type FindRequest = Extract<HostMessage, { type: 'find' }>;
