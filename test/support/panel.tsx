// Opens the panel in happy-dom with a host that a test plays, and an element size for the virtual list.
import { act, configure, render } from '@testing-library/react';
import type { HostMessage, PanelState } from '../../src/core/panel/hostMessage.ts';
import { panelMessage, type PanelMessage } from '../../src/core/panel/panelMessage.ts';
import type { AttachmentList, NewAttachment } from '../../src/core/panel/draftAttachment.ts';
import type { ContentBlock } from '../../src/core/session/content.ts';
import type { SessionEvent } from '../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../src/core/session/model.ts';
import { reduce } from '../../src/core/session/reduce.ts';
import { App } from '../../webview/panel/app.tsx';
import { connectBridge } from '../../webview/panel/state/bridge.ts';
import { loadParts } from '../../webview/panel/state/loadedParts.ts';
import { PanelProvider } from '../../webview/panel/state/panelContext.tsx';
import { PanelStore } from '../../webview/panel/state/store.ts';
import type { TabStorage } from '../../webview/panel/state/typedText.ts';
import { ViewState } from '../../webview/panel/state/viewState.ts';
import type { VsCodeApi } from '../../webview/panel/state/vscodeApi.ts';
import { PlayedDrafts, type WholeMessage } from './composer/playedDrafts.ts';

export const KEY = 'session-1';

// What a panel draws a moment after its first picture is there at once in tests.
await loadParts(() => import('../../webview/composition/parts.ts'));

// On a busy machine; only a test that fails waits for so long.
configure({ asyncUtilTimeout: 20_000 });

/** What the panel shows of an agent that is ready. */
export const READY: PanelState = {
  agent: { name: 'bot', title: 'Bot', isDemo: false, status: { state: 'ready' } },
  enterKey: 'send',
  fontSize: 0,
  fontFamily: '',
  density: 'comfortable',
  direction: 'auto',
  draft: { key: KEY, text: '', revision: 0 },
  favorites: {},
  steering: [],
  promptCapabilities: { image: true, audio: false, embeddedContext: true },
  sessionAbilities: { fork: false, forkAtPrompt: false, forkAfterAnswer: false },
  branches: [],
};

export interface OpenPanelOptions {
  readonly panel?: Partial<PanelState>;
  readonly events?: readonly SessionEvent[];
  /** The state that an earlier page stored. */
  readonly saved?: unknown;
  /** What the host has as the attachments of the draft. */
  readonly attachments?: readonly ContentBlock[] | undefined;
  /** The same of the prompts that are being edited. */
  readonly editAttachments?: readonly {
    readonly of: string;
    readonly attachments: readonly NewAttachment[];
  }[];
  /** What the tab holds from an earlier page. */
  readonly tab?: TabStorage;
}

export interface OpenPanel {
  readonly container: HTMLElement;
  /** Everything the panel sent, parsed by the contract. */
  readonly posted: readonly PanelMessage[];
  /** The state that the panel stored. */
  readonly saved: () => unknown;
  /** The messages of one type. */
  sent<Type extends PanelMessage['type']>(type: Type): readonly WholeMessage<Type>[];
  /** What the host has for a list of attachments. */
  attached(list: AttachmentList): readonly NewAttachment[];
  /** Sends any message, also one that is not in the contract. */
  receive(message: unknown): void;
  /** Sends events as the host does: in order, numbered. */
  dispatch(...events: readonly SessionEvent[]): void;
  unmount(): void;
}

const viewStates = new Set<ViewState>();

/** Writes what panels would write later, so that no timer outlives a test. */
export function saveViewStates(): void {
  for (const viewState of viewStates) viewState.save();
  viewStates.clear();
}

const VIEW = 600;
const ROW = 40;
const scrolled = new WeakMap<Element, number>();

