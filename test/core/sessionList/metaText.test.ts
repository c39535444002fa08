// What an agent says about a session besides its title, as text.
import { describe, expect, test } from 'vitest';
import { metaHighlights, metaLines } from '../../../src/core/sessionList/metaText.ts';
import type { MetaValue } from '../../../src/core/session/info/state.ts';

test('every field is a line; lists are their items, and Parley’s own fields are not shown', () => {
  expect(
    metaLines({
      priority: 'high',
      tags: ['feature', 'auth'],
      done: false,
      nothing: null,
      nested: { a: [1, { b: 2 }] },
      list: ['a', { b: 2 }],
      encoded: '{"threadStatus":{"type":"idle"}}',
      'parley.dev/queue': { steering: [] },
      'two\nlines': 'a\nb',
    }),
  ).toEqual(['priority: high', 'tags: feature, auth', 'done: false', 'two lines: a b']);
});

test('text that turns what stands beside it is spelled out, and long text is cut', () => {
  expect(metaLines({ a: '\u202Egpj.exe', b: 'x'.repeat(9_999) })).toEqual([
    'a: \\u{202e}gpj.exe',
    `b: ${'x'.repeat(197)}`,
  ]);
});

describe('status and progress', () => {
  test.each<[MetaValue, readonly string[]]>([
    [0.4, ['40%']],
    [40, ['40%']],
    [1, ['100%']],
    [0, ['0%']],
    ['step 2', ['step 2']],
    [{ completed: 3, total: 8 }, ['3/8']],
    [{ current: 0, total: 8, label: 'x' }, ['0/8']],
    [{ total: 8 }, []],
    [-1, []],
    [101, []],
    [[1, 2], []],
    [null, []],
    [{ done: 'x', total: 'y' }, []],
  ])('a progress of %j is %j', (progress, expected) => {
    expect(metaHighlights({ progress })).toEqual(expected);
  });

  test('stand beside each other, and a status is a text', () => {
    expect(metaHighlights({ status: 'in review', progress: 0.5 })).toEqual(['in review', '50%']);
    expect(metaHighlights({ status: 7, other: 'x' })).toEqual([]);
  });
});
