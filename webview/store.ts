// The webview's mirror of the shown session: applies the host's events and notifies the components.
import type { AddedContext, ImplicitContext } from '../src/core/panel/addedContext.ts';
import type { AgentChoice } from '../src/core/panel/agentChoice.ts';
import type { FindRequest, HostMessage, PanelState } from '../src/core/panel/hostMessage.ts';
import type { MentionDetails } from '../src/core/panel/mentionOption.ts';
import type { SessionRow } from '../src/core/panel/sessionRow.ts';
import type { ContentBlock } from '../src/core/session/content.ts';
import type { SessionState } from '../src/core/session/model.ts';
import { reduce } from '../src/core/session/reduce/reduce.ts';
import type { Flow } from './renderSchedule.ts';

/** The host's request to focus the composer, with text to add. */
export interface FocusRequest {
  readonly text: string;
}

/** The host's request to focus an entry of the transcript, or to send the text of one. */
export type TranscriptRequest = Extract<
  HostMessage,
  { type: 'focus_transcript' | 'read_entry' | 'show_prompt' }
>;

/** Why an edited prompt was not sent. */
export type ResendRefusal = Extract<HostMessage, { type: 'resend_refused' }>;

/** What can be mentioned, as the host has found it for a query. */
export type MentionResults = Extract<HostMessage, { type: 'mention_results' }>;

/** A prompt that the host did not send. */
export type RefusedPrompt = Extract<HostMessage, { type: 'prompt_refused' }>;

/** Details of mentions by their addresses. */
export type DetailsByUri = ReadonlyMap<string, MentionDetails>;

/** Updates that follow each other within this time are a stream, also where no turn runs. */
const STREAM_GAP_MS = 100;
/** From this many updates in a message of the host, which sends one a frame, they are a flood. */
const MIN_FLOOD = 100;

/** Details of more mentions are not remembered; the oldest are forgotten. */
const MAX_MENTION_DETAILS = 1_000;

/** Paths of more files are not remembered; the oldest are forgotten. */
const MAX_FILES = 2_000;

type FilesFound = Extract<HostMessage, { type: 'files_found' }>;

/** The paths of files by their names in the text of one session. */
export interface FilesOfSession {
  readonly key: string;
  readonly paths: ReadonlyMap<string, string>;
}

/** A command of the context menu. */
export type MenuRequest = Extract<HostMessage, { type: 'menu_command' }>;

/** The text of a draft as it was changed in an editor. */
export type DraftText = Extract<HostMessage, { type: 'draft_text' }>;

/** All that the components render from. */
export interface PanelView {
  readonly panel: PanelState | undefined;
  readonly session: SessionState | undefined;
  readonly focusRequest: FocusRequest | undefined;
  readonly findRequest: FindRequest | undefined;
  readonly transcriptRequest: TranscriptRequest | undefined;
  readonly menuRequest: MenuRequest | undefined;
  readonly resendRefusal: ResendRefusal | undefined;
  /** The edited prompt that the host is sending. */
  readonly resend: Pick<ResendRefusal, 'key' | 'entryId'> | undefined;
  /** Whether the host asked to open the draft in an editor. */
  readonly composeRequested: boolean;
  /** What the user wrote in an editor, for the composer. */
  readonly draftText: DraftText | undefined;
  /** The latest answer to a query for mentions. */
  readonly mentionResults: MentionResults | undefined;
  readonly mentionDetails: DetailsByUri;
  /** Names in code that are files. */
  readonly files: FilesOfSession | undefined;
  /** The latest of the prompts of the shown session that were not sent; those before it come back after it. */
  readonly refusedPrompt: RefusedPrompt | undefined;
  /** What the session list shows; undefined until the host has sent it. */
  readonly sessionRows: readonly SessionRow[] | undefined;
  /** Whether the host asked to open the session list. */
  readonly sessionListRequested: boolean;
  /** What an empty chat offers to add. */
  readonly agentChoices: readonly AgentChoice[];
  /** What the host adds to the draft. */
  readonly addedContexts: readonly AddedContext[];
  /** The active file or its selection; undefined while there is none. */
  readonly implicitContext: ImplicitContext | undefined;
  readonly isImplicitContextOn: boolean;
  /** The webview's clock when events last came in, in epoch milliseconds. */
  readonly activeAt: number;
  /** Milliseconds the webview's clock is ahead of the host's, which may be another machine. */
  readonly clockAhead: number;
}

/** What changes the view. */
export type StoreMessage = Exclude<HostMessage, { type: 'sessions_deleted' }>;

export interface PanelStoreOptions {
  /** Calls back when the components should be notified; calls before that count as one. */
  readonly schedule: (notify: () => void) => void;
  readonly now: () => number;
}

