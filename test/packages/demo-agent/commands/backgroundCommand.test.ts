// What the demo agent leaves running when a turn ends, and how that is stopped.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { parseJson } from '../../../../src/core/text/parseJson.ts';
import { DemoClient } from '../../../support/demoClient.ts';

const taskUpdate = z.object({
  params: z.object({
    update: z.object({
      sessionUpdate: z.string().startsWith('async_task_'),
      asyncTaskId: z.string(),
      name: z.string().optional(),
      state: z.string().optional(),
    }),
  }),
});
type TaskUpdate = z.infer<typeof taskUpdate>['params']['update'];

/** What is reported of tasks, which the SDK does not know: as it stands on the pipe. */
function taskUpdates({ child }: DemoClient): () => readonly TaskUpdate[] {
  const pieces: string[] = [];
  child.process.stdout.on('data', (chunk: Buffer) => pieces.push(chunk.toString('utf8')));
  return () =>
    pieces
      .join('')
      .split('\n')
      .flatMap((line) => taskUpdate.safeParse(parseJson(line)).data?.params.update ?? []);
}

test('two tasks outlive their turn, and the first edits a file and answers', async () => {
  await using demo = await DemoClient.start({ asProcess: true });
  const updates = taskUpdates(demo);
  const path = join(demo.folder, 'notes.txt');
  await writeFile(path, 'milk\n');
  const sessionId = await demo.newSession();
  expect(await demo.prompt(sessionId, 'background 2 notes.txt')).toMatchObject({ stopReason: 'end_turn' });
  expect(updates().filter(({ sessionUpdate }) => sessionUpdate === 'async_task_spawned')).toMatchObject([
    { name: 'npm test' },
    { name: 'npm run build' },
  ]);
  expect(updates().some(({ state }) => state !== undefined)).toBe(false);
  expect(demo.questions).toEqual([]);
  await vi.waitFor(
    () => expect(demo.said(sessionId)).toContain('`npm test` has ended without an error. Done'),
    {
      timeout: 20_000,
    },
  );
  expect(demo.questions).toMatchObject([{ sessionId, toolCall: { title: 'Edit notes.txt' } }]);
  expect(await readFile(path, 'utf8')).toContain('Edited by the Parley demo agent.');
  await vi.waitFor(() =>
    expect(demo.said(sessionId)).toContain('`npm run build` has ended without an error.'),
  );
  expect(updates().filter(({ state }) => state === 'completed')).toHaveLength(2);
});

test('a task is stopped alone, and one that is not there is not', async () => {
  await using demo = await DemoClient.start({ asProcess: true });
  const updates = taskUpdates(demo);
  const sessionId = await demo.newSession();
  await demo.prompt(sessionId, 'background 2 long');
  const [first, second] = updates();
  const stopTask = (asyncTaskId: string | undefined) =>
    demo.context.request<object, object>('_session/async_task/stop', { sessionId, asyncTaskId });
  expect(await stopTask(second?.asyncTaskId)).toEqual({ stopped: true });
  await vi.waitFor(() =>
    expect(updates()).toContainEqual(
      expect.objectContaining({ asyncTaskId: second?.asyncTaskId, state: 'cancelled' }),
    ),
  );
  expect(await stopTask('another')).toEqual({ stopped: false });
  expect(updates().some(({ asyncTaskId, state }) => asyncTaskId === first?.asyncTaskId && state)).toBe(false);
});

test('a session that is closed stops its tasks', async () => {
  await using demo = await DemoClient.start({ asProcess: true });
  const updates = taskUpdates(demo);
  const sessionId = await demo.newSession();
  await demo.prompt(sessionId, 'background long');
  await demo.context.request(methods.agent.session.close, { sessionId });
  await vi.waitFor(() => expect(updates().at(-1)?.state).toBe('cancelled'));
});
