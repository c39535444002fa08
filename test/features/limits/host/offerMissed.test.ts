// The notification of a limit whose time to continue was missed: what it offers, and what it does not do twice.
import { beforeEach, expect, test, vi } from 'vitest';
import { SessionStore } from '../../../../src/core/sessionLifecycle/sessionStore.ts';
import { offerMissed } from '../../../../src/features/limits/host/offerMissed.ts';
import { resetVscode, vscode } from '../../../support/vscode.ts';

vi.mock('vscode', async () => import('../../../support/vscode.ts'));

const KEY = 'session-1';

let store: SessionStore;
let done: string[];

const meet = (entryId: string): void =>
  store.dispatch(KEY, { type: 'limit_changed', at: 1, limit: { entryId, resetsAt: 2, isOver: true } });

beforeEach(() => {
  resetVscode();
  done = [];
  store = new SessionStore();
  store.create(KEY, 'bot', '/tmp');
  store.dispatch(KEY, { type: 'session_info', at: 1, patch: { title: 'Make [tea](command:x)' } });
  meet('e1');
});

const offer = (onOpen: () => void = () => undefined): Promise<void> =>
  offerMissed(KEY, {
    store,
    limits: { continueNow: (key) => void done.push(`continue ${key}`) },
    open: async (key) => {
      done.push(`open ${key}`);
      onOpen();
    },
  });

test('Continue shows the session, and continues it', async () => {
  vscode.answers.push(() => 'Continue');
  await offer();
  expect(done).toEqual([`open ${KEY}`, `continue ${KEY}`]);
  expect(vscode.messages.join()).toContain('has reset');
  // A title draws no link.
  expect(vscode.messages.join()).not.toContain('](');
});

test('Open Session only shows it, and a notification that is closed does nothing', async () => {
  vscode.answers.push(() => 'Open Session');
  await offer();
  expect(done).toEqual([`open ${KEY}`]);
  await offer();
  expect(done).toEqual([`open ${KEY}`]);
});

test.each<[string, () => void]>([
  ['has continued meanwhile', () => store.dispatch(KEY, { type: 'limit_changed', at: 3 })],
  ['has met another limit', () => meet('e2')],
])('a session that %s is shown, and nothing is sent', async (_what, meanwhile) => {
  vscode.answers.push(() => 'Continue');
  await offer(meanwhile);
  expect(done).toEqual([`open ${KEY}`]);
});

test('nothing is offered for a session that is gone', async () => {
  store.remove(KEY);
  await offer();
  expect([done, vscode.messages]).toEqual([[], []]);
});
