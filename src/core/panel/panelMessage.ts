// Every message from the panel's webview to the extension host.
import * as z from 'zod/mini';
import { errorAction } from '../errors.ts';
import { contextSource } from './addedContext.ts';
import { agentChoice } from './agentChoice.ts';
import { attachmentList, promptPart } from './draftAttachment.ts';
import { promptEdit } from './promptEdit.ts';
import { signInAction } from './signInCard.ts';
import type { Immutable } from '../base/immutable.ts';
import { mentionKind } from '../mentions/mention.ts';
import { codeAction, codeText } from '../codeBlocks/codeAction.ts';
import { elicitationValues, filledForm } from '../session/elicitation/state.ts';

/** The buttons of the context banner. */
const contextAction = z.enum(['dismiss', 'compact', 'new_session', 'new_session_with_summary', 'hand_off']);
export type ContextAction = z.infer<typeof contextAction>;

/** The buttons of a session that met a limit. */
const limitAction = z.enum([
  'continue_at_reset',
  'dont_continue',
  'continue',
  'dismiss',
  'hand_off',
  'switch_model',
]);
export type LimitAction = z.infer<typeof limitAction>;

/** The buttons of the changed files. */
const changesAction = z.enum([
  'review',
  'keep',
  'undo',
  'cancel_undo',
  'mark_reviewed',
  'mark_unreviewed',
  'claim',
  'dismiss',
]);
export type ChangesAction = z.infer<typeof changesAction>;

/** The systems whose keys differ; any other system has those of Windows. */
const userPlatform = z.enum(['darwin', 'linux', 'win32']);
export type UserPlatform = z.infer<typeof userPlatform>;

/** Names of files in one question. */
export const MAX_FILE_NAMES = 100;

