// Anchors of comments: their code is found again where it moved to, and said to be gone where it changed.
import { expect, test } from 'vitest';
import { anchorAt, locateAnchor } from '../../../src/core/review/codeAnchor.ts';

const text = 'a\nb\nc\n\nd\n';
const at = (start: number, end: number) => anchorAt(text, { start, end });

test('an anchor has the code of its lines, and stays within the text', () => {
  expect(at(1, 3)).toEqual({ start: 1, end: 3, code: 'b\nc' });
  expect(at(40, 41)).toEqual({ start: 5, end: 6, code: '' });
  expect(anchorAt('', { start: 0, end: 1 })).toEqual({ start: 0, end: 1, code: '' });
});

test.each([
  ['where it was', text, { start: 1, end: 3, isStale: false }],
  ['further down', `x\ny\n${text}`, { start: 3, end: 5, isStale: false }],
  ['further up', 'b\nc\n', { start: 0, end: 2, isStale: false }],
  ['with other line ends', text.replaceAll('\n', '\r\n'), { start: 1, end: 3, isStale: false }],
  ['changed', 'a\nb\nC\n', { start: 1, end: 3, isStale: true }],
  ['gone', 'q', { start: 0, end: 1, isStale: true }],
  ['in an empty file', '', { start: 0, end: 1, isStale: true }],
])('code is located: %s', (_name, now, place) => {
  expect(locateAnchor(at(1, 3), now)).toEqual(place);
});

test('of several places with the same code the nearest is it', () => {
  const anchor = { start: 4, end: 5, code: 'x' };
  expect(locateAnchor(anchor, 'x\n1\n2\n3\n4\n5\nx\n').start).toBe(6);
  expect(locateAnchor(anchor, '0\n1\nx\n3\n4\n5\n6\n7\nx\n').start).toBe(2);
});

test('a blank line is nowhere else', () => {
  expect(locateAnchor(at(3, 4), 'a\n\nb\nc\nd\n').isStale).toBe(true);
});

test('code that is too long is cut, and found by what is left of it', () => {
  const long = Array.from({ length: 5_000 }, (_, index) => `line ${index}`).join('\n');
  const anchor = anchorAt(long, { start: 10, end: 4_000 });
  expect(anchor.isCut).toBe(true);
  expect(anchor.code.length).toBeLessThanOrEqual(10_000);
  expect(locateAnchor(anchor, `new\n${long}`)).toEqual({ start: 11, end: 4_001, isStale: false });
  const wide = `${'y'.repeat(50_000)}\nz\n`;
  expect(locateAnchor(anchorAt(wide, { start: 0, end: 1 }), `new\n${wide}`).start).toBe(1);
});
