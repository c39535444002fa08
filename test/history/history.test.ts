// The history on the disk: what a window stores is there in the next one, whole.
import { existsSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { summaryTitle } from '../../src/core/history/sessionSummary.ts';
import { openWindow, temporaryFolder } from '../support/history/historyWindow.ts';
import { dispatchAll, turn } from '../support/history/sessionTurns.ts';

test('a session is there in the next window as it was in the last', async () => {
  const folder = temporaryFolder();
  const first = await openWindow(folder);
  first.store.create('one', 'claude', '/work');
  first.store.dispatch('one', { type: 'opened', at: 900, sessionId: 's1' });
  dispatchAll(first.store, 'one', turn('Hello there', 'Good morning'));
  const storedState = first.store.state('one');
  await first.close();
  const second = await openWindow(folder);
  expect(await second.history.read('one')).toEqual(storedState);
  expect(second.history.summaries()).toMatchObject([
    {
      key: 'one',
      agent: 'claude',
      cwd: '/work',
      sessionId: 's1',
      title: 'Hello there',
      updatedAt: 1_002,
      entries: 3,
    },
  ]);
});

test('a session goes on in its log after it came back', async () => {
  const folder = temporaryFolder();
  const first = await openWindow(folder);
  first.store.create('one', 'claude', '/work');
  dispatchAll(first.store, 'one', turn('Hello', 'Good morning'));
  await first.close();
  const before = readFileSync(join(folder, 'one.jsonl'), 'utf8');
  const second = await openWindow(folder);
  const state = await second.history.read('one');
  if (state === undefined) throw new Error('The session did not come back.');
  second.store.add(state);
  second.store.dispatch('one', { type: 'restored', at: 2_000 });
  dispatchAll(second.store, 'one', turn('And now', 'More', 3_000));
  const storedState = second.store.state('one');
  await second.close();
  expect(readFileSync(join(folder, 'one.jsonl'), 'utf8').startsWith(before)).toBe(true);
  expect(await (await openWindow(folder)).history.read('one')).toEqual(storedState);
});

test('a session in which nothing was said leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const window = await openWindow(folder);
  const { store, history } = window;
  store.create('one', 'claude', '/work');
  store.dispatch('one', { type: 'opened', at: 1, sessionId: 's1' });
  await history.flush();
  expect(history.summaries()).toEqual([]);
  await window.close();
  expect((await openWindow(folder)).history.summaries()).toEqual([]);
});

test('a prompt is on the disk at once, without waiting for more', async () => {
  const folder = temporaryFolder();
  const { store } = await openWindow(folder);
  store.create('one', 'claude', '/work');
  store.dispatch('one', {
    type: 'prompt_started',
    at: 1,
    content: [{ type: 'text', text: 'Precious words' }],
  });
  await vi.waitFor(() => expect(readFileSync(join(folder, 'one.jsonl'), 'utf8')).toContain('Precious words'));
});

test('a name the user gave wins over that of the agent', async () => {
  const folder = temporaryFolder();
  const { store, history } = await openWindow(folder);
  store.create('one', 'claude', '/work');
  dispatchAll(store, 'one', turn('Hello', 'Good morning'));
  store.dispatch('one', { type: 'session_info', at: 5, patch: { title: 'Greeting' } });
  store.dispatch('one', { type: 'renamed', at: 6, alias: 'Mine' });
  await history.flush();
  expect(history.summaries().map(summaryTitle)).toEqual(['Mine']);
  expect(history.summaries()).toMatchObject([{ title: 'Greeting', alias: 'Mine' }]);
});

test('a copy of a session is stored with all that came before', async () => {
  const folder = temporaryFolder();
  const { store, history } = await openWindow(folder);
  store.create('one', 'claude', '/work');
  dispatchAll(store, 'one', turn('Hello', 'Good morning'));
  const state = store.state('one');
  if (state === undefined) throw new Error('There is no session.');
  store.add({ ...state, key: 'copy' });
  await history.flush();
  expect((await history.read('copy'))?.entries).toEqual(state.entries);
});

test('a thousand chunks become few lines', async () => {
  const folder = temporaryFolder();
  const { store, history } = await openWindow(folder);
  store.create('one', 'claude', '/work');
  store.dispatch('one', { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Tell' }] });
  await history.flush();
  for (let count = 0; count < 1_000; count++) {
    store.dispatch('one', {
      type: 'message_chunk',
      at: count,
      role: 'agent',
      content: { type: 'text', text: `word${count} ` },
    });
  }
  await history.flush();
  const lines = readFileSync(join(folder, 'one.jsonl'), 'utf8').trim().split('\n');
  expect(lines.length).toBeLessThan(10);
  expect(await history.read('one')).toEqual(store.state('one'));
});

test('a session has the time when something last happened in a turn that was cut off', async () => {
  const folder = temporaryFolder();
  const { store, history } = await openWindow(folder);
  store.create('one', 'claude', '/work');
  const [asked, answered] = turn('Hello', 'Good morn', 1_000);
  for (const event of [asked, answered]) if (event !== undefined) store.dispatch('one', event);
  store.dispatch('one', {
    type: 'tool_call',
    at: 6_000,
    call: { toolCallId: 't', title: 'Read', status: 'in_progress' },
  });
  await history.flush();
  const killed = await openWindow(folder);
  const state = await killed.history.read('one');
  if (state === undefined) throw new Error('The session did not come back.');
  expect(state.turn?.startedAt).toBe(1_000);
  expect(killed.history.activeAt(state)).toBe(6_000);
});

test('a session is deleted with everything that belongs to it', async () => {
  const folder = temporaryFolder();
  const { store, history } = await openWindow(folder);
  for (const key of ['one', 'two']) {
    store.create(key, 'claude', '/work');
    dispatchAll(store, key, turn('Hello', 'Good morning'));
  }
  await history.flush();
  store.remove('one');
  await history.delete('one');
  expect(history.summaries().map(({ key }) => key)).toEqual(['two']);
  expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).includes('one'))).toEqual([]);
});

