// Which agent a new session gets: that of the shown session, or one that the user selects.
import { beforeEach, expect, test } from 'vitest';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { CurrentSession, type CurrentSessionOptions } from '../../../src/host/chat/currentSession.ts';
import { resetVscode, Uri, vscode } from '../../support/vscode.ts';

let started: string[];
let folders: string[];
let handed: (readonly string[])[];
let inEditor: string | undefined;
let drafts: Map<string, string>;
let sidebar: { key: string | undefined; readonly show: (key: string) => void };
let closeTab: (key: string) => void;
let store: SessionStore;
let shown: string | undefined;
let current: CurrentSession;

beforeEach(() => {
  resetVscode();
  started = [];
  folders = [];
  handed = [];
  inEditor = undefined;
  drafts = new Map();
  sidebar = { key: undefined, show: (key) => void (sidebar.key = key) };
  store = new SessionStore();
  shown = undefined;
  const chat = {
    get key() {
      return shown;
    },
    show: (key: string) => void (shown = key),
  };
  // With the parts that a test comes to.
  const options: CurrentSessionOptions = Object.assign(Object.create(null), {
    store,
    sessions: {
      create: (agent: string, cwd: string) => {
        started.push(agent);
        folders.push(cwd);
        store.create(`new ${started.length}`, agent, '/elsewhere');
        return `new ${started.length}`;
      },
    },
    chats: {
      target: chat,
      current: chat,
      use: () => undefined,
      sidebar,
      showing: (key: string) => (sidebar.key === key ? sidebar : undefined),
      onCurrentChange: () => ({ dispose: () => undefined }),
      onTabClose: (listener: (key: string) => void) => void (closeTab = listener),
    },
    drafts: {
      hand: (from: string, to: string) => void handed.push([from, to]),
      isInEditor: (key: string) => key === inEditor,
      of: (key: string) => drafts.get(key) ?? '',
      attachmentsOf: (key: string) => (key === 'with attachments' ? [{}] : undefined),
    },
    agentSettings: {
      agents: [
        { name: 'Alder', entry: undefined },
        { name: 'Birch', entry: undefined },
      ],
      defaultAgent: 'Alder',
      decisionOf: () => undefined,
      agent: (name: string) => ({ name }),
    },
  });
  current = new CurrentSession(options);
});

function show(agent: string, cwd = '/elsewhere'): void {
  store.create(agent, agent, cwd);
  shown = agent;
}

test('a new session has the agent of the shown one, and the default agent where nothing is shown', async () => {
  await current.startNew();
  show('Birch');
  await current.startNew();
  show('demo');
  await current.startNew();
  expect(started).toEqual(['Alder', 'Birch', 'demo']);
});

test('a new session beside one whose agent is no longer configured has the default agent', async () => {
  show('Removed');
  await current.startNew();
  expect(started).toEqual(['Alder']);
});

test('an agent that the user selects gets the new session, and one that is named no question', async () => {
  show('Birch');
  vscode.answers.push((labels) => labels.find((label) => label === 'Alder'));
  expect(await current.startNewWith()).toBe(true);
  await current.startNew('Birch');
  expect(started).toEqual(['Alder', 'Birch']);
});

test('the list of agents ends with a way to add one', async () => {
  show('Birch');
  vscode.answers.push((labels) => labels.at(-1));
  expect(await current.startNewWith()).toBe(false);
  expect(vscode.commands).toEqual([['parley.addAgent']]);
  expect(started).toEqual([]);
});

test('a new session works in the folder of the shown one where the window has it, else in the first', async () => {
  vscode.folders.push(Uri.file('/one'), Uri.file('/two'));
  show('Alder', '/two');
  await current.startNew('Birch');
  await current.startNew('Alder');
  expect(folders).toEqual(['/two', '/one']);
});

