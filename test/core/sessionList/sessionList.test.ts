// The list of all sessions: of the window, the history and the agents.
import { beforeEach, expect, test } from 'vitest';
import { agentRefused } from '../../../src/core/agentErrors.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import { activeFileLink } from '../../../src/core/mentions/activeFile.ts';
import type { SessionSummary } from '../../../src/core/history/sessionSummary.ts';
import { Emitter } from '../../../src/core/base/lifecycle.ts';
import { SessionList } from '../../../src/core/sessionList/sessionList.ts';
import { SessionMarks } from '../../../src/core/sessionList/sessionMarks.ts';
import { listedId } from '../../../src/core/sessionLifecycle/sessionCatalogue.ts';
import { scriptedWindow, type ScriptedWindow } from '../../support/scriptedWindow.ts';
import { flushMicrotasks } from '../../support/wait.ts';

let window: ScriptedWindow;

beforeEach(() => {
  window = scriptedWindow();
});

const summaries: SessionSummary[] = [];
const archive = {
  summaries: () => summaries,
  openInOtherWindows: () => new Set<string>(),
  onChange: new Emitter<void>().event,
  refresh: () => Promise.resolve(),
};

function listOf(): SessionList {
  return new SessionList({ ...window, archive });
}

test('sessions that only the agent knows are listed once it runs, and it is not started for them', async () => {
  window.agent.offer('list');
  window.agent.listed = [{ sessionId: 'old', cwd: '/work', title: 'Brewed tea' }];
  const list = listOf();
  list.refresh();
  await flushMicrotasks();
  expect(list.entries()).toEqual([]);
  expect(window.agent.status.state).toBe('stopped');
  await window.openSession();
  expect(list.entries().map(({ title }) => title)).toEqual(['Brewed tea']);
});

test('an agent that does not advertise session/list is not asked for its sessions', async () => {
  window.agent.offer();
  window.agent.listed = [{ sessionId: 'old', cwd: '/work' }];
  const list = listOf();
  await window.openSession();
  expect(list.entries()).toEqual([]);
});

test('a title that the agent only lists, after the turn, becomes that of the session', async () => {
  window.agent.offer('list');
  listOf();
  const key = await window.openSession();
  await window.runTurn(key);
  window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work', title: 'Brewing tea' }];
  window.clock.advance(2_000);
  await flushMicrotasks();
  expect(window.store.state(key)?.info.title).toBe('Brewing tea');
});

test.each([
  ['of the agent', false],
  ['in its list', true],
])(
  'a title %s has the files that the user mentioned, not the one that Parley attached',
  async (_where, isListed) => {
    window.agent.offer('list');
    listOf();
    const key = await window.openSession();
    const active = activeFileLink({ name: 'b.ts', uri: 'file:///work/b.ts' });
    window.sessions.prompt(key, [{ type: 'text', text: 'Explain @a.ts' }, active]);
    await flushMicrotasks();
    window.agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
    await flushMicrotasks();
    const title = 'Explain [@a.ts](file:///work/a.ts) [@b.ts](file:///work/b.ts)';
    if (isListed) window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work', title }];
    else window.agent.send('acp-1', { type: 'session_info', at: 1, patch: { title } });
    window.clock.advance(2_000);
    await flushMicrotasks();
    expect(window.store.state(key)?.info.title).toBe('Explain a.ts');
  },
);

test('a listed session without an id is not the one that is still being opened', async () => {
  window.agent.offer('list');
  const list = listOf();
  await window.openSession();
  window.agent.listed = [{ sessionId: '', cwd: '/work', title: 'Nobody' }];
  window.agent.holdNewSession = true;
  const key = window.sessions.create('A', '/work');
  list.refresh();
  await flushMicrotasks();
  expect(window.store.state(key)?.info.title).toBeUndefined();
});

