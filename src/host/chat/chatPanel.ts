// One panel: a webview that shows one session and sends what the user does.
import * as vscode from 'vscode';
import type { Agent } from '../../core/ports/agent.ts';
import type { ErrorAction } from '../../core/errors.ts';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import {
  panelMessage,
  type ChangesAction,
  type ContextAction,
  type HostMessage,
  type PanelMessage,
  type PanelState,
} from '../../core/panel/panelProtocol.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionState } from '../../core/session/model.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Agents } from '../agents/agentDirectory.ts';
import type { FocusPlace } from './chat.ts';
import type { Drafts } from './drafts.ts';
import { agentLabel, DEMO_AGENT, enterKey, onSettingsChange } from '../settings/settings.ts';
import type { StoredChoices } from '../settings/storedChoices.ts';
import { ViewBridge } from './viewBridge.ts';

export interface ChatPanelOptions {
  readonly webview: vscode.Webview;
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly agents: Agents;
  readonly clock: Clock;
  readonly log: Log;
  readonly choices: StoredChoices;
  readonly drafts: Drafts;
  readonly actions: PanelActions;
  readonly onFocus: (place: FocusPlace) => void;
  readonly onUse: () => void;
}

/** What a panel asks of the rest of the host. */
export interface PanelActions {
  readonly runErrorAction: (action: ErrorAction, agent: string) => void;
  readonly changeConfigOption: (key: string, configId: string, value: string | boolean) => void;
  readonly runContextAction: (action: ContextAction, key: string) => void;
  readonly rename: (key: string) => void;
  readonly continueInNew: (key: string) => void;
  readonly fork: (key: string, entryId?: string) => void;
  /** The panel has the session now. */
  readonly presented: (key: string) => void;
  readonly openDiff: (key: string, toolCallId: string, index: number) => void;
  readonly editProposal: (key: string, requestId: string) => void;
  readonly openTerminal: (key: string, terminalId: string) => void;
  readonly exportUsage: () => void;
  readonly changesAction: (key: string, action: ChangesAction, path?: string) => void;
  readonly restoreFiles: (key: string, entryId: string) => void;
  readonly redoFiles: (key: string) => void;
}

/** Joins a webview to the sessions. */
export class ChatPanel implements Disposable {
  readonly #options: ChatPanelOptions;
  readonly #owned = new DisposableStore();
  readonly #bridge: ViewBridge;
  #waitingDraft: string | undefined;
  /** What a webview that is not there yet gets once it has asked for the session. */
  readonly #waiting: HostMessage[] = [];

  constructor(options: ChatPanelOptions) {
    this.#options = options;
    const { webview, store, agents, clock } = options;
    this.#bridge = this.#owned.add(new ViewBridge({ store, clock, post: (message) => this.post(message) }));
    this.#owned.add(webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#owned.add(agents.onStatusChange((agent) => this.#agentChanged(agent)));
    this.#owned.add(onSettingsChange((affects) => affects('enterKey') && this.#sendPanel()));
    this.#owned.add(options.choices.onFavouritesChange(() => this.#sendPanel()));
    this.#owned.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#sendPanel()));
  }

  /** Shows a session. What belongs to it goes first: the webview keeps that until the session is there. */
  show(key: string): void {
    this.#sendPanel(key);
    this.#bridge.show(key);
    if (this.#bridge.isListening) this.#options.actions.presented(key);
  }

  /** The webview is hidden: its page is gone, and it asks again when it is back. */
  pause(): void {
    this.#bridge.pause();
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

  dispose(): void {
    this.#owned.dispose();
  }

  #agentChanged(agent: Agent): void {
    const shown = this.#options.store.state(this.#bridge.key ?? '');
    if (agent.name === shown?.agent) this.#sendPanel();
  }

  #sendPanel(key = this.#bridge.key): void {
    const state = this.#options.store.state(key ?? '');
    if (state !== undefined) this.post({ type: 'panel', panel: this.#panelState(state) });
  }

  #panelState({ key, agent: name }: SessionState): PanelState {
    const agent = this.#options.agents.existing(name);
    const folder = vscode.workspace.workspaceFolders?.[0]?.name;
    return {
      agent: {
        name,
        title: agentLabel(name),
        ...(agent?.description === undefined ? {} : { reportedTitle: agent.description.title }),
        isDemo: name === DEMO_AGENT,
        status: agent?.status ?? { state: 'stopped' },
      },
      ...(folder === undefined ? {} : { folder }),
      enterKey: enterKey(),
      draft: this.#draft(key),
      favourites: this.#options.choices.favouritesOf(name),
      canSteer: agent?.description?.steers ?? false,
      promptCapabilities: agent?.description?.promptCapabilities ?? {
        image: false,
        audio: false,
        embeddedContext: false,
      },
      sessionAbilities: {
        fork: agent?.description?.sessions.fork ?? false,
        forkAtPrompt: agent?.description?.sessions.forkAtPrompt ?? false,
      },
    };
  }

  #draft(key: string): PanelState['draft'] {
    const { drafts } = this.#options;
    return { key, text: drafts.of(key), isTold: drafts.isTold(key) };
  }

