// A panel: what it does with messages of its webview, and what it sends when.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DisposableStore, Emitter } from '../../../src/core/base/lifecycle.ts';
import { hostMessage, packedMessage } from '../../../src/core/panel/hostMessage.ts';
import { sessionParts } from '../../../src/core/panel/sessionParts.ts';
import { AgentRedactors } from '../../../src/core/secrets/agentRedactors.ts';
import { SignInCards } from '../../../src/core/ports/signInCards.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { ChatPanel, type ChatPanelOptions } from '../../../src/host/panel/chatPanel.ts';
import { resetVscode } from '../../support/vscode.ts';
import { flushMicrotasks } from '../../support/wait.ts';

const KEY = 'session';
let owned: DisposableStore;
let store: SessionStore;
let posted: { readonly type: string }[];
let errors: string[];
let calls: unknown[];
let panel: ChatPanel;
let rowsChanged: Emitter<void>;
/** Sends a message as the webview would. */
let send: (message: unknown) => void;
let reading: Set<string>;
let readingChanged: Emitter<void>;
let isReadOnly: boolean;
let readOnlyChanged: Emitter<void>;

beforeEach(() => {
  resetVscode();
  owned = new DisposableStore();
  store = owned.add(new SessionStore());
  store.create(KEY, 'Fake', '/work');
  posted = [];
  errors = [];
  calls = [];
  rowsChanged = new Emitter<void>();
  reading = new Set();
  readingChanged = new Emitter<void>();
  isReadOnly = false;
  readOnlyChanged = new Emitter<void>();
  const received = new Emitter<unknown>();
  send = (message) => received.fire(message);
  // With the parts that a test comes to.
  const options: ChatPanelOptions = Object.assign(Object.create(null), {
    webview: {
      onDidReceiveMessage: received.event,
      postMessage: (message: { type: string }) => Promise.resolve(void posted.push(message)),
    },
    store,
    log: { error: (text: string) => errors.push(text) },
    sources: {
      agents: { existing: () => undefined, onStatusChange: new Emitter().event },
      choices: { favoritesOf: () => ({}), onFavoritesChange: new Emitter().event },
      drafts: {
        of: () => '',
        revisionOf: () => 0,
        isInEditor: () => false,
        onEditorsChange: new Emitter<void>().event,
        editsOf: () => [],
        attachmentsOfEdit: () => undefined,
        formsOf: () => [],
        attachmentsOf: () => [{ type: 'image', data: 'AA==', mimeType: 'image/png' }],
      },
      redactors: new AgentRedactors(),
      branches: { of: () => [], onChange: new Emitter<void>().event },
      wholeForks: { has: () => false, onChange: new Emitter<void>().event },
      rules: {
        get isReadOnly() {
          return isReadOnly;
        },
        onChange: readOnlyChanged.event,
      },
      notices: { isReading: (key: string) => reading.has(key), onChange: readingChanged.event },
      signInCards: new SignInCards(),
    },
    handlers: {
      kernel: {
        ready: (_message: unknown, context: ChatPanel) => context.ready(),
        rename: (message: unknown) => void calls.push(message),
        session_list: ({ isOpen }: { isOpen: boolean }, context: ChatPanel) =>
          context.showSessionList(isOpen),
        fork: () => Promise.reject(new Error('no fork')),
      },
      features: new Map([
        [
          'shortcuts',
          () => Promise.resolve({ show_shortcuts: (message: unknown) => void calls.push(message) }),
        ],
      ]),
    },
    sessionRows: {
      follow: (show: (rows: readonly []) => void) => {
        show([]);
        return rowsChanged.event(() => show([]));
      },
    },
    waitingRequests: { follow: () => ({ dispose: () => undefined }) },
    onPresent: (key: string) => calls.push(`presented ${key}`),
  });
  panel = owned.add(new ChatPanel(options));
});

afterEach(() => owned.dispose());

