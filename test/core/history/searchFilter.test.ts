// Which sessions a search looks at.
import { expect, test } from 'vitest';
import { passes } from '../../../src/core/history/searchFilter.ts';

const summary = { key: 'k', agent: 'claude', cwd: '/work/app', createdAt: 1, updatedAt: 50, entries: 3 };

test.each([
  [{}, true],
  [{ agent: 'claude' }, true],
  [{ agent: 'codex' }, false],
  [{ folder: '/work/app' }, true],
  [{ folder: '/work/app/' }, true],
  [{ folder: '/work' }, true],
  [{ folder: '/' }, true],
  [{ folder: '/work/ap' }, false],
  [{ folder: '/work/app/src' }, false],
  [{ since: 50 }, true],
  [{ since: 51 }, false],
  [{ until: 50 }, true],
  [{ until: 49 }, false],
  [{ agent: 'claude', folder: '/work', since: 10, until: 60 }, true],
  [{ agent: 'claude', folder: '/elsewhere', since: 10, until: 60 }, false],
])('%j: %s', (filter, isIn) => {
  expect(passes(summary, filter)).toBe(isIn);
});

test('folders of Windows contain what is below them', () => {
  expect(passes({ ...summary, cwd: 'C:\\work\\app' }, { folder: 'C:\\work' })).toBe(true);
});
