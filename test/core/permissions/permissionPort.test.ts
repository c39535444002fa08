// Requests of agents wait for what judges and asks about them, which is loaded with the first agent, and are answered by it.
import { expect, test } from 'vitest';
import { permissionParts } from '../../../src/core/permissions/permissionParts.ts';
import { PermissionPort } from '../../../src/core/permissions/permissionPort.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { ManualClock } from '../../support/clock.ts';
import { MemoryLog } from '../../support/log.ts';
import { countedKeys } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

const KEY = 'session-1';
const idle = new AbortController().signal;
const options = [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }] as const;
const question = (toolCallId: string) => ({ call: { toolCallId, title: toolCallId }, options });

function setUp() {
  const store = new SessionStore();
  store.create(KEY, 'A', '/w');
  const loaded = Promise.withResolvers<void>();
  const port = new PermissionPort(async () => {
    await loaded.promise;
    const clock = new ManualClock();
    return permissionParts({ store, clock, log: new MemoryLog(), newKey: countedKeys() });
  });
  const asked = () => store.state(KEY)?.permissions ?? [];
  return { port, loaded, asked };
}

test('a request that comes early is asked once it is loaded, and none is allowed before', async () => {
  const { port, loaded, asked } = setUp();
  const answers = ['one', 'two'].map((id) => port.request(KEY, question(id), idle));
  await flushMicrotasks();
  expect(asked()).toEqual([]);
  loaded.resolve();
  await flushMicrotasks();
  expect(asked().map(({ call }) => call.toolCallId)).toEqual(['one', 'two']);
  for (const { requestId } of asked()) port.answer(KEY, requestId, 'yes');
  const selected = { outcome: 'selected', optionId: 'yes' };
  expect(await Promise.all(answers)).toEqual([selected, selected]);
});

test('once it is loaded a request takes effect at once, and its decision is reported', async () => {
  const { port, loaded, asked } = setUp();
  loaded.resolve();
  await port.load();
  const decided: string[] = [];
  port.onDecision(({ call }) => decided.push(call.toolCallId));
  const answer = port.request(KEY, question('one'), idle);
  expect(asked()).toHaveLength(1);
  port.cancel(KEY);
  expect(await answer).toEqual({ outcome: 'cancelled' });
  expect(decided).toEqual(['one']);
});

test('what could not be loaded allows nothing', async () => {
  const port = new PermissionPort(() => Promise.reject(new Error('gone')));
  await expect(port.request(KEY, question('one'), idle)).rejects.toThrow('gone');
  const access = { use: 'read', path: '/w/a', real: '/w/a', isInside: true } as const;
  await expect(port.requestAccess(KEY, access, { signal: idle, onAsking: () => undefined })).rejects.toThrow(
    'gone',
  );
});

test('what could not be loaded is loaded with the next request', async () => {
  const { port: working, loaded, asked } = setUp();
  loaded.resolve();
  const parts = await working.load();
  const loads = [Promise.reject(new Error('gone')), Promise.resolve(parts)];
  const port = new PermissionPort(
    async () => loads.shift() ?? Promise.reject(new Error('loaded a third time')),
  );
  await expect(port.request(KEY, question('one'), idle)).rejects.toThrow('gone');
  const answers = ['two', 'three'].map((id) => port.request(KEY, question(id), idle));
  await flushMicrotasks();
  expect(asked().map(({ call }) => call.toolCallId)).toEqual(['two', 'three']);
  port.cancel(KEY);
  expect(await Promise.all(answers)).toEqual([{ outcome: 'cancelled' }, { outcome: 'cancelled' }]);
});
