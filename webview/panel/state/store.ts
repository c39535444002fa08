// The webview's mirror of the shown session: applies the host's events and notifies the components.
import type { ImplicitContext } from '../../../src/core/panel/addedContext.ts';
import type { AgentChoice } from '../../../src/core/panel/agentChoice.ts';
import type { HostMessage, PanelState } from '../../../src/core/panel/hostMessage.ts';
import type { MentionDetails } from '../../../src/core/panel/mentionOption.ts';
import type { WaitingRequest } from '../../../src/core/panel/waitingRequest.ts';
import type { SessionRow } from '../../../src/core/panel/sessionRow.ts';
import type { ShownAttachment } from '../../../src/core/panel/draftAttachment.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import { ArrivingSession, type WholeSession } from './arrivingSession.ts';
import type { Flow } from './renderSchedule.ts';

/** What the host asks of the panel once. */
export type PanelRequest = Extract<
  HostMessage,
  {
    type:
      | 'add_context'
      | 'compose_in_editor'
      | 'draft_text'
      | 'find'
      | 'focus_composer'
      | 'focus_transcript'
      | 'menu_command'
      | 'open_session_list'
      | 'prompt_refused'
      | 'read_entry'
      | 'resend_refused'
      | 'show_prompt';
  }
>;

/** What can be mentioned, as the host has found it for a query. */
type MentionResults = Extract<HostMessage, { type: 'mention_results' }>;

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

/** All that the components render from. */
export interface PanelView {
  readonly panel: PanelState | undefined;
  readonly session: SessionState | undefined;
  /** Whether the session is shown by its end, and what is before that is still to come. */
  readonly isEndOnly: boolean;
  /** What the host asked for and no component has carried out, in the order of carrying it out. */
  readonly requests: readonly PanelRequest[];
  /** The edited prompt that the host is sending. */
  readonly resend:
    { readonly key: string; readonly entryId: string; readonly isCancelled?: boolean } | undefined;
  /** The latest answer to a query for mentions. */
  readonly mentionResults: MentionResults | undefined;
  readonly mentionDetails: DetailsByUri;
  /** Names in code that are files. */
  readonly files: FilesOfSession | undefined;
  /** What a rewind would do to files, as the host has answered last. */
  readonly rewindFiles: Extract<HostMessage, { type: 'rewind_files' }> | undefined;
  /** What the session list shows; undefined until the host has sent it. */
  readonly sessionRows: readonly SessionRow[] | undefined;
  /** The permission requests that wait in any session, while the session list is open. */
  readonly waitingRequests: readonly WaitingRequest[];
  /** What an empty chat offers to go back to. */
  readonly recentSessions: readonly SessionRow[];
  /** What an empty chat offers to add. */
  readonly agentChoices: readonly AgentChoice[];
  /** What the installs do that were started there, by the ids of the agents. */
  readonly agentInstalls: ReadonlyMap<string, string>;
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
  /** Whether a session is seen by its end when it is shown. Without this, each is. */
  readonly isAtEnd?: (key: string) => boolean;
}

