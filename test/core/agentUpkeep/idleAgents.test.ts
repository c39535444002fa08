// When the process of an idle agent is stopped.
import { beforeEach, expect, test } from 'vitest';
import { IdleAgents } from '../../../src/core/agentUpkeep/idleAgents.ts';
import { scriptedWindow, type ScriptedWindow } from '../../support/scriptedWindow.ts';
import { flushMicrotasks } from '../../support/wait.ts';

let window: ScriptedWindow;

beforeEach(() => {
  window = scriptedWindow();
});

function watch(minutes: number): readonly string[] {
  const suspended: string[] = [];
  new IdleAgents({
    ...window,
    idleMinutes: () => minutes,
    onSuspended: (keys) => suspended.push(...keys),
  });
  return suspended;
}

/** Minutes pass, one after the other. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    window.clock.advance(60_000);
    await flushMicrotasks();
  }
}

test('an idle agent is stopped after the idle minutes, and its sessions are reported', async () => {
  window.agent.offer('load');
  const suspended = watch(5);
  const key = await window.openSession();
  await window.runTurn(key);
  await pass(4);
  expect(window.agent.status.state).toBe('ready');
  await pass(2);
  expect(window.agent.status.state).toBe('stopped');
  expect(suspended).toEqual([key]);
});

test('an agent that is in use, visible, busy or cannot reopen sessions is not stopped', async () => {
  watch(5);
  const key = await window.openSession();
  await window.runTurn(key);
  await pass(10);
  expect(window.agent.status.state).toBe('ready');
  window.agent.offer('load');
  window.chats.setVisible(key);
  await pass(10);
  expect(window.agent.status.state).toBe('ready');
  window.chats.setVisible();
  window.agent.isBusy = true;
  await pass(10);
  expect(window.agent.status.state).toBe('ready');
  window.agent.isBusy = false;
  window.sessions.prompt(key, [{ type: 'text', text: 'go' }]);
  await flushMicrotasks();
  await pass(10);
  expect(window.agent.status.state).toBe('ready');
});

test('0 idle minutes disable stopping', async () => {
  window.agent.offer('load');
  watch(0);
  await window.openSession();
  await pass(600);
  expect(window.agent.status.state).toBe('ready');
});

test('an agent that works in the background is not stopped until that is over', async () => {
  window.agent.offer('load');
  watch(5);
  const key = await window.openSession();
  await window.runTurn(key);
  const report = (task: { taskId: string; isOver?: true }): void =>
    window.store.dispatch(key, { type: 'background_tasks', at: 1, tasks: [task] });
  report({ taskId: 'a' });
  await pass(60);
  expect(window.agent.status.state).toBe('ready');
  report({ taskId: 'a', isOver: true });
  await pass(6);
  expect(window.agent.status.state).toBe('stopped');
});
