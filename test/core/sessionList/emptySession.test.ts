// Which sessions are left out of lists because nothing names them.
import { expect, test } from 'vitest';
import { isEmptySession } from '../../../src/core/sessionList/emptySession.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce/reduce.ts';

const unused = emptySession('key', 'agent', '/work');

test('a session that was opened and never used is left out until its first prompt', () => {
  expect(isEmptySession({ state: unused })).toBe(true);
  const used = reduce(unused, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] });
  expect(isEmptySession({ state: used })).toBe(false);
});

test('a session that has a name, or that is stored and not open, is listed', () => {
  expect(isEmptySession({ state: unused, title: 'Mine' })).toBe(false);
  expect(isEmptySession({})).toBe(false);
});