test('a message goes to the handler of its type', () => {
  send({ type: 'rename', key: KEY });
  expect(calls).toEqual([{ type: 'rename', key: KEY }]);
});

test('a message of a feature goes to the feature, which is loaded first', async () => {
  send({ type: 'show_shortcuts' });
  expect(calls).toEqual([]);
  await flushMicrotasks();
  expect(calls).toEqual([{ type: 'show_shortcuts' }]);
});

test('a message of a feature that was left out goes nowhere', async () => {
  send({ type: 'entry_text', name: '', text: '' });
  await flushMicrotasks();
  expect(calls).toEqual([]);
  expect(errors).toEqual([]);
});

test('a message that is not in the contract is logged and goes nowhere', () => {
  send({ type: 'rename', key: 5 });
  send('rename');
  expect(calls).toEqual([]);
  expect(errors).toHaveLength(2);
});

test('a handler that fails is logged with the message', async () => {
  send({ type: 'fork', key: KEY });
  await flushMicrotasks();
  expect(errors).toEqual(['“fork” failed: Error: no fork']);
});

test('a webview that is ready gets what belongs to the session, the session, and what waited', () => {
  panel.show(KEY);
  panel.focusComposer('draft');
  panel.postWhenReady({ type: 'find' });
  expect(posted.map(({ type }) => type)).toEqual(['panel']);
  posted = [];
  send({ type: 'ready' });
  expect(posted.map(({ type }) => type)).toEqual([
    'draft_attachments',
    'panel',
    'snapshot',
    'focus_composer',
    'find',
  ]);
  expect(posted[0]).toMatchObject({ key: KEY, attachments: [{ type: 'image', data: 'AA==' }] });
  expect(calls).toEqual([`presented ${KEY}`]);
});

test('a session comes as the bytes of its JSON, a long one in several messages', () => {
  panel.show(KEY);
  for (let number = 0; number < 700; number++)
    store.dispatch(KEY, { type: 'notice', at: 1, severity: 'info', text: `é${number}` });
  send({ type: 'ready' });
  const parts = posted.flatMap((message) => {
    const packed = packedMessage.safeParse(message);
    return packed.success ? [hostMessage.parse(JSON.parse(new TextDecoder().decode(packed.data.json)))] : [];
  });
  expect(parts).toEqual(sessionParts(store.snapshot(KEY) ?? { state: emptySession(KEY, '', '/'), seq: 0 }));
  expect(parts.length).toBeGreaterThan(1);
});

const lists = (): number => posted.filter(({ type }) => type === 'session_list').length;

test('sessions are sent while their list is open, and no longer once it is closed or the panel hidden', () => {
  send({ type: 'session_list', isOpen: true });
  expect(lists()).toBe(1);
  rowsChanged.fire();
  expect(lists()).toBe(2);
  send({ type: 'session_list', isOpen: false });
  rowsChanged.fire();
  expect(lists()).toBe(2);
  send({ type: 'session_list', isOpen: true });
  panel.pause();
  rowsChanged.fire();
  expect(lists()).toBe(3);
});

test('whether a prompt is being read is sent with the session that is shown, and when it changes', () => {
  const isReading = (): boolean[] => panelsWith('isReadingContext');
  reading.add(KEY);
  panel.show(KEY);
  expect(isReading()).toEqual([true]);
  reading.clear();
  readingChanged.fire();
  expect(isReading()).toEqual([true, false]);
});

test('read-only mode is sent with the session that is shown, and when it changes', () => {
  panel.show(KEY);
  isReadOnly = true;
  readOnlyChanged.fire();
  isReadOnly = false;
  readOnlyChanged.fire();
  expect(panelsWith('isReadOnlyMode')).toEqual([false, true, false]);
});

/** Of each state that was sent for the panel, whether it has that property. */
function panelsWith(property: string): boolean[] {
  return posted.flatMap((message) => {
    if (message.type !== 'panel' || !('panel' in message)) return [];
    return [typeof message.panel === 'object' && message.panel !== null && property in message.panel];
  });
}
