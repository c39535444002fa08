// Notifications of permission requests: what they say, which buttons they have, and what an outdated one does.
import { beforeEach, expect, test } from 'vitest';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import type { ToolCallPatch } from '../../../src/core/session/toolCall/state.ts';
import { notifyOfPermissions } from '../../../src/host/permissions/permissionNotifier.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';
import { flushMicrotasks } from '../../support/wait.ts';

const KEY = 'session-1';
let store: SessionStore;
let done: string[];
let isVisible: boolean;

beforeEach(() => {
  resetVscode();
  store = new SessionStore();
  store.create(KEY, 'A', '/w');
  done = [];
  isVisible = false;
  notifyOfPermissions({
    store,
    current: { open: (key) => done.push(`open ${key}`) },
    chats: { isVisible: () => isVisible, reveal: async () => void done.push('reveal') },
    sessions: {
      permissions: { answer: (_key, requestId, optionId) => void done.push(`${requestId} ${optionId}`) },
    },
  });
});

/** Waits until so many notifications were shown, and what they lead to is done. */
async function shown(count = 1): Promise<void> {
  await expect.poll(() => vscode.buttons.length).toBeGreaterThanOrEqual(count);
  await flushMicrotasks();
}

const option = (kind: string, name = kind) => ({ optionId: kind, name, kind });
const usual = [
  option('allow_once', 'Allow'),
  option('allow_always', 'Always'),
  option('reject_once', 'Reject'),
];

function ask(call: Partial<ToolCallPatch>, requestId = 'one', options = usual): void {
  store.dispatch(KEY, {
    type: 'permission_requested',
    at: 1,
    call: { toolCallId: requestId, title: 'make', kind: 'execute', ...call },
    request: { requestId, toolCallId: requestId, at: 1, options },
  });
}

test('a whole command can be allowed once or rejected, and nothing that lasts can be chosen', async () => {
  vscode.answers.push(() => 'Allow');
  ask({ rawInput: { command: 'make all' } });
  await shown();
  expect(vscode.messages[0]).toContain('make all');
  expect(vscode.buttons[0]).toEqual(['Allow', 'Reject', 'Open Session']);
  expect(done).toEqual(['one allow_once']);
});

test.each([
  ['is too long', { rawInput: { command: `make ${'x'.repeat(400)}` } }],
  ['has variables beside it', { rawInput: { command: 'make', env: { PATH: '/tmp' } } }],
  ['is not named', { rawInput: { anything: 'make' } }],
  ['has no width in it', { rawInput: { command: 'ma\u200Bke' } }],
  ['hides what follows by direction', { rawInput: { command: 'make \u202Ecod.exe' } }],
])('a command that %s cannot be allowed in a notification', async (_name, call) => {
  ask(call);
  await shown();
  expect(vscode.buttons[0]?.[0]).toBe('Reject');
  expect(vscode.messages[0]).not.toMatch(/[\u200B\u202E]/u);
});

test.each<[string, Partial<ToolCallPatch>]>([
  [
    'a command with a change beside it',
    { rawInput: { command: 'make' }, content: [{ type: 'diff', path: '/w/.env', newText: '' }] },
  ],
  [
    'a change with a command in its input',
    {
      kind: 'edit',
      content: [{ type: 'diff', path: '/w/.env', newText: '' }],
      rawInput: { command: 'view' },
    },
  ],
  ['a request of which a part could not be read', { rawInput: { command: 'make' }, isIncomplete: true }],
  [
    'a deletion that names further files inside its input',
    { kind: 'delete', locations: [{ path: 'a.txt' }], rawInput: { items: [{ path: '/w/secret' }] } },
  ],
  ['a switch beside a command', { rawInput: { command: 'make', sudo: true } }],
])('%s cannot be allowed in a notification', async (_name, call) => {
  ask(call);
  await shown();
  expect(vscode.buttons[0]?.[0]).toBe('Reject');
});

test.each<[string, string, Partial<ToolCallPatch>]>([
  ['the folder of a command', '/home/me/other', { rawInput: { command: 'make', cwd: '/home/me/other' } }],
  [
    'the file beside a command',
    '/etc/hosts',
    { rawInput: { command: 'make' }, locations: [{ path: '/etc/hosts' }] },
  ],
  [
    'a file that is named twice',
    'a.txt',
    { kind: 'edit', locations: [{ path: 'a.txt' }], rawInput: { file_path: '/w/a.txt' } },
  ],
])('%s is named where it can be allowed', async (_name, named, call) => {
  ask(call);
  await shown();
  expect(vscode.messages[0]).toContain(named);
  expect(vscode.buttons[0]?.[0]).toBe('Allow');
});

test('of several options of one kind none is a button', async () => {
  ask({ rawInput: { command: 'make' } }, 'one', [
    ...usual,
    { ...option('allow_once', 'Allow too'), optionId: 'b' },
  ]);
  await shown();
  expect(vscode.buttons[0]).toEqual(['Reject', 'Open Session']);
});

test('a request that was answered on its card is not answered by its notification', async () => {
  vscode.answers.push(() => {
    store.dispatch(KEY, { type: 'permission_closed', at: 2, requestId: 'one' });
    return 'Allow';
  });
  ask({ rawInput: { command: 'make' } });
  await shown();
  expect(done).toEqual([]);
  expect(vscode.messages).toHaveLength(4);
});

test('the fourth request at a time, and one that a chat shows, only wait in the chat', async () => {
  isVisible = true;
  ask({ rawInput: { command: 'make' } }, 'shown');
  isVisible = false;
  for (const id of ['one', 'two', 'three', 'four']) ask({ rawInput: { command: 'make' } }, id);
  await shown(3);
  expect(vscode.buttons).toHaveLength(3);
});

test('a request that changed before it is shown is shown as it is now', async () => {
  ask({ rawInput: { command: 'make all' } });
  store.dispatch(KEY, {
    type: 'permission_changed',
    at: 2,
    requestId: 'one',
    call: { toolCallId: 'one', rawInput: { command: 'make install' } },
    request: { requestId: 'two', toolCallId: 'one', at: 2, options: usual },
  });
  await shown();
  expect(vscode.messages[0]).toContain('make install');
});

test('a request that is answered before it is shown is not shown', async () => {
  ask({ rawInput: { command: 'make all' } });
  store.dispatch(KEY, { type: 'permission_closed', at: 2, requestId: 'one' });
  ask({ rawInput: { command: 'make install' } }, 'two');
  await shown();
  expect(vscode.messages[0]).toContain('make install');
});