test('after everything was deleted, what is open is stored again from its next prompt on', async () => {
  const folder = temporaryFolder();
  const { store, history } = await openWindow(folder);
  store.create('one', 'claude', '/work');
  dispatchAll(store, 'one', turn('Hello', 'Good morning'));
  await history.flush();
  await history.deleteAll();
  store.dispatch('one', { type: 'commands', at: 5, commands: [] });
  await history.flush();
  expect(history.summaries()).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.jsonl'))).toEqual([]);
  dispatchAll(store, 'one', turn('Again', 'Yes', 2_000));
  await history.flush();
  expect(await history.read('one')).toEqual(store.state('one'));
});

test('nothing is stored while that is switched off, and all of it once it is on again', async () => {
  const folder = temporaryFolder();
  let isEnabled = true;
  const { store, history } = await openWindow(folder, () => ({ isEnabled, maxAgeDays: 0, maxSizeMB: 0 }));
  store.create('one', 'claude', '/work');
  dispatchAll(store, 'one', turn('Public', 'Yes'));
  await history.flush();
  isEnabled = false;
  dispatchAll(store, 'one', turn('Secret', 'Hush', 2_000));
  await history.flush();
  expect(readFileSync(join(folder, 'one.jsonl'), 'utf8')).not.toContain('Secret');
  isEnabled = true;
  dispatchAll(store, 'one', turn('Public again', 'Yes', 3_000));
  await history.flush();
  expect(await history.read('one')).toEqual(store.state('one'));
});

test('nothing is stored of a session while that is switched off from its beginning', async () => {
  const folder = temporaryFolder();
  const settings = { isEnabled: false, maxAgeDays: 0, maxSizeMB: 0 };
  const window = await openWindow(folder, () => settings);
  window.store.create('one', 'claude', '/work');
  dispatchAll(window.store, 'one', turn('Secret', 'Hush'));
  const state = window.store.state('one');
  if (state !== undefined) window.store.add({ ...state, key: 'copy' });
  await window.close();
  expect(existsSync(join(folder, 'one.jsonl'))).toBe(false);
  expect(existsSync(join(folder, 'copy.jsonl'))).toBe(false);
});

test.skipIf(process.platform === 'win32')('nobody but the user can read what is stored', async () => {
  const folder = temporaryFolder();
  const window = await openWindow(folder);
  window.store.create('one', 'claude', '/work');
  dispatchAll(window.store, 'one', turn('Secret', 'Hush'));
  await window.close();
  expect(statSync(folder).mode & 0o077).toBe(0);
  for (const name of ['one.jsonl', 'index.ndjson', join('text', 'one.txt')]) {
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  }
});

test('sessions that are too old go, and what killed windows left behind', async () => {
  const folder = temporaryFolder();
  const now = Date.now();
  const first = await openWindow(folder);
  for (const [key, at] of [
    ['old', now - 40 * 86_400_000],
    ['new', now],
  ] as const) {
    first.store.create(key, 'claude', '/work');
    dispatchAll(first.store, key, turn('Hello', 'Good morning', at));
  }
  await first.close();
  writeFileSync(join(folder, 'half.tmp'), 'half');
  utimesSync(join(folder, 'half.tmp'), 1, 1);
  writeFileSync(join(folder, 'being-written.tmp'), 'half');
  const settings = { isEnabled: true, maxAgeDays: 30, maxSizeMB: 0 };
  const { history } = await openWindow(folder, () => settings);
  await history.applyLimits();
  expect(history.summaries().map(({ key }) => key)).toEqual(['new']);
  expect(readdirSync(folder).filter((name) => /jsonl|tmp/.test(name))).toEqual([
    'being-written.tmp',
    'new.jsonl',
  ]);
});

test('the oldest sessions go until the others have room', async () => {
  const folder = temporaryFolder();
  const first = await openWindow(folder);
  for (let count = 0; count < 5; count++) {
    first.store.create(`s${count}`, 'claude', '/work');
    dispatchAll(first.store, `s${count}`, turn('Hello', 'x'.repeat(400_000), count * 1_000));
  }
  await first.close();
  const settings = { isEnabled: true, maxAgeDays: 0, maxSizeMB: 2 };
  const { history } = await openWindow(folder, () => settings);
  await history.applyLimits();
  expect(history.summaries().map(({ key }) => key)).toEqual(['s4', 's3']);
});