const EMPTY: PanelView = {
  panel: undefined,
  session: undefined,
  isEndOnly: false,
  requests: [],
  resend: undefined,
  mentionResults: undefined,
  mentionDetails: new Map(),
  files: undefined,
  rewindFiles: undefined,
  sessionRows: undefined,
  waitingRequests: [],
  recentSessions: [],
  agentChoices: [],
  agentInstalls: new Map(),
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
  #draftAttachments: Extract<HostMessage, { type: 'draft_attachments' }> | undefined;
  /** The panel state of the session that is about to be shown. */
  #nextPanel: PanelState | undefined;
  readonly #arriving = new ArrivingSession();

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
    if (this.#arriving.holdsBack(message)) return 'applied';
    switch (message.type) {
      case 'panel':
        this.#receivePanel(message.panel);
        return 'applied';
      case 'snapshot':
        return this.#receiveSnapshot(message);
      case 'earlier_entries': {
        const whole = this.#arriving.add(message);
        return whole === undefined ? 'applied' : this.#showWhole(whole);
      }
      case 'events':
        return this.#receiveEvents(message);
      case 'implicit_context':
        this.#change({ implicitContext: message.context, isImplicitContextOn: message.isOn });
        return 'applied';
      case 'session_list':
        this.#change({ sessionRows: message.rows });
        return 'applied';
      case 'waiting_requests':
        this.#change({ waitingRequests: message.requests });
        return 'applied';
      case 'recent_sessions':
        this.#change({ recentSessions: message.rows });
        return 'applied';
      case 'draft_attachments':
        this.#draftAttachments = message;
        return 'applied';
      case 'agent_choices':
        this.#change({ agentChoices: message.choices });
        return 'applied';
      case 'agent_install':
        this.#change({ agentInstalls: this.#withInstall(message) });
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
      case 'rewind_files':
        this.#change({ rewindFiles: message });
        return 'applied';
      case 'prompt_refused':
        // The composer puts each before its text, so that the first prompt is on top in the end.
        this.#change({ requests: [message, ...this.#latest.requests] });
        return 'applied';
      default:
        this.#change({ requests: [...this.#latest.requests, message] });
        return 'applied';
    }
  }

  /** A component carries the request out. Returns false when one has done so. */
  take(request: PanelRequest): boolean {
    const { requests } = this.#latest;
    if (!requests.includes(request)) return false;
    this.#change({ requests: requests.filter((other) => other !== request) });
    return true;
  }

  /** The number of the next query for mentions; none is used twice. */
  nextMentionQuery(): number {
    return ++this.#mentionQueries;
  }

  /** What is attached to a session's draft; undefined where nothing ever was. */
  draftAttachments(key: string): readonly ShownAttachment[] | undefined {
    return this.#draftAttachments?.key === key ? this.#draftAttachments.attachments : undefined;
  }

  /** The same of a prompt of that session that is being edited. */
  editAttachments(key: string, of: string): readonly ShownAttachment[] {
    const edits = this.#draftAttachments?.key === key ? this.#draftAttachments.edits : undefined;
    return edits?.find((edit) => edit.of === of)?.attachments ?? [];
  }

  /** The composer has the attachments: what it does with them is newer. */
  forgetDraftAttachments(key: string): void {
    if (this.#draftAttachments?.key === key) this.#draftAttachments = undefined;
  }

  /** The session list was closed: what it shows next is what the host sends then. */
  closeSessionList(): void {
    this.#change({ sessionRows: undefined, waitingRequests: [] });
  }

  /** An edited prompt was handed to the host; undefined: it was sent or refused. */
  setResend(resend: PanelView['resend']): void {
    this.#change({ resend });
  }

  #withFiles({ key, files }: FilesFound): FilesOfSession {
    const before = this.#latest.files;
    const paths = new Map(before?.key === key ? before.paths : []);
    for (const { name, path } of files) paths.set(name, path);
    return { key, paths: new Map([...paths].slice(-MAX_FILES)) };
  }

  #withInstall({ id, step }: Extract<HostMessage, { type: 'agent_install' }>): PanelView['agentInstalls'] {
    const installs = new Map(this.#latest.agentInstalls);
    if (step === undefined) installs.delete(id);
    else installs.set(id, step);
    return installs;
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

  #receiveSnapshot(message: Extract<HostMessage, { type: 'snapshot' }>): 'applied' | 'gap' {
    const whole = this.#arriving.begin(message);
    if (whole !== undefined) return this.#showWhole(whole);
    // What is shown already may be looked at anywhere.
    const isShown = this.#latest.session?.key === message.state.key;
    if (!isShown && this.#options.isAtEnd?.(message.state.key) !== false) this.#show(message);
    return 'applied';
  }

  #showWhole(whole: WholeSession): 'applied' | 'gap' {
    this.#show(whole);
    const results = this.#arriving.release().map((message) => this.receive(message));
    return results.includes('gap') ? 'gap' : 'applied';
  }

  #show({ state, seq }: WholeSession): void {
    const next = this.#nextPanel?.draft.key === state.key ? this.#nextPanel : undefined;
    this.#nextPanel = undefined;
    this.#seq = seq;
    this.#awaitsSnapshot = false;
    this.#isUpdateUponUpdate = false;
    this.#lastUpdates = 0;
    this.#change({
      session: state,
      isEndOnly: this.#arriving.isIncomplete,
      ...(next === undefined ? {} : { panel: next }),
      activeAt: this.#options.now(),
    });
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
    this.#latest = { ...this.#latest, ...change };
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#options.schedule(() => {
      this.#scheduled = false;
      this.#shown = this.#latest;
      for (const listener of this.#listeners) listener();
    });
  }
}