test('the user selects the folder of a new session where there are several, that of the shown one first', async () => {
  vscode.folders.push(Uri.file('/one'), Uri.file('/two'), Uri.file('/x/one'));
  show('Birch', '/two');
  const labels: (readonly string[])[] = [];
  vscode.answers.push((all) => void labels.push(all));
  expect(await current.startInFolder()).toBe(false);
  expect(labels).toEqual([['/two', '/one', '/x/one']]);
  vscode.answers.push((all) => all.at(-1));
  expect(await current.startInFolder()).toBe(true);
  expect(folders).toEqual(['/x/one']);
});

test('what was typed in a session in which nothing happened goes on in the one in its place', async () => {
  vscode.folders.push(Uri.file('/one'), Uri.file('/two'));
  show('Birch', '/one');
  vscode.answers.push((all) => all.at(-1));
  await current.startInFolder();
  expect([folders, handed]).toEqual([['/two'], [['Birch', 'new 1']]]);
  vscode.answers.push(
    (labels) => labels.find((label) => label === 'Alder'),
    (all) => all[0],
  );
  await current.startNewWith();
  expect(handed.at(-1)).toEqual(['new 1', 'new 2']);
});

test.each([
  ['has a prompt', { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] }],
  ['is read-only', { type: 'read_only', at: 1, reason: 'newer' }],
] as const)('a session that %s stays as it is, and keeps its draft', async (_what, event) => {
  show('Birch');
  store.dispatch('Birch', event);
  await current.startNew('Alder');
  expect(handed).toEqual([]);
});

test('a draft in an editor stays with its session', async () => {
  show('Birch');
  inEditor = 'Birch';
  await current.startNew('Alder');
  expect(handed).toEqual([]);
});

test('of one folder it works there without a question', async () => {
  vscode.folders.push(Uri.file('/one'));
  expect(await current.startInFolder('Alder')).toBe(true);
  expect(folders).toEqual(['/one']);
});

/** Sessions in which nothing happened. */
function createEmpty(...keys: readonly string[]): void {
  for (const key of keys) store.create(key, 'Birch', '/elsewhere');
}

test.each([
  ['one', 'a thought'],
  ['with attachments', ''],
])(
  'what was typed in a tab where nothing happened is in the sidebar after the tab was closed: %s',
  (key, text) => {
    createEmpty('fresh', key);
    sidebar.key = 'fresh';
    drafts.set(key, text);
    closeTab(key);
    expect(sidebar.key).toBe(key);
  },
);

test.each([
  ['a session that has nothing typed', () => drafts.delete('tab')],
  ['one that is listed', () => store.dispatch('tab', { type: 'read_only', at: 1, reason: 'newer' })],
  ['one whose draft is in an editor', () => (inEditor = 'tab')],
  ['one beside a draft in the sidebar', () => drafts.set('fresh', 'mine')],
  [
    'one beside a session in use',
    () => store.dispatch('fresh', { type: 'read_only', at: 1, reason: 'newer' }),
  ],
  ['one that is gone', () => store.remove('tab')],
])('the sidebar shows what it showed after a tab was closed with %s', (_what, given) => {
  createEmpty('fresh', 'tab');
  sidebar.key = 'fresh';
  drafts.set('tab', 'a thought');
  given();
  closeTab('tab');
  expect(sidebar.key).toBe('fresh');
});

test('what was typed in a session that nobody can find goes on in the next new one', async () => {
  createEmpty('left', 'inEditor', 'blank', 'sidebar');
  for (const key of ['left', 'inEditor', 'sidebar']) drafts.set(key, 'a thought');
  inEditor = 'inEditor';
  sidebar.key = 'sidebar';
  await current.startNew('Alder');
  expect(handed).toEqual([['left', 'new 1']]);
});

test('a session that leaves the window takes its draft along, and a draft is not handed to a session in sight', () => {
  createEmpty('leaving', 'sidebar');
  drafts.set('leaving', 'a thought');
  sidebar.key = 'sidebar';
  current.handLeft('sidebar');
  current.handLeft('other', 'leaving');
  expect(handed).toEqual([]);
});