  #receive(raw: unknown): void {
    const parsed = panelMessage.safeParse(raw);
    if (parsed.success) this.#handle(parsed.data);
    else
      this.#options.log.error(
        `The panel sent a message that is not in the contract: ${parsed.error.message}`,
      );
  }

  #handle(message: PanelMessage): void {
    const { sessions } = this.#options;
    switch (message.type) {
      case 'ready':
        this.#sendPanel();
        this.#bridge.sendSnapshot();
        if (this.#bridge.key !== undefined) this.#options.actions.presented(this.#bridge.key);
        if (this.#waitingDraft !== undefined) this.focusComposer(this.#waitingDraft);
        this.#waitingDraft = undefined;
        for (const waiting of this.#waiting.splice(0)) this.post(waiting);
        return;
      case 'prompt':
        sessions.prompt(message.key, message.content);
        return;
      case 'cancel':
        sessions.cancel(message.key);
        return;
      case 'queue_remove':
        sessions.removeQueued(message.key, message.id);
        return;
      case 'queue_move':
        sessions.moveQueued(message.key, message.id, message.index);
        return;
      case 'queue_send_now':
        sessions.sendQueuedNow(message.key, message.id);
        return;
      case 'queue_resume':
        sessions.resumeQueue(message.key);
        return;
      case 'queue_steer':
        void sessions.steer(message.key, message.id);
        return;
      case 'permission':
        sessions.answerPermission(message.key, message.requestId, message.optionId);
        return;
      case 'elicitation_accept':
        sessions.elicitations.accept(message.key, message.requestId, message.values);
        return;
      case 'elicitation_open':
        this.#openPage(sessions.elicitations.consent(message.key, message.requestId));
        return;
      case 'elicitation_refuse':
        sessions.elicitations.refuse(message.key, message.requestId, message.action);
        return;
      case 'open_link':
        this.#openLink(message.key, message.href);
        return;
      case 'open_diff':
        this.#options.actions.openDiff(message.key, message.toolCallId, message.index);
        return;
      case 'edit_proposal':
        this.#options.actions.editProposal(message.key, message.requestId);
        return;
      case 'error_action':
        this.#runErrorAction(message.key, message.action);
        return;
      case 'copy':
        void vscode.env.clipboard.writeText(message.text);
        return;
      case 'set_config_option':
        this.#options.actions.changeConfigOption(message.key, message.configId, message.value);
        return;
      case 'toggle_favourite':
        this.#toggleFavourite(message.key, message.configId, message.value);
        return;
      case 'context_action':
        this.#options.actions.runContextAction(message.action, message.key);
        return;
      case 'kill_terminal':
        sessions.killTerminal(message.key, message.terminalId);
        return;
      case 'open_terminal':
        this.#options.actions.openTerminal(message.key, message.terminalId);
        return;
      case 'changes_action':
        this.#options.actions.changesAction(message.key, message.action, message.path);
        return;
      case 'restore':
        this.#options.actions.restoreFiles(message.key, message.entryId);
        return;
      case 'redo':
        this.#options.actions.redoFiles(message.key);
        return;
      case 'rename':
        this.#options.actions.rename(message.key);
        return;
      case 'continue_in_new':
        this.#options.actions.continueInNew(message.key);
        return;
      case 'fork':
        this.#options.actions.fork(message.key, message.entryId);
        return;
      case 'detach_context':
        sessions.detachContext(message.key);
        return;
      case 'export_usage':
        this.#options.actions.exportUsage();
        return;
      case 'draft':
        this.#options.drafts.set(message.key, message.text);
        return;
      case 'focus':
        this.#options.onFocus(message.where);
        return;
      case 'used':
        this.#options.onUse();
        return;
      case 'webview_error':
        this.#options.log.error(`The panel reported: ${message.message}`);
    }
  }

  /** Opens the page of an elicitation that the user agreed to, outside (R112). */
  #openPage(url: string | undefined): void {
    if (url === undefined) return;
    const opened = import('../editors/openLink.ts').then(({ openPage }) => openPage(url));
    opened.catch((error: unknown) =>
      this.#options.log.error(`The page ${url} did not open: ${String(error)}`),
    );
  }

  #openLink(key: string, href: string): void {
    const cwd = this.#options.store.state(key)?.cwd;
    if (cwd === undefined) return;
    const opened = import('../editors/openLink.ts').then(({ openLink }) => openLink(href, cwd));
    opened.catch((error: unknown) => this.#options.log.error(`Link ${href} did not open: ${String(error)}`));
  }

  #toggleFavourite(key: string, configId: string, value: string): void {
    const agent = this.#options.store.state(key)?.agent;
    if (agent !== undefined) this.#options.choices.toggleFavourite(agent, configId, value);
  }

  #runErrorAction(key: string, action: ErrorAction): void {
    const agent = this.#options.store.state(key)?.agent;
    if (action === 'attach-transcript') this.#options.sessions.attachTranscript(key);
    else if (agent !== undefined) this.#options.actions.runErrorAction(action, agent);
  }
}