/** happy-dom lays nothing out: the list is 600 pixels high, every row 40, and scrolling stops at the ends. */
function giveElementsSizes(): void {
  const isList = (element: Element): boolean => element.classList.contains('transcript');
  const contentHeight = (element: Element): number =>
    Number.parseFloat(element.querySelector<HTMLElement>('.transcript-rows')?.style.height ?? '') || 0;
  const size = (get: (element: Element) => number) => ({
    configurable: true,
    get(this: Element) {
      return get(this);
    },
  });
  Object.defineProperties(HTMLElement.prototype, {
    offsetHeight: size((element) => (isList(element) ? VIEW : ROW)),
    clientHeight: size((element) => (isList(element) ? VIEW : ROW)),
    scrollHeight: size((element) => (isList(element) ? contentHeight(element) : ROW)),
    offsetWidth: size(() => 400),
    scrollTop: {
      ...size((element) => scrolled.get(element) ?? 0),
      set(this: Element, value: number) {
        scrolled.set(this, Math.max(0, Math.min(value, this.scrollHeight - this.clientHeight)));
      },
    },
  });
}

/** Browsers report a selection in a task of its own; happy-dom does in the middle of what selects. Tests let theirs bubble. */
function ignoreSelectionChanges(): void {
  window.addEventListener('selectionchange', stopEvent, true);
}

const stopEvent = (event: Event): void => {
  if (!event.bubbles) event.stopImmediatePropagation();
};

/** Draws the panel with a session made of `events`. */
export function openPanel({
  panel = {},
  events = [],
  saved,
  attachments,
  editAttachments,
  tab,
}: OpenPanelOptions = {}): OpenPanel {
  giveElementsSizes();
  ignoreSelectionChanges();
  const posted: PanelMessage[] = [];
  let state = sessionOf(events);
  const drafts = new PlayedDrafts(() => state);
  let savedState: unknown = saved;
  const api: VsCodeApi = {
    postMessage: (message) => {
      const parsed = panelMessage.parse(message);
      drafts.record(parsed);
      posted.push(parsed);
    },
    getState: () => savedState,
    setState: (state) => {
      savedState = structuredClone(state);
    },
  };
  const viewState = new ViewState(api, tab);
  const store = new PanelStore({
    schedule: (notify) => notify(),
    now: Date.now,
    isAtEnd: (key) => viewState.scroll(key) === undefined,
  });
  viewStates.add(viewState);
  const post = connectBridge(api, store, viewState, window, undefined);
  const receive = (data: unknown): void => {
    act(() => {
      window.dispatchEvent(new MessageEvent('message', { data: structuredClone(drafts.named(data)) }));
    });
  };
  const { container, unmount } = render(
    <PanelProvider value={{ store, post, viewState }}>
      <App />
    </PanelProvider>,
  );
  let seq = events.length;
  const send = (message: HostMessage): void => receive(message);
  if (attachments !== undefined || editAttachments !== undefined) {
    send({
      type: 'draft_attachments',
      key: KEY,
      ...(attachments === undefined ? {} : { attachments: drafts.offer(attachments) }),
      ...(editAttachments === undefined
        ? {}
        : {
            edits: editAttachments.map((edit) => ({
              of: edit.of,
              attachments: edit.attachments.map((each) => drafts.add(each)),
            })),
          }),
    });
  }
  send({ type: 'panel', panel: { ...READY, ...panel } });
  send({ type: 'snapshot', state, seq });
  return {
    container,
    posted,
    saved: () => {
      viewState.save();
      return savedState;
    },
    sent: (type) =>
      posted
        .filter((message) => message.type === type)
        .map((message) => drafts.whole(message) as WholeMessage<typeof type>),
    attached: (list) => list.map((each) => drafts.attachment(each)),
    receive,
    dispatch: (...more) => {
      state = more.reduce(reduce, state);
      send({ type: 'events', key: KEY, from: seq + 1, to: seq + more.length, events: more });
      seq += more.length;
    },
    unmount,
  };
}

/** The state that events add up to. */
export function sessionOf(events: readonly SessionEvent[]): SessionState {
  return events.reduce(reduce, emptySession(KEY, 'bot', '/home/ada/project'));
}

/** The text of a content block. */
export function words(text: string) {
  return { type: 'text', text } as const;
}

/** A prompt of the user. */
export function prompted(text: string, at = 1_000): SessionEvent {
  return { type: 'prompt_started', at, content: [words(text)] };
}

/** A chunk of the agent's answer. */
export function said(text: string, at = 2_000): SessionEvent {
  return { type: 'message_chunk', at, role: 'agent', content: words(text) };
}

/** The end of a turn. */
export function ended(stopReason = 'end_turn', at = 5_000): SessionEvent {
  return { type: 'turn_ended', at, stopReason };
}
