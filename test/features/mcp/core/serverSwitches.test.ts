// Which MCP servers are on: for an agent, for a session, and for a copy of one.
import { expect, test } from 'vitest';
import {
  isOnForAgent,
  isOnForSession,
  storedSwitches,
  switchedForAgent,
  switchedForSession,
  switchedLike,
} from '../../../../src/features/mcp/core/serverSwitches.ts';

const none = storedSwitches.parse(undefined);
const session = { agent: 'A', sessionId: 's1' };

test('a session has the switches of its agent, and its own before those', () => {
  expect(isOnForSession(none, session, 'x')).toBe(true);
  const off = switchedForAgent(none, 'A', 'x', false);
  expect(isOnForAgent(off, 'A', 'x')).toBe(false);
  expect(isOnForAgent(off, 'B', 'x')).toBe(true);
  expect(isOnForSession(off, session, 'x')).toBe(false);
  const own = switchedForSession(off, session, 'x', true);
  expect(isOnForSession(own, session, 'x')).toBe(true);
  expect(isOnForSession(own, { agent: 'A', sessionId: undefined }, 'x')).toBe(false);
  expect(switchedForAgent(off, 'A', 'x', true)).toEqual(none);
});

test('a copy of a session has its switches', () => {
  const own = switchedForSession(none, session, 'x', false);
  const copied = switchedLike(own, session, { agent: 'A', sessionId: 's2' });
  expect(isOnForSession(copied, { agent: 'A', sessionId: 's2' }, 'x')).toBe(false);
  expect(switchedLike(none, session, { agent: 'A', sessionId: 's2' })).toBe(none);
});

test('the oldest sessions are forgotten, and what is stored in another form means none', () => {
  let switches = none;
  for (let index = 0; index < 600; index++) {
    switches = switchedForSession(switches, { agent: 'A', sessionId: `s${index}` }, '__proto__', false);
  }
  expect(switches.sessions).toHaveLength(500);
  expect(isOnForSession(switches, { agent: 'A', sessionId: 's599' }, '__proto__')).toBe(false);
  expect(storedSwitches.parse({ agents: 5, sessions: [{ agent: 1 }] })).toEqual(none);
});
