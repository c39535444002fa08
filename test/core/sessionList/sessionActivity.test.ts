// What a session of the list is doing.
import { beforeEach, expect, test } from 'vitest';
import { activityOf, type SessionActivity } from '../../../src/core/sessionList/sessionActivity.ts';
import { UnreadSessions } from '../../../src/core/sessionList/unreadSessions.ts';
import { scriptedWindow, type ScriptedWindow } from '../../support/scriptedWindow.ts';
import { text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

const STORED = { id: 'k', agent: 'A', cwd: '/work', updatedAt: 1 };

let window: ScriptedWindow;
let unread: UnreadSessions;

beforeEach(() => {
  window = scriptedWindow();
  unread = new UnreadSessions(window.store, window.chats);
});

function activity(key: string): SessionActivity {
  const state = window.store.state(key);
  return activityOf({ ...STORED, ...(state === undefined ? {} : { state }) }, unread);
}

test('a session outside the window is stored, or open in another window', () => {
  expect(activityOf(STORED, unread)).toBe('stored');
  expect(activityOf({ ...STORED, isOpenInOtherWindow: true }, unread)).toBe('other-window');
});

test('a session starts, is idle, runs, and has finished while it was hidden', async () => {
  const key = window.sessions.create('A', '/work');
  expect(activity(key)).toBe('starting');
  await flushMicrotasks();
  expect(activity(key)).toBe('idle');
  window.sessions.prompt(key, text('go'));
  await flushMicrotasks();
  expect(activity(key)).toBe('running');
  window.agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
  await flushMicrotasks();
  expect(activity(key)).toBe('finished');
  window.chats.setVisible(key);
  expect(activity(key)).toBe('idle');
});
