// One panel: a webview that shows one session and sends what the user does.
import type * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { HostMessage, PackedMessage } from '../../core/panel/hostMessage.ts';
import { panelMessage } from '../../core/panel/panelMessage.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import type { SessionRow } from '../../core/panel/sessionRow.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { PanelReports, ShownPanel } from '../chat/chatView.ts';
import type { FocusPlace } from '../chat/chat.ts';
import { handlePanelMessage, type MessageHandlers, type PanelContext } from '../chat/panelHandlers.ts';
import { panelState, watchPanelState, type PanelStateSources } from './panelState.ts';
import type { WaitingRequests } from '../permissions/waitingRequests.ts';
import { ViewBridge } from '../chat/viewBridge.ts';

/** What the session list of a panel shows. */
interface SessionRowSource {
  /** Hands the rows to `show`, at once and whenever they change, until the result is disposed. */
  follow(show: (rows: readonly SessionRow[]) => void): Disposable;
}

export interface ChatPanelOptions extends PanelReports {
  readonly webview: vscode.Webview;
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly sources: PanelStateSources;
  readonly handlers: MessageHandlers;
  readonly sessionRows: SessionRowSource;
  readonly waitingRequests: Pick<WaitingRequests, 'follow'>;
  /** Called with the key of a session that the webview shows now. */
  readonly onPresent: (key: string) => void;
}

/** A chat that has not begun shows no more sessions than that, and its own may be among them. */
const MAX_RECENT = 4;

/** Joins a webview to the sessions. */
export class ChatPanel implements PanelContext, ShownPanel {
  readonly #options: ChatPanelOptions;
  readonly #owned = new DisposableStore();
  readonly #bridge: ViewBridge;
  #waitingDraft: string | undefined;
  /** What a webview that is not there yet gets once it has asked for the session. */
  readonly #waiting: HostMessage[] = [];
  /** Follows the sessions while the page shows a list of them. */
  #sessionList: Disposable | undefined;
  #recentSessions: Disposable | undefined;

  constructor(options: ChatPanelOptions) {
    this.#options = options;
    const { webview, store, clock } = options;
    this.#bridge = this.#owned.add(
      new ViewBridge({ store, clock, post: (message) => webview.postMessage(packed(message)) }),
    );
    if (options.place !== undefined) this.#owned.add(options.place.onChange(() => this.#sendPanel()));
    this.#owned.add(webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#owned.add(
      watchPanelState(options.sources, (agent) => {
        if (agent === undefined || agent.name === this.#shownAgent()) this.#sendPanel();
      }),
    );
  }

  /** Shows a session. What belongs to it goes first: the webview holds that back until the session is there. */
  show(key: string): void {
    if (this.#bridge.isListening) this.#sendAttachments(key);
    this.#sendPanel(key);
    this.#bridge.show(key);
    if (this.#bridge.isListening) this.#options.onPresent(key);
  }

  /** The webview is hidden: its page is gone, and it asks again when it is back. */
  pause(): void {
    this.#bridge.pause();
    this.showSessionList(false);
    this.showRecentSessions(false);
  }

  /** Puts the focus into the composer, with `text` added to the draft; waits for a webview that is not there yet. */
  focusComposer(text = ''): void {
    if (this.#bridge.isListening) this.post({ type: 'focus_composer', ...(text === '' ? {} : { text }) });
    else this.#waitingDraft = text;
  }

  /** Sends a message to the webview; not awaited, because a webview that is gone asks again when it is back. */
  post(message: HostMessage): void {
    void this.#options.webview.postMessage(message);
  }

  /** Sends a message once the webview is there. */
  postWhenReady(message: HostMessage): void {
    if (this.#bridge.isListening) this.post(message);
    else this.#waiting.push(message);
  }

  ready(): void {
    this.#sendAttachments();
    this.#sendPanel();
    this.#bridge.sendSnapshot();
    if (this.#bridge.key !== undefined) this.#options.onPresent(this.#bridge.key);
    if (this.#waitingDraft !== undefined) this.focusComposer(this.#waitingDraft);
    this.#waitingDraft = undefined;
    for (const waiting of this.#waiting.splice(0)) this.post(waiting);
  }

  setFocus(place: FocusPlace): void {
    this.#options.onFocus(place);
  }

  placed(side: 'left' | 'right'): void {
    this.#options.place?.seen(side);
  }

  use(): void {
    this.#options.onUse();
  }

  showSessionList(isOpen: boolean): void {
    this.#sessionList?.dispose();
    this.#sessionList = isOpen ? this.#followSessions() : undefined;
  }

  #followSessions(): Disposable {
    const { sessionRows, waitingRequests } = this.#options;
    const owned = new DisposableStore();
    owned.add(sessionRows.follow((rows) => this.post({ type: 'session_list', rows: [...rows] })));
    owned.add(
      waitingRequests.follow((requests) => this.post({ type: 'waiting_requests', requests: [...requests] })),
    );
    return owned;
  }

  showRecentSessions(isShown: boolean): void {
    this.#recentSessions?.dispose();
    this.#recentSessions = isShown
      ? this.#options.sessionRows.follow((rows) =>
          this.post({ type: 'recent_sessions', rows: rows.slice(0, MAX_RECENT) }),
        )
      : undefined;
  }

  dispose(): void {
    this.showSessionList(false);
    this.showRecentSessions(false);
    this.#owned.dispose();
  }

  #shownAgent(): string | undefined {
    return this.#options.store.state(this.#bridge.key ?? '')?.agent;
  }

  /** Only before a session is shown: from then on its page has the newest. */
  #sendAttachments(key = this.#bridge.key): void {
    if (key === undefined) return;
    const { drafts } = this.#options.sources;
    const attachments = drafts.attachmentsOf(key);
    const edits = drafts.editsOf(key).flatMap(({ of }) => {
      const attached = drafts.attachmentsOfEdit(key, of) ?? [];
      return attached.length === 0 ? [] : [{ of, attachments: [...attached] }];
    });
    this.post({
      type: 'draft_attachments',
      key,
      ...(attachments === undefined ? {} : { attachments: [...attachments] }),
      ...(edits.length === 0 ? {} : { edits }),
    });
  }

  #sendPanel(key = this.#bridge.key): void {
    const state = this.#options.store.state(key ?? '');
    if (state === undefined) return;
    const { sources, place } = this.#options;
    const panel = panelState(state, sources);
    this.post({ type: 'panel', panel: place?.isSecondary === true ? { ...panel, showsTitle: true } : panel });
  }

  #receive(raw: unknown): void {
    const { handlers, log } = this.#options;
    const parsed = panelMessage.safeParse(raw);
    if (!parsed.success) {
      log.error(`The panel sent a message that is not in the contract: ${parsed.error.message}`);
      return;
    }
    const handled = handlePanelMessage(handlers, parsed.data, this);
    handled?.catch((error: unknown) => log.error(`“${parsed.data.type}” failed: ${String(error)}`));
  }
}

/**
 * The message as it is sent: a session as the bytes of its JSON. VS Code takes an object apart and puts it together again four
 * times on the way, which for a long session takes the window half a second; bytes it hands on.
 */
function packed(message: HostMessage): HostMessage | PackedMessage {
  const { type } = message;
  if (type !== 'snapshot' && type !== 'earlier_entries') return message;
  return { type, json: new TextEncoder().encode(JSON.stringify(message)) };
}
