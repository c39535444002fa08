// Which agent a new session gets: that of the shown session, or one that the user selects.
import { beforeEach, expect, test } from 'vitest';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { CurrentSession, type CurrentSessionOptions } from '../../../src/host/chat/currentSession.ts';
import { resetVscode, Uri, vscode } from '../../support/vscode.ts';

let started: string[];
let folders: string[];
let handed: (readonly string[])[];
let inEditor: string | undefined;
let store: SessionStore;
let shown: string | undefined;
let current: CurrentSession;

beforeEach(() => {
  resetVscode();
  started = [];
  folders = [];
  handed = [];
  inEditor = undefined;
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
      showing: () => undefined,
      onCurrentChange: () => ({ dispose: () => undefined }),
    },
    drafts: {
      hand: (from: string, to: string) => void handed.push([from, to]),
      isInEditor: (key: string) => key === inEditor,
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
