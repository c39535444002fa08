// Requests that are answered outside of their chat: all that decides is in sight, or nothing can be allowed there.
import { beforeEach, expect, test } from 'vitest';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import type { ToolCallPatch } from '../../../src/core/session/toolCall/state.ts';
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

const options = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

function ask(call: Partial<ToolCallPatch>, requestId = 'one', key = KEY): void {
  store.dispatch(key, {
    type: 'permission_requested',
    at: 1,
    call: { toolCallId: requestId, title: 'Do it', kind: 'execute', ...call },
    request: { requestId, toolCallId: requestId, at: 1, options },
  });
}

const noQuestions = { accept: () => undefined, refuse: () => undefined };
const nothingAnswered = {
  sessions: { permissions: { answer: () => undefined }, elicitations: noQuestions },
  open: async () => undefined,
};

const change = (newText: string) =>
  ({ type: 'diff', path: '/w/a.ts', oldText: 'one\ntwo\nthree\n', newText }) as const;

test('a change is shown with its lines, and can be allowed', () => {
  ask({
    kind: 'edit',
    title: 'Edit a.ts',
    locations: [{ path: '/w/a.ts' }],
    content: [change('one\n2\nthree\n')],
  });
  expect(requestsOf(store)).toMatchObject([
    {
      key: KEY,
      agent: 'Birch',
      subject: 'Edit a.ts\n/w/a.ts\n- two\n+ 2',
      isWhole: true,
      options: [{ optionId: 'yes' }, { optionId: 'no' }, { optionId: 'always' }],
    },
  ]);
});

test('a command is shown as a whole with the folder that it runs in', () => {
  ask({ title: 'Build', rawInput: { command: 'make all', cwd: '/other' } });
  expect(requestsOf(store)[0]).toMatchObject({ subject: 'Build\nmake all\n/other', isWhole: true });
});

test.each<[string, Partial<ToolCallPatch>]>([
  ['is too long', { rawInput: { command: `make ${'x'.repeat(7_000)}` } }],
  ['has more beside its command', { rawInput: { command: 'make', env: { PATH: '/tmp' } } }],
  ['hides characters', { rawInput: { command: 'ma\u200Bke' } }],
  ['names nothing', { rawInput: { anything: 1 } }],
  [
    'carries a change that is no diff',
    { kind: 'edit', locations: [{ path: '/w/a.ts' }], rawInput: { path: '/w/a.ts', patch: '*** x' } },
  ],
])('a request that %s can only be rejected', (_name, call) => {
  ask(call);
  const [request] = requestsOf(store);
  expect(request?.isWhole).toBe(false);
  expect(request?.options.map(({ optionId }) => optionId)).toEqual(['no']);
  expect(request?.subject).not.toContain('\u200B');
});

test('lists get the first request of each session, and again when one is answered', async () => {
  store.create('session-2', 'Alder', '/w');
  ask({ rawInput: { command: 'make a' } });
  ask({ rawInput: { command: 'make b' } }, 'two');
  ask({ rawInput: { command: 'make c' } }, 'three', 'session-2');
  const shown: (readonly string[])[] = [];
  const following = new WaitingRequests(store, new MemoryLog()).follow((requests) =>
    shown.push(requests.map(({ requestId }) => requestId)),
  );
  await expect.poll(() => shown.at(-1)).toEqual(['one', 'three']);
  store.dispatch(KEY, { type: 'permission_closed', at: 2, requestId: 'one', decision: { by: 'user' } });
  await expect.poll(() => shown.at(-1)).toEqual(['two', 'three']);
  following.dispose();
});

test('a list that cannot be shown is logged', async () => {
  const log = new MemoryLog();
  const following = new WaitingRequests(store, log).follow(() => {
    throw new Error('The panel is gone.');
  });
  await expect.poll(() => log.lines).toEqual([expect.stringContaining('The panel is gone.')]);
  following.dispose();
});

test('the dialog answers the request that it shows, and no other one', async () => {
  const answered: string[] = [];
  const services = {
    store,
    sessions: {
      permissions: {
        answer: (_key: string, id: string, option: string) => void answered.push(`${id} ${option}`),
      },
      elicitations: noQuestions,
    },
    open: async (key: string) => void answered.push(`open ${key}`),
  };
  ask({ rawInput: { command: 'make all' } });
  vscode.answers.push(() => 'Allow');
  await answerWaiting(KEY, services);
  expect(vscode.buttons[0]).toEqual(['Allow', 'Reject', 'Always', 'Open Session']);
  vscode.answers.push(() => {
    store.dispatch(KEY, { type: 'permission_closed', at: 2, requestId: 'one', decision: { by: 'user' } });
    ask({ rawInput: { command: 'rm -r /' } }, 'two');
    return 'Allow';
  });
  await answerWaiting(KEY, services);
  vscode.answers.push(() => 'Open Session');
  await answerWaiting(KEY, services);
  expect(answered).toEqual(['one yes', `open ${KEY}`]);
});

test.each([
  ['37 lines', 37, ['Allow', 'Reject', 'Always', 'Open Session'], 39],
  ['38 lines', 38, ['Allow', 'Reject', 'Always', 'Open Session'], 40],
  ['39 lines', 39, ['Reject', 'Open Session'], 42],
  ['400 lines', 400, ['Reject', 'Open Session'], 42],
])('the dialog about a change of %s stays on the screen', async (_what, count, buttons, lines) => {
  const newText = `one\ntwo\nthree\n${'a\n'.repeat(count)}`;
  ask({ kind: 'edit', title: 'Edit a.ts', locations: [{ path: '/w/a.ts' }], content: [change(newText)] });
  expect(requestsOf(store)[0]?.isWhole).toBe(true);
  await answerWaiting(KEY, { ...nothingAnswered, store });
  expect(vscode.buttons).toEqual([buttons]);
  expect(vscode.messages.at(-1)?.split('\n')).toHaveLength(lines);
  expect(vscode.messages.at(-1)?.includes('not all of the request')).toBe(count > 38);
});

test('the dialog says that a request which is cut is not all of it', async () => {
  ask({ rawInput: { command: `make ${'x'.repeat(7_000)}` } });
  await answerWaiting(KEY, { ...nothingAnswered, store });
  expect(vscode.buttons).toEqual([['Reject', 'Open Session']]);
  expect(vscode.messages.at(-1)).toContain('not all of the request');
  expect(vscode.messages.at(-1)?.length).toBeLessThan(500);
});

test('a change is looked at once, however often the lists are made', () => {
  let reads = 0;
  const counted = {
    ...change(''),
    get newText() {
      reads += 1;
      return 'one\n2\nthree\n';
    },
  };
  ask({ kind: 'edit', title: 'Edit a.ts', locations: [{ path: '/w/a.ts' }], content: [counted] });
  const [first] = requestsOf(store);
  const once = reads;
  expect(once).toBeGreaterThan(0);
  ask({ rawInput: { command: 'make b' } }, 'two');
  expect(requestsOf(store)).toEqual([first]);
  expect(reads).toBe(once);
});
