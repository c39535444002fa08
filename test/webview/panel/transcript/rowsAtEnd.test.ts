// Tests for the choice of rows while the transcript follows its bottom.
import { describe, expect, test } from 'vitest';
import { rowsAtEnd, type RowSizes } from '../../../../webview/panel/transcript/rowsAtEnd.ts';

const tall: RowSizes = { sizeOf: () => 100, wasMeasured: () => true };
const unseen: RowSizes = { ...tall, wasMeasured: () => false };

describe('Following the bottom', () => {
  test('draws what the list shows at its end, and the row above that was drawn before', () => {
    expect(rowsAtEnd({ startIndex: 6, endIndex: 9, count: 10 }, tall, 300)).toEqual([5, 6, 7, 8, 9]);
  });

  test('draws no more than fills the height when more came in than the list was scrolled to', () => {
    expect(rowsAtEnd({ startIndex: 0, endIndex: 3, count: 1_000 }, unseen, 300)).toEqual([997, 998, 999]);
  });

  test('draws all rows when they do not fill the height', () => {
    expect(rowsAtEnd({ startIndex: 0, endIndex: 0, count: 3 }, tall, 900)).toEqual([0, 1, 2]);
  });

  test('draws nothing of nothing', () => {
    expect(rowsAtEnd({ startIndex: 0, endIndex: 0, count: 0 }, tall, 900)).toEqual([]);
  });

  test('ends at the last row although no height is known', () => {
    expect(rowsAtEnd({ startIndex: 0, endIndex: 1, count: 5 }, { ...tall, sizeOf: () => 0 }, 300)).toEqual([
      0, 1, 2, 3, 4,
    ]);
  });
});