test('a title that the agent sent is not replaced by an older one that it listed', async () => {
  window.agent.offer('list');
  window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work', title: 'Old' }];
  const list = listOf();
  const key = await window.openSession();
  window.agent.send('acp-1', { type: 'session_info', at: 1, patch: { title: 'New' } });
  list.refresh();
  await flushMicrotasks();
  expect(window.store.state(key)?.info.title).toBe('New');
});

test('a title that the agent takes back is gone everywhere, however long the agent goes on listing it', async () => {
  window.agent.offer('list');
  window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work', title: 'Wrong' }];
  const list = listOf();
  const key = await window.openSession();
  await window.runTurn(key, 'Make tea');
  window.agent.send('acp-1', { type: 'session_info', at: 1, patch: { title: 'Wrong' } });
  expect(list.find(key)?.title).toBe('Wrong');
  window.agent.send('acp-1', { type: 'session_info', at: 2, patch: { title: null } });
  expect(list.find(key)).toMatchObject({ title: 'Make tea', listed: { sessionId: 'acp-1' } });
  expect(list.find(key)?.listed).not.toHaveProperty('title');
  list.refresh();
  await flushMicrotasks();
  expect(list.find(key)?.title).toBe('Make tea');
  expect(window.store.state(key)?.info).not.toHaveProperty('title');
  window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work', title: 'Right' }];
  list.refresh();
  await flushMicrotasks();
  expect(list.find(key)?.title).toBe('Right');
  window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work', title: 'Wrong' }];
  list.refresh();
  await flushMicrotasks();
  expect(list.find(key)?.title).toBe('Wrong');
});

test('metadata that the agent only lists becomes that of the session, also where it changes', async () => {
  window.agent.offer('list');
  window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work', meta: { tags: ['a'] } }];
  const list = listOf();
  const key = await window.openSession();
  list.refresh();
  await flushMicrotasks();
  expect(window.store.state(key)?.info.meta).toEqual({ tags: ['a'] });
  window.agent.send('acp-1', { type: 'session_info', at: 1, patch: { meta: { branch: 'main' } } });
  list.refresh();
  await flushMicrotasks();
  expect(window.store.state(key)?.info.meta).toEqual({ tags: ['a'], branch: 'main' });
  window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work', meta: { tags: ['b'] } }];
  list.refresh();
  await flushMicrotasks();
  expect(window.store.state(key)?.info.meta).toEqual({ tags: ['b'], branch: 'main' });
});

test('metadata that the agent takes back is gone everywhere, however long the agent goes on listing it', async () => {
  window.agent.offer('list');
  window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work', meta: { status: 'old', tags: ['a'] } }];
  const list = listOf();
  const key = await window.openSession();
  await window.runTurn(key, 'Make tea');
  list.refresh();
  await flushMicrotasks();
  expect(list.find(key)?.meta).toEqual({ status: 'old', tags: ['a'] });
  window.agent.send('acp-1', { type: 'session_info', at: 1, patch: { meta: null } });
  expect(list.find(key)).not.toHaveProperty('meta');
  list.refresh();
  await flushMicrotasks();
  expect(list.find(key)).not.toHaveProperty('meta');
  expect(window.store.state(key)?.info.meta).toEqual({});
  window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work', meta: { status: 'new' } }];
  list.refresh();
  await flushMicrotasks();
  expect(window.store.state(key)?.info.meta).toEqual({ status: 'new' });
  window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work', meta: { status: 'old', tags: ['a'] } }];
  list.refresh();
  await flushMicrotasks();
  expect(window.store.state(key)?.info.meta).toEqual({ status: 'old', tags: ['a'] });
});

test('the last field of the metadata that is deleted does not come back with the list', async () => {
  window.agent.offer('list');
  window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work', meta: { status: 'old' } }];
  const list = listOf();
  const key = await window.openSession();
  list.refresh();
  await flushMicrotasks();
  window.agent.send('acp-1', { type: 'session_info', at: 1, patch: { meta: { status: null } } });
  list.refresh();
  await flushMicrotasks();
  expect(window.store.state(key)?.info.meta).toEqual({});
});

