// Questions of agents in lists: a form of one choice is answered there, all others in their session.
import { beforeEach, expect, test } from 'vitest';
import type { ElicitationField, ElicitationQuestion } from '../../../src/core/session/elicitation/state.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { WaitingRequests } from '../../../src/host/permissions/waitingRequests.ts';
import { answerWaiting, requestsOf } from '../../../src/host/permissions/waitingRequestTexts.ts';
import { MemoryLog } from '../../support/log.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';

const KEY = 'session-1';
let store: SessionStore;

beforeEach(() => {
  resetVscode();
  store = new SessionStore();
  store.create(KEY, 'Birch', '/w');
});

function ask(question: ElicitationQuestion, requestId = 'one'): void {
  const request = { requestId, at: 1, question, problems: {}, isOpened: false };
  store.dispatch(KEY, { type: 'elicitation_requested', at: 1, request });
}

const choice: ElicitationField = {
  kind: 'choice',
  key: 'database',
  title: 'Database',
  isRequired: true,
  choices: [
    { value: 'pg', title: 'Postgres', description: 'On a server' },
    { value: 'sqlite', title: 'SQLite' },
  ],
};

const form = (...fields: readonly ElicitationField[]): ElicitationQuestion => ({
  mode: 'form',
  message: 'Where shall I store it?',
  fields,
});

test('a form of one choice is answered by its choices', () => {
  ask(form(choice));
  expect(requestsOf(store)).toMatchObject([
    {
      key: KEY,
      requestId: 'one',
      agent: 'Birch',
      subject: 'Where shall I store it?\nDatabase\nPostgres: On a server',
      isWhole: true,
      field: 'database',
      options: [
        { optionId: 'pg', name: 'Postgres' },
        { optionId: 'sqlite', name: 'SQLite' },
      ],
    },
  ]);
});

const text: ElicitationField = { kind: 'text', key: 'name', title: 'Name', isRequired: true };
const many = Array.from({ length: 7 }, (_, index) => ({ value: String(index), title: `Choice ${index}` }));

test.each<[string, ElicitationQuestion]>([
  ['wants a text', form(text)],
  ['has two fields', form(choice, text)],
  ['has seven choices', form({ ...choice, choices: many })],
  ['hides characters', form({ ...choice, choices: [{ value: 'pg', title: 'Post\u200Bgres' }] })],
  ['is too long', { ...form(choice), message: 'x'.repeat(2_001) }],
  ['is a page', { mode: 'url', message: 'Sign in', elicitationId: 'page', url: 'https://example.com/' }],
])('a question that %s is answered in its session', (_what, question) => {
  ask(question);
  const [request] = requestsOf(store);
  expect(request).toMatchObject({ isWhole: false, options: [] });
  expect(request?.field).toBeDefined();
});

test('a page that was opened waits no more, and a permission request comes before all questions', () => {
  ask({ mode: 'url', message: 'Sign in', elicitationId: 'page', url: 'https://example.com/' });
  store.dispatch(KEY, { type: 'elicitation_opened', at: 2, requestId: 'one' });
  expect(requestsOf(store)).toEqual([]);
  ask(form(choice), 'two');
  expect(requestsOf(store)).toMatchObject([{ requestId: 'two' }]);
  store.dispatch(KEY, {
    type: 'permission_requested',
    at: 3,
    call: { toolCallId: 'call', title: 'Build', kind: 'execute', rawInput: { command: 'make' } },
    request: { requestId: 'three', toolCallId: 'call', at: 3, options: [] },
  });
  expect(requestsOf(store)).toMatchObject([{ requestId: 'three', subject: 'Build\nmake' }]);
});

test('lists follow questions', async () => {
  const shown: (readonly string[])[] = [];
  const following = new WaitingRequests(store, new MemoryLog()).follow((requests) =>
    shown.push(requests.map(({ requestId }) => requestId)),
  );
  ask(form(choice));
  await expect.poll(() => shown.at(-1)).toEqual(['one']);
  store.dispatch(KEY, { type: 'elicitation_closed', at: 2, requestId: 'one' });
  await expect.poll(() => shown.at(-1)).toEqual([]);
  following.dispose();
});

/** What the dialog does with the questions of the store. */
function recorded() {
  const done: string[] = [];
  const services = {
    store,
    sessions: {
      permissions: { answer: () => void done.push('permission') },
      elicitations: {
        accept: (_key: string, id: string, values: unknown) =>
          void done.push(`${id} ${JSON.stringify(values)}`),
        refuse: (_key: string, id: string, action: string) => void done.push(`${id} ${action}`),
      },
    },
    open: async (key: string) => void done.push(`open ${key}`),
  };
  return { done, services };
}

test.each([
  ['Postgres', ['one {"database":"pg"}']],
  ['SQLite', ['one {"database":"sqlite"}']],
  ['Decline', ['one decline']],
  ['Open Session', [`open ${KEY}`]],
  [undefined, []],
])('in the dialog, %s answers a question with a single choice', async (button, done) => {
  ask(form(choice));
  const dialog = recorded();
  vscode.answers.push(() => button);
  await answerWaiting(KEY, dialog.services);
  expect(vscode.buttons).toEqual([['Postgres', 'SQLite', 'Decline', 'Open Session']]);
  expect(vscode.messages[0]).toContain('Birch asks a question in “New session”');
  expect(vscode.messages.join('\n')).toContain('Where shall I store it?\nDatabase\nPostgres: On a server');
  expect(dialog.done).toEqual(done);
});

test.each<[string, ElicitationQuestion]>([
  ['wants a text', form(text)],
  ['is too tall for the dialog', { ...form(choice), message: 'line\n'.repeat(41) }],
])('in the dialog, a question that %s is declined or opened', async (_what, question) => {
  ask(question);
  await answerWaiting(KEY, recorded().services);
  expect(vscode.buttons).toEqual([['Decline', 'Open Session']]);
  expect(vscode.messages.join('\n')).toContain('Open the session to answer.');
});

test('the dialog does not answer a question that took the place of the one that it shows', async () => {
  ask(form(choice));
  const { done, services } = recorded();
  vscode.answers.push(() => {
    store.dispatch(KEY, { type: 'elicitation_closed', at: 2, requestId: 'one' });
    ask(form(choice), 'two');
    return 'Postgres';
  });
  await answerWaiting(KEY, services);
  expect(done).toEqual([]);
});
