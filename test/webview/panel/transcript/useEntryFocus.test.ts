// @vitest-environment happy-dom
// Where a row is: first looked for where it was before.
import { expect, test } from 'vitest';
import type { Row, Rows } from '../../../../webview/panel/transcript/rows.ts';
import { indexOfKey } from '../../../../webview/panel/transcript/useEntryFocus.ts';

/** Rows with these keys, and the places that were looked at. */
function rowsOf(...keys: readonly string[]): { readonly rows: Rows; readonly looked: readonly number[] } {
  const looked: number[] = [];
  const rows = keys.map((key): Row => ({ kind: 'tools', key, entries: [] }));
  return {
    rows: {
      count: rows.length,
      at: (index) => {
        looked.push(index);
        return rows[index];
      },
    },
    looked,
  };
}

test('a row that is where it was is found at once', () => {
  const { rows, looked } = rowsOf('a', 'b', 'c', 'd');
  expect(indexOfKey(rows, 'b', 1)).toBe(1);
  expect(looked).toEqual([1]);
});

test.each([0, 2, 9, undefined])('a row that was at %s is found where it is now', (known) => {
  const { rows } = rowsOf('a', 'b', 'c', 'd');
  expect(indexOfKey(rows, 'b', known)).toBe(1);
  expect(indexOfKey(rows, 'gone', known)).toBeUndefined();
});