test('a field that vanished from the list is gone from the open session, unless it was set by the session', async () => {
  window.agent.offer('list');
  window.agent.listed = [
    { sessionId: 'acp-1', cwd: '/work', meta: { status: 'old', tags: ['a'], owner: 'x' } },
  ];
  const list = listOf();
  const key = await window.openSession();
  list.refresh();
  await flushMicrotasks();
  window.agent.send('acp-1', {
    type: 'session_info',
    at: 1,
    patch: { meta: { owner: 'y', branch: 'main' } },
  });
  window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work', meta: { status: 'new' } }];
  list.refresh();
  await flushMicrotasks();
  expect(window.store.state(key)?.info.meta).toEqual({ status: 'new', owner: 'y', branch: 'main' });
  window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work' }];
  list.refresh();
  await flushMicrotasks();
  expect(window.store.state(key)?.info.meta).toEqual({ owner: 'y', branch: 'main' });
});

test('a title that is made of what Parley attached, or a placeholder, does not take the place of the first words', async () => {
  window.agent.offer('list');
  const list = listOf();
  const key = await window.openSession();
  await window.runTurn(key, 'Make tea');
  for (const title of ['New session - 2026-11-25T20:55:55.965Z', 'parley:/undone/undone-changes.md']) {
    window.agent.send('acp-1', { type: 'session_info', at: 1, patch: { title } });
    window.agent.listed = [{ sessionId: 'acp-1', cwd: '/work', title }];
    list.refresh();
    await flushMicrotasks();
    expect(list.find(key)?.title).toBe('Make tea');
  }
});

test('many changes are reported as one', async () => {
  const list = listOf();
  let reports = 0;
  list.onChange(() => reports++);
  const key = await window.openSession();
  for (let index = 0; index < 50; index++) {
    window.agent.send('acp-1', { type: 'session_info', at: 1, patch: { title: `Title ${index}` } });
  }
  window.clock.advance(100);
  expect(reports).toBe(1);
  expect(list.find(key)?.title).toBe('Title 49');
});

test('an empty session that no chat shows is not listed', async () => {
  const list = listOf();
  const key = await window.openSession();
  expect(list.find(key)).toBeUndefined();
  await window.runTurn(key, 'Make tea');
  expect(list.find(key)?.title).toBe('Make tea');
});

test('an agent that refuses to list its sessions is only logged', async () => {
  window.agent.offer('list');
  window.agent.sessions.list = () => Promise.reject(new ParleyError(agentRefused('A', 'no', undefined)));
  const list = listOf();
  await window.openSession();
  expect(list.entries()).toEqual([]);
  expect(window.log.lines.join('\n')).toContain('could not be listed');
});

test('a session that was marked while only its agent knew it keeps its mark when it is opened', async () => {
  const stored = new Map<string, unknown>();
  const marks = new SessionMarks({
    get: (name) => stored.get(name),
    update: async (name, value) => void stored.set(name, value),
  });
  window.agent.offer('list');
  window.agent.listed = ['acp-1', 'acp-2'].map((sessionId) => ({
    sessionId,
    cwd: '/work',
    title: sessionId,
  }));
  const list = new SessionList({ ...window, archive, marks });
  await window.openSession();
  const id = listedId('A', 'acp-2');
  expect(list.find(id)).toBeDefined();
  await list.mark([id], 'pinned');
  const key = await window.openSession();
  await window.runTurn(key);
  const markOf = (title: string) =>
    list.entries().flatMap((entry) => (entry.title === title ? [list.markOf(entry)] : []));
  expect(list.find(id)).toBeUndefined();
  expect(list.find(key)?.sessionId).toBe('acp-2');
  expect([markOf('acp-1'), markOf('acp-2')]).toEqual([[undefined], ['pinned']]);
  await list.mark([key], 'archived');
  expect(markOf('acp-2')).toEqual(['archived']);
  await list.mark([key], undefined);
  expect([marks.of(id), marks.of(key)]).toEqual([undefined, undefined]);
});