const EMPTY: PanelView = {
  panel: undefined,
  session: undefined,
  focusRequest: undefined,
  findRequest: undefined,
  transcriptRequest: undefined,
  menuRequest: undefined,
  resendRefusal: undefined,
  resend: undefined,
  composeRequested: false,
  draftText: undefined,
  mentionResults: undefined,
  mentionDetails: new Map(),
  files: undefined,
  refusedPrompt: undefined,
  sessionRows: undefined,
  sessionListRequested: false,
  agentChoices: [],
  addedContexts: [],
  implicitContext: undefined,
  isImplicitContextOn: true,
  activeAt: 0,
  clockAhead: 0,
};

/** Holds the view and its sequence number. */
export class PanelStore {
  readonly #options: PanelStoreOptions;
  readonly #listeners = new Set<() => void>();
  /** All that was received; the components see it once they are notified. */
  #latest = EMPTY;
  #shown = EMPTY;
  #seq = 0;
  #scheduled = false;
  #awaitsSnapshot = false;
  #clockIsKnown = false;
  #isUpdateUponUpdate = false;
  /** How many updates the last message had. */
  #lastUpdates = 0;
  #mentionQueries = 0;
  /** The prompts that were not sent and are not in a composer again, of all sessions. */
  #refusedPrompts: readonly RefusedPrompt[] = [];
  #draftAttachments: Extract<HostMessage, { type: 'draft_attachments' }> | undefined;
  /** The panel state of the session that is about to be shown. */
  #nextPanel: PanelState | undefined;

  constructor(options: PanelStoreOptions) {
    this.#options = options;
  }

  /**
   * What the components render. It stays the same until they are notified: a component that renders for another reason,
   * in the middle of a stream, would otherwise render half of the update and lay the page out twice.
   */
  get view(): PanelView {
    return this.#shown;
  }

  /**
   * What comes in, also where the components do not see it yet: more is to come while a turn runs, or an agent that works
   * outside one, or replays a session, sends update upon update.
   */
  get flow(): Flow {
    if (this.#latest.session?.turn === undefined && !this.#isUpdateUponUpdate) return 'none';
    return this.#lastUpdates < MIN_FLOOD ? 'stream' : 'flood';
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Applies a message. Returns `gap` when events are missing before it: the message is dropped, and the caller requests
   * a snapshot from the host. It is returned once until the snapshot arrives.
   */
  receive(message: StoreMessage): 'applied' | 'gap' {
    switch (message.type) {
      case 'panel':
        this.#receivePanel(message.panel);
        return 'applied';
      case 'snapshot': {
        const next = this.#nextPanel?.draft.key === message.state.key ? this.#nextPanel : undefined;
        this.#nextPanel = undefined;
        this.#seq = message.seq;
        this.#awaitsSnapshot = false;
        this.#isUpdateUponUpdate = false;
        this.#lastUpdates = 0;
        this.#change({
          session: message.state,
          ...(next === undefined ? {} : { panel: next }),
          activeAt: this.#options.now(),
        });
        return 'applied';
      }
      case 'events':
        return this.#receiveEvents(message);
      case 'focus_composer':
        this.#change({ focusRequest: { text: message.text ?? '' } });
        return 'applied';
      case 'add_context':
        this.#change({ addedContexts: [...this.#latest.addedContexts, message.context] });
        return 'applied';
      case 'implicit_context':
        this.#change({ implicitContext: message.context, isImplicitContextOn: message.isOn });
        return 'applied';
      case 'find':
        this.#change({ findRequest: message });
        return 'applied';
      case 'session_list':
        this.#change({ sessionRows: message.rows });
        return 'applied';
      case 'open_session_list':
        this.#change({ sessionListRequested: true });
        return 'applied';
      case 'focus_transcript':
      case 'read_entry':
      case 'show_prompt':
        this.#change({ transcriptRequest: message });
        return 'applied';
      case 'resend_refused':
        this.#change({ resendRefusal: message });
        return 'applied';
      case 'menu_command':
        this.#change({ menuRequest: message });
        return 'applied';
      case 'compose_in_editor':
        this.#change({ composeRequested: true });
        return 'applied';
      case 'draft_text':
        this.#change({ draftText: message });
        return 'applied';
      case 'draft_attachments':
        this.#draftAttachments = message;
        return 'applied';
      case 'agent_choices':
        this.#change({ agentChoices: message.choices });
        return 'applied';
      case 'mention_results':
        this.#change({ mentionResults: message });
        return 'applied';
      case 'mention_details':
        this.#change({ mentionDetails: this.#withDetails(message.details) });
        return 'applied';
      case 'files_found':
        this.#change({ files: this.#withFiles(message) });
        return 'applied';
      case 'prompt_refused':
        this.#refusedPrompts = [...this.#refusedPrompts, message];
        this.#change({});
        return 'applied';
    }
  }

  /** The number of the next query for mentions; none is used twice. */
  nextMentionQuery(): number {
    return ++this.#mentionQueries;
  }

  /** The request was carried out. */
  forgetFocusRequest(): void {
    this.#change({ focusRequest: undefined });
  }

