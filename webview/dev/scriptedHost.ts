// Replaces the extension host: holds one scripted session, answers the panel, and plays a simple agent.
import type { HostMessage, PanelState } from '../../src/core/panel/hostMessage.ts';
import { panelMessage, type PanelMessage } from '../../src/core/panel/panelMessage.ts';
import { wholePrompt, type PromptPart } from '../../src/core/panel/draftAttachment.ts';
import type { ContentBlock } from '../../src/core/session/content.ts';
import { coalesce } from '../../src/core/session/coalesce.ts';
import type { SessionEvent } from '../../src/core/session/events.ts';
import { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
import { sampleAnswer } from './sampleAnswer.ts';
import { sampleSessions } from './sampleSessions.ts';
import { showPseudoLocale } from './pseudoLocale.ts';
import { scenes, type Scene } from './scenes.ts';
import { themes } from './themes.ts';

const KEY = 'session-1';
const query = new URLSearchParams(location.search);
const scene: Scene = scenes[query.get('scene') ?? 'chat'] ?? { panel: {}, events: [] };

if (query.has('pseudo')) showPseudoLocale();

function setTheme(theme: string): void {
  const kind = themes[theme] ?? 'vscode-dark';
  document.documentElement.dataset['theme'] = theme;
  document.body.className = kind;
  document.body.dataset['vscodeThemeKind'] = kind;
}
setTheme(query.get('theme') ?? 'dark');

const panel: PanelState = {
  agent: { name: 'Qwen Code', title: 'Qwen Code', isDemo: false, status: { state: 'ready' } },
  folder: 'billing',
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
  ...scene.panel,
};

const store = new SessionStore();
let shown = KEY;
create(KEY);
for (const event of scene.events) store.dispatch(KEY, event);

let pending: SessionEvent[] = [];
let flushing = false;
store.onChange(({ key, event, seq }) => {
  if (key !== shown) return;
  pending.push(event);
  if (flushing) return;
  flushing = true;
  setTimeout(() => {
    flushing = false;
    if (pending.length === 0) return;
    const last = store.snapshot(shown)?.seq ?? seq;
    const events = coalesce(pending);
    const from = last - pending.length + 1;
    pending = [];
    send({ type: 'events', key: shown, from, to: last, events });
  }, 16);
});

function send(message: HostMessage): void {
  // Parts of a message must not be shared with the page, as they are not in VS Code.
  window.postMessage(structuredClone(message), '*');
}

function sendSnapshot(): void {
  // What is pending is part of it.
  pending = [];
  const snapshot = store.snapshot(shown);
  if (snapshot !== undefined) send({ type: 'snapshot', ...snapshot });
}

/** Creates a session unless it is there. */
function create(key: string): void {
  if (store.state(key) === undefined) store.create(key, panel.agent.name, '/home/ada/billing');
}

/** Lets something happen in a session. */
function dispatch(key: string, events: readonly SessionEvent[]): void {
  create(key);
  for (const event of events) store.dispatch(key, event);
}

/** Switches to a session. */
function show(key: string): void {
  create(key);
  shown = key;
  send({ type: 'panel', panel: { ...panel, draft: { key, text: '', revision: 0 } } });
  sendSnapshot();
}

function receive(message: PanelMessage): void {
  switch (message.type) {
    case 'ready': {
      send({ type: 'panel', panel });
      sendSnapshot();
      return;
    }
    case 'prompt':
      if (store.state(KEY)?.turn === undefined) void answer(whole(message.content));
      else enqueue(whole(message.content));
      return;
    case 'draft':
      for (const each of message.attachments ?? [])
        if (typeof each !== 'string') attached.set(each.id, each.block);
      received.push(message);
      return;
    case 'cancel':
      store.dispatch(KEY, { type: 'cancel_requested', at: Date.now() });
      return;
    case 'permission':
      store.dispatch(KEY, { type: 'permission_closed', at: Date.now(), requestId: message.requestId });
      return;
    case 'queue_remove': {
      const queue = (store.state(KEY)?.queue ?? []).filter(({ id }) => id !== message.id);
      store.dispatch(KEY, { type: 'queue_changed', at: Date.now(), queue, held: false });
      return;
    }
    case 'session_list':
      if (message.isOpen) send({ type: 'session_list', rows: sampleSessions(shown) });
      return;
    default:
      received.push(message);
  }
}

const attached = new Map<string, ContentBlock>();

function whole(parts: readonly PromptPart[]): readonly ContentBlock[] {
  return wholePrompt(parts, (id) => attached.get(id)).content;
}

/** Messages of the page that this host ignores, for inspection from outside. */
const received: PanelMessage[] = [];

let made = 0;
function enqueue(content: readonly ContentBlock[]): void {
  const queue = [...(store.state(KEY)?.queue ?? []), { id: `queued-${++made}`, content }];
  store.dispatch(KEY, { type: 'queue_changed', at: Date.now(), queue, held: false });
}

/** Streams an answer; `stream N` in the prompt makes it N chunks as fast as they go. */
async function answer(content: readonly ContentBlock[]): Promise<void> {
  const [first] = content;
  const asked = /^stream (\d+)/.exec(first?.type === 'text' ? first.text : '')?.[1];
  store.dispatch(KEY, { type: 'prompt_started', at: Date.now(), content });
  const chunks = sampleAnswer(asked === undefined ? 400 : Number(asked));
  const perTick = asked === undefined ? 1 : 250;
  for (let sent = 0; sent < chunks.length; sent += perTick) {
    if (store.state(KEY)?.turn?.cancelRequested === true) break;
    for (const text of chunks.slice(sent, sent + perTick)) {
      const block: ContentBlock = { type: 'text', text };
      store.dispatch(KEY, { type: 'message_chunk', at: Date.now(), role: 'agent', content: block });
    }
    await new Promise((resolve) => setTimeout(resolve, 8));
  }
  const stopReason = store.state(KEY)?.turn?.cancelRequested === true ? 'cancelled' : 'end_turn';
  store.dispatch(KEY, { type: 'turn_ended', at: Date.now(), stopReason });
}

let saved: unknown = JSON.parse(sessionStorage.getItem('state') ?? 'null');
globalThis.acquireVsCodeApi = () => ({
  postMessage: (message) => {
    const parsed = panelMessage.parse(JSON.parse(JSON.stringify(message)));
    setTimeout(() => receive(parsed), 0);
  },
  getState: () => saved,
  setState: (state) => {
    saved = state;
    sessionStorage.setItem('state', JSON.stringify(state));
  },
});
function setFontSize(fontSize: number): void {
  send({ type: 'panel', panel: { ...panel, fontSize } });
}
function setDirection(direction: PanelState['direction']): void {
  send({ type: 'panel', panel: { ...panel, direction } });
}
Object.assign(globalThis, {
  scripted: { store, key: KEY, received, send, dispatch, setDirection, setFontSize, setTheme, show },
});
