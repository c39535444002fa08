// Logs stay in proportion to their sessions, and writing them costs little.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWindow, temporaryFolder } from '../support/history/historyWindow.ts';
import { turn, dispatchAll } from '../support/history/sessionTurns.ts';

test('a log much longer than its session is written anew, also while more comes', async () => {
  const folder = temporaryFolder();
  const { history, store } = await openWindow(folder);
  store.create('one', 'claude', '/work');
  dispatchAll(store, 'one', turn('Hello', 'Good morning'));
  for (let count = 0; count < 400; count++) {
    const rawOutput = `${count} ${'x'.repeat(20_000)}`;
    store.dispatch('one', { type: 'tool_call', at: count, call: { toolCallId: 'again', rawOutput } });
    store.dispatch('one', { type: 'usage', at: count, usage: { used: count } });
    if (count % 4 === 0) await history.flush();
  }
  await history.flush();
  expect(statSync(join(folder, 'one.jsonl')).size).toBeLessThan(1_100_000);
  expect(await history.read('one')).toEqual(store.state('one'));
  expect(history.summary('one')).toMatchObject({ title: 'Hello', createdAt: expect.any(Number) });
});

test('a session that comes back again and again with its whole history does not grow for ever', async () => {
  const folder = temporaryFolder();
  for (let round = 0; round < 12; round++) {
    const window = await openWindow(folder);
    const { history, store } = window;
    const state = await history.read('one');
    if (state === undefined) store.create('one', 'claude', '/work');
    else store.add(state);
    store.dispatch('one', { type: 'restored', at: round });
    store.dispatch('one', { type: 'renamed', at: round, alias: 'Long' });
    store.dispatch('one', { type: 'transcript_cleared', at: round });
    for (let count = 0; count < 100; count++) {
      const text = 'y'.repeat(3_000);
      const messageId = String(count);
      store.dispatch('one', {
        type: 'message_chunk',
        at: 1,
        role: 'agent',
        messageId,
        content: { type: 'text', text },
      });
    }
    const storedState = store.state('one');
    await window.close();
    expect(statSync(join(folder, 'one.jsonl')).size).toBeLessThan(2_000_000);
    expect(await (await openWindow(folder)).history.read('one')).toEqual(storedState);
  }
});

test('an image is stored as it is', async () => {
  const folder = temporaryFolder();
  const { history, store } = await openWindow(folder);
  const data = 'QUJD'.repeat(2_000_000);
  store.create('one', 'claude', '/work');
  store.dispatch('one', {
    type: 'prompt_started',
    at: 1,
    content: [{ type: 'image', data, mimeType: 'image/png' }],
  });
  await history.flush();
  expect((await history.read('one'))?.entries).toEqual(store.state('one')?.entries);
});

test('a flood of chunks and output is written in few, merged lines', async () => {
  const folder = temporaryFolder();
  const { history, store } = await openWindow(folder);
  store.create('one', 'claude', '/work');
  store.dispatch('one', { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Flood' }] });
  store.dispatch('one', { type: 'terminal_started', at: 1, terminalId: 't', isForeign: false });
  await history.flush();
  for (let count = 0; count < 600; count++) {
    const data = `line ${count} ${'z'.repeat(4_000)}\n`;
    store.dispatch('one', { type: 'terminal_output', at: count, terminalId: 't', data, skippedBytes: 0 });
  }
  await history.flush();
  expect(statSync(join(folder, 'one.jsonl')).size).toBeLessThan(700_000);
  expect(await history.read('one')).toEqual(store.state('one'));
});