  /** The composer has handled what was to be added. */
  forgetAddedContexts(handled: readonly AddedContext[]): void {
    const { addedContexts } = this.#latest;
    this.#change({ addedContexts: addedContexts.filter((context) => !handled.includes(context)) });
  }

  /** The prompt is in the composer again. */
  forgetRefusedPrompt(): void {
    const { refusedPrompt } = this.#shown;
    this.#refusedPrompts = this.#refusedPrompts.filter((prompt) => prompt !== refusedPrompt);
    this.#change({});
  }

  /** The find bar has handled the request. */
  forgetFindRequest(): void {
    this.#change({ findRequest: undefined });
  }

  /** The composer has the text. */
  forgetDraftText(): void {
    this.#change({ draftText: undefined });
  }

  /** What the host has as the attachments of a session's draft; undefined where that is not known. */
  draftAttachments(key: string): readonly ContentBlock[] | undefined {
    return this.#draftAttachments?.key === key ? this.#draftAttachments.attachments : undefined;
  }

  /** The composer has the attachments: what it does with them is newer. */
  forgetDraftAttachments(key: string): void {
    if (this.#draftAttachments?.key === key) this.#draftAttachments = undefined;
  }

  /** The composer has sent the draft to its editor. */
  forgetComposeRequest(): void {
    this.#change({ composeRequested: false });
  }

  /** The session list opens. */
  forgetSessionListRequest(): void {
    this.#change({ sessionListRequested: false });
  }

  /** The session list was closed: what it shows next is what the host sends then. */
  closeSessionList(): void {
    this.#change({ sessionRows: undefined });
  }

  /** The transcript has handled the request. */
  forgetTranscriptRequest(): void {
    this.#change({ transcriptRequest: undefined });
  }

  /** The editor of the prompt shows it. */
  forgetResendRefusal(): void {
    this.#change({ resendRefusal: undefined });
  }

  /** An edited prompt was handed to the host; undefined: it was sent or refused. */
  setResend(resend: PanelView['resend']): void {
    this.#change({ resend });
  }

  /** The command of the context menu was carried out. */
  forgetMenuRequest(): void {
    this.#change({ menuRequest: undefined });
  }

  #withFiles({ key, files }: FilesFound): FilesOfSession {
    const before = this.#latest.files;
    const paths = new Map(before?.key === key ? before.paths : []);
    for (const { name, path } of files) paths.set(name, path);
    return { key, paths: new Map([...paths].slice(-MAX_FILES)) };
  }

  #withDetails(details: readonly MentionDetails[]): DetailsByUri {
    const all = new Map(this.#latest.mentionDetails);
    for (const each of details) {
      all.delete(each.uri);
      all.set(each.uri, each);
    }
    return new Map([...all].slice(-MAX_MENTION_DETAILS));
  }

  /** The state of another session waits for its snapshot, so that neither is shown with the other's. */
  #receivePanel(panel: PanelState): void {
    const shown = this.#latest.session?.key;
    if (shown === undefined || panel.draft.key === shown) this.#change({ panel });
    else this.#nextPanel = panel;
  }

  #receiveEvents(message: Extract<HostMessage, { type: 'events' }>): 'applied' | 'gap' {
    const { session } = this.#latest;
    // Events of a session that is no longer shown, or that the snapshot already contains.
    if (session === undefined || session.key !== message.key || message.to <= this.#seq) return 'applied';
    if (message.from !== this.#seq + 1) {
      const isFirst = !this.#awaitsSnapshot;
      this.#awaitsSnapshot = true;
      return isFirst ? 'gap' : 'applied';
    }
    this.#seq = message.to;
    this.#lastUpdates = message.to - message.from + 1;
    const activeAt = this.#options.now();
    const next = message.events.reduce(reduce, session);
    const isEndOfTurn = session.turn !== undefined && next.turn === undefined;
    this.#isUpdateUponUpdate = !isEndOfTurn && activeAt - this.#latest.activeAt < STREAM_GAP_MS;
    const at = message.events.at(-1)?.at;
    this.#change({
      session: next,
      activeAt,
      ...(at === undefined ? {} : { clockAhead: this.#clockAhead(activeAt - at) }),
    });
    return 'applied';
  }

  /** The message that arrived fastest shows the difference of the clocks best. */
  #clockAhead(observed: number): number {
    if (this.#clockIsKnown) return Math.min(this.#latest.clockAhead, observed);
    this.#clockIsKnown = true;
    return observed;
  }

  #change(change: Partial<PanelView>): void {
    const { session } = { ...this.#latest, ...change };
    // The composer puts each before its text, so that the first prompt is on top in the end.
    const refusedPrompt = this.#refusedPrompts.findLast(({ key }) => key === session?.key);
    this.#latest = { ...this.#latest, ...change, refusedPrompt };
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#options.schedule(() => {
      this.#scheduled = false;
      this.#shown = this.#latest;
      for (const listener of this.#listeners) listener();
    });
  }
}
