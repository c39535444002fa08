// Tasks that agents run beside their turns: stopped alone, or with the session.
import { expect, test } from 'vitest';
import { ParleyError } from '../../../src/core/errors.ts';
import { stopTask } from '../../../src/host/sessions/stopTask.ts';
import { scriptedWindow } from '../../support/scriptedWindow.ts';
import { flushMicrotasks } from '../../support/wait.ts';

async function withTasks() {
  const window = scriptedWindow();
  const key = await window.openSession();
  await window.runTurn(key);
  const report = (...tasks: readonly { taskId: string; canStop?: boolean; isOver?: true }[]): void =>
    window.store.dispatch(key, { type: 'background_tasks', at: 5, tasks });
  report({ taskId: 'a', canStop: true }, { taskId: 'b' });
  const sessionId = window.store.state(key)?.sessionId ?? '';
  const stops = () => window.agent.asked.filter((asked) => asked.startsWith('stop '));
  return { window, key, report, sessionId, stops };
}

test('a task is stopped alone, and is there until its agent says that it has ended', async () => {
  const { window, key, report, sessionId, stops } = await withTasks();
  await stopTask(window, key, 'a');
  expect(stops()).toEqual([`stop a of ${sessionId}`]);
  expect(window.store.state(key)?.tasks).toHaveLength(2);
  report({ taskId: 'a', isOver: true });
  expect(window.store.state(key)?.tasks).toEqual([{ taskId: 'b' }]);
});

test('the transcript says where a task is not stopped', async () => {
  const { window, key } = await withTasks();
  window.agent.stopError = new ParleyError({ code: 'agent-error', message: 'Not that one.', actions: [] });
  await stopTask(window, key, 'a');
  expect(window.store.state(key)?.entries.flat().at(-1)).toMatchObject({
    kind: 'notice',
    severity: 'warning',
    text: 'Not that one.',
  });
});

test('a session that is not open has nothing to stop', async () => {
  const { window, stops } = await withTasks();
  await stopTask(window, 'other', 'a');
  expect(stops()).toEqual([]);
});

test('Stop asks for the end of each task that can be stopped, also where the agent refuses', async () => {
  const { window, key, sessionId, stops } = await withTasks();
  window.agent.stopError = new ParleyError({ code: 'agent-error', message: 'No.', actions: [] });
  window.sessions.cancel(key);
  await flushMicrotasks();
  expect(stops()).toEqual([`stop a of ${sessionId}`]);
  expect(window.store.state(key)?.tasks).toBeUndefined();
});

test('Stop of a turn leaves tasks alone', async () => {
  const { window, key, stops } = await withTasks();
  window.sessions.prompt(key, [{ type: 'text', text: 'go' }]);
  await flushMicrotasks();
  window.sessions.cancel(key);
  expect(stops()).toEqual([]);
  expect(window.store.state(key)?.tasks).toHaveLength(2);
});

test('a report on a task of a session that was closed changes nothing', async () => {
  const { window, key, report } = await withTasks();
  await window.sessions.close(key);
  report({ taskId: 'c' });
  expect(window.store.state(key)).toBeUndefined();
});
