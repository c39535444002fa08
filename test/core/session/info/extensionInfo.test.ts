// Lines and texts of an agent's extensions in a session's metadata, which an agent can fill with anything.
import { expect, test } from 'vitest';
import { composerText, extensionLines } from '../../../../src/core/session/info/extensionInfo.ts';

test('statuses and widgets become lines, without orders to a terminal', () => {
  const escape = String.fromCharCode(27);
  const meta = {
    'parley.dev/status': { one: `${escape}[31mred${escape}[0m and plain`, two: 'second' },
    'parley.dev/widget': { w: { lines: ['a', '', 'b\tc'], placement: 'above' } },
  };
  expect(extensionLines(meta, 'above')).toEqual(['red and plain', 'second', 'a', 'b c']);
});

test('a widget stands where its extension wants it, a status above', () => {
  const meta = {
    'parley.dev/status': { one: 'busy' },
    'parley.dev/widget': {
      high: { lines: ['high'], placement: 'above' },
      low: { lines: ['low'], placement: 'below' },
      odd: { lines: ['odd'], placement: 7 },
    },
  };
  expect(extensionLines(meta, 'above')).toEqual(['busy', 'high', 'odd']);
  expect(extensionLines(meta, 'below')).toEqual(['low']);
});

test('anything else is no line', () => {
  expect(extensionLines({}, 'above')).toEqual([]);
  expect(
    extensionLines({ 'parley.dev/status': 'x', 'parley.dev/widget': [1, { lines: 'x' }] }, 'above'),
  ).toEqual([]);
  expect(
    extensionLines({ 'parley.dev/status': { one: 1 }, 'parley.dev/widget': { w: null } }, 'above'),
  ).toEqual([]);
});

test('a widget of very many lines is cut', () => {
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}`);
  expect(extensionLines({ 'parley.dev/widget': { w: { lines } } }, 'above')).toHaveLength(20);
});

test('only text goes into the composer', () => {
  expect(composerText({ 'parley.dev/composerText': 'hello' })).toBe('hello');
  expect(composerText({ 'parley.dev/composerText': '' })).toBeUndefined();
  expect(composerText({ 'parley.dev/composerText': 5 })).toBeUndefined();
});
