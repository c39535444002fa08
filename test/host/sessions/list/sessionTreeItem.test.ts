// The items of the Sessions view: which of them offer to answer what waits in their session.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import { sessionItem, type SessionItemSources } from '../../../../src/host/sessions/list/sessionTreeItem.ts';

const sources: SessionItemSources = Object.assign(Object.create(null), {
  list: { markOf: () => undefined },
  unread: { of: () => undefined },
  agents: { existing: () => undefined },
  chats: { isShown: () => false },
  clock: { now: () => 60_000 },
});

/** Whether the item of a session in which that happened offers to answer. */
function asks(...events: readonly SessionEvent[]): boolean {
  const state = events.reduce(reduce, emptySession('one', 'Birch', '/work'));
  const entry = { id: 'one', key: 'one', agent: 'Birch', cwd: '/work', updatedAt: 1, state };
  return sessionItem(entry, 'session one', sources).contextValue?.split(' ').includes('asks') ?? false;
}

const permission: SessionEvent = {
  type: 'permission_requested',
  at: 1,
  call: { toolCallId: 'call' },
  request: { requestId: 'one', toolCallId: 'call', options: [], at: 1 },
};

const question: SessionEvent = {
  type: 'elicitation_requested',
  at: 1,
  request: {
    requestId: 'one',
    at: 1,
    question: { mode: 'url', message: 'Sign in', elicitationId: 'page', url: 'https://example.com/' },
    problems: {},
    isOpened: false,
  },
};

test.each<[string, boolean, readonly SessionEvent[]]>([
  ['nothing waits', false, []],
  ['a permission request waits', true, [permission]],
  ['a question waits', true, [question]],
  ['a page was opened', false, [question, { type: 'elicitation_opened', at: 2, requestId: 'one' }]],
  ['the question was answered', false, [question, { type: 'elicitation_closed', at: 2, requestId: 'one' }]],
])('a session where %s', (_what, isAsking, events) => {
  expect(asks(...events)).toBe(isAsking);
});
