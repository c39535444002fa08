// Long results in pages.
import { expect, test } from 'vitest';
import {
  MAX_ITEMS,
  MAX_PAGE_CHARACTERS,
  ResultPages,
} from '../../../../../src/features/ideTools/host/mcp/resultPages.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

test('cursors lead through all of a result, each item once', () => {
  const pages = new ResultPages();
  let page = pages.first(numbers(5_000), 500, (each) => ({ each }));
  const items = [...page.items];
  while (page.nextCursor !== undefined) {
    page = pages.next(page.nextCursor, 500);
    items.push(...page.items);
  }
  expect(page.total).toBe(5_000);
  expect(items).toEqual(numbers(5_000).map((each) => ({ each })));
});

test('what is beyond the limit of a result is counted on each of its pages', () => {
  const pages = new ResultPages();
  let page = pages.first(numbers(MAX_ITEMS + 7), 500, (each) => each);
  expect(page).toMatchObject({ total: MAX_ITEMS + 7, beyond: 7 });
  let last = page.items.at(-1);
  while (page.nextCursor !== undefined) {
    page = pages.next(page.nextCursor, 500);
    last = page.items.at(-1);
  }
  expect(page).toMatchObject({ total: MAX_ITEMS + 7, beyond: 7 });
  expect(last).toBe(MAX_ITEMS - 1);
});

test('only what is on a page is made', () => {
  let made = 0;
  new ResultPages().first(numbers(5_000), 10, () => ++made);
  expect(made).toBe(10);
});

test('a page is bounded in characters, and an item that is too large is counted', () => {
  const large = 'x'.repeat(15_000);
  const page = new ResultPages().first([large, large, large, large], 50, (each) => each);
  expect(page.items).toHaveLength(2);
  expect(JSON.stringify(page).length).toBeLessThan(MAX_PAGE_CHARACTERS + 1_000);
  const huge = new ResultPages().first(['x'.repeat(1_000_000), 'small'], 50, (each) => each);
  expect(huge).toEqual({ items: ['small'], total: 2, omitted: 1 });
});

test.each([
  '',
  '1',
  '1.',
  '9.0',
  '../1.2',
  '1.99999',
  'a.b',
  '1.-1',
  '1.1e1',
  '1.5.5',
  '-1.5',
  '01.5',
  '1.5\n',
  '１.５',
])('the cursor %j leads nowhere', (cursor) => {
  const pages = new ResultPages();
  pages.first(numbers(100), 10, (each) => each);
  expect(() => pages.next(cursor, 10)).toThrow('This cursor is not known any more');
});

test("a tool's cursor leads nowhere in another tool, whose results are counted with its own", () => {
  const pages = new ResultPages();
  const cursor = pages.of('a').first(numbers(100), 10, (each) => each).nextCursor ?? '';
  expect(() => pages.of('b').next(cursor, 10)).toThrow('not known');
  expect(pages.of('a').next(cursor, 1).items).toEqual([10]);
  for (const _ of numbers(8)) pages.of('b').first(numbers(100), 10, (each) => each);
  expect(() => pages.of('a').next(cursor, 1)).toThrow('not known');
});

test('the oldest result is forgotten', () => {
  const pages = new ResultPages();
  const cursors = numbers(9).map(() => pages.first(numbers(20), 10, (each) => each).nextCursor ?? '');
  expect(() => pages.next(cursors[0] ?? '', 10)).toThrow('not known');
  expect(pages.next(cursors[1] ?? '', 10).items).toHaveLength(10);
});
