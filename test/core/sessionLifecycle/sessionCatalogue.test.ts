// All sessions in one list: without doubles, the agent's word on title and time, the user's on the name.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListedSession } from '../../../src/core/ports/agent.ts';
import type { SessionSummary } from '../../../src/core/history/sessionSummary.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import { lastActivity, sessionCatalogue } from '../../../src/core/sessionLifecycle/sessionCatalogue.ts';

const turn: readonly SessionEvent[] = [
  { type: 'opened', at: 10, sessionId: 'a1' },
  { type: 'prompt_started', at: 20, content: [{ type: 'text', text: 'Make tea' }] },
  { type: 'turn_ended', at: 30, stopReason: 'end_turn' },
];

function session(key: string, ...events: readonly SessionEvent[]): SessionState {
  return events.reduce(reduce, emptySession(key, 'A', '/work'));
}

/** The agent reports, at `at`, that the session was last active at `time`; undefined: that it does not know. */
function infoAt(at: number, time: number | undefined): readonly SessionEvent[] {
  const updatedAt = time === undefined ? null : new Date(time).toISOString();
  return [{ type: 'session_info', at, patch: { updatedAt } }];
}

function summary(key: string, more: Partial<SessionSummary> = {}): SessionSummary {
  return { key, agent: 'A', cwd: '/work', createdAt: 1, updatedAt: 5, entries: 3, ...more };
}

function listed(at: number, ...sessions: readonly ListedSession[]) {
  return [{ agent: 'A', at, sessions }];
}

test('a session that the window, the history and the agent know is there once', () => {
  const entries = sessionCatalogue({
    window: [session('k', ...turn)],
    history: [summary('k'), summary('other-window', { sessionId: 'a1' })],
    listed: listed(1, { sessionId: 'a1', cwd: '/work' }, { sessionId: 'a1', cwd: '/work' }),
  });
  expect(entries.map(({ id }) => id)).toEqual(['k']);
});

test('a session that another window has open is marked as such, unless this window has it too', () => {
  const entries = sessionCatalogue({
    window: [session('both', ...turn)],
    history: [summary('both'), summary('theirs'), summary('nobody’s')],
    openInOtherWindows: new Set(['both', 'theirs', 'not listed']),
    listed: [],
  });
  const reported = entries.map(({ id, isOpenInOtherWindow }) => [id, isOpenInOtherWindow]);
  expect(Object.fromEntries(reported)).toEqual({ both: undefined, theirs: true, 'nobody’s': undefined });
});

test('the same id of two agents is two sessions', () => {
  const { length } = sessionCatalogue({
    window: [],
    history: [],
    listed: ['A', 'B'].map((agent) => ({ agent, at: 1, sessions: [{ sessionId: '1', cwd: '/' }] })),
  });
  expect(length).toBe(2);
});

test('the agent’s title and time win over those of the history', () => {
  const [entry] = sessionCatalogue({
    window: [],
    history: [summary('k', { sessionId: 'a1', title: 'First words' })],
    listed: listed(100, { sessionId: 'a1', cwd: '/work', title: 'Brewing\ntea', updatedAt: 50 }),
  });
  expect(entry).toMatchObject({ key: 'k', title: 'Brewing tea', updatedAt: 50 });
});

test('what happened here after the agent was asked is newer than what it said', () => {
  const [entry] = sessionCatalogue({
    window: [session('k', ...turn)],
    history: [],
    listed: listed(25, { sessionId: 'a1', cwd: '/work', updatedAt: 15 }),
  });
  expect(entry?.updatedAt).toBe(30);
});

test('the name that the user gave wins over all', () => {
  const entries = sessionCatalogue({
    window: [session('k', ...turn, { type: 'renamed', at: 40, alias: 'Mine' })],
    history: [summary('h', { sessionId: 'a2', title: 'Theirs', alias: 'Also mine' })],
    listed: listed(
      100,
      { sessionId: 'a1', cwd: '/work', title: 'One' },
      { sessionId: 'a2', cwd: '/work', title: 'Two' },
    ),
  });
  expect(entries.map(({ title }) => title)).toEqual(['Mine', 'Also mine']);
});

test('the newest come first, and a session just begun before all', () => {
  const entries = sessionCatalogue({
    window: [session('old', ...turn), session('new')],
    history: [summary('h', { updatedAt: 99 })],
    listed: listed(1, { sessionId: 'untimed', cwd: '/work' }),
  });
  expect(entries.map(({ id }) => id)).toEqual(['new', 'h', 'old', 'A\nuntimed']);
});

test('a transcript that the agent replayed is as old as the agent says', () => {
  const reported = session(
    'k',
    { type: 'session_info', at: 900, patch: { updatedAt: '1970-01-01T00:00:00.400Z' } },
    { type: 'message_chunk', at: 900, role: 'user', content: { type: 'text', text: 'Old words' } },
  );
  expect(lastActivity(reported)).toBe(400);
});

