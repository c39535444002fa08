// What the badge of the Sessions view counts.
import { beforeEach, expect, test } from 'vitest';
import { UnreadSessions } from '../../../../src/core/sessionList/unreadSessions.ts';
import { sessionsBadge } from '../../../../src/host/sessions/list/sessionsBadge.ts';
import { scriptedWindow, type ScriptedWindow } from '../../../support/scriptedWindow.ts';

let window: ScriptedWindow;
let unread: UnreadSessions;

beforeEach(() => {
  window = scriptedWindow();
  unread = new UnreadSessions(window.store, window.chats);
});

const badge = () => sessionsBadge(window.store, { unread, agents: window.agents });
const count = (): number | undefined => badge()?.value;

test('a session counts while it waits for the user', async () => {
  const key = await window.openSession();
  window.chats.setVisible(key);
  expect(count()).toBeUndefined();
  window.store.dispatch(key, {
    type: 'permission_requested',
    at: 1,
    call: { toolCallId: 't' },
    request: { requestId: 'r', toolCallId: 't', options: [], at: 1 },
  });
  expect(count()).toBe(1);
  window.store.dispatch(key, { type: 'permission_closed', at: 2, requestId: 'r' });
  expect(count()).toBeUndefined();
});

test('a missing sign-in counts once something was asked of the agent', async () => {
  const key = await window.openSession();
  window.chats.setVisible(key);
  window.agent.die({ state: 'needs-sign-in' });
  expect(count()).toBeUndefined();
  window.store.dispatch(key, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'go' }] });
  expect(count()).toBe(1);
});

test('a hidden session that finished counts until it is seen, and once', async () => {
  const key = await window.openSession();
  await window.runTurn(key);
  expect(count()).toBe(1);
  window.chats.setVisible(key);
  expect(count()).toBeUndefined();
});

test('a session counts while it works in the background, once, and says so', async () => {
  const key = await window.openSession();
  window.chats.setVisible(key);
  await window.runTurn(key);
  const call = (status: string) =>
    window.store.dispatch(key, { type: 'tool_call', at: 5, call: { toolCallId: 'b', status } });
  call('in_progress');
  expect(badge()).toEqual({ value: 1, tooltip: '1 session works in the background' });
  call('completed');
  expect(badge()).toBeUndefined();
});

test('a turn that runs does not count', async () => {
  const key = await window.openSession();
  window.store.dispatch(key, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'go' }] });
  expect(badge()).toBeUndefined();
});