/** Webview to host. */
export const panelMessage = z.discriminatedUnion('type', [
  /** The webview listens; the host answers with `panel` and `snapshot`. Also asked again after a gap in the numbers. */
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('prompt'), key: z.string(), content: z.array(promptPart) }),
  z.object({ type: z.literal('cancel'), key: z.string() }),
  /** Sends the prompt that waits for its checkpoint without one. */
  z.object({ type: z.literal('skip_checkpoint'), key: z.string() }),
  /** Gives up reading what prompts of the session mention, which are refused then. A turn goes on. */
  z.object({ type: z.literal('stop_reading'), key: z.string() }),
  z.object({ type: z.literal('queue_remove'), key: z.string(), id: z.string() }),
  /** Moves a queued prompt to a 0-based place. */
  z.object({ type: z.literal('queue_move'), key: z.string(), id: z.string(), index: z.number() }),
  /** Sends a queued prompt next: at once when idle, else after cancelling the running turn. */
  z.object({ type: z.literal('queue_send_now'), key: z.string(), id: z.string() }),
  /** Replaces a queued prompt with what the user made of it. */
  z.object({
    type: z.literal('queue_edit'),
    key: z.string(),
    id: z.string(),
    content: z.array(promptPart),
  }),
  /** Pauses the queue, for example while one of its prompts is edited. */
  z.object({ type: z.literal('queue_pause'), key: z.string() }),
  /** Resumes a paused queue once its edits have taken effect: its prompts are sent one after the other. */
  z.object({ type: z.literal('queue_resume'), key: z.string() }),
  /** Hands a queued prompt to the agent while it works on another. */
  z.object({
    type: z.literal('queue_steer'),
    key: z.string(),
    id: z.string(),
    behavior: z.enum(['steer', 'followUp']),
  }),
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
  /** Asks which of these names of files, as written in code, are files of the session; answered with `files_found`. */
  z.object({
    type: z.literal('find_files'),
    key: z.string(),
    names: z.array(z.string()).check(z.maxLength(MAX_FILE_NAMES)),
  }),
  /** Opens the diff of a tool call in an editor; `index` is its 0-based place in the call's content. */
  /** `id`: of the entry, or of the permission request, that shows the diff. */
  z.object({ type: z.literal('open_diff'), key: z.string(), id: z.string(), index: z.number() }),
  /** Opens the texts that a permission request proposes, to be edited before it is allowed. */
  z.object({ type: z.literal('edit_proposal'), key: z.string(), requestId: z.string() }),
  /** Adds a rule that allows the commands of a permission request with exactly their words. */
  z.object({ type: z.literal('allow_words'), key: z.string(), requestId: z.string() }),
  /**
   * Opens a plan as a document; `id`: of its entry, or of the request that asks for it. `isAutomatic`: the user has not
   * asked for it, and it opens once.
   */
  z.object({
    type: z.literal('open_plan'),
    key: z.string(),
    id: z.string(),
    isAutomatic: z.exactOptional(z.literal(true)),
  }),
  z.object({ type: z.literal('error_action'), key: z.string(), action: errorAction }),
  /** Signs in by a method; `commandLine` is what the panel showed that runs for it. */
  z.object({
    type: z.literal('sign_in'),
    key: z.string(),
    methodId: z.string(),
    commandLine: z.exactOptional(z.string()),
  }),
  /** Another button of the sign-in card. */
  z.object({ type: z.literal('sign_in_action'), key: z.string(), action: signInAction }),
  /** Sends the prompt again that the agent refused last. */
  z.object({ type: z.literal('send_again'), key: z.string() }),
  z.object({ type: z.literal('copy'), text: z.string() }),
  /** Inserts a code block of an answer, makes a file of it, applies it to one, or puts it into a terminal. */
  z.object({ type: z.literal('code_action'), key: z.string(), action: codeAction, block: codeText }),
  /** Opens a text of the transcript as an untitled Markdown file. */
  z.object({ type: z.literal('open_as_markdown'), text: z.string() }),
  /** Writes an answer to a file that the user selects. */
  z.object({ type: z.literal('export_answer'), key: z.string(), text: z.string() }),
  /** An entry for the accessible view: its name and its text, to be read line by line; both empty without an entry. */
  z.object({ type: z.literal('entry_text'), name: z.string(), text: z.string() }),
  z.object({
    type: z.literal('set_config_option'),
    key: z.string(),
    configId: z.string(),
    value: z.union([z.string(), z.boolean()]),
  }),
  z.object({ type: z.literal('toggle_favorite'), key: z.string(), configId: z.string(), value: z.string() }),
  /** A button of the context banner. */
  z.object({ type: z.literal('context_action'), key: z.string(), action: contextAction }),
  z.object({ type: z.literal('limit_action'), key: z.string(), action: limitAction }),
  /** Reviews, marks, keeps or undoes the agent's changes: in one file (absolute path), or in all of them. */
  z.object({
    type: z.literal('changes_action'),
    key: z.string(),
    action: changesAction,
    path: z.exactOptional(z.string()),
  }),
  /** Asks which files a rewind to the prompt with this entry id would restore; answered with `rewind_files`. */
  z.object({ type: z.literal('rewind_preview'), key: z.string(), entryId: z.string() }),
  /** Compares one of those files, by its absolute path, with how the rewind would leave it. */
  z.object({ type: z.literal('rewind_diff'), key: z.string(), entryId: z.string(), path: z.string() }),
  /** Redoes what the last undo or restore took back. */
  z.object({ type: z.literal('redo'), key: z.string() }),
  /** Sends the comments on changes that were not sent yet. */
  z.object({ type: z.literal('send_review'), key: z.string() }),
  /** Stops the command of a terminal that Parley runs for the agent. */
  z.object({ type: z.literal('kill_terminal'), key: z.string(), terminalId: z.string() }),
  z.object({ type: z.literal('stop_subagent'), key: z.string(), toolCallId: z.string() }),
  /** Shows the transcript of the sub-agent whose call has that entry id in a tab. */
  z.object({ type: z.literal('open_subagent'), key: z.string(), id: z.string() }),
  /** Stops a task that the agent runs beside its turns. */
  z.object({ type: z.literal('stop_task'), key: z.string(), taskId: z.string() }),
  /** Shows what a terminal prints in a terminal of VS Code. */
  z.object({ type: z.literal('open_terminal'), key: z.string(), terminalId: z.string() }),
  /** Renames a session of the session list, or the shown one. */
  z.object({ type: z.literal('rename'), key: z.string() }),
  /** The session list was opened or closed; while it is open the host sends its rows. */
  z.object({ type: z.literal('session_list'), isOpen: z.boolean() }),
  /** A chat that has not begun shows the last sessions, or does no more; while it does the host sends them. */
  z.object({ type: z.literal('recent_sessions'), isShown: z.boolean() }),
  /** Exports the session to a file that the user selects. */
  z.object({ type: z.literal('export_session'), key: z.string() }),
  /** Shows a session of the session list, by its id there. */
  z.object({ type: z.literal('open_session'), id: z.string() }),
  /** Lets the user select among all sessions. */
  z.object({ type: z.literal('all_sessions'), query: z.exactOptional(z.string()) }),
  /** Starts a session with an agent that the user selects. */
  z.object({ type: z.literal('new_session'), key: z.string() }),
  z.object({ type: z.literal('choose_folder'), key: z.string() }),
  /** Lets the user add an agent; `choice`: the one that an empty chat offered. */
  z.object({
    type: z.literal('add_agent'),
    choice: z.exactOptional(z.pick(agentChoice, { id: true, state: true })),
  }),
  /** Cancels the install of an agent that an empty chat offered. */
  z.object({ type: z.literal('cancel_install'), id: z.string() }),
  /** Asks for the agents that an empty chat offers to add. */
  z.object({ type: z.literal('find_agents') }),
  /** The user wants a session that could not be reopened to be tried again. */
  z.object({ type: z.literal('reopen'), key: z.string() }),
  /** Continues a read-only session in a new one that is given its transcript. */
  z.object({ type: z.literal('continue_in_new'), key: z.string() }),
  /** Copies the session, in its agent and here. */
  z.object({ type: z.literal('fork'), key: z.string() }),
  /** Sends a prompt in the place of an earlier one: in a copy of the session that ends before that, or in a new session. */
  z.object({
    type: z.literal('resend'),
    key: z.string(),
    entryId: z.string(),
    content: z.array(promptPart),
    into: z.enum(['fork', 'new_session']),
    /** Where the user asked for it: the editor of the prompt shows why it was not sent. */
    from: z.enum(['editor', 'answer']),
    /** Whether the files are restored to that prompt before, which the user confirms. */
    restoresFiles: z.boolean(),
  }),
  /** Rewinds to before a prompt: the files, the conversation in a session of its own, or both. */
  z.object({
    type: z.literal('rewind'),
    key: z.string(),
    entryId: z.string(),
    what: z.enum(['code', 'conversation', 'all']),
    into: z.enum(['fork', 'new_session']),
    /** The paths that the user was shown, which are restored without another question. */
    shown: z.array(z.string()),
  }),
  /** Takes back the rewind as which the session began; `text`: what its composer has now. */
  z.object({ type: z.literal('redo_rewind'), key: z.string(), text: z.string() }),
  /** An earlier or queued prompt as the user is editing it. Without `attachments`, these are as they were. */
  z.object({
    type: z.literal('edit'),
    key: z.string(),
    edit: promptEdit,
    attachments: z.exactOptional(attachmentList),
  }),
  /** The edit of the prompt with that id is over: it was sent, saved or cancelled. */
  z.object({ type: z.literal('edit_end'), key: z.string(), of: z.string() }),
  /** Shows another branch: a session at one of its prompts, counted from 0, in place of the session `key`. */
  z.object({ type: z.literal('open_branch'), key: z.string(), target: z.string(), prompt: z.number() }),
  /** Removes the context that would go with the next prompt. */
  z.object({ type: z.literal('detach_context'), key: z.string() }),
  /** The draft in the composer; sent shortly after it changed. Without `attachments`, these are as they were. */
  z.object({
    type: z.literal('draft'),
    key: z.string(),
    text: z.string(),
    attachments: z.exactOptional(attachmentList),
    /** How often the draft was changed. */
    revision: z.number().check(z.int(), z.nonnegative()),
    /**
     * The revision that the page knows from the host, where it does not show the session any more. If another page has
     * changed the draft since, only new attachments are added to it.
     */
    since: z.exactOptional(z.number().check(z.int(), z.nonnegative())),
    /**
     * The text that the page knows from the host, where an editor has the draft: what the user types there arrives here a
     * moment later.
     */
    base: z.exactOptional(z.string()),
  }),
  /** What is typed after `@`; answered with `mention_results` of the same id. `kind` narrows to one source. */
  z.object({
    type: z.literal('mention_query'),
    id: z.number(),
    text: z.string(),
    kind: z.exactOptional(mentionKind),
  }),
  /** A form as the user has changed it, with the fields alone that they did change. */
  z.object({ type: z.literal('form'), key: z.string(), form: filledForm }),
  /** Nothing of the form with that {@link elicitationId} has to be stored any more. */
  z.object({ type: z.literal('form_end'), key: z.string(), id: z.string() }),
  /** Asks for the details of mentions in the draft; answered with `mention_details`. */
  z.object({ type: z.literal('mention_info'), uris: z.array(z.string()) }),
  /** Opens what a mention stands for. */
  z.object({ type: z.literal('open_mention'), key: z.string(), uri: z.string() }),
  /** An item of the menu "Add Context"; answered with `add_context` unless the user cancels. */
  z.object({ type: z.literal('attach'), key: z.string(), source: contextSource }),
  /** Addresses that were dropped on the panel or pasted into it; answered with `add_context`. */
  z.object({
    type: z.literal('add_dropped'),
    key: z.string(),
    uris: z.array(z.string()),
    /** The field of an edited prompt; absent for the composer. */
    field: z.exactOptional(z.string()),
  }),
  /** Opens a text that is attached to a draft, of which the page has a part, or saves other content; as `open_text` does. */
  z.object({ type: z.literal('open_attachment'), key: z.string(), id: z.string() }),
  /** Asks for the text of such an attachment; answered with `add_context`. */
  z.object({
    type: z.literal('insert_attachment'),
    key: z.string(),
    id: z.string(),
    /** As of `add_dropped`. */
    field: z.exactOptional(z.string()),
  }),
  /** Whether the active file or its selection goes with prompts. */
  z.object({ type: z.literal('set_implicit_context'), isOn: z.boolean() }),
  /** Opens a text of the conversation that is in no file, read-only. */
  z.object({ type: z.literal('open_text'), name: z.string(), text: z.string() }),
  /** Writes binary content of the conversation, in base64, to a file that the user selects. */
  z.object({ type: z.literal('save_binary'), key: z.string(), name: z.string(), data: z.string() }),
  /** Opens the draft in an editor; shows that editor if there is one. */
  z.object({ type: z.literal('compose_in_editor'), key: z.string() }),
  /** Closes the editor of a draft: the prompt is sent, or goes on in the composer. */
  z.object({ type: z.literal('end_compose'), key: z.string(), action: z.enum(['return', 'send']) }),
  /** The system of the user, which in a remote window, or in the browser, need not be that of the host. */
  z.object({ type: z.literal('system'), platform: userPlatform }),
  /** The user's time zone, as `Intl` names it. */
  z.object({ type: z.literal('time_zone'), timeZone: z.string() }),
  z.object({ type: z.literal('turn_off_read_only') }),
  /** Shows the keyboard shortcuts. */
  z.object({ type: z.literal('show_shortcuts') }),
  /** Where the focus is, so that key bindings hold only there. */
  z.object({ type: z.literal('focus'), where: z.enum(['composer', 'panel', 'outside']) }),
  /** What was typed between a key that opens a quick pick and the moment at which that had the focus. */
  z.object({ type: z.literal('typed_ahead'), text: z.string() }),
  /** On which side of the window the panel is. */
  z.object({ type: z.literal('placed'), side: z.enum(['left', 'right']) }),
  /** The user works in this panel: a key or a button was pressed in it for the first time since it has the focus. */
  z.object({ type: z.literal('used') }),
  /** Something in the webview threw; written to the log. */
  z.object({ type: z.literal('webview_error'), message: z.string() }),
]);
export type PanelMessage = Immutable<z.infer<typeof panelMessage>>;
