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

test('a hidden session is marked when its agent writes after the turn, and not by what came late', async () => {
  const marks = new UnreadSessions(window.store, window.chats);
  const key = await window.openSession();
  window.chats.setVisible(key);
  await window.runTurn(key);
  window.chats.setVisible('another');
  const write = (role: 'agent' | 'thought', text: string): void =>
    window.store.dispatch(key, {
      type: 'message_chunk',
      at: window.clock.now(),
      role,
      content: { type: 'text', text },
    });
  write('agent', 'The end of the answer.');
  expect(marks.of(key)).toBeUndefined();
  window.clock.advance(1_000);
  write('thought', 'The tests have ended.');
  expect(marks.of(key)).toBeUndefined();
  write('agent', 'All tests pass.');
  expect(marks.of(key)).toBe('finished');
  window.chats.setVisible(key);
  write('agent', ' That is all.');
  expect(marks.of(key)).toBeUndefined();
});
