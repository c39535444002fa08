// What a chosen hit of a search has the chat find.
import { expect, test } from 'vitest';
import { findRequest } from '../../../src/core/history/findRequest.ts';
import type { SearchHit } from '../../../src/core/history/searchFilter.ts';

const summary = { key: 'k', agent: 'claude', cwd: '/work/app', createdAt: 1, updatedAt: 50, entries: 3 };

function hit(match: string): SearchHit {
  return { summary, entryId: 'e7', excerpt: { before: '', match, after: '' } };
}

test('words that stand together are found together, at their entry', () => {
  expect(findRequest(' retry  with backoff ', hit('Retry with backoff'))).toEqual({
    type: 'find',
    text: 'retry with backoff',
    wordMatching: 'together',
    entryId: 'e7',
  });
  expect(findRequest('retry', hit('retry'))?.wordMatching).toBe('together');
});

test('words that stand nowhere together are found each', () => {
  expect(findRequest('retry backoff', hit('backoff'))).toEqual({
    type: 'find',
    text: 'retry backoff',
    wordMatching: 'each',
    entryId: 'e7',
  });
});

test('before the search has come to a session, its first hit is found', () => {
  expect(findRequest('retry', undefined)).toEqual({ type: 'find', text: 'retry', wordMatching: 'together' });
  expect(findRequest('retry backoff', undefined)?.wordMatching).toBe('each');
});

test('nothing is found where only the title has the words, or nothing was searched for', () => {
  expect(findRequest('retry', { summary })).toBeUndefined();
  expect(findRequest('  ', undefined)).toBeUndefined();
});
