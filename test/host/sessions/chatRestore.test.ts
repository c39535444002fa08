// The windows of one folder share the file that says which sessions their chats showed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Emitter } from '../../../src/core/base/lifecycle.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import { ChatRestore, type ChatRestoreOptions } from '../../../src/host/sessions/chatRestore.ts';
import { ManualClock } from '../../support/clock.ts';
import { MemoryLog } from '../../support/log.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-chats-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A window whose sidebar shows sessions of an agent; `others` are the sessions that other windows show. */
function openWindow(others: readonly string[] = []) {
  const changed = new Emitter<void>();
  const listed = new Emitter<void>();
  const open = new Set<string>();
  const sidebar: { key: string | undefined; show: (key: string) => void } = {
    key: undefined,
    show: (key) => {
      open.add(key);
      sidebar.key = key;
      changed.fire();
    },
  };
  const options: ChatRestoreOptions = Object.assign(Object.create(null), {
    folder,
    clock: new ManualClock(),
    log: new MemoryLog(),
    store: {
      state: (key: string) =>
        open.has(key) ? { ...emptySession(key, 'bot', '/'), sessionId: `agent-${key}` } : undefined,
      onListChange: listed.event,
      onEvent: () => undefined,
    },
    archive: {
      restore: async () => 'restored',
      isOpenInOtherWindow: async (key: string) => others.includes(key),
    },
    current: { newKey: () => 'new' },
    agentSettings: { defaultAgent: 'demo', agents: [] },
    chats: { sidebar, all: [sidebar], onChange: changed.event, showing: () => undefined },
    drafts: { restoreAttachments: async () => undefined },
  });
  const restore = new ChatRestore(options);
  return {
    restore,
    show: async (key: string) => {
      sidebar.show(key);
      await restore.flush();
    },
    close: async (key: string) => {
      open.delete(key);
      listed.fire();
      await restore.flush();
    },
    /** What the sidebar shows after it was filled; `shown`: what its page was showing. */
    filled: async (shown?: string) => {
      await restore.fillSidebar(shown === undefined ? undefined : { shown, sessions: [] });
      return sidebar.key;
    },
  };
}

const places = (): readonly string[] =>
  JSON.parse(readFileSync(join(folder, 'chats.json'), 'utf8')).places.map(({ key }: { key: string }) => key);

test('the windows of a folder keep the places of each other’s sessions', async () => {
  const [first, second] = [openWindow(), openWindow()];
  await first.show('a');
  await second.show('b');
  await first.show('c');
  expect(places()).toEqual(['b', 'a', 'c']);
  await second.show('d');
  await second.close('b');
  expect(places()).toEqual(['a', 'c', 'd']);
});

test('a window that is loaded again shows its own session, not the one that another window showed last', async () => {
  const [first, second] = [openWindow(), openWindow()];
  await first.show('a');
  await second.show('b');
  expect(await openWindow(['b']).filled('a')).toBe('a');
});

test.each([
  ['whose page was behind', [], 'a', 'b'],
  ['whose page knows nothing', ['b'], undefined, 'b'],
  ['whose page shows what nobody has noted', ['b'], 'x', 'b'],
])('a window %s shows the session that was shown last', async (_what, others, shown, expected) => {
  const window = openWindow();
  await window.show('a');
  await window.show('b');
  expect(await openWindow(others).filled(shown)).toBe(expected);
});

test('the file of an earlier version says what the sidebar showed', async () => {
  writeFileSync(join(folder, 'chats.json'), JSON.stringify({ sidebar: 'a', places: [] }));
  expect(await openWindow().filled()).toBe('a');
});

test('a session that was closed is not shown again', async () => {
  const window = openWindow();
  await window.show('a');
  await window.show('b');
  await window.close('b');
  await vi.waitFor(async () => expect(await openWindow().filled()).toBe('a'));
});
