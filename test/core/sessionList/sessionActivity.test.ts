// What a session of the list is doing.
import { beforeEach, expect, test } from 'vitest';
import { agentRefused } from '../../../src/core/agentErrors.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import { activityOf, type SessionActivity } from '../../../src/core/sessionList/sessionActivity.ts';
import { UnreadSessions } from '../../../src/core/sessionList/unreadSessions.ts';
import { scriptedWindow, type ScriptedWindow } from '../../support/scriptedWindow.ts';
import { text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

let window: ScriptedWindow;
let unread: UnreadSessions;

beforeEach(() => {
  window = scriptedWindow();
  unread = new UnreadSessions(window.store, window.chats);
});

const sources = () => ({ unread, agents: window.agents });

function activity(key: string): SessionActivity {
  const state = window.store.state(key);
  return activityOf(state === undefined ? {} : { state }, sources());
}

test('a session outside the window is stored, or open in another window', () => {
  expect(activityOf({}, sources())).toBe('stored');
  expect(activityOf({ isOpenInOtherWindow: true }, sources())).toBe('other-window');
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

test('a session says that it failed until the next prompt, also after it was seen', async () => {
  const key = await window.openSession();
  window.sessions.prompt(key, text('go'));
  await flushMicrotasks();
  window.agent.prompts[0]?.reject(new ParleyError(agentRefused('A', 'No', undefined)));
  await flushMicrotasks();
  window.chats.setVisible(key);
  expect(activity(key)).toBe('failed');
  window.sessions.prompt(key, text('again'));
  await flushMicrotasks();
  expect(activity(key)).toBe('running');
});

test('a session says what is wrong with its agent', async () => {
  const key = await window.openSession();
  window.agent.die({ state: 'needs-sign-in' });
  expect(activity(key)).toBe('needs-sign-in');
  window.agent.die({ state: 'failed' });
  expect(activity(key)).toBe('failed');
});
