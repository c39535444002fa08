// Which sessions are marked as having unread activity, and until when.
import { beforeEach, expect, test } from 'vitest';
import { agentRefused } from '../../../src/core/agentErrors.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import { UnreadSessions } from '../../../src/core/sessionList/unreadSessions.ts';
import { scriptedWindow, type ScriptedWindow } from '../../support/scriptedWindow.ts';
import { flushMicrotasks } from '../../support/wait.ts';

let window: ScriptedWindow;

beforeEach(() => {
  window = scriptedWindow();
});

test('a hidden session that finishes is marked until it is shown', async () => {
  const marks = new UnreadSessions(window.store, window.chats);
  const key = await window.openSession();
  await window.runTurn(key);
  expect(marks.of(key)).toBe('finished');
  window.chats.setVisible('another');
  expect(marks.of(key)).toBe('finished');
  window.chats.setVisible(key);
  expect(marks.of(key)).toBeUndefined();
});

test('a visible session is not marked', async () => {
  const marks = new UnreadSessions(window.store, window.chats);
  const key = await window.openSession();
  window.chats.setVisible(key);
  await window.runTurn(key);
  expect(marks.keys()).toEqual([]);
});

test('a hidden session that fails is marked until it continues', async () => {
  const marks = new UnreadSessions(window.store, window.chats);
  const key = await window.openSession();
  window.sessions.prompt(key, [{ type: 'text', text: 'go' }]);
  await flushMicrotasks();
  window.agent.die();
  await flushMicrotasks();
  expect(marks.of(key)).toBe('failed');
  window.sessions.prompt(key, [{ type: 'text', text: 'again' }]);
  await flushMicrotasks();
  expect(marks.of(key)).toBeUndefined();
});

test('a session that opens after a failure is no longer marked', async () => {
  const marks = new UnreadSessions(window.store, window.chats);
  window.agent.connectError = new ParleyError(agentRefused('A', 'not now', undefined));
  const key = await window.openSession();
  expect(marks.of(key)).toBe('failed');
  window.agent.connectError = undefined;
  window.sessions.open(key);
  await flushMicrotasks();
  expect(marks.of(key)).toBeUndefined();
});

test('a closed session has no mark', async () => {
  const marks = new UnreadSessions(window.store, window.chats);
  const key = await window.openSession();
  await window.runTurn(key);
  await window.sessions.close(key);
  expect(marks.keys()).toEqual([]);
});
