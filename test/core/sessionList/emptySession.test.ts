// Which sessions are left out of lists because nothing names them.
import { expect, test } from 'vitest';
import { isEmptySession } from '../../../src/core/sessionList/emptySession.ts';
import { isWorthStoring } from '../../../src/core/history/sessionSummary.ts';
import { isUnused } from '../../../src/core/session/selectors.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';

const unused = emptySession('key', 'agent', '/work');

test('a session that was opened and never used is left out until its first prompt', () => {
  expect(isEmptySession({ state: unused })).toBe(true);
  const used = reduce(unused, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] });
  expect(isEmptySession({ state: used })).toBe(false);
});

test('a session in which only the agent said something is left out, and not stored', () => {
  const banner = {
    type: 'message_chunk',
    at: 1,
    role: 'agent',
    content: { type: 'text', text: 'v1' },
  } as const;
  const said = reduce(unused, banner);
  const call = { toolCallId: 'c', title: 'Connect MCP servers', kind: 'other', status: 'completed' };
  const greeted = reduce(said, { type: 'tool_call', at: 2, call });
  expect(isUnused(greeted)).toBe(true);
  expect(isEmptySession({ state: greeted })).toBe(true);
  expect(isWorthStoring(greeted)).toBe(false);
  const used = reduce(greeted, { type: 'prompt_started', at: 3, content: [{ type: 'text', text: 'Go' }] });
  expect(isEmptySession({ state: used })).toBe(false);
  expect(isWorthStoring(used)).toBe(true);
});

test('a session that an agent replays with prompts of the user is used', () => {
  const chunk = { type: 'message_chunk', at: 1, content: { type: 'text', text: 'Hello' } } as const;
  const replayed = reduce(reduce(unused, { ...chunk, role: 'user' }), { ...chunk, role: 'agent' });
  expect(isUnused(replayed)).toBe(false);
  expect(isEmptySession({ state: replayed })).toBe(false);
});

test('a session that has a name, or that is stored and not open, is listed', () => {
  expect(isEmptySession({ state: unused, title: 'Mine' })).toBe(false);
  expect(isEmptySession({})).toBe(false);
});

test('a session in which there are only notices is left out, and one with more in it is listed', () => {
  const notice = { type: 'notice', at: 1, severity: 'error', text: 'The agent did not start' } as const;
  const failed = reduce(reduce(unused, notice), { ...notice, text: 'Nor did it the second time' });
  expect(isEmptySession({ state: failed })).toBe(true);
  const picture = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
  const asked = reduce(failed, { type: 'prompt_started', at: 2, content: [picture] });
  expect(isEmptySession({ state: asked })).toBe(false);
});