test.each<[string, readonly SessionEvent[], number]>([
  ['before the last turn', [...infoAt(5, 7_000), ...turn], 30],
  ['in the last turn, as of then', [...turn.slice(0, 2), ...infoAt(25, 24), ...turn.slice(2)], 30],
  ['in the last turn, as of long ago', [...turn.slice(0, 2), ...infoAt(25, 3), ...turn.slice(2)], 3],
  ['after the last turn, as of long ago', [...turn, ...infoAt(40, 3)], 3],
  ['after the last turn, as of later', [...turn, ...infoAt(40, 7_000)], 7_000],
  ['and took it back', [...turn, ...infoAt(40, 3), ...infoAt(50, undefined)], 30],
])('the time that the agent reported %s', (_, events, expected) => {
  expect(lastActivity(session('k', ...events))).toBe(expected);
});

test('the time that the agent reported orders the list, unless it listed another one since', () => {
  const order = (at: number) =>
    sessionCatalogue({
      window: [session('k', ...turn, ...infoAt(40, 3))],
      history: [summary('h', { updatedAt: 20 })],
      listed: listed(at, { sessionId: 'a1', cwd: '/work', updatedAt: 500 }),
    }).map(({ id }) => id);
  expect(order(35)).toEqual(['h', 'k']);
  expect(order(45)).toEqual(['k', 'h']);
});

test('the metadata of a session is that of its state, else of the list, else of the history', () => {
  const meta = { from: 'list' };
  const entries = sessionCatalogue({
    window: [
      session('own', ...turn, { type: 'session_info', at: 40, patch: { meta: { from: 'state' } } }),
      session('none', { type: 'opened', at: 10, sessionId: 'a2' }),
    ],
    history: [
      summary('h1', { sessionId: 'a3', meta: { from: 'history' } }),
      summary('h2', { sessionId: 'a4' }),
    ],
    listed: listed(1, ...['a1', 'a2', 'a4', 'a5'].map((sessionId) => ({ sessionId, cwd: '/work', meta }))),
  });
  expect(Object.fromEntries(entries.map((entry) => [entry.sessionId, entry.meta?.['from']]))).toEqual({
    a1: 'state',
    a2: 'list',
    a3: 'history',
    a4: 'list',
    a5: 'list',
  });
});

test('an agent that lists no sessions may use an id again: nothing is hidden for it', () => {
  const sources = {
    window: [session('now', ...turn)],
    history: [summary('before', { sessionId: 'a1' }), summary('long ago', { sessionId: 'a1' })],
  };
  const keys = (entries: readonly { readonly key?: string }[]) =>
    entries.map(({ key }) => key ?? '').toSorted((one, other) => one.localeCompare(other));
  expect(keys(sessionCatalogue({ ...sources, listed: [] }))).toEqual(['before', 'long ago', 'now']);
  const reported = listed(100, { sessionId: 'a1', cwd: '/work' });
  expect(keys(sessionCatalogue({ ...sources, listed: reported }))).toEqual(['now']);
});

test('whatever is known, no id is there twice and nothing is lost', () => {
  const id = fc.constantFrom('1', '2', '3');
  const agent = fc.constantFrom('A', 'B');
  const state = fc.record({ key: id, agent, sessionId: id }).map(({ key, agent: name, sessionId }) => ({
    ...emptySession(`k${key}`, name, '/work'),
    sessionId,
  }));
  const stored = fc
    .record({ key: id, agent, sessionId: id })
    .map(({ key, ...more }) => summary(`k${key}`, more));
  const reported = fc.record({
    agent,
    at: fc.nat(),
    sessions: fc.array(id.map((sessionId) => ({ sessionId, cwd: '/' }))),
  });
  const byKey = { selector: ({ key }: { readonly key: string }) => key };
  fc.assert(
    fc.property(
      fc.uniqueArray(state, byKey),
      fc.uniqueArray(stored, byKey),
      fc.array(reported),
      (window, history, lists) => {
        const entries = sessionCatalogue({ window, history, listed: lists });
        expect(new Set(entries.map(({ id: each }) => each)).size).toBe(entries.length);
        const found = new Set(entries.map((entry) => `${entry.agent}\n${entry.sessionId}`));
        // With the key of one in the window it is that session, begun anew in its agent.
        const others = history.filter(({ key }) => window.every((each) => each.key !== key));
        for (const { agent: name, sessionId } of [...window, ...others]) {
          expect(found).toContain(`${name}\n${sessionId}`);
        }
        for (const list of lists) {
          for (const { sessionId } of list.sessions) expect(found).toContain(`${list.agent}\n${sessionId}`);
        }
      },
    ),
  );
});
